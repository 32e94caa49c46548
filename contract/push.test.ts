import { describe, expect, test } from 'vitest'
import { addDays } from './dates.ts'
import {
  earliestStart,
  finishOf,
  isFixed,
  type PushEntry,
  push,
  type Span,
  slackOf,
  type Workdays,
  weatherMoves,
  workLength,
} from './push.ts'
import type { ScheduleStatus } from './schedule.ts'
import { seeded } from './testing/random.ts'
import { workCalendar } from './workdays.ts'

const settings = {
  workingDays: [1, 2, 3, 4, 5],
  holidays: [{ day: '2026-11-26' }, { day: '2026-11-27' }],
}
const calendar = workCalendar(settings)
const workdays: Workdays = { all: calendar, outdoors: calendar }

interface Line {
  readonly status?: ScheduleStatus
  readonly fixed?: boolean
  readonly outdoors?: boolean
  /** `a` or `a+2` or `a-1`. */
  readonly after?: readonly string[]
}

/** An entry of November 2026, by days of the month. */
function entry(id: string, start: number, end: number, line: Line = {}): PushEntry {
  const links = (line.after ?? []).map((link) => /^(\w+)([+-]\d+)?$/.exec(link) ?? [])
  return {
    id,
    startDate: addDays('2026-11-01', start - 1),
    endDate: addDays('2026-11-01', end - 1),
    status: line.status ?? 'scheduled',
    dateFixed: line.fixed ?? false,
    weatherDependent: line.outdoors ?? false,
    indoorWork: !line.outdoors,
    dependsOnIds: links.map(([, other = '']) => other),
    lagDays: Object.fromEntries(links.map(([, other = '', lag = '0']) => [other, Number(lag)])),
  }
}

const days = (start: number, end: number): Span => ({
  startDate: addDays('2026-11-01', start - 1),
  endDate: addDays('2026-11-01', end - 1),
})
const formatMoves = (moves: ReadonlyMap<string, Span>) =>
  Object.fromEntries(
    [...moves].map(([id, { startDate, endDate }]) => [
      id,
      `${startDate.slice(5)} ${endDate.slice(5)}`,
    ]),
  )

// Nov 2, 2026 is a Monday; Nov 26 and 27 are days off.
describe('a push', () => {
  const chain = [
    entry('a', 2, 3),
    entry('b', 4, 6, { after: ['a'] }),
    entry('c', 9, 9, { after: ['b'] }),
  ]
  const cases: readonly [
    name: string,
    entries: readonly PushEntry[],
    proposed: Readonly<Record<string, Span>>,
    moves: Readonly<Record<string, string>>,
    conflicts?: readonly string[],
  ][] = [
    [
      'moves successors by working days',
      chain,
      { a: days(2, 4) },
      { a: '11-02 11-04', b: '11-05 11-09', c: '11-10 11-10' },
    ],
    [
      'over a weekend',
      chain,
      { a: days(4, 6) },
      { a: '11-04 11-06', b: '11-09 11-11', c: '11-12 11-12' },
    ],
    ['over holidays', chain, { b: days(23, 25) }, { b: '11-23 11-25', c: '11-30 11-30' }],
    [
      'does not move entries with slack',
      [entry('a', 2, 3), entry('b', 9, 10, { after: ['a'] })],
      { a: days(2, 6) },
      { a: '11-02 11-06' },
    ],
    [
      'stops at entries with slack',
      [...chain.slice(0, 2), entry('c', 13, 13, { after: ['b'] })],
      { a: days(3, 4) },
      { a: '11-03 11-04', b: '11-05 11-09' },
    ],
    [
      'does not pull successors when an entry moves earlier',
      [entry('a', 4, 5), entry('b', 6, 6, { after: ['a'] })],
      { a: days(2, 3) },
      { a: '11-02 11-03' },
    ],
    [
      'keeps a lag',
      [entry('a', 2, 3), entry('b', 6, 6, { after: ['a+2'] })],
      { a: days(3, 4) },
      { a: '11-03 11-04', b: '11-09 11-09' },
    ],
    [
      'lets a negative lag overlap',
      [entry('a', 2, 5), entry('b', 5, 6, { after: ['a-1'] })],
      { a: days(2, 9) },
      { a: '11-02 11-09', b: '11-09 11-10' },
    ],
    [
      'follows the last of several predecessors',
      [entry('a', 2, 3), entry('b', 2, 5), entry('c', 6, 6, { after: ['a', 'b'] })],
      { a: days(2, 4) },
      { a: '11-02 11-04' },
    ],
    [
      'keeps a start that was chosen on a day off',
      [entry('a', 5, 6), entry('b', 7, 7, { after: ['a'] })],
      { a: days(6, 6) },
      { a: '11-06 11-06' },
    ],
    [
      'counts the days off at an end as worked',
      [entry('a', 5, 5), entry('b', 6, 7, { after: ['a'] })],
      { a: days(9, 9) },
      { a: '11-09 11-09', b: '11-10 11-11' },
    ],
    [
      'never moves completed entries',
      [entry('a', 2, 3), entry('b', 4, 4, { after: ['a'], status: 'completed' })],
      { a: days(2, 5) },
      { a: '11-02 11-05' },
      ['b<a 11-06'],
    ],
    [
      'never moves canceled entries',
      [entry('a', 2, 3), entry('b', 4, 4, { after: ['a'], status: 'cancelled' })],
      { a: days(2, 5) },
      { a: '11-02 11-05' },
      ['b<a 11-06'],
    ],
    [
      'never moves a fixed date',
      [...chain.slice(0, 2), entry('c', 9, 9, { after: ['b'], fixed: true })],
      { a: days(3, 4) },
      { a: '11-03 11-04', b: '11-05 11-09' },
      ['c<b 11-10'],
    ],
    [
      'does not move the successor of a fixed date',
      [
        entry('a', 2, 3),
        entry('b', 4, 4, { after: ['a'], fixed: true }),
        entry('c', 5, 5, { after: ['b'] }),
      ],
      { a: days(5, 6) },
      { a: '11-05 11-06' },
      ['b<a 11-07'],
    ],
    [
      'ignores canceled predecessors',
      [entry('a', 2, 3, { status: 'cancelled' }), entry('b', 4, 4, { after: ['a'] })],
      { a: days(9, 10) },
      { a: '11-09 11-10' },
    ],
    [
      'reports that the moved entry itself is too early',
      chain,
      { b: days(2, 4) },
      { b: '11-02 11-04' },
      ['b<a 11-04'],
    ],
    [
      'does not fix conflicts elsewhere',
      [entry('a', 2, 3), entry('x', 2, 5), entry('y', 4, 4, { after: ['x'] })],
      { a: days(3, 4) },
      { a: '11-03 11-04' },
    ],
    ['of nothing moves nothing', chain, { a: days(2, 3) }, {}],
  ]
  test.each(cases)('%s', (_, entries, proposed, moves, conflicts = []) => {
    const result = push(entries, new Map(Object.entries(proposed)), workdays)
    expect(formatMoves(result.moves)).toEqual(moves)
    expect(
      result.conflicts.map(
        ({ id, predecessorId, earliest }) => `${id}<${predecessorId} ${earliest.slice(5)}`,
      ),
    ).toEqual(conflicts)
  })

  test('moves only outdoor work past days of bad weather', () => {
    const rainy = { all: calendar, outdoors: workCalendar(settings, ['2026-11-05']) }
    const both = (outdoors: boolean) => [
      entry('a', 2, 3),
      entry('b', 4, 5, { after: ['a'], outdoors }),
    ]
    const proposed = new Map([['a', days(2, 4)]])
    expect(formatMoves(push(both(true), proposed, rainy).moves).b).toBe('11-06 11-09')
    expect(formatMoves(push(both(false), proposed, rainy).moves).b).toBe('11-05 11-06')
  })
})

describe('a pull', () => {
  const pull = (entries: readonly PushEntry[], id: string, span: Span) =>
    formatMoves(push(entries, new Map([[id, span]]), workdays, { pull: true }).moves)

  test('moves successors earlier by as much', () => {
    const entries = [
      entry('a', 4, 6),
      entry('b', 9, 10, { after: ['a'] }),
      entry('c', 12, 12, { after: ['b'] }),
    ]
    expect(pull(entries, 'a', days(4, 4))).toEqual({
      a: '11-04 11-04',
      b: '11-05 11-06',
      c: '11-10 11-10',
    })
  })

  test('moves successors no earlier than other predecessors allow', () => {
    const entries = [entry('a', 4, 6), entry('x', 4, 5), entry('b', 9, 9, { after: ['a', 'x'] })]
    expect(pull(entries, 'a', days(2, 3))).toEqual({ a: '11-02 11-03', b: '11-06 11-06' })
  })

  test('does not move started, completed or fixed entries', () => {
    const entries = [
      entry('a', 4, 6),
      entry('b', 9, 9, { after: ['a'], status: 'in_progress' }),
      entry('c', 9, 9, { after: ['a'], status: 'completed' }),
      entry('d', 9, 9, { after: ['a'], fixed: true }),
    ]
    expect(pull(entries, 'a', days(2, 3))).toEqual({ a: '11-02 11-03' })
  })
})

describe('bad weather', () => {
  const day = '2026-11-05'
  const outdoors = workCalendar(settings, [day])
  test.each<[string, PushEntry, string | undefined]>([
    [
      'an entry that starts on the day starts on the next',
      entry('a', 5, 5, { outdoors: true }),
      '11-06 11-06',
    ],
    [
      'an entry that continues through the day ends a day later',
      entry('a', 4, 6, { outdoors: true }),
      '11-04 11-09',
    ],
    [
      'an entry that ends on the day ends a day later',
      entry('a', 4, 5, { outdoors: true }),
      '11-04 11-06',
    ],
    ['indoor work is not moved', entry('a', 5, 5), undefined],
    ['entries on other days are not moved', entry('a', 6, 9, { outdoors: true }), undefined],
    [
      'completed entries are not moved',
      entry('a', 5, 5, { outdoors: true, status: 'completed' }),
      undefined,
    ],
    ['a fixed date is not moved', entry('a', 5, 5, { outdoors: true, fixed: true }), undefined],
  ])('%s', (_, one, moved) => {
    expect(formatMoves(weatherMoves([one], day, outdoors, calendar)).a).toBe(moved)
  })

  test('pushes successors, and those that move into bad weather further', () => {
    const entries = [
      entry('roof', 4, 5, { outdoors: true }),
      entry('gutters', 5, 6, { outdoors: true, after: ['roof'] }),
      entry('paint', 9, 9, { after: ['gutters'] }),
    ]
    const { moves } = push(
      entries,
      weatherMoves(entries, day, outdoors, calendar),
      { all: calendar, outdoors },
      { yields: true },
    )
    expect(formatMoves(moves)).toEqual({
      roof: '11-04 11-06',
      gutters: '11-09 11-10',
      paint: '11-11 11-11',
    })
  })
})

test.each([
  ['2026-11-05', 0, '2026-11-06'],
  ['2026-11-06', 0, '2026-11-07'],
  ['2026-11-06', 1, '2026-11-10'],
  ['2026-11-25', 1, '2026-12-01'],
  ['2026-11-06', -1, '2026-11-06'],
  ['2026-11-08', -1, '2026-11-06'],
  ['2026-11-06', -2, '2026-11-05'],
])(
  'a successor of an end on %s with a lag of %i starts on %s at the earliest',
  (end, lag, start) => {
    expect(earliestStart(end, lag, calendar)).toBe(start)
  },
)

test('slack is how much later an entry can end without the job ending later', () => {
  const entries = [
    entry('a', 2, 3),
    entry('b', 4, 6, { after: ['a'] }),
    entry('c', 4, 4, { after: ['a'] }),
    entry('d', 10, 10, { after: ['b', 'c+1'] }),
    entry('e', 2, 2, { status: 'completed' }),
  ]
  expect(Object.fromEntries(slackOf(entries, workdays))).toEqual({ a: 1, b: 1, c: 2, d: 0 })
})

// ---- Properties over random schedules, against a reference that walks from day to day.

interface World {
  readonly entries: readonly PushEntry[]
  readonly proposed: ReadonlyMap<string, Span>
  readonly workdays: Workdays
  /** The same working days, listed in order, and the days of rain. */
  readonly worked: readonly string[]
  readonly isWorked: ReadonlySet<string>
  readonly wet: ReadonlySet<string>
}

const FIRST_DAY = '2026-03-01'
const ALL_DAYS = Array.from({ length: 1200 }, (_, n) => addDays('2025-12-01', n)).map((day) => ({
  day,
  weekday: new Date(`${day}T00:00:00Z`).getUTCDay() || 7,
}))

function randomWorld(seed: number): World {
  const random = seeded(seed)
  const upTo = (n: number) => Math.floor(random() * n)
  const chance = (share: number) => random() < share
  const workingDays = chance(0.7)
    ? [1, 2, 3, 4, 5]
    : [1, 2, 3, 4, 5, 6, 7].filter(() => chance(0.6))
  if (workingDays.length === 0) workingDays.push(1 + upTo(7))
  const someDays = (n: number) =>
    Array.from({ length: upTo(n) }, () => addDays(FIRST_DAY, upTo(80)))
  const holidays = someDays(6).map((day) => ({ day }))
  const rain = someDays(6)
  const all = workCalendar({ workingDays, holidays })
  const workdays = { all, outdoors: workCalendar({ workingDays, holidays }, rain) }

  const statuses: ScheduleStatus[] = [
    'scheduled',
    'in_progress',
    'delayed',
    'completed',
    'cancelled',
  ]
  const count = 2 + upTo(11)
  const entries = Array.from({ length: count }, (_, n) => {
    const startDate = addDays(FIRST_DAY, upTo(40))
    const dependsOnIds = Array.from({ length: n }, (__, m) => `e${m}`).filter(() =>
      chance(2 / count),
    )
    return {
      id: `e${n}`,
      startDate,
      endDate: addDays(startDate, upTo(8)),
      status: (chance(0.75) ? statuses[0] : statuses[upTo(5)]) as ScheduleStatus,
      dateFixed: chance(0.1),
      weatherDependent: chance(0.3),
      indoorWork: chance(0.3),
      dependsOnIds,
      lagDays: Object.fromEntries(
        dependsOnIds.filter(() => chance(0.4)).map((id) => [id, upTo(9) - 3]),
      ),
    }
  })
  const proposed = new Map<string, Span>()
  for (let n = 1 + upTo(2); n > 0; n--) {
    const startDate = addDays(FIRST_DAY, upTo(50))
    proposed.set(`e${upTo(count)}`, { startDate, endDate: addDays(startDate, upTo(8)) })
  }
  const daysOff = new Set(holidays.map(({ day }) => day))
  const worked = ALL_DAYS.filter(
    ({ day, weekday }) => workingDays.includes(weekday) && !daysOff.has(day),
  ).map(({ day }) => day)
  return { entries, proposed, workdays, worked, isWorked: new Set(worked), wet: new Set(rain) }
}

const worksOn = (world: World, of: PushEntry, day: string) =>
  world.isWorked.has(day) && !(of.weatherDependent && !of.indoorWork && world.wet.has(day))

const listDays = ({ startDate, endDate }: Span) => {
  const list: string[] = []
  for (let day = startDate; day <= endDate; day = addDays(day, 1)) list.push(day)
  return list
}

/**
 * The number of days worked: the working days, and days off before the first and after the last of
 * them.
 */
function plainLength(world: World, of: PushEntry, span: Span): number {
  const list = listDays(span)
  const works = list.map((day) => worksOn(world, of, day))
  const [first, last] = [works.indexOf(true), works.lastIndexOf(true)]
  return list.filter((_, n) => works[n] || first < 0 || n < first || n > last).length
}

/** Whether a day is late enough to start after a predecessor that ended. */
function plainWaits(world: World, end: string, lag: number, start: string): boolean {
  if (lag >= 0) {
    const between = world.worked.filter((day) => day > end && day < start)
    return start > end && between.length >= lag
  }
  const next = world.worked.findIndex((day) => day > end)
  return start >= (world.worked[next + lag] ?? '')
}

/** Moves entries day by day, repeatedly, until none has to move any more. */
function plainPush(world: World): Map<string, Span> {
  const { entries, proposed } = world
  const now = new Map<string, Span>(entries.map((one) => [one.id, proposed.get(one.id) ?? one]))
  const at = (id: string) => now.get(id) as Span
  const hasMoved = (one: PushEntry) =>
    at(one.id).startDate !== one.startDate || at(one.id).endDate !== one.endDate
  const others = (one: PushEntry) =>
    entries.filter(({ id, status }) => one.dependsOnIds.includes(id) && status !== 'cancelled')
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false
    for (const one of entries) {
      if (proposed.has(one.id) || isFixed(one) || !others(one).some(hasMoved)) continue
      const mayStart = (day: string) =>
        others(one).every(({ id }) =>
          plainWaits(world, at(id).endDate, one.lagDays?.[id] ?? 0, day),
        )
      let { startDate } = at(one.id)
      if (mayStart(startDate)) continue
      while (!mayStart(startDate) || !worksOn(world, one, startDate))
        startDate = addDays(startDate, 1)
      let endDate = startDate
      for (let remaining = plainLength(world, one, one) - 1; remaining > 0; ) {
        endDate = addDays(endDate, 1)
        if (worksOn(world, one, endDate)) remaining--
      }
      now.set(one.id, { startDate, endDate })
      hasChanged = true
    }
  }
  return new Map(entries.filter(hasMoved).map(({ id }) => [id, at(id)]))
}

const spanOf = ({ startDate, endDate }: Span) => `${startDate} ${endDate}`
const sorted = (moves: ReadonlyMap<string, Span>) =>
  [...moves].map(([id, span]) => `${id} ${spanOf(span)}`).sort()

const SEEDS = 2000
const PARTS = 5

describe('pushing random schedules', () => {
  test.each(Array.from({ length: PARTS }, (_, part) => part))(
    'matches a reference implementation (part %i)',
    (part) => {
      for (let seed = part; seed < SEEDS; seed += PARTS) {
        const world = randomWorld(seed)
        const { entries, proposed, workdays } = world
        const { moves, conflicts } = push(entries, proposed, workdays)
        const at = (one: PushEntry): Span => moves.get(one.id) ?? one
        const byId = new Map(entries.map((one) => [one.id, one]))

        expect(sorted(moves), `reference, seed ${seed}`).toEqual(sorted(plainPush(world)))

        const backwards = push([...entries].reverse(), proposed, workdays)
        expect(sorted(backwards.moves), `order, seed ${seed}`).toEqual(sorted(moves))
        expect(new Set(backwards.conflicts), `order, seed ${seed}`).toEqual(new Set(conflicts))

        for (const one of entries) {
          const isProposed = proposed.has(one.id)
          if (isFixed(one) && !isProposed) expect(at(one), `fixed, seed ${seed}`).toBe(one)
          if (moves.has(one.id) && !isProposed) {
            const length = plainLength(world, one, one)
            expect(plainLength(world, one, at(one)), `length, seed ${seed}`).toBe(length)
          }
          for (const id of one.dependsOnIds) {
            const before = byId.get(id) as PushEntry
            if (before.status === 'cancelled' || !(moves.has(id) || moves.has(one.id))) continue
            const waits = plainWaits(
              world,
              at(before).endDate,
              one.lagDays?.[id] ?? 0,
              at(one).startDate,
            )
            const isShown = conflicts.some(
              (conflict) => conflict.id === one.id && conflict.predecessorId === id,
            )
            if (isFixed(one) || isProposed) expect(isShown, `conflict, seed ${seed}`).toBe(!waits)
            else expect([waits, isShown], `too early, seed ${seed}`).toEqual([true, false])
          }
        }
      }
    },
  )

  test('delaying an entry by its slack does not delay the job', () => {
    for (let seed = 0; seed < 400; seed++) {
      const { entries, workdays } = randomWorld(seed)
      const plain = entries.map((one) => ({
        ...one,
        status: 'scheduled' as const,
        dateFixed: false,
        weatherDependent: false,
        startDate: workdays.all.onOrAfter(one.startDate),
      }))
      // All entries on working days and in order: pushed once from the first day on.
      const placed = plain.map((one) => ({
        ...one,
        endDate: workdays.all.add(one.startDate, workLength(one, workdays.all) % 4),
      }))
      const settled = push(placed, new Map(placed.map((one) => [one.id, one])), workdays, {
        yields: true,
      })
      const ready = placed.map((one) => ({ ...one, ...settled.moves.get(one.id) }))
      const finish = finishOf(ready)
      for (const [id, slack] of slackOf(ready, workdays)) {
        const one = ready.find((other) => other.id === id) as PushEntry
        const endingLater = (n: number) => {
          const endDate = workdays.all.add(one.endDate, n)
          const { moves } = push(ready, new Map([[id, { ...one, endDate }]]), workdays)
          return finishOf(ready, moves)
        }
        expect(endingLater(slack), `seed ${seed}, ${id}`).toBe(finish)
        expect((endingLater(slack + 1) ?? '') > (finish ?? ''), `seed ${seed}, ${id}`).toBe(true)
      }
    }
  })
})
