// `npm run sample`: builds what is missing or out of date, then loads the sample company in this
// process.
import { ensureBuilt } from './ensureBuilt.js'

ensureBuilt()
await import(new URL('../server/dist/sample.js', import.meta.url).href)
