import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { expect, test } from 'vitest'
import { job } from '../../testing/rows.ts'
import { entry } from '../../testing/schedule.ts'
import { listRows } from './listRows.ts'

test('jobs are sorted by name, each followed by its entries in their given order', () => {
  const of = (n: number, jobName: string, title: string) =>
    entry(n, { jobId: job(n).id, jobName, title })
  const rows = listRows([
    of(3, 'porch', 'first'),
    of(1, 'Deck', 'second'),
    of(2, '', 'third'),
    { ...of(4, 'porch', 'fourth'), jobId: job(3).id },
  ])
  expect(
    rows.map((row) => ('entry' in row ? row.entry.title : `${row.name} ${row.count}`)),
  ).toEqual(['Deck 1', 'second', 'porch 2', 'first', 'fourth', 'Unknown Job 1', 'third'])
})

test('what is still to do comes first: open entries of a job, and jobs with open entries', () => {
  const of = (n: number, jobId: number, jobName: string, status: PlanEntry['status']) =>
    entry(n, { jobId: job(jobId).id, jobName, title: status, status })
  const rows = listRows([
    of(1, 1, 'Attic', 'completed'),
    of(2, 1, 'Attic', 'cancelled'),
    of(3, 2, 'Deck', 'completed'),
    of(4, 2, 'Deck', 'delayed'),
    of(5, 2, 'Deck', 'scheduled'),
  ])
  expect(rows.map((row) => ('entry' in row ? row.entry.title : row.name))).toEqual([
    ...['Deck', 'delayed', 'scheduled', 'completed'],
    ...['Attic', 'completed', 'cancelled'],
  ])
})
