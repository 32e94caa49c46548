import type { WeeklyUpdate } from '@plumbline/contract/weeklyUpdates.ts'
import { job } from './rows.ts'

/** A draft of `job(1)` for tests with these fields changed. */
export const weeklyUpdate = (n: number, change: Partial<WeeklyUpdate> = {}): WeeklyUpdate => ({
  id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
  jobId: job(1).id,
  jobName: job(1).name,
  week: '2026-11-20',
  text: `Hello Maya,\n\nthis is update ${n}.`,
  photoIds: [],
  sentAt: null,
  sentByName: null,
  byEmail: 'sent',
  createdAt: '2026-11-20T20:00:00.000Z',
  updatedAt: '2026-11-20T20:00:00.000Z',
  ...change,
})

/** A weekly update that was sent on the evening of its Friday. */
export const sentUpdate = (n: number, change: Partial<WeeklyUpdate> = {}): WeeklyUpdate =>
  weeklyUpdate(n, { sentAt: '2026-11-20T23:30:00.000Z', sentByName: 'Dana Reyes', ...change })
