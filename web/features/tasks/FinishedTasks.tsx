import { dayIn } from '@plumbline/contract/dates.ts'
import type { Task } from '@plumbline/contract/tasks.ts'
import type { ReactNode } from 'react'
import { useCompany } from '../../api/company.ts'
import { FinishedRows } from '../../screens/FinishedRows.tsx'

interface FinishedTasksProps {
  /** The finished tasks, at least one. */
  tasks: readonly Task[]
  /** The rows of the tasks. */
  children: ReactNode
}

/** The finished tasks of a list, folded under the name of the one that was changed last. */
export default function FinishedTasks({ tasks, children }: FinishedTasksProps) {
  const { timeZone } = useCompany()
  const last = tasks.reduce((last, task) => (task.updatedAt > last.updatedAt ? task : last))
  return (
    <FinishedRows
      count={tasks.length}
      last={{ name: last.name, day: dayIn(timeZone, new Date(last.updatedAt)) }}
    >
      {children}
    </FinishedRows>
  )
}
