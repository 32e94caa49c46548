import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { setupRoutes } from '@plumbline/contract/setup.ts'
import { getTableName, sql } from 'drizzle-orm'
import { deleteQueuedFiles, queueFileDeletions } from '../events/fileDeletions.ts'
import { announceSessionsEnded } from '../events/publish.ts'
import { setUpCompany, weakness } from '../features/setup/service.ts'
import { logged } from '../http/failures.ts'
import { reauthorize } from '../http/reauthorize.ts'
import type { Serve } from '../http/serve.ts'
import type { Db } from '../platform/db/handle.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { backups } from '../schema/backup.ts'
import { pushKeys } from '../schema/delivery.ts'
import { fileDeletions } from '../schema/files.ts'
import { settings } from '../schema/settings.ts'
import { tables } from '../schema/tables.ts'
import { allFiles } from './backup/files.ts'

/** The tables of the installation, not of the company. */
const installationTables = new Set<string>([backups, fileDeletions, pushKeys].map(getTableName))

/** Deletes all rows of the company, and queues its files for deletion. */
async function deleteCompany(db: Db) {
  const keys: string[] = []
  for await (const { key } of allFiles(db)) keys.push(key)
  await queueFileDeletions(db, keys)
  const names = tables
    .map(([, table]) => getTableName(table))
    .filter((name) => !installationTables.has(name))
  await db.execute(sql`truncate ${sql.join(names.map(sql.identifier), sql`, `)}`)
}

/** Locks the sample company. Throws a 409 if it is another one. */
async function lockSample(db: Db) {
  const [company] = await db.select().from(settings).for('update')
  if (!company?.sample) throw new Failure('notSample')
  return company
}

/** Replacing the sample company by an empty one, after a backup. */
export function replacingSample(serve: Serve) {
  serve(setupRoutes.replaceSample, {
    transaction: false,
    handle: async (context) => {
      const { db, body, person, request, services, now } = context
      const { confirm, ...wanted } = body
      const timeZoneOf = async (tx: Db) => {
        const { companyName, timeZone } = await lockSample(tx)
        if (confirm !== companyName) throw invalid({ confirm: `Type “${companyName}”` })
        return timeZone
      }
      await inTransaction(db, timeZoneOf)
      const problem = weakness(wanted.password, wanted)
      if (problem) throw invalid({ password: problem })
      const passwordHash = await services.passwords.hash(wanted.password)
      if (!(await services.backups.makeNow({ person, ip: request.ip })))
        throw new Failure('backupFailed')
      const admin = await inTransaction(db, async (tx) => {
        await reauthorize(setupRoutes.replaceSample, { ...context, db: tx })
        const timeZone = await timeZoneOf(tx)
        await deleteCompany(tx)
        await announceSessionsEnded(tx)
        const company = { ...wanted, timeZone, sample: false }
        return setUpCompany({ ...context, db: tx, now }, company, passwordHash)
      })
      await deleteQueuedFiles({ db, files: services.files }).catch(
        (error: unknown) => void logged(request, error),
      )
      return admin
    },
  })
}
