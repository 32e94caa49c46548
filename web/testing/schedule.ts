import type { PlanEntry, ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { job } from './rows.ts'

/** An entry of `job(1)` for tests, plain but for what is changed. */
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
  weatherDependent: false,
  indoorWork: true,
  percentComplete: 0,
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

/** An entry of a plan, of a whole week. */
export const planEntry = (n: number, change: Partial<PlanEntry> = {}): PlanEntry =>
  entry(n, { id: entryId(n), ...inPlan, ...change })

/** The same entry with its texts. */
export const wholeEntry = (one: PlanEntry, change: Partial<ScheduleEntry> = {}): ScheduleEntry =>
  entry(1, { ...one, ...change })
