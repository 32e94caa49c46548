import type { Person } from '@plumbline/contract/policy.ts'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { hasJoined, notRemoved } from '../../access/people/queries.ts'
import { eventsPending } from '../../events/queries.ts'
import type { RecordedEvent } from '../../events/receivers.ts'
import type { Db } from '../../platform/db/handle.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { events } from '../../schema/live.ts'
import { messages } from '../../schema/messages.ts'
import { users } from '../../schema/people.ts'
import { scheduleChanges, scheduleEntries } from '../../schema/schedule.ts'
import { tasks } from '../../schema/tasks.ts'
import type { PendingEvent } from './recipients.ts'

/** The most events that are processed together. */
const BATCH_SIZE = 100

const subjectsOf = (found: readonly RecordedEvent[], pattern: RegExp) =>
  found.filter(({ name }) => pattern.test(name)).map(({ subjectId }) => subjectId)

/**
 * The people assigned to the subjects of the events, by the id of the subject: a task, an entry or
 * a move of entries.
 */
async function findAssignees(db: Db, found: readonly RecordedEvent[]) {
  const ofTasks = db
    .select({ subjectId: tasks.id, personId: sql<string>`${tasks.assigneeId}`.as('person_id') })
    .from(tasks)
    .where(inArray(tasks.id, subjectsOf(found, /^task\./)))
  const { id, assignedSubcontractorId } = scheduleEntries
  const moved = db
    .select({ subjectId: scheduleChanges.moveId, entryId: scheduleChanges.scheduleEntryId })
    .from(scheduleChanges)
    .where(inArray(scheduleChanges.moveId, subjectsOf(found, /^schedule\.moved$/)))
  const edited = db
    .select({ subjectId: id, entryId: id })
    .from(scheduleEntries)
    .where(inArray(id, subjectsOf(found, /^schedule\.(dates|overdue)$/)))
  const planned = moved.unionAll(edited).as('planned')
  const ofEntries = db
    .select({ subjectId: planned.subjectId, personId: assignedSubcontractorId })
    .from(planned)
    .innerJoin(scheduleEntries, eq(id, planned.entryId))
  const ofCrews = db
    .select({ subjectId: planned.subjectId, personId: crewSchedule.subcontractorId })
    .from(planned)
    .innerJoin(crewSchedule, eq(crewSchedule.scheduleEntryId, planned.entryId))
  const rows = [...(await ofTasks), ...(await ofEntries), ...(await ofCrews)]
  const people = new Map<string, Set<string>>()
  for (const { subjectId, personId } of rows) {
    if (subjectId === null || personId === null) continue
    const known = people.get(subjectId) ?? new Set()
    people.set(subjectId, known.add(personId))
  }
  return people
}

/** The oldest events that are not settled yet, with the facts that decide who is notified. */
export async function pendingEvents(db: Db): Promise<PendingEvent[]> {
  const found = await eventsPending(db, BATCH_SIZE)
  if (found.length === 0) return []
  const assignees = await findAssignees(db, found)
  return found.map((event) => ({
    ...event,
    assigneeIds: [...(assignees.get(event.subjectId) ?? [])],
  }))
}

/**
 * The people the events may concern who can sign in: the admins, the people on the jobs, and the
 * subs who were asked to confirm crew days.
 */
export async function peopleConcerned(db: Db, pending: readonly PendingEvent[]): Promise<Person[]> {
  const ofJobs = pending.flatMap(({ job }) =>
    job ? [...job.subcontractorIds, ...(job.clientId ? [job.clientId] : [])] : [],
  )
  const requestedPeople = subjectsOf(pending, /^crew\.asked$/)
  const ids = [...new Set([...ofJobs, ...requestedPeople])]
  return db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(notRemoved, hasJoined, or(eq(users.role, 'admin'), inArray(users.id, ids))))
}

/** The job, sender and time of the messages that were removed. */
export function removedMessages(db: Db, pending: readonly PendingEvent[]) {
  const { id, jobId, senderId, createdAt } = messages
  return db
    .select({ id, jobId, actorId: senderId, createdAt })
    .from(messages)
    .where(inArray(id, subjectsOf(pending, /^message\.removed$/)))
}

/** Marks the events as settled: the people they concern have been notified. */
export async function settle(db: Db, pending: readonly PendingEvent[]) {
  const ids = pending.map(({ id }) => id)
  await db.update(events).set({ pending: false }).where(inArray(events.id, ids))
}
