import { startEmbedded } from '../platform/db/embedded/embedded.ts'
import { reason } from '../platform/systemError.ts'

// A program that contains only the embedded Postgres, for tests that kill programs. It prints the
// URL.

const say = (message: string) => void process.stderr.write(`${message}\n`)
try {
  const embedded = await startEmbedded(
    process.argv[2] ?? '',
    { info: say, warn: say, error: say },
    { onLost: (error) => say(reason(error)) },
  )
  // Runs until the signal even without its Postgres, so that the signal does not arrive while it is
  // ending.
  setInterval(() => {}, 60_000)
  process.once('SIGTERM', () => void embedded.stop().then(() => process.exit(0)))
  process.stdout.write(JSON.stringify({ url: embedded.url, postgres: embedded.pid() }))
} catch (error) {
  say(reason(error))
  process.exitCode = 1
}
