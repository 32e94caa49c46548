import type { CrewAbsence } from '@plumbline/contract/absences.ts'
import type { CrewDay } from '@plumbline/contract/crew.ts'
import { formatTimes } from '@plumbline/contract/crewDays.ts'
import { weekdaySpan } from '@plumbline/contract/dates.ts'
import { answerOf } from '../../crew/answers.ts'
import { type CrewBlock, isAbsent } from './blocks.ts'

/**
 * `Away` if a sub is away on all days of a block, `Partly away` on some of them, otherwise empty.
 */
export function awayText({ days }: CrewBlock, absences: readonly CrewAbsence[]): string {
  const covered = days.filter(({ assignedDate }) =>
    absences.some((away) => isAbsent(away, assignedDate)),
  )
  if (covered.length === 0) return ''
  return covered.length < days.length ? 'Partly away' : 'Away'
}

/** A block as text: the job, the entry, its days, hours and answer, and its problems. */
export function blockText(
  { days, first, last, isClash }: CrewBlock,
  away: string,
  today: string,
): string {
  const [day] = days
  if (!day) return ''
  return [
    day.jobName,
    day.entryTitle,
    weekdaySpan(first, last, today),
    formatTimes(day),
    answerOf(day),
    isClash && 'double booking',
    away.toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The short location of a job: the last part of its address, or the name of the job. */
const placeOf = ({ jobAddress, jobName }: CrewDay) =>
  jobAddress.includes(',') ? (jobAddress.split(',').at(-1)?.trim() ?? jobName) : jobName

/** The bookings of a day as a sentence: `Elgin 8 AM – 5 PM, Geneva 1 PM – 5 PM.` */
export function bookingsText(days: readonly CrewDay[]): string {
  const places = days.map(placeOf)
  const areDistinct = new Set(places).size === days.length
  const parts = days.map(
    (day, index) => `${areDistinct ? places[index] : day.entryTitle} ${formatTimes(day)}`,
  )
  return `${parts.join(', ')}.`
}
