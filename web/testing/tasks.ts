import type { Task } from '@plumbline/contract/tasks.ts'
import { job } from './rows.ts'

/** A task of `job(1)` for tests with these fields changed. */
export const task = (n: number, change: Partial<Task> = {}): Task => ({
  id: `0198c0de-0000-7000-8000-b${String(n).padStart(11, '0')}`,
  jobId: job(1).id,
  jobName: job(1).name,
  assigneeId: null,
  assigneeName: null,
  name: `Task ${n}`,
  description: null,
  status: 'not_started',
  deadline: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})
