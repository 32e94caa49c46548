import { and, eq } from 'drizzle-orm'
import { endSessionsOf } from '../../http/session.ts'
import type { Db } from '../../platform/db/handle.ts'
import { credentials, passkeys, passwordResets, recoveryCodes } from '../../schema/auth.ts'
import { bidAppointments, pendingBids } from '../../schema/bids.ts'
import { calendarFeeds } from '../../schema/calendar.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { unassign } from './leaveJobs.ts'

/**
 * Unassigns a person's work: open tasks and entries, future crew days, scheduled appointments, jobs
 * they manage, are the client of or are on, and bids for them. What they finished stays assigned.
 * `why` completes a sentence that starts with their name.
 */
export async function unassignWork(
  db: Db,
  actorId: string,
  userId: string,
  now: Date,
  why: string,
) {
  await unassign(db, actorId, userId, { why, now })
  await db
    .update(bidAppointments)
    .set({ assignedToId: null })
    .where(and(eq(bidAppointments.assignedToId, userId), eq(bidAppointments.status, 'scheduled')))
  // Before the jobs: a bid that is being converted is waited for, and its job is then among them.
  await db.update(pendingBids).set({ clientId: null }).where(eq(pendingBids.clientId, userId))
  await db.update(jobs).set({ clientId: null }).where(eq(jobs.clientId, userId))
  await db.update(jobs).set({ projectManagerId: null }).where(eq(jobs.projectManagerId, userId))
}

/**
 * Ends a person's access and unassigns their work. The row stays, so that history keeps its author.
 */
export async function removePerson(db: Db, actorId: string, userId: string, now: Date) {
  await endSessionsOf(db, userId)
  await db.delete(credentials).where(eq(credentials.userId, userId))
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db.delete(passkeys).where(eq(passkeys.userId, userId))
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId))
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
  await unassignWork(db, actorId, userId, now, 'left the company')
  await db
    .update(users)
    .set({ deletedAt: now, inviteToken: null, inviteExpiry: null, isInvited: false })
    .where(eq(users.id, userId))
}
