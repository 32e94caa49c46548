// `npm run backup`, `restore` and `verify`: builds what is missing or out of date, then runs that
// server program in this process, with the arguments after its name.
import { ensureBuilt } from './ensureBuilt.js'

ensureBuilt()
const [program] = process.argv.splice(2, 1)
await import(new URL(`../server/dist/${program}.js`, import.meta.url).href)
