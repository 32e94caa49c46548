import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import {
  type CorrespondenceType,
  nextStep,
  previousStep,
  type TaskChange,
  type TaskStatus,
} from '@plumbline/contract/tasks.ts'
import { formatDeadline } from './deadline.ts'

/** The facts about a task that decide whether a change is allowed. */
interface ChangeFacts {
  readonly jobId: string
  readonly status: TaskStatus
  /** Whether the person made the last status change, recently enough to undo it. */
  readonly isOwnStep: boolean
}

/**
 * Checks that the person may change a task this way. A task stays on its job (400). An admin may
 * change anything else. A sub may only set the next status, or undo their own last step shortly
 * after it: another field fails with 403, another status with 409.
 */
export function requireChange(person: Person, task: ChangeFacts, change: TaskChange) {
  if (person.role !== 'admin') {
    const { status, ...others } = change
    if (Object.keys(others).length > 0) throw new Failure('forbidden')
    const isBack = task.isOwnStep && status === previousStep(task.status)
    if (status !== undefined && status !== nextStep(task.status) && !isBack)
      throw new Failure('invalidStatusChange')
  }
  if (change.jobId !== undefined && change.jobId !== task.jobId)
    throw invalid({ jobId: 'A task stays on its job' })
}

const labels: Record<TaskStatus, string> = {
  not_started: 'Not Started',
  in_progress: 'In Progress',
  completed: 'Completed',
}

/** The facts of a task whose changes its conversation records. */
export interface TaskFacts {
  readonly status: TaskStatus
  readonly assigneeId: string | null
  readonly assigneeName: string | null
  readonly deadline: Date | null
}

export interface Line {
  readonly type: CorrespondenceType
  readonly message: string
}

function deadlineLine(before: Date | null, after: Date | null, timeZone: string): string {
  if (!after)
    return `Deadline removed${before ? `; it was ${formatDeadline(before, timeZone)}` : ''}`
  const to = formatDeadline(after, timeZone)
  return before
    ? `Deadline moved from ${formatDeadline(before, timeZone)} to ${to}`
    : `Deadline set to ${to}`
}

function assigneeLine(before: string | null, after: string | null): string {
  if (!after) return `${before} is no longer assigned`
  return `Assigned to ${after}${before ? ` instead of ${before}` : ''}`
}

/** The lines that a change adds to the conversation of a task. */
export function linesOf(before: TaskFacts, after: TaskFacts, timeZone: string): Line[] {
  const lines: Line[] = []
  if (before.status !== after.status) {
    const message = `Status changed from ${labels[before.status]} to ${labels[after.status]}`
    lines.push({ type: 'status', message })
  }
  if (before.assigneeId !== after.assigneeId) {
    lines.push({ type: 'assignee', message: assigneeLine(before.assigneeName, after.assigneeName) })
  }
  if (before.deadline?.getTime() !== after.deadline?.getTime()) {
    const message = deadlineLine(before.deadline, after.deadline, timeZone)
    lines.push({ type: 'deadline', message })
  }
  return lines
}
