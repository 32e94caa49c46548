import { finishOf, push } from '@plumbline/contract/push.ts'
import type { PlanEntry, ScheduleEntry, WrittenEntry } from '@plumbline/contract/schedule.ts'
import {
  type MovePreview,
  type MoveProposal,
  moveSummary,
} from '@plumbline/contract/scheduleMoves.ts'
import { workCalendar } from '@plumbline/contract/workdays.ts'
import { company } from './open.tsx'
import { job } from './rows.ts'

/** An entry of `job(1)` for tests with these fields changed. */
export const entry = (n: number, change: Partial<ScheduleEntry> = {}): ScheduleEntry => ({
  id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
  jobId: job(1).id,
  jobName: job(1).name,
  title: `Entry ${n}`,
  description: null,
  scheduleType: 'task',
  startDate: '2026-11-19',
  endDate: '2026-11-20',
  estimatedHours: 8,
  assignedSubcontractorId: null,
  assignedSubcontractorName: null,
  status: 'scheduled',
  priority: 'medium',
  dependsOnIds: [],
  blocksIds: [],
  lagDays: {},
  weatherDependent: false,
  indoorWork: true,
  percentComplete: 0,
  dateFixed: false,
  baselineStartDate: null,
  baselineEndDate: null,
  actualStartDate: null,
  actualEndDate: null,
  actualHours: null,
  reminderSent: false,
  notifyClient: false,
  internal: false,
  notes: null,
  completionNotes: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})

export const entryId = (n: number) => `0198c0de-0000-7000-9000-${String(n).padStart(12, '0')}`

const inPlan = {
  jobName: 'Kitchen remodel',
  startDate: '2026-11-18',
  endDate: '2026-11-24',
} satisfies Partial<PlanEntry>

/** An entry of a plan that takes a whole week. */
export const planEntry = (n: number, change: Partial<PlanEntry> = {}): PlanEntry =>
  entry(n, { id: entryId(n), ...inPlan, ...change })

/** The reply to a write of an entry. */
export const writeReply = (one: ScheduleEntry, more: Partial<WrittenEntry> = {}): WrittenEntry => ({
  ...one,
  addedToJob: false,
  warnings: [],
  moveId: null,
  moved: 0,
  ...more,
})

/** The server's preview of a move, computed with the rules of the contract. */
export function movePreview(
  entries: readonly PlanEntry[],
  { id, startDate, endDate, push: isPushing = true, pull = false }: MoveProposal,
): MovePreview {
  const calendar = workCalendar(company)
  const one = entries.find((other) => other.id === id)
  const jobEntries = entries.filter(({ jobId }) => jobId === one?.jobId)
  const movable = isPushing
    ? jobEntries
    : jobEntries.map((other) => ({ ...other, dateFixed: true }))
  const proposed = new Map([[id, { startDate, endDate }]])
  const { moves, conflicts } = push(
    movable,
    proposed,
    { all: calendar, outdoors: calendar },
    { pull },
  )
  const find = (wanted: string) => jobEntries.find((other) => other.id === wanted) ?? jobEntries[0]
  const jobs = [
    {
      jobId: one?.jobId ?? '',
      jobName: one?.jobName ?? '',
      finishBefore: finishOf(jobEntries) ?? '',
      finishAfter: finishOf(jobEntries, moves) ?? '',
      clientName: null,
    },
  ]
  return {
    summary: moveSummary(moves.size, jobs, finishOf(jobEntries) ?? ''),
    moves: [...moves].map(([moved, days]) => ({
      id: moved,
      jobId: one?.jobId ?? '',
      title: find(moved)?.title ?? '',
      startDate: find(moved)?.startDate ?? '',
      endDate: find(moved)?.endDate ?? '',
      newStartDate: days.startDate,
      newEndDate: days.endDate,
    })),
    conflicts: conflicts.map((conflict) => ({
      ...conflict,
      title: find(conflict.id)?.title ?? '',
      startDate: (moves.get(conflict.id) ?? find(conflict.id))?.startDate ?? '',
      reason: moves.has(conflict.id) ? 'proposed' : isPushing ? 'fixed' : 'alone',
      predecessorTitle: find(conflict.predecessorId)?.title ?? '',
    })),
    jobs,
    clashes: [],
    digest: 'same',
    versions: Object.fromEntries(
      [...moves].map(([moved]) => [moved, find(moved)?.updatedAt ?? '']),
    ),
  }
}

/** A plan entry as a full schedule entry. */
export const fullEntry = (one: PlanEntry, change: Partial<ScheduleEntry> = {}): ScheduleEntry =>
  entry(1, { ...one, ...change })
