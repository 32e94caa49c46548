import type { Job } from '@plumbline/contract/jobs.ts'

/** A job for tests, plain but for what is changed. */
export const job = (n: number, change: Partial<Job> = {}): Job => ({
  id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
  name: `Job ${n}`,
  address: `${n} Elm St, Batavia`,
  clientId: null,
  clientName: null,
  projectManagerId: null,
  projectManagerName: null,
  status: 'in_progress',
  progress: 40,
  startDate: null,
  endDate: null,
  notes: null,
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  customerAddress: null,
  approvedAmount: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})
