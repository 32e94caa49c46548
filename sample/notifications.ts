import { dayIn } from '@plumbline/contract/dates.ts'
import { type NotificationName, notificationNames } from '@plumbline/contract/notificationKinds.ts'
import { type Readers, reads } from '@plumbline/contract/readers.ts'
import type { jobMutes, notifications } from '../server/schema/notifications.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { jobId, jobRows } from './jobs.ts'
import { messageRows } from './messages.ts'
import { type PersonId, peopleRows } from './people.ts'
import { samplePhotos } from './photos.ts'
import { staffRows } from './staff.ts'
import { taskRows } from './tasks.ts'

/** The number of the latest messages, photos and tasks of a job that people are notified about. */
const LATEST_COUNTS = { messages: 5, photos: 4, tasks: 3 }
/** The number of jobs whose notifications are unread; those of the other jobs are read. */
const UNREAD_JOBS = 4

interface Occurrence {
  readonly name: NotificationName
  readonly actorId: string
  readonly subjectId: string
  readonly at: Date
  readonly readers: Readers
  /** The only person it concerns; if undefined, everybody on the job. */
  readonly only?: string | null
}

/** The latest occurrences on a job under way, in the order of the sample. */
function occurrencesOn(
  job: ReturnType<typeof jobRows>[number],
  calendar: Calendar,
  personId: PersonId,
): Occurrence[] {
  const written = messageRows(calendar, personId)
    .filter((message) => message.jobId === job.id)
    .map(({ id, senderId, createdAt, audience }) => ({
      ...{ name: 'message.created' as const, actorId: senderId, subjectId: id },
      ...{ at: createdAt, readers: audience },
    }))
  const added = samplePhotos(calendar)
    .filter((photo) => jobId(photo.job) === job.id)
    .map(({ id, by, uploadedAt, clientVisible }) => ({
      ...{ name: 'photo.created' as const, actorId: personId(by), subjectId: id, at: uploadedAt },
      readers: clientVisible ? ('client' as const) : ('office' as const),
    }))
  const assigned = taskRows(calendar, personId)
    .filter((task) => task.jobId === job.id && task.assigneeId)
    .map(({ id, assigneeId, createdAt }) => ({
      ...{ name: 'task.assigned' as const, subjectId: id, at: createdAt },
      actorId: job.projectManagerId ?? personId('owner'),
      ...{ readers: 'crew' as const, only: assigneeId },
    }))
  return [
    ...written.slice(-LATEST_COUNTS.messages),
    ...added.slice(-LATEST_COUNTS.photos),
    ...assigned.slice(-LATEST_COUNTS.tasks),
  ]
}

interface NewRow extends Omit<typeof notifications.$inferInsert, 'createdAt' | 'updatedAt'> {
  readonly id: string
  readonly count: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The notifications of everybody in the sample. */
export function notificationRows(calendar: Calendar, personId: PersonId) {
  const staff = staffRows(calendar, personId)
  const people = [
    { id: personId('owner'), role: 'admin' as const },
    ...peopleRows(calendar, personId).filter(({ isInvited }) => !isInvited),
  ]
  const underWay = jobRows(calendar, personId).filter(({ status }) => status === 'in_progress')
  const rows = new Map<string, NewRow>()
  for (const [n, job] of underWay.entries()) {
    const isOn = (id: string) =>
      job.clientId === id || staff.some((one) => one.jobId === job.id && one.subcontractorId === id)
    for (const { at, readers, only, ...event } of occurrencesOn(job, calendar, personId)) {
      for (const { id, role } of people) {
        const isConcerned = only === undefined ? role === 'admin' || isOn(id) : only === id
        if (id === event.actorId || !isConcerned || !reads(role, readers)) continue
        const key = [id, event.name, job.id, event.actorId].join('/')
        const before = rows.get(key)
        rows.set(key, {
          ...event,
          id: before?.id ?? seededId(`notification/${event.subjectId}/${id}`),
          personId: id,
          kind: notificationNames[event.name],
          jobId: job.id,
          day: dayIn('UTC', at),
          count: 1 + (before?.count ?? 0),
          readAt: n < UNREAD_JOBS ? null : at,
          createdAt: before && before.createdAt < at ? before.createdAt : at,
          updatedAt: before && before.updatedAt > at ? before.updatedAt : at,
        })
      }
    }
  }
  return [...rows.values()]
}

/** The jobs that people have muted. */
export const muteRows = (calendar: Calendar, personId: PersonId) =>
  [
    { personId: personId('owner'), jobId: jobId('sunroom'), createdAt: calendar.at(-2, '10:00') },
    { personId: personId('thiel'), jobId: jobId('sunroom'), createdAt: calendar.at(-1, '10:00') },
    { personId: personId('kowalski'), jobId: jobId('porch'), createdAt: calendar.at(-2, '11:00') },
    { personId: personId('okafor'), jobId: jobId('kitchen'), createdAt: calendar.at(-2, '12:00') },
  ] satisfies (typeof jobMutes.$inferInsert)[]
