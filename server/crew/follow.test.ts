import { workCalendar } from '@plumbline/contract/workdays.ts'
import { describe, expect, test } from 'vitest'
import { followEntry } from './follow.ts'

const calendar = workCalendar({
  workingDays: [1, 2, 3, 4, 5],
  holidays: [{ day: '2026-11-26' }],
})
const TODAY = '2026-11-01'
const november = (day: number) => `2026-11-${String(day).padStart(2, '0')}`
type Span = readonly [first: number, last: number]
const span = ([first, last]: Span) => ({ startDate: november(first), endDate: november(last) })

/** Where the days of an entry of Sam's are after it moved; a star marks one that lost its answer, `+` a new one. */
function follow(
  before: Span,
  after: Span,
  days: readonly number[],
  {
    isOpen = true,
    today = TODAY,
    sub = 'sam',
    of = 'sam',
  }: { isOpen?: boolean; today?: string; sub?: string | null; of?: string } = {},
) {
  const rows = days.map((day) => ({
    id: String(day),
    subcontractorId: of,
    assignedDate: november(day),
    ...{ confirmed: true, declined: false, declineReason: null, askedAt: null },
  }))
  const plan = followEntry(
    {
      id: 'entry',
      before: span(before),
      after: span(after),
      calendars: { before: calendar, after: calendar },
      isOpen,
      assignedSubcontractorId: sub,
    },
    rows,
    today,
  )
  const dayOf = (day: string) => Number(day.slice(8))
  const moved = new Map(plan.moved.map(({ id, day }) => [id, `${dayOf(day)}*`]))
  return [
    ...rows.flatMap(({ id }) => (plan.removed.includes(id) ? [] : (moved.get(id) ?? id))),
    ...plan.added.map(({ day }) => `+${dayOf(day)}`),
  ].join(' ')
}

// November 2026: the 2nd is a Monday, the 26th a holiday.
describe('the days of a crew follow their entry', () => {
  test.each<[string, Span, Span, number[], string]>([
    ['a week later', [2, 4], [9, 11], [2, 3, 4], '9* 10* 11*'],
    ['a week earlier', [9, 11], [2, 4], [9, 10, 11], '2* 3* 4*'],
    ['a day later, over themselves', [2, 4], [3, 5], [2, 3, 4], '3* 4* 5*'],
    ['over a weekend', [4, 6], [5, 9], [4, 5, 6], '5* 6* 9*'],
    ['over a holiday', [23, 25], [25, 30], [23, 24, 25], '25* 27* 30*'],
    ['longer: the assigned sub is booked', [2, 3], [2, 5], [2, 3], '2 3 +4 +5'],
    ['longer, from another start', [2, 3], [3, 5], [2, 3], '3* 4* +5'],
    ['shorter: days outside go', [2, 6], [2, 4], [2, 3, 4, 5, 6], '2 3 4'],
    ['shorter from the start', [2, 6], [4, 6], [2, 3, 4, 5, 6], '4* 5* 6*'],
    ['not moved', [2, 4], [2, 4], [2, 3, 4], '2 3 4'],
    ['only some days are booked', [2, 6], [9, 13], [3, 5], '10* 12*'],
    ['a Saturday keeps its distance', [2, 9], [9, 16], [7], '14*'],
    ['a Saturday beyond the new end goes', [2, 9], [9, 11], [7], ''],
    ['a Saturday that falls on a day that is taken goes', [2, 9], [4, 11], [5, 7], '9*'],
    ['days beside the entry stay', [2, 4], [9, 11], [1, 2, 17], '1 9* 17'],
    ['nobody lands on a day beside it that is taken', [2, 3], [9, 10], [2, 9], '9'],
    ['no working day: calendar days', [7, 8], [14, 15], [7, 8], '14* 15*'],
    ['no working day, then some', [7, 8], [9, 10], [7, 8], '9* 10*'],
  ])('%s', (_, before, after, days, expected) => {
    expect(follow(before, after, days)).toBe(expected)
  })

  test('added days are for the assigned sub alone, of an open entry', () => {
    expect(follow([2, 3], [2, 4], [2, 3], { sub: null })).toBe('2 3')
    expect(follow([2, 3], [2, 4], [2, 3], { isOpen: false })).toBe('2 3')
    expect(follow([2, 3], [2, 4], [2, 3], { of: 'sue' })).toBe('2 3 +4')
  })

  test('the past of finished work is not touched', () => {
    const today = november(4)
    expect(follow([2, 5], [9, 12], [2, 3, 4, 5], { isOpen: false, today })).toBe('2 3 11* 12*')
    expect(follow([2, 5], [9, 12], [2, 3, 4, 5], { isOpen: true, today })).toBe('9* 10* 11* 12*')
  })
})
