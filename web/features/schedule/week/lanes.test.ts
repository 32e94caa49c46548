import { daysFrom } from '@plumbline/contract/dates.ts'
import { describe, expect, test } from 'vitest'
import { entry } from '../../../testing/schedule.ts'
import { LANES, layOutWeek } from './lanes.ts'

const week = daysFrom('2026-11-15', 7)
const on = (n: number, startDate: string, endDate = startDate, change = {}) =>
  entry(n, { title: `E${n}`, startDate, endDate, ...change })
const drawn = (entries: ReturnType<typeof on>[]) =>
  layOutWeek(entries, week).placed.map(
    ({ entry: { title }, lane, from, to, beginsBefore, endsAfter }) =>
      `${title} ${lane} ${beginsBefore ? '<' : ''}${from}-${to}${endsAfter ? '>' : ''}`,
  )

describe('the lanes of a week', () => {
  test('an entry of several days is one bar, cut where the week begins and ends', () => {
    expect(drawn([on(1, '2026-11-17', '2026-11-19')])).toEqual(['E1 0 2-4'])
    expect(drawn([on(1, '2026-10-01', '2027-11-04')])).toEqual(['E1 0 <0-6>'])
    expect(drawn([on(1, '2026-11-14', '2026-11-15'), on(2, '2026-11-21', '2026-11-22')])).toEqual([
      'E1 0 <0-0',
      'E2 0 6-6>',
    ])
  })

  test('entries of other weeks are omitted', () => {
    expect(drawn([on(1, '2026-11-14'), on(2, '2026-11-22')])).toEqual([])
  })

  test('delayed comes first, then critical, then high, then the earlier start; what is done comes last', () => {
    const day = '2026-11-18'
    const entries = [
      on(1, day, day, { status: 'completed', priority: 'critical' }),
      on(2, day),
      on(3, day, day, { priority: 'high' }),
      on(4, day, day, { priority: 'critical' }),
      on(5, day, day, { status: 'delayed', priority: 'low' }),
    ]
    expect(drawn(entries)).toEqual(['E5 0 3-3', 'E4 1 3-3', 'E3 2 3-3'])
    expect(layOutWeek(entries, week).hidden).toEqual([0, 0, 0, 2, 0, 0, 0])
    expect(drawn([on(2, day), on(1, '2026-11-17', day)])).toEqual(['E1 0 2-3', 'E2 1 3-3'])
  })

  test('of twenty on one day three are shown, and each day counts what it hides', () => {
    const entries = Array.from({ length: 20 }, (_, n) => on(n, '2026-11-18', '2026-11-19'))
    const { placed, hidden } = layOutWeek(entries, week)
    expect(placed.map(({ lane }) => lane)).toEqual([0, 1, 2])
    expect(hidden).toEqual([0, 0, 0, 20 - LANES, 20 - LANES, 0, 0])
  })

  test('an entry without a lane for all its days is split, and hidden only on full days', () => {
    const full = '2026-11-18'
    const entries = [
      ...[1, 2, 3].map((n) => on(n, full, full, { priority: 'high' })),
      on(4, '2026-11-16', '2026-11-20'),
      on(5, '2026-11-19'),
    ]
    const { placed, hidden } = layOutWeek(entries, week)
    expect(hidden).toEqual([0, 0, 0, 1, 0, 0, 0])
    expect(drawn(entries)).toEqual([
      ...['E4 0 1-2>', 'E1 0 3-3', 'E2 1 3-3', 'E3 2 3-3', 'E4 0 <4-5', 'E5 1 4-4'],
    ])
    expect(placed).toHaveLength(6)
  })

  test('a day hides only what does not fit, and has one entry a lane (400 random weeks)', () => {
    let state = 7
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return state % below
    }
    for (let round = 0; round < 400; round++) {
      const entries = Array.from({ length: random(30) }, (_, n) => {
        const start = random(9) - 2
        const days = daysFrom('2026-11-13', 40)
        return on(n, days[start + 2] ?? '', days[start + 2 + random(5)] ?? '')
      })
      const { placed, hidden } = layOutWeek(entries, week)
      for (const [index, day] of week.entries()) {
        const shown = placed.filter(({ from, to }) => from <= index && index <= to)
        expect(new Set(shown.map(({ lane }) => lane)).size).toBe(shown.length)
        const all = entries.filter((e) => e.startDate <= day && day <= e.endDate)
        expect(shown.length).toBe(Math.min(all.length, LANES))
        expect(hidden[index]).toBe(all.length - shown.length)
      }
    }
  })
})
