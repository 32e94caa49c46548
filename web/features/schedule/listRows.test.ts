import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { describe, expect, test } from 'vitest'
import { job } from '../../testing/rows.ts'
import { entry } from '../../testing/schedule.ts'
import { type ListRow, listRows } from './listRows.ts'

const folded = new Set<string>()
function textOf(row: ListRow): string {
  if ('entry' in row) return row.entry.title
  if ('jobId' in row) return `${row.name} ${row.count}`
  return `${row.count} finished, last ${row.last.name} ${row.last.day}`
}

test('jobs are sorted by name, each followed by its entries in their given order', () => {
  const of = (n: number, jobName: string, title: string) =>
    entry(n, { jobId: job(n).id, jobName, title })
  const rows = listRows(
    [
      of(3, 'porch', 'first'),
      of(1, 'Deck', 'second'),
      of(2, '', 'third'),
      { ...of(4, 'porch', 'fourth'), jobId: job(3).id },
    ],
    folded,
  )
  expect(rows.map(textOf)).toEqual([
    ...['Deck 1', 'second', 'porch 2', 'first', 'fourth', 'Unknown Job 1', 'third'],
  ])
})

describe('of completed entries', () => {
  const of = (n: number, jobId: number, jobName: string, status: PlanEntry['status'], day = 20) =>
    entry(n, { jobId: job(jobId).id, jobName, title: status, status, endDate: `2026-11-${day}` })
  const attic = [of(1, 1, 'Attic', 'completed', 12), of(2, 1, 'Attic', 'cancelled')]
  const deck = [
    { ...of(3, 2, 'Deck', 'completed', 12), title: 'Posts' },
    { ...of(4, 2, 'Deck', 'completed', 11), title: 'Footings' },
    of(5, 2, 'Deck', 'delayed'),
    of(6, 2, 'Deck', 'scheduled'),
  ]
  const shown = (...props: Parameters<typeof listRows>) => listRows(...props).map(textOf)

  test('a job has one line, below what is still to do; jobs with open entries are first', () => {
    expect(shown([...attic, ...deck], folded)).toEqual([
      ...['Deck 4', 'delayed', 'scheduled', '2 finished, last Posts 2026-11-12'],
      ...['Attic 2', 'cancelled', '1 finished, last completed 2026-11-12'],
    ])
  })

  test('they follow their line when it is unfolded', () => {
    expect(shown(deck, new Set([job(2).id])).slice(3)).toEqual([
      ...['2 finished, last Posts 2026-11-12', 'Posts', 'Footings'],
    ])
  })

  test('they are unfolded where one of them is open', () => {
    const unfolded = shown(deck, new Set([job(2).id]))
    expect(shown(deck, folded, deck[0]?.id)).toEqual(unfolded)
    expect(shown(deck, folded, deck[2]?.id)).toEqual(shown(deck, folded))
  })

  test('they are rows like others on paper and in a list of nothing else', () => {
    expect(shown(deck, 'all')).toEqual(['Deck 4', 'delayed', 'scheduled', 'Posts', 'Footings'])
    expect(shown(deck.slice(0, 2), folded)).toEqual(['Deck 2', 'Posts', 'Footings'])
  })
})
