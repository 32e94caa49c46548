import { useCompany } from '../../api/company.ts'
import { formatDate, formatDeadline, useNow } from '../../ui/format.ts'

/**
 * The deadline of a task. An unfinished task is marked Late after its deadline, and Today if it is
 * due today in the time zone of the company.
 */
export function DueDate({ deadline, done }: { deadline: string | null; done: boolean }) {
  const { timeZone } = useCompany()
  const now = useNow()
  const isOpen = deadline !== null && !done
  const isLate = isOpen && Date.parse(deadline) < now.getTime()
  const isToday =
    isOpen && formatDate(deadline, timeZone) === formatDate(now.toISOString(), timeZone)
  return (
    <p className="figures text-sm text-ink-2">
      Due: {formatDeadline(deadline, timeZone)}
      {isLate ? (
        <span className="ml-1 font-medium text-bad"> Late</span>
      ) : (
        isToday && <span className="ml-1 font-medium text-warn"> Today</span>
      )}
    </p>
  )
}
