// `npm run sample`: loads the sample company into an empty database and prints who can sign in.
import { Failure } from '@plumbline/contract/failures.ts'
import { setupNeeded } from '../server/access/auth/setupQueries.ts'
import { isConnectionError } from '../server/platform/db/connectionErrors.ts'
import { openDatabase } from '../server/platform/db/open.ts'
import { openFileStore } from '../server/platform/files/openStore.ts'
import { createLog } from '../server/platform/log.ts'
import { readSettings } from '../server/platform/settings.ts'
import { StartError } from '../server/platform/startError.ts'
import { reason } from '../server/platform/systemError.ts'
import { createSample } from './create.ts'
import type { SampleSignIn } from './load.ts'
import { prepareSample } from './prepare.ts'

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const database = await openDatabase(settings, createLog(settings.logLevel))
  try {
    const options = { now: new Date(), timeZone: zoneHere() }
    // Checked before any file is stored; the transaction checks again.
    if (!(await setupNeeded(database.db))) throw new Failure('setUpAlready')
    const files = await openFileStore(settings)
    const { photos, undo } = await prepareSample({ files, settings }, options)
    const { sessionSecret: secret } = settings
    const signIns = await database.db
      .transaction((tx) => createSample(tx, { ...options, photos, secret }))
      .catch(async (error: unknown) => {
        if (!isConnectionError(error)) await undo()
        throw error
      })
    console.log(
      `The sample company is loaded. Start the program and sign in as any of these:\n\n${table(signIns)}`,
    )
    console.log('\nThe password is public: run this company only on your own machine.')
  } finally {
    await database.close()
  }
}

/** The time zone of this machine, or that of the sample company if the machine is set to UTC. */
function zoneHere(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return /^(Etc\/)?(UTC|GMT|UCT|Zulu)?$/.test(timeZone) ? 'America/Chicago' : timeZone
}

/** The sign-ins as a table in columns. */
function table(signIns: readonly SampleSignIn[]): string {
  const cells = signIns.map(({ role, name, email, password }) => [role, name, email, password])
  const rows = [['Role', 'Name', 'Email', 'Password'], ...cells]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ')).join('\n')
}

main().catch((error: unknown) => {
  if (error instanceof StartError || error instanceof Failure)
    console.error(`The sample company was not loaded: ${reason(error)}`)
  else console.error(error)
  process.exitCode = 1
})
