import { addDays } from '@plumbline/contract/dates.ts'
import { sampleNames } from '@plumbline/contract/setup.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { weekOf } from '@plumbline/contract/weeklyUpdates.ts'
import type { events } from '../server/schema/live.ts'
import type { weeklyUpdates as table } from '../server/schema/weeklyUpdates.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { type JobKey, jobId, jobOf } from './jobs.ts'
import { parseTable } from './parseTable.ts'
import { admins, clients, type PersonId } from './people.ts'
import { samplePhotos } from './photos.ts'

/**
 * The weekly updates: job, weeks ago (0 is a draft of this one), pictures, paragraphs between the
 * greeting and the name. Their text is true on every day of the week on which the sample is loaded.
 */
const updates = parseTable(`
  kitchen | 2 | demolition-before, demolition-doing | Demolition is done, and it went without surprises: plaster on wood lath behind the north wall, a hood duct full of grease, nothing worse. | Pipes and cables are next. The sink moves 14 inches toward the window, and the island gets its outlet. The walls stay open until the inspector has seen them. | The finish stands.
  kitchen | 1 | pipes-done, framing-done, wiring-done | The inspector has passed pipes and cables, and Terrence is hanging and finishing the drywall. Photos of the open walls are below, keep them for the day you hang something heavy. | The truck with your cabinets broke down in Rockford. That costs two days, for which we had room. | The finish stands.
  kitchen | 0 | kitchen-before, kitchen-doing | Finished are the drywall and the delivery of the cabinets, all 31 boxes. | Tom is hanging the upper cabinets, about half are up. The scuffed crown piece is on order. | Next week the countertop is measured. | The finish stands.
  basement | 2 | | This was a week without anything to report on the basement. | Drywall is on the schedule as before, and the finish stands.
  basement | 1 | trim-done | Doors are hung and the gaps are even. | Painting is next, two coats and the stairwell last. Then comes the plank floor.
  addition | 1 | excavation-before, excavation-doing | We broke ground. It is clay all the way down, which is slow to dig and good to build on. | Footings are next. They are poured on dry ground only, so the weather decides the day.
  office | 1 | | The partitions stand, and Gwen is running the pipes for the kitchenette. | Electrical and data follow. Loud work stays before nine.
`).map(([job, ago, pictures = '', ...paragraphs]) => ({
  job: job as JobKey,
  ago: Number(ago),
  pictures: pictures.split(', ').filter(Boolean),
  paragraphs,
}))

const updateId = (job: JobKey, ago: number) => seededId(`update/${job}/${ago}`)

/** The time an update was sent: the afternoon of its Friday. */
const sentAtOf = (calendar: Calendar, week: string) => calendar.moment(week, '16:30')

/** The Friday `ago` weeks ago; 1 is the last week that is over. */
const weekAgo = ({ today }: Calendar, ago: number) => addDays(weekOf(today), -7 * ago)

function letter(job: JobKey, paragraphs: readonly string[]): string {
  const { client, manager } = jobOf(job)
  const greeting = client === null ? 'Hello,' : `Hello ${clients[client].firstName},`
  const own = manager === null || manager === 'owner' ? [] : [nameOf(admins[manager])]
  return [greeting, ...paragraphs, [...own, sampleNames.companyName].join('\n')].join('\n\n')
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`

/** The updates of the last weeks, and a draft that waits for review. */
export function updateRows(calendar: Calendar, personId: PersonId) {
  const photos = samplePhotos(calendar)
  return updates.map(({ job, ago, pictures, paragraphs }) => {
    const week = weekAgo(calendar, ago)
    const sentAt = ago === 0 ? null : sentAtOf(calendar, week)
    const writtenAt = sentAt ?? calendar.hoursAgo(2)
    return {
      id: updateId(job, ago),
      jobId: jobId(job),
      week,
      text: letter(job, paragraphs),
      photoIds: pictures.flatMap(
        (name) => photos.find(({ picture }) => picture === `${job}-${name}`)?.id ?? [],
      ),
      sentAt,
      sentById: sentAt && personId(jobOf(job).manager ?? 'owner'),
      createdAt: new Date(writtenAt.getTime() - 40 * MINUTE_MS),
      updatedAt: writtenAt,
    } satisfies typeof table.$inferInsert
  })
}

/** An event for each sent update: clients read it as an update. */
export const updateEvents = (calendar: Calendar, personId: PersonId) =>
  updateRows(calendar, personId).flatMap(({ id, jobId, week, sentAt, sentById }) =>
    sentAt === null
      ? []
      : [
          {
            name: 'update.sent',
            subjectId: id,
            jobId,
            actorId: sentById,
            readers: 'client',
            detail: { week },
            createdAt: sentAt,
          } satisfies typeof events.$inferInsert,
        ],
  )
