import { isOpenEntry, type ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { useMay } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'

/**
 * The path to the choice of a sub for an entry, which leads back afterwards. Work that has begun is
 * assigned from today on.
 */
export const assignPath = (id: string, startDate: string | null, today: string) =>
  paths.crewBoard({ date: startDate && startDate > today ? startDate : today, book: id, back: '1' })

/**
 * The path to the choice of a sub for an entry. Undefined for people who may not book, and for work
 * that is over or needs no sub.
 */
export function useAssignPath(entry: ScheduleEntry): string | undefined {
  const mayBook = useMay()('crew.book')
  const today = useToday()
  const isAhead = entry.scheduleType === 'task' && isOpenEntry(entry) && entry.endDate >= today
  return mayBook && isAhead ? assignPath(entry.id, entry.startDate, today) : undefined
}
