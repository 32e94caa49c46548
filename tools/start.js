// `npm start`: builds what is missing or out of date, then runs the server in this process.
import { ensureBuilt } from './ensureBuilt.js'

// npm sends signals to a shell in between, which exits without forwarding them, so the exit of the
// shell is treated as the signal.
const shell = process.ppid
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}

ensureBuilt()
await import(new URL('../server/dist/main.js', import.meta.url).href)
