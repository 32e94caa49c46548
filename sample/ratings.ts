import type { jobRatings, privateNotes } from '../server/subcontractors/table.ts'
import type { Calendar } from './calendar.ts'
import { idOf } from './fixed.ts'
import { daysOf, jobId, jobOf } from './jobs.ts'
import type { PersonId } from './people.ts'
import { notes, ratings } from './ratingList.ts'
import { staffRows } from './staff.ts'

/** The ratings of subs on jobs they were on, given some days after the job was done. */
export function ratingRows(calendar: Calendar, personId: PersonId) {
  const staff = new Set(
    staffRows(calendar, personId).map(
      ({ jobId, subcontractorId }) => `${jobId} ${subcontractorId}`,
    ),
  )
  return ratings.map(({ job, sub, score, by, after, note = null }, n) => {
    if (!staff.has(`${jobId(job)} ${personId(sub)}`)) throw new Error(`${sub} was not on ${job}`)
    const at = daysOf(calendar, job).at(
      jobOf(job).days[2] + after,
      `16:${String(10 + (n % 45)).padStart(2, '0')}`,
    )
    return {
      id: idOf(`rating/${job}/${sub}`),
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

/** The private notes, each as it was last changed. */
export function noteRows(calendar: Calendar, personId: PersonId) {
  return notes.map(({ sub, by, on, text }) => {
    const at = calendar.at(on, '17:25')
    return {
      subcontractorId: personId(sub),
      text,
      updatedById: personId(by),
      createdAt: at,
      updatedAt: at,
    } satisfies typeof privateNotes.$inferInsert
  })
}
