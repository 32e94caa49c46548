import { addDays } from '@plumbline/contract/dates.ts'
import { seededNumbers } from '@plumbline/contract/testing/random.ts'
import { workCalendar } from '@plumbline/contract/workdays.ts'
import { describe, expect, test } from 'vitest'
import { type CrewPlan, type DayOfEntry, followEntry, type SavedDay } from './follow.ts'

const calendar = workCalendar({
  workingDays: [1, 2, 3, 4, 5],
  holidays: [{ day: '2026-11-26' }],
})
const hours = { startTime: '08:00', endTime: '17:00' }
const TODAY = '2026-11-01'
const november = (day: number) => `2026-11-${String(day).padStart(2, '0')}`
type Span = readonly [first: number, last: number]
const span = ([first, last]: Span) => ({ startDate: november(first), endDate: november(last) })

/**
 * The crew days of an entry of Sam's after it moved. `*` marks a day that lost its answer, `+` an
 * added one.
 */
function follow(
  before: Span,
  after: Span,
  days: readonly number[],
  {
    isOpen = true,
    today = TODAY,
    sub = 'sam',
    of = 'sam',
    isOnJob = true,
  }: { isOpen?: boolean; today?: string; sub?: string | null; of?: string; isOnJob?: boolean } = {},
) {
  const rows = days.map((day) => ({
    id: String(day),
    subcontractorId: of,
    assignedDate: november(day),
    ...hours,
    ...{ confirmed: true, declined: false, declineReason: null, askedAt: null, isOnJob },
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
    ['longer, for which the assigned sub is booked', [2, 3], [2, 5], [2, 3], '2 3 +4 +5'],
    ['longer, from another start', [2, 3], [3, 5], [2, 3], '3* 4* +5'],
    ['shorter, which removes the days outside', [2, 6], [2, 4], [2, 3, 4, 5, 6], '2 3 4'],
    ['shorter from the start', [2, 6], [4, 6], [2, 3, 4, 5, 6], '4* 5* 6*'],
    ['not moved', [2, 4], [2, 4], [2, 3, 4], '2 3 4'],
    ['only some days are booked', [2, 6], [9, 13], [3, 5], '10* 12*'],
    ['a Saturday keeps its distance from the start', [2, 9], [9, 16], [7], '14*'],
    ['a Saturday beyond the new end is removed', [2, 9], [9, 11], [7], ''],
    ['a Saturday that falls on a day already taken is removed', [2, 9], [4, 11], [5, 7], '9*'],
    ['days outside the entry do not move', [2, 4], [9, 11], [1, 2, 17], '1 9* 17'],
    ['a day is not moved to a day outside the entry that is taken', [2, 3], [9, 10], [2, 9], '9'],
    ['without working days, by calendar days', [7, 8], [14, 15], [7, 8], '14* 15*'],
    ['from no working days to some', [7, 8], [9, 10], [7, 8], '9* 10*'],
  ])('%s', (_, before, after, days, expected) => {
    expect(follow(before, after, days)).toBe(expected)
  })

  test('added days are for the assigned sub alone, of an open entry', () => {
    expect(follow([2, 3], [2, 4], [2, 3], { sub: null })).toBe('2 3')
    expect(follow([2, 3], [2, 4], [2, 3], { isOpen: false })).toBe('2 3')
    expect(follow([2, 3], [2, 4], [2, 3], { of: 'sue' })).toBe('2 3 +4')
  })

  test('past days of finished work do not move', () => {
    const today = november(4)
    expect(follow([2, 5], [9, 12], [2, 3, 4, 5], { isOpen: false, today })).toBe('2 3 11* 12*')
    expect(follow([2, 5], [9, 12], [2, 3, 4, 5], { isOpen: true, today })).toBe('9* 10* 11* 12*')
  })

  test('days of a sub who is no longer on the job do not move', () => {
    expect(follow([2, 3], [9, 10], [2, 3], { isOnJob: false })).toBe('2 3')
  })

  test('past days do not move for a sub who has none of the remaining days', () => {
    const today = november(4)
    expect(follow([2, 6], [9, 13], [2, 3], { of: 'sue', today })).toBe('2 3')
    expect(follow([2, 6], [9, 13], [2, 3, 4], { of: 'sue', today })).toBe('9* 10* 11*')
    expect(follow([2, 6], [9, 13], [2, 3], { today })).toBe('9* 10*')
    // The entry is late: it moves with everybody who was booked.
    expect(follow([2, 3], [9, 10], [2, 3], { of: 'sue', today })).toBe('9* 10*')
  })
})

describe('undoing a move', () => {
  const calendars = { before: calendar, after: calendar }
  const facts = { id: 'entry', calendars, isOpen: true, assignedSubcontractorId: 'sam' }
  const answered = (n: number) => ({
    confirmed: n === 0,
    declined: n === 1,
    declineReason: n === 1 ? 'Away' : null,
    askedAt: null,
  })

  /** The days after a plan is applied to them. Checks that each sub has each day at most once. */
  function applied(days: readonly DayOfEntry[], plan: CrewPlan, saved: readonly SavedDay[] = []) {
    const moved = new Map(plan.moved.map((day) => [day.id, day]))
    const remaining = days.flatMap((day) => {
      const to = moved.get(day.id)
      if (plan.removed.includes(day.id)) return []
      if (!to) return [day]
      const { confirmed, declined, declineReason, askedAt } = to
      return [{ ...day, assignedDate: to.day, confirmed, declined, declineReason, askedAt }]
    })
    const restored = saved.flatMap(({ movedTo: _, ...day }) =>
      plan.restored.includes(day.id) ? [{ ...day, isOnJob: true }] : [],
    )
    const added = plan.added.map(({ subId, day }) => ({
      ...{ id: `new ${day}`, subcontractorId: subId, assignedDate: day, isOnJob: true },
      ...{ ...hours, ...answered(2) },
    }))
    const all = [...remaining, ...restored, ...added].sort((a, b) => (a.id < b.id ? -1 : 1))
    const places = all.map(({ subcontractorId, assignedDate }) => subcontractorId + assignedDate)
    expect(new Set(places).size).toBe(places.length)
    return all
  }
  const savedDaysOf = (days: readonly DayOfEntry[], plan: CrewPlan): SavedDay[] =>
    days.map(({ isOnJob: _, ...day }) => ({
      ...day,
      movedTo: plan.removed.includes(day.id)
        ? null
        : (plan.moved.find(({ id }) => id === day.id)?.day ?? day.assignedDate),
    }))

  function randomDays(next: (limit: number) => number): DayOfEntry[] {
    const days: DayOfEntry[] = []
    for (const sub of ['sam', 'sue'])
      for (let day = 1; day <= 28; day++)
        if (next(3) === 0)
          days.push({
            ...{ id: `${sub} ${10 + day}`, subcontractorId: sub, assignedDate: november(day) },
            ...{ ...hours, ...answered(next(3)), isOnJob: true },
          })
    // A sub who had no day at all before the move would be booked when it is undone, as for any
    // entry that gets longer.
    return days.some(({ subcontractorId }) => subcontractorId === 'sam') ? days : randomDays(next)
  }
  const randomSpan = (next: (limit: number) => number) => {
    const startDate = addDays(november(1), next(20))
    return { startDate, endDate: addDays(startDate, next(12)) }
  }

  test('restores every day with its answer (500 random crews)', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const next = seededNumbers(seed)
      const days = randomDays(next)
      const [before, after] = [randomSpan(next), randomSpan(next)]
      const plan = followEntry({ ...facts, before, after }, days, TODAY)
      const saved = savedDaysOf(days, plan)
      const moved = applied(days, plan)
      const undo = followEntry({ ...facts, before: after, after: before }, moved, TODAY, saved)
      expect(applied(moved, undo, saved), `seed ${seed}`).toEqual(
        days.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      )
    }
  })

  const entry = { ...facts, before: span([9, 10]), after: span([2, 3]) }
  const day = (change: Partial<DayOfEntry> = {}): DayOfEntry => ({
    ...{ id: '2', subcontractorId: 'sam', assignedDate: november(9), isOnJob: true },
    ...{ ...hours, ...answered(2), ...change },
  })
  const saved: SavedDay = {
    ...{ id: '2', subcontractorId: 'sam', assignedDate: november(2), movedTo: november(9) },
    ...{ ...hours, ...answered(0) },
  }
  test.each<[string, Partial<DayOfEntry>, Partial<CrewPlan['moved'][number]>]>([
    ['untouched', {}, { day: november(2), confirmed: true }],
    ['answered since', answered(1), { day: november(2), confirmed: false, declined: false }],
    ['with other hours', { endTime: '21:00' }, { day: november(2), confirmed: false }],
    ['moved by hand', { assignedDate: november(10) }, { day: november(3), confirmed: false }],
    ['of another sub', { subcontractorId: 'sue' }, { subId: 'sue', confirmed: false }],
  ])('restores a day that is %s', (_, change, expected) => {
    expect(followEntry(entry, [day(change)], TODAY, [saved]).moved).toMatchObject([expected])
  })

  test('a deleted day is restored, unless the sub has another one on that date', () => {
    expect(followEntry(entry, [], TODAY, [saved]).restored).toEqual(['2'])
    const other = day({ id: '3', assignedDate: november(2) })
    expect(followEntry(entry, [other], TODAY, [saved])).toMatchObject({ moved: [], restored: [] })
  })
})
