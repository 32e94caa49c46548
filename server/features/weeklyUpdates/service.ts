import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { type WeeklyUpdateChange, weekOf } from '@plumbline/contract/weeklyUpdates.ts'
import { findCompany } from '../../access/company/queries.ts'
import { eventOf, publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { areInJob } from '../photos/chosen.ts'
import { insertDrafts } from './draft.ts'
import * as queries from './queries.ts'

/** Fails with 409 for an update that was sent, because its client may have read it. */
function requireDraft({ sentAt }: queries.UpdateRow) {
  if (sentAt !== null) throw new Failure('updateSent')
}

/**
 * Drafts the update of the week that contains a day, for a locked job. Fails with 400 for a week
 * that has not begun.
 */
export async function createDraft(
  db: Db,
  actorId: string,
  jobId: string,
  { day, now }: { readonly day: string; readonly now: Date },
): Promise<queries.UpdateRow> {
  const company = await findCompany(db)
  if (!company) throw new Failure('notFound')
  const week = weekOf(day)
  if (week > weekOf(dayIn(company.timeZone, now)))
    throw invalid({ day: 'This week has not begun yet' })
  const [draft] = await insertDrafts(db, actorId, [jobId], week, company)
  if (!draft) throw new Failure('updateExists')
  return queries.readUpdate(db, draft.id)
}

/**
 * Changes the given fields of a locked draft. Fails with 400 for photos that the client of its job
 * does not see.
 */
export async function changeDraft(
  db: Db,
  actorId: string,
  draft: queries.UpdateRow,
  change: WeeklyUpdateChange,
): Promise<queries.UpdateRow> {
  requireDraft(draft)
  const { photoIds = [] } = change
  if (!(await areInJob(db, draft.jobId, photoIds, { sharedOnly: true })))
    throw invalid({ photoIds: 'Choose photos of this job that its client sees' })
  const row = await queries.updateUpdate(db, draft.id, change)
  await publish(db, actorId, { ...eventOf('update.changed', draft), readers: 'office' })
  return row
}

/** Sends a locked draft to the client of its job. */
export async function sendDraft(
  db: Db,
  actorId: string,
  draft: queries.UpdateRow,
  now: Date,
): Promise<queries.UpdateRow> {
  requireDraft(draft)
  if (!(await queries.hasClient(db, draft.jobId))) throw new Failure('clientMissing')
  const row = await queries.updateUpdate(db, draft.id, { sentAt: now, sentById: actorId })
  const detail = { week: draft.week }
  await publish(db, actorId, { ...eventOf('update.sent', draft), readers: 'client', detail })
  return row
}

/** Deletes a locked draft. */
export async function deleteDraft(db: Db, actorId: string, draft: queries.UpdateRow) {
  requireDraft(draft)
  await queries.deleteUpdate(db, draft.id)
  await publish(db, actorId, { ...eventOf('update.deleted', draft), readers: 'office' })
}
