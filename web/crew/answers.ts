import type { CrewDay } from '@plumbline/contract/crew.ts'
import { clash, isOpenDay } from '@plumbline/contract/crewDays.ts'

/** Whether the sub still has to answer. */
export const isUnanswered = (
  day: Pick<CrewDay, 'entryStatus' | 'confirmed' | 'declined'>,
): boolean => isOpenDay(day) && !day.confirmed && !day.declined

/** Whether two crew days are a double booking that is worth clearing up. */
export const isDoubleBooking = (one: CrewDay, other: CrewDay): boolean =>
  isOpenDay(one) && isOpenDay(other) && clash(one, other)
