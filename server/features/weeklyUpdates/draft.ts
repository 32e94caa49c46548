import { type Company, findCompany } from '../../access/company/queries.ts'
import { eventOf, publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { readWeek } from './facts.ts'
import { insertUpdates, lockUndrafted } from './queries.ts'
import { draftText, dueWeek } from './rules.ts'

/**
 * Drafts the update of a week for locked jobs from their records.
 * @returns the drafts added, for the jobs that had no update of that week
 */
export async function insertDrafts(
  db: Db,
  actorId: string | null,
  jobIds: readonly string[],
  week: string,
  company: Company,
): Promise<{ id: string; jobId: string }[]> {
  const records = await readWeek(db, jobIds, week, company)
  const drafts = records.map((record) => ({
    jobId: record.jobId,
    week,
    text: draftText(record),
    photoIds: record.photoIds,
  }))
  const added = await insertUpdates(db, drafts)
  const events = added.map(
    (draft) =>
      ({ ...eventOf('update.drafted', draft), readers: 'office', detail: { week } }) as const,
  )
  await publish(db, actorId, ...events)
  return added
}

/** The most drafts that are written in one transaction. */
const BATCH_SIZE = 200

/**
 * Drafts the updates of the week when they are due: on Friday afternoon in the company's time zone,
 * or until Sunday night if the program was not running then. Each job in progress with a client
 * gets one draft, even when several nodes do this at the same time.
 */
export async function draftWeeklyUpdates(db: Db, now: Date): Promise<void> {
  const company = await findCompany(db)
  const week = company?.weeklyUpdates ? dueWeek(now, company.timeZone) : undefined
  if (!company || week === undefined) return
  for (let drafted = BATCH_SIZE; drafted === BATCH_SIZE; )
    drafted = await inTransaction(db, async (tx) => {
      const jobIds = await lockUndrafted(tx, week, BATCH_SIZE)
      await insertDrafts(tx, null, jobIds, week, company)
      return jobIds.length
    })
}
