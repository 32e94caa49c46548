import type { jobRatings, privateNotes } from '../server/schema/subcontractors.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { daysOf, type JobKey, jobId, jobOf } from './jobs.ts'
import { parseTable } from './parseTable.ts'
import type { AdminKey, PersonId, SubKey } from './people.ts'
import { staffRows } from './staff.ts'

/**
 * Ratings of subs on completed jobs: job, sub, score, admin, working days after the end of the job;
 * note.
 */
const ratings = parseTable(`
  siding jensen 4 thiel 2 | Flashing done right. Left the cut-offs in the driveway for two days.
  siding bell 4 thiel 2
  bakery kowalski 5 owner 3 | Built the counter around their oven delivery without being asked twice.
  bakery bianchi 3 owner 3 | Floor is flat and clean. Came a week late and only said so on the day.
  attic kowalski 5 park 4 | Stair fits to an eighth. The owners asked for him again.
  attic amundsen 4 park 4 | Good framing; wants her drawings earlier.
  attic ortiz 5 park 4 | Passed rough and final on the first visit.
  attic novak 4 park 4
  attic bell 3 park 5 | Sanding dust went down the stairwell. Finish itself is fine.
  deckBoards amundsen 5 thiel 1 | Two days ahead, every board picked over.
  powderRoom kowalski 4 park 1
  powderRoom novak 5 park 1 | Found the leak nobody had seen behind the old vanity.
  powderRoom bell 4 park 2
  powderRoom bianchi 4 park 2 | Mosaic lines up with the door. Slow, but it shows.
  roofGutters jensen 2 thiel 6 | Gutters pitched the wrong way on the north side, had to come back twice.
  egress amundsen 4 thiel 2
  egress ortiz 4 thiel 2 | Clean panel. One inspection missed, his calendar.
  egress schaefer 5 thiel 2 | Cut the well in a day and kept the basement dry in the rain.
  familyRoom kowalski 5 owner 3 | Set the flush beam with six people in four hours, nothing cracked upstairs.
  familyRoom ortiz 5 owner 3
  familyRoom novak 4 owner 3 | Gas line moved without a day lost.
  familyRoom bell 4 owner 4
`).map(([head = '', note = '']) => {
  const [job, sub, score, by, after] = head.split(' ')
  return {
    job: job as JobKey,
    sub: sub as SubKey,
    score: Number(score),
    by: by as AdminKey,
    after: Number(after),
    note: note || null,
  }
})

/** The private notes: sub, admin, working day of the last change, text. */
const notes: readonly (readonly [SubKey, AdminKey, number, string])[] = [
  [
    'kowalski',
    'owner',
    -12,
    'Books out eight weeks ahead: ask before we promise a date. Discount of 3 % when paid within ten days.',
  ],
  [
    'jensen',
    'thiel',
    -20,
    'Talked with him about the gutters on Division St. Good on steep roofs; check pitch before he leaves the site.\nInsurance certificate runs out in spring.',
  ],
  [
    'bianchi',
    'park',
    -33,
    'Works alone. Give him the whole floor, not the room before the cabinets.',
  ],
  [
    'bell',
    'park',
    -41,
    'Put dust walls in his scope, in writing. His nephew runs the second crew and is the better finisher.',
  ],
]

/** The ratings of subs on jobs they were on, given some days after the job was completed. */
export function ratingRows(calendar: Calendar, personId: PersonId) {
  const staff = new Set(
    staffRows(calendar, personId).map(
      ({ jobId, subcontractorId }) => `${jobId} ${subcontractorId}`,
    ),
  )
  return ratings.map(({ job, sub, score, by, after, note }, n) => {
    if (!staff.has(`${jobId(job)} ${personId(sub)}`)) throw new Error(`${sub} was not on ${job}`)
    const time = `16:${String(10 + (n % 45)).padStart(2, '0')}`
    const at = daysOf(calendar, job).at(jobOf(job).days[2] + after, time)
    return {
      id: seededId(`rating/${job}/${sub}`),
      jobId: jobId(job),
      subcontractorId: personId(sub),
      score,
      note,
      ratedById: personId(by),
      createdAt: at,
      updatedAt: at,
    } satisfies typeof jobRatings.$inferInsert
  })
}

/** The private notes, as last changed. */
export function noteRows(calendar: Calendar, personId: PersonId) {
  return notes.map(([sub, by, day, text]) => {
    const at = calendar.at(day, '17:25')
    return {
      subcontractorId: personId(sub),
      text,
      updatedById: personId(by),
      createdAt: at,
      updatedAt: at,
    } satisfies typeof privateNotes.$inferInsert
  })
}
