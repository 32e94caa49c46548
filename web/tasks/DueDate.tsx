import { useCompany } from '../api/company.ts'
import { formatDeadline, useNow } from '../ui/format.ts'

/** When a task is due; an unfinished one after its deadline is marked Late. */
export function DueDate({ deadline, done }: { deadline: string | null; done: boolean }) {
  const { timeZone } = useCompany()
  const now = useNow()
  const late = deadline && !done && Date.parse(deadline) < now.getTime()
  return (
    <p className="figures text-sm text-ink-2">
      Due: {formatDeadline(deadline, timeZone)}
      {late && <span className="ml-1 font-medium text-bad"> Late</span>}
    </p>
  )
}
