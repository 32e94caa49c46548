import { addDays } from '@plumbline/contract/dates.ts'
import { useToday } from '../../screens/days.ts'
import { useWorkCalendar } from '../../screens/workCalendar.ts'

/** The days until the next follow-up, unless another day is chosen. */
const DAYS_UNTIL_NEXT = 7

/** The day proposed for the next follow-up: in a week, or the working day after that. */
export function useFollowUpDay(): string {
  return useWorkCalendar().onOrAfter(addDays(useToday(), DAYS_UNTIL_NEXT))
}
