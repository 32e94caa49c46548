import { dayIn, shortDay } from '@plumbline/contract/dates.ts'
import type { Task } from '@plumbline/contract/tasks.ts'
import { cx } from 'class-variance-authority'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { useToday } from '../../screens/days.ts'

interface FinishedTasksProps {
  /** The finished tasks, at least one. */
  tasks: readonly Task[]
  /** The rows of the tasks. */
  children: ReactNode
}

const lastOf = (tasks: readonly Task[]) =>
  tasks.reduce((last, task) => (task.updatedAt > last.updatedAt ? task : last))

/** The finished tasks of a list, as one line that names the latest one and expands to show all. */
export default function FinishedTasks({ tasks, children }: FinishedTasksProps) {
  const { timeZone } = useCompany()
  const today = useToday()
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const last = lastOf(tasks)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
        className="open-row flex min-h-11 w-full items-center gap-2 py-2 text-left text-sm text-ink-2 hover:text-ink"
      >
        <Check aria-hidden className="size-4 shrink-0" />
        <span className="figures min-w-0 flex-1 truncate">
          {tasks.length.toLocaleString('en-US')} finished · last: {last.name},{' '}
          {shortDay(dayIn(timeZone, new Date(last.updatedAt)), today)}
        </span>
        <ChevronDown
          aria-hidden
          className={cx('size-4 shrink-0 transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <div id={listId} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  )
}
