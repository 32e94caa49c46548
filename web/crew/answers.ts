import type { CrewDay } from '@plumbline/contract/crew.ts'
import { clash } from '@plumbline/contract/crewDays.ts'
import { isOpenEntry } from '@plumbline/contract/schedule.ts'

/** Whether there is anything left to do on a crew day: its entry is neither completed nor cancelled. */
export const isOpenDay = ({ entryStatus }: Pick<CrewDay, 'entryStatus'>) =>
  isOpenEntry({ status: entryStatus })

/** Whether the sub still has to answer. */
export const isUnanswered = (
  day: Pick<CrewDay, 'entryStatus' | 'confirmed' | 'declined'>,
): boolean => isOpenDay(day) && !day.confirmed && !day.declined

/** Whether two crew days are a double booking that is worth clearing up. */
export const isDoubleBooking = (one: CrewDay, other: CrewDay): boolean =>
  isOpenDay(one) && isOpenDay(other) && clash(one, other)
