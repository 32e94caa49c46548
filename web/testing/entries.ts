import type { PlanEntry, ScheduleEntry } from '@plumbline/contract/schedule.ts'

export const entryId = (n: number) => `0198c0de-0000-7000-9000-${String(n).padStart(12, '0')}`

/** An entry of a plan for tests, with these fields changed. */
export const planEntry = (n: number, change: Partial<PlanEntry> = {}): PlanEntry => ({
  id: entryId(n),
  jobId: '0198c0de-0000-7000-8000-000000000001',
  jobName: 'Kitchen remodel',
  title: `Entry ${n}`,
  scheduleType: 'task',
  startDate: '2026-11-18',
  endDate: '2026-11-24',
  estimatedHours: 8,
  assignedSubcontractorId: null,
  assignedSubcontractorName: null,
  status: 'scheduled',
  priority: 'medium',
  dependsOnIds: [],
  weatherDependent: false,
  indoorWork: true,
  percentComplete: 0,
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})

/** The same entry with its texts. */
export const wholeEntry = (
  entry: PlanEntry,
  change: Partial<ScheduleEntry> = {},
): ScheduleEntry => ({
  ...entry,
  description: null,
  blocksIds: [],
  actualStartDate: null,
  actualEndDate: null,
  actualHours: null,
  reminderSent: false,
  notifyClient: false,
  notes: null,
  completionNotes: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  ...change,
})
