import type { EventName, PlumblineEvent } from '@plumbline/contract/events.ts'
import type { events } from '../server/schema/live.ts'
import { bidEvents } from './bids.ts'
import type { Calendar } from './calendar.ts'
import { daysOf, type JobKey, jobId, jobKeys, jobOf } from './jobs.ts'
import type { PersonId } from './people.ts'
import { photoEvents } from './photos.ts'
import { entryEvents } from './schedule.ts'
import { changeEvents } from './scheduleChanges.ts'
import { updateEvents } from './weeklyUpdates.ts'

/** The progress of jobs under way: working day and percent. */
const progress: Partial<Record<JobKey, string>> = {
  kitchen: '-11 15, -8 30, -3 50, -1 65',
  roof: '-26 20, -21 40',
  basement: '-38 20, -32 40, -12 65, -5 75, -1 85',
  addition: '-6 10, -1 20',
  dormer: '-26 15, -19 30, -2 45',
  windows: '-9 40, -3 70',
  garage: '-9 30',
  porch: '-12 20, -1 50',
  office: '-11 20, -3 35',
  sunroom: '-32 15',
}

function progressOf(job: JobKey): number[][] {
  const { days, status } = jobOf(job)
  const [, start, end] = days
  if (status === 'completed')
    return [
      [Math.floor((start + end) / 2), 50],
      [end, 100],
    ]
  return (progress[job]?.split(', ') ?? []).map((pair) => pair.split(' ').map(Number))
}

/** Jobs whose dates were moved, with the working days of the changes. */
const moved: Partial<Record<JobKey, readonly number[]>> = {
  roof: [-20],
  basement: [-31],
  dormer: [-3],
  garage: [-8],
}

/** All events so far in the order they happened. Clients read some of them as updates. */
export function eventRows(calendar: Calendar, personId: PersonId) {
  return [
    ...jobEvents(calendar, personId),
    ...entryEvents(calendar, personId),
    ...changeEvents(calendar, personId),
    ...photoEvents(calendar, personId),
    ...updateEvents(calendar, personId),
    ...bidEvents(calendar, personId),
  ].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

function jobEvents(calendar: Calendar, personId: PersonId) {
  return jobKeys.flatMap((job) => {
    const { days, manager } = jobOf(job)
    const [entered, start, end] = days
    const { day, at } = daysOf(calendar, job)
    const event = (name: EventName, n: number, time: string, detail?: PlumblineEvent['detail']) =>
      ({
        name,
        subjectId: jobId(job),
        jobId: jobId(job),
        actorId: personId(manager ?? 'owner'),
        detail: detail ?? null,
        createdAt: at(n, time),
      }) satisfies typeof events.$inferInsert
    return [
      event('job.created', entered, '16:30'),
      event('job.people', entered + 1, '11:30'),
      ...(moved[job] ?? []).map((n) =>
        event('job.dates', n, '10:40', { startDate: day(start), endDate: day(end) }),
      ),
      ...progressOf(job).map(([n = 0, percent = 0]) =>
        event('job.progress', n, '16:10', { progress: percent }),
      ),
    ]
  })
}
