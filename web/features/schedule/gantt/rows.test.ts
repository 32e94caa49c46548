import { expect, test } from 'vitest'
import { entryId, planEntry } from '../../../testing/schedule.ts'
import { groupedRows, jobRows, summaryOf } from './rows.ts'

const kitchen = { jobId: 'kitchen', jobName: 'Kitchen remodel' }
const roof = { jobId: 'roof', jobName: 'Roof replacement' }
const entries = [
  planEntry(1, { ...roof, startDate: '2026-11-16', endDate: '2026-11-16' }),
  planEntry(2, { ...kitchen, startDate: '2026-11-17', endDate: '2026-11-20' }),
  planEntry(3, { ...roof, startDate: '2026-11-18', endDate: '2026-11-19' }),
]

test('jobs are in the order of their first entry; folded ones have only their own row', () => {
  const jobs = jobRows(entries)
  const ids = (folded: string[]) => groupedRows(jobs, new Set(folded)).map(({ id }) => id)
  expect(ids([])).toEqual(['roof', entryId(1), entryId(3), 'kitchen', entryId(2)])
  expect(ids(['roof'])).toEqual(['roof', 'kitchen', entryId(2)])
  expect(jobs.map(({ name }) => name)).toEqual(['Roof replacement', 'Kitchen remodel'])
})

const oneDay = { startDate: '2026-11-16', endDate: '2026-11-16' }
const threeDays = { startDate: '2026-11-17', endDate: '2026-11-19' }
const summary = { count: 2, startDate: '2026-11-16', endDate: '2026-11-19' }

test.each([
  // The mean is weighted by days.
  [{ percentComplete: 100 }, { percentComplete: 0 }, { ...summary, percent: 25 }],
  [{ percentComplete: 0 }, { percentComplete: 100 }, { ...summary, percent: 75 }],
  // Canceled entries do not count.
  [
    { percentComplete: 40 },
    { status: 'cancelled' },
    { ...summary, endDate: '2026-11-16', percent: 40 },
  ],
  [{ status: 'cancelled' }, { status: 'cancelled' }, { ...summary, percent: 0 }],
] as const)('the summary of a job with %o and %o', (first, second, expected) => {
  const list = [planEntry(1, { ...oneDay, ...first }), planEntry(2, { ...threeDays, ...second })]
  expect(summaryOf(list)).toEqual(expected)
})
