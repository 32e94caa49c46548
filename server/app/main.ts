import { join } from 'node:path'
import { prepareSample } from '../../sample/prepare.ts'
import { makeSetupCode } from '../access/auth/setupCode.ts'
import { setupNeeded } from '../access/auth/setupQueries.ts'
import { openRenditions } from '../features/photos/renditions.ts'
import { addShippedTemplates } from '../features/templates/service.ts'
import { drainable } from '../http/drain.ts'
import { type Database, openDatabase } from '../platform/db/open.ts'
import { errorText } from '../platform/errorFacts.ts'
import { keepReserve } from '../platform/files/freeSpace.ts'
import { openFileStore } from '../platform/files/openStore.ts'
import { createLog } from '../platform/log.ts'
import { isLoopback } from '../platform/loopback.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import { StartError } from '../platform/startError.ts'
import { isCode, reason } from '../platform/systemError.ts'
import { buildApp } from './app.ts'
import { startMaintenance } from './maintenance.ts'
import { closeWithin, STOP_LIMITS } from './shutdown.ts'

type App = Awaited<ReturnType<typeof buildApp>>

let database: Database | undefined
/** The parts that work with the database, in the order they were started. */
const running: { close(): Promise<unknown> }[] = []

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  database = await openDatabase(settings, log, exitAtOnce)
  // For a company that was set up before templates existed.
  await database.db.transaction(addShippedTemplates)
  const files = await openFileStore(settings)
  const parts = { db: database.db, files, dataDir: settings.dataDir }
  const renditions = openRenditions({ ...parts, log })
  running.push(renditions)
  running.push(startMaintenance({ ...parts, renditions }, log))
  running.push(keepReserve(settings, log))
  const setupCode = makeSetupCode((line) => console.log(line))
  const webFolder = join(import.meta.dirname, '../../web/dist')
  const app = await buildApp({
    database,
    settings,
    files,
    renditions,
    webFolder,
    isPublic: isPublic(settings),
    nightlyBackups: true,
    setupCode,
    prepareSample,
  })
  running.push({ close: drainable(app) })
  const port = await listen(app, settings)
  console.log(`Plumbline is running at http://${browserHost(settings.host)}:${port}`)
  if (isPublic(settings) && (await setupNeeded(database.db))) setupCode.show()
}

/** Whether other machines can reach the program, directly or through a proxy. */
function isPublic({ host, publicUrl, trustProxy }: Settings): boolean {
  return (
    !isLoopback(host) ||
    trustProxy !== false ||
    (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname))
  )
}

async function listen(app: App, { host, port }: Settings): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if (isCode(error, 'EADDRINUSE'))
      throw new StartError(`PORT ${port} is in use by another program`)
    if (isCode(error, 'EACCES'))
      throw new StartError(`PORT ${port} needs permissions that this user does not have`)
    if (isCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'))
      throw new StartError(`HOST ${host} is not an address of this machine`)
    throw error
  }
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : port
}

/** The host name under which a browser on this machine can open the program. */
function browserHost(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

let stopRequestedAt: number | undefined

/** Lets open requests finish, then closes. A second signal exits at once. */
async function stop(code: number): Promise<void> {
  if (stopRequestedAt !== undefined) {
    // Within a second it may be npm forwarding the same Ctrl-C that the terminal already sent.
    if (Date.now() - stopRequestedAt > 1000) process.exit(1)
    return
  }
  stopRequestedAt = Date.now()
  // Postgres ends with this program, and the next start recovers.
  setTimeout(() => process.exit(code), STOP_LIMITS.exit)
  const begin = performance.now()
  // Wait for a start in progress, so that nothing it opens keeps running.
  await started
  try {
    await closeWithin(running, database, begin)
  } catch (error) {
    report(error)
    process.exit(1)
  }
  process.exit(code)
}

/** Exits at once, because another program is using the data now: nothing more may be written. */
function exitAtOnce(error: StartError): void {
  console.error(`Plumbline stops: ${reason(error)}`)
  process.exit(1)
}

/** Prints one line for what the operator can fix, the stack for everything else. */
function report(error: unknown): void {
  if (error instanceof StartError) console.error(`Plumbline cannot start: ${reason(error)}`)
  else console.error(errorText(error))
}

// Registered first, because the start begins immediately.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop(0))
process.on('uncaughtException', (error) => {
  report(error)
  void stop(1)
})

const started = start().catch((error: unknown) => {
  report(error)
  if (stopRequestedAt === undefined) void stop(1)
})
