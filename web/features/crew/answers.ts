import type { CrewDay } from '@plumbline/contract/crew.ts'
import { clash, isOpenDay } from '@plumbline/contract/crewDays.ts'
import { formatWeekday } from '@plumbline/contract/dates.ts'
import type { NamedAction } from '../../offline/actions/action.ts'
import { statusStyle } from '../../ui/status.ts'

/** Whether the sub still has to answer. */
export const isUnanswered = (
  day: Pick<CrewDay, 'entryStatus' | 'confirmed' | 'declined'>,
): boolean => isOpenDay(day) && !day.confirmed && !day.declined

/** Whether two crew days of open entries are a double booking. */
export const isDoubleBooking = (one: CrewDay, other: CrewDay): boolean =>
  isOpenDay(one) && isOpenDay(other) && clash(one, other)

/** The answer of a sub as a short label. Once no answer is needed, the status of the entry. */
export function answerOf(day: Pick<CrewDay, 'entryStatus' | 'confirmed' | 'declined'>): string {
  if (day.declined) return 'Declined'
  if (day.confirmed) return 'Confirmed'
  return isUnanswered(day) ? 'Not confirmed' : statusStyle(day.entryStatus).label
}

/** The answer of a sub as an action that can wait: confirmed, or declined with a reason. */
export function answerOn(day: CrewDay, today: string, reason?: string): NamedAction {
  const { id: dayId, assignedDate: date, updatedAt, entryTitle } = day
  const name = `${entryTitle}, ${formatWeekday(date, today)}`
  const confirmed = reason === undefined
  return { type: 'answer', dayId, date, updatedAt, name, confirmed, text: reason ?? '' }
}
