import { defaultChannels } from '@plumbline/contract/notificationKinds.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import {
  type EmailOutcome,
  MAX_UPDATES_LISTED,
  type WeeklyUpdate,
  type WeeklyUpdateChange,
} from '@plumbline/contract/weeklyUpdates.ts'
import { and, desc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refusedAddresses } from '../../schema/delivery.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { jobMutes, notificationChannels } from '../../schema/notifications.ts'
import { users } from '../../schema/people.ts'
import { weeklyUpdates } from '../../schema/weeklyUpdates.ts'
import { jobNameOf, lockJob } from '../jobs/queries.ts'
import { stillInJob } from '../photos/chosen.ts'

/** The role of the person who reads updates, and the reason why no emails can be sent, if any. */
export interface Reading {
  readonly role: Role
  readonly obstacle: EmailOutcome | null
}

/** The photos of an update that its client still sees, in the order in which they were chosen. */
const shownPhotos = stillInJob({
  ids: weeklyUpdates.photoIds,
  jobId: weeklyUpdates.jobId,
  sharedOnly: true,
})

const defaultChannel = defaultChannels.client.update.email

/**
 * The reason why the client of the job gets no email with an update, or `sent`. Null without a
 * client.
 */
const outcome = sql<EmailOutcome | null>`(
  select case
    when u.email is null then 'noAddress'
    when r.address = u.email then 'refused'
    when coalesce(c.email, ${defaultChannel}) = 'off' or m.job_id is not null then 'off'
    else 'sent' end
  from ${jobs} j join ${users} u on u.id = j.client_id
  left join ${notificationChannels} c on c.person_id = u.id and c.kind = 'update'
  left join ${refusedAddresses} r on r.person_id = u.id
  left join ${jobMutes} m on m.person_id = u.id and m.job_id = j.id
  where j.id = ${outer(weeklyUpdates.jobId)})`

const shape = {
  ...getTableColumns(weeklyUpdates),
  photoIds: shownPhotos,
  jobName: jobNameOf(weeklyUpdates.jobId),
  sentByName: nameOf(weeklyUpdates.sentById),
  outcome,
}

export type UpdateRow = typeof weeklyUpdates.$inferSelect & {
  jobName: string
  sentByName: string | null
  outcome: EmailOutcome | null
}

/** An update as the API returns it. */
export const toUpdate = (row: UpdateRow, { role, obstacle }: Reading): WeeklyUpdate => ({
  ...row,
  sentAt: row.sentAt?.toISOString() ?? null,
  byEmail: role === 'admin' && row.outcome ? (obstacle ?? row.outcome) : null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** The newest updates of a job. Everyone but admins gets only the ones that were sent. */
export async function listUpdates(
  db: Db,
  jobId: string,
  reading: Reading,
): Promise<WeeklyUpdate[]> {
  const rows = await db
    .select(shape)
    .from(weeklyUpdates)
    .where(
      and(
        eq(weeklyUpdates.jobId, jobId),
        reading.role === 'admin' ? undefined : isNotNull(weeklyUpdates.sentAt),
      ),
    )
    .orderBy(desc(weeklyUpdates.week))
    .limit(MAX_UPDATES_LISTED)
  return rows.map((row) => toUpdate(row, reading))
}

/** The drafts of all jobs, newest week first. */
export async function listDrafts(db: Db, reading: Reading): Promise<WeeklyUpdate[]> {
  const rows = await db
    .select(shape)
    .from(weeklyUpdates)
    .where(isNull(weeklyUpdates.sentAt))
    .orderBy(desc(weeklyUpdates.week), desc(weeklyUpdates.id))
    .limit(MAX_UPDATES_LISTED)
  return rows.map((row) => toUpdate(row, reading))
}

/** The current state of the update, for the response to a write. */
export async function readUpdate(db: Db, id: string): Promise<UpdateRow> {
  const [row] = await db.select(shape).from(weeklyUpdates).where(eq(weeklyUpdates.id, id))
  return row as UpdateRow
}

/** The update. Its job is locked first, then the update, until the transaction ends. */
export async function lockUpdate(db: Db, id: string): Promise<UpdateRow | undefined> {
  const [found] = await db
    .select({ jobId: weeklyUpdates.jobId })
    .from(weeklyUpdates)
    .where(eq(weeklyUpdates.id, id))
  if (!found || !(await lockJob(db, found.jobId, 'key share'))) return undefined
  const [row] = await db
    .select(shape)
    .from(weeklyUpdates)
    .where(eq(weeklyUpdates.id, id))
    .for('update', { of: weeklyUpdates })
  return row
}

/** Whether a locked job has a client. */
export async function hasClient(db: Db, jobId: string): Promise<boolean> {
  const [row] = await db.select({ clientId: jobs.clientId }).from(jobs).where(eq(jobs.id, jobId))
  return row !== undefined && row.clientId !== null
}

/** A draft before its row is written. */
export interface NewUpdate {
  readonly jobId: string
  readonly week: string
  readonly text: string
  readonly photoIds: readonly string[]
}

/**
 * Adds the drafts whose job has no update of that week yet, and returns them. Their jobs must be
 * locked.
 */
export async function insertUpdates(
  db: Db,
  drafts: readonly NewUpdate[],
): Promise<{ id: string; jobId: string }[]> {
  if (drafts.length === 0) return []
  return db
    .insert(weeklyUpdates)
    .values(drafts.map((draft) => ({ ...draft, photoIds: [...draft.photoIds] })))
    .onConflictDoNothing()
    .returning({ id: weeklyUpdates.id, jobId: weeklyUpdates.jobId })
}

/** Changes the given fields of a locked draft, or marks it as sent. */
export async function updateUpdate(
  db: Db,
  id: string,
  change: WeeklyUpdateChange | { readonly sentAt: Date; readonly sentById: string },
): Promise<UpdateRow> {
  await db.update(weeklyUpdates).set(change).where(eq(weeklyUpdates.id, id))
  return readUpdate(db, id)
}

/** Deletes a locked update. */
export async function deleteUpdate(db: Db, id: string) {
  await db.delete(weeklyUpdates).where(eq(weeklyUpdates.id, id))
}

/**
 * Up to `limit` jobs in progress that have a client and never had an update of the week: a deleted
 * one is not drafted again. The jobs are locked against deletion, in the order of their ids.
 */
export async function lockUndrafted(db: Db, week: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.status, 'in_progress'),
        isNotNull(jobs.clientId),
        sql`not exists (select from ${weeklyUpdates} w
          where w.job_id = ${outer(jobs.id)} and w.week = ${week})`,
        sql`not exists (select from ${events} e where e.job_id = ${outer(jobs.id)}
          and e.name = 'update.drafted' and e.detail->>'week' = ${week})`,
      ),
    )
    .orderBy(jobs.id)
    .limit(limit)
    .for('key share', { of: jobs })
  return rows.map(({ id }) => id)
}
