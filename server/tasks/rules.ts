import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import {
  type CorrespondenceType,
  nextStep,
  type TaskChange,
  type TaskStatus,
} from '@plumbline/contract/tasks.ts'
import { type SQL, sql } from 'drizzle-orm'
import { formatDeadline } from './deadline.ts'

/** A task stays on its job; an admin sets anything, a sub only the next status (another field 403, another step 409). */
export function requireChange(
  person: Person,
  task: { jobId: string; status: TaskStatus },
  change: TaskChange,
) {
  if (person.role !== 'admin') {
    const { status, ...others } = change
    if (Object.keys(others).length > 0) throw new Failure('forbidden')
    if (status !== undefined && status !== nextStep(task.status)) throw new Failure('wrongStep')
  }
  if (change.jobId !== undefined && change.jobId !== task.jobId)
    throw invalid({ jobId: 'A task stays on its job' })
}

const labels: Record<TaskStatus, string> = {
  not_started: 'Not Started',
  in_progress: 'In Progress',
  completed: 'Completed',
}

/** What a conversation has to say by itself of a task. */
export interface TaskFacts {
  readonly status: TaskStatus
  readonly assigneeId: string | null
  readonly deadline: Date | null
}

export interface Line {
  readonly type: CorrespondenceType
  readonly message: string | SQL
}

function deadlineLine(before: Date | null, after: Date | null, timeZone: string): string {
  if (!after)
    return `Deadline removed${before ? `; it was ${formatDeadline(before, timeZone)}` : ''}`
  const to = formatDeadline(after, timeZone)
  return before
    ? `Deadline moved from ${formatDeadline(before, timeZone)} to ${to}`
    : `Deadline set to ${to}`
}

/** The line of a task that goes from one person, by name, to another, whose name may still have to be read. */
function assigneeLine(before: string | null, after: SQL | null): Line {
  if (!after) return { type: 'assignee', message: `${before} is no longer assigned` }
  const instead = before ? ` instead of ${before}` : ''
  return {
    type: 'assignee',
    message: sql`'Assigned to ' || coalesce(${after}, '') || ${instead}::text`,
  }
}

/** The lines that write themselves when a task changes. */
export function linesOf(
  before: TaskFacts & { readonly assigneeName: string | null },
  after: TaskFacts & { readonly assigneeName: SQL },
  timeZone: string,
): Line[] {
  const lines: Line[] = []
  if (before.status !== after.status) {
    lines.push({
      type: 'status',
      message: `Status changed from ${labels[before.status]} to ${labels[after.status]}`,
    })
  }
  if (before.assigneeId !== after.assigneeId) {
    lines.push(assigneeLine(before.assigneeName, after.assigneeId ? after.assigneeName : null))
  }
  if (before.deadline?.getTime() !== after.deadline?.getTime()) {
    lines.push({
      type: 'deadline',
      message: deadlineLine(before.deadline, after.deadline, timeZone),
    })
  }
  return lines
}
