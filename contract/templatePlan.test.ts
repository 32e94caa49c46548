import { describe, expect, test } from 'vitest'
import {
  durationOf,
  entryOfDeadline,
  type PlannedStep,
  planTemplate,
  spansOf,
  stepsOf,
} from './templatePlan.ts'
import { TemplateData } from './templates.ts'
import { seededNumbers } from './testing/random.ts'
import { workCalendar } from './workdays.ts'

/**
 * An entry of `days` working days after others: `step(2, 0, [1, -1])` takes two days and follows
 * entry 0, and entry 1 with a lag of -1.
 */
const step = (days: number, ...after: (number | [entry: number, lagDays: number])[]) => ({
  startDay: 0,
  days,
  dependsOn: after.map((one) => {
    const [entry, lagDays] = typeof one === 'number' ? [one, 0] : one
    return { entry, lagDays }
  }),
})
const from = (startDay: number, one: PlannedStep) => ({ ...one, startDay })
const thanksgiving = workCalendar({
  workingDays: [1, 2, 3, 4, 5],
  holidays: [{ day: '2026-11-26' }, { day: '2026-11-27' }],
})

describe('the working days of entries', () => {
  test.each<[what: string, steps: PlannedStep[], spans: [number, number][]]>([
    ['no entries', [], []],
    ['a single entry', [step(3)], [[0, 2]]],
    ['an entry with a start day', [from(4, step(2))], [[4, 5]]],
    [
      'a successor starts on the next working day',
      [step(2), step(1, 0)],
      [
        [0, 1],
        [2, 2],
      ],
    ],
    [
      'a lag delays the successor',
      [step(2), step(1, [0, 3])],
      [
        [0, 1],
        [5, 5],
      ],
    ],
    [
      'a lag of -1 is the last day of the predecessor',
      [step(3), step(2, [0, -1])],
      [
        [0, 2],
        [2, 3],
      ],
    ],
    [
      'a negative lag does not start an entry before its start day',
      [step(3), from(2, step(1, [0, -3]))],
      [
        [0, 2],
        [2, 2],
      ],
    ],
    [
      'a negative lag does not start an entry before the job',
      [step(1), step(1, [0, -9])],
      [
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'the later of two predecessors counts',
      [step(1), step(5), step(1, 0, 1)],
      [
        [0, 0],
        [0, 4],
        [5, 5],
      ],
    ],
    [
      'a predecessor may come later in the list',
      [step(1, 1), step(2, 2), step(3)],
      [
        [5, 5],
        [3, 4],
        [0, 2],
      ],
    ],
    [
      'a start day later than the predecessors allow',
      [step(1), from(7, step(1, 0))],
      [
        [0, 0],
        [7, 7],
      ],
    ],
  ])('%s', (_, steps, spans) => {
    expect(spansOf(steps).map(({ first, last }) => [first, last])).toEqual(spans)
  })

  test.each<[number, PlannedStep[]]>([
    [0, []],
    [3, [step(3)]],
    [3, [from(10, step(3))]],
    [6, [step(2), step(1, [0, 3])]],
  ])('%i days from first to last', (days, steps) => expect(durationOf(steps)).toBe(days))
})

const entry = (title: string, more: object = {}) => ({ title, startDay: 0, days: 1, ...more })
const after = (...entries: number[]) => ({ dependsOn: entries.map((one) => ({ entry: one })) })
const problemsOf = (data: unknown) =>
  TemplateData.safeParse(data).error?.issues.map(({ path, message }) => [path.join('.'), message])

test.each<[what: string, data: unknown, problems: string[][]]>([
  [
    'a dependency cycle',
    { entries: [entry('Dig', after(1)), entry('Pour', after(0))], tasks: [] },
    [['entries.0.dependsOn', 'These dependencies form a cycle: Dig → Pour → Dig']],
  ],
  [
    'a reference to a missing entry',
    { entries: [entry('Dig', after(1))], tasks: [{ name: 'Call', entry: 1 }] },
    [
      ['entries.0.dependsOn', 'Choose entries of this template'],
      ['tasks.0.entry', 'Choose an entry of this template'],
    ],
  ],
  [
    'the same dependency twice',
    { entries: [entry('Dig'), entry('Pour', after(0, 0))], tasks: [] },
    [['entries.1.dependsOn', 'List each dependency only once']],
  ],
  [
    'too many days in all',
    { entries: [entry('Dig', { days: 5000 }), entry('Pour', after(0))], tasks: [] },
    [['entries', 'At most 5000 working days in all']],
  ],
  [
    'blank names and days out of range',
    { entries: [entry('', { startDay: -1, days: 0 })], tasks: [{ name: '' }] },
    [
      ['entries.0.title', 'Title is required'],
      ['entries.0.startDay', 'From 0 to 5000'],
      ['entries.0.days', 'From 1 to 5000'],
      ['tasks.0.name', 'Name is required'],
    ],
  ],
  [
    'too many entries and tasks',
    { entries: Array(201).fill(entry('Dig')), tasks: Array(201).fill({ name: 'Call' }) },
    [
      ['entries', 'At most 200 entries'],
      ['tasks', 'At most 200 tasks'],
    ],
  ],
])('a template with %s is rejected', (_, data, problems) => {
  expect(problemsOf(data)).toEqual(problems)
})

test('a template on a calendar skips weekends and holidays', () => {
  const template = {
    entries: [step(2), step(3, 0), step(1, [1, 2])],
    tasks: [
      { name: 'Order', entry: 1 },
      { name: 'Clean', entry: null },
    ],
  }
  // From a Saturday on, over Thanksgiving.
  expect(planTemplate(template, '2026-11-21', thanksgiving)).toEqual({
    entries: [
      { startDate: '2026-11-23', endDate: '2026-11-24' },
      { startDate: '2026-11-25', endDate: '2026-12-01' },
      { startDate: '2026-12-04', endDate: '2026-12-04' },
    ],
    tasks: [{ deadline: '2026-12-01' }, { deadline: null }],
    start: '2026-11-23',
    finish: '2026-12-04',
  })
  expect(planTemplate({ entries: [], tasks: [] }, '2026-11-21', thanksgiving)).toMatchObject({
    start: null,
    finish: null,
  })
})

test.each([
  ['2026-11-20', 1],
  ['2026-11-22', 1],
  ['2026-11-24', 2],
  ['2026-11-01', null],
  [null, null],
])('a deadline of %s is mapped to entry %s', (deadline, expected) => {
  const ends = ['2026-11-18', '2026-11-20', '2026-11-24', '2026-11-20']
  expect(
    entryOfDeadline(
      ends.map((endDate) => ({ endDate })),
      deadline,
    ),
  ).toBe(expected)
})

test('an entry that follows its predecessor gets no start day, and a violated lag becomes the actual one', () => {
  const on = (
    id: string,
    startDate: string,
    endDate: string,
    ...dependsOn: [string, number][]
  ) => ({
    id,
    startDate,
    endDate,
    dependsOn: dependsOn.map(([other, lagDays]) => ({ id: other, lagDays })),
  })
  const entries = [
    on('dig', '2026-11-16', '2026-11-18'),
    on('pour', '2026-11-19', '2026-11-19', ['dig', 0]),
    on('early', '2026-11-17', '2026-11-17', ['dig', 2]),
    on('late', '2026-12-01', '2026-12-02', ['pour', 1]),
    // On a weekend, and after an entry that is not in the list.
    on('sweep', '2026-11-21', '2026-11-22', ['missing', 0]),
  ]
  expect(stepsOf(entries, thanksgiving)).toEqual([
    { startDay: 0, days: 3, dependsOn: [] },
    { startDay: 0, days: 1, dependsOn: [{ entry: 0, lagDays: 0 }] },
    { startDay: 0, days: 1, dependsOn: [{ entry: 0, lagDays: -2 }] },
    { startDay: 9, days: 2, dependsOn: [{ entry: 1, lagDays: 1 }] },
    { startDay: 5, days: 1, dependsOn: [] },
  ])
})

test('saving a job as a template and applying it to the same start gives the same days', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const next = seededNumbers(seed)
    const calendar = workCalendar({
      workingDays: [1, 2, 3, 4, 5, 6].slice(0, 1 + next(6)),
      holidays: Array.from({ length: 5 }, () => ({ day: `2026-03-${10 + next(20)}` })),
    })
    const start = calendar.onOrAfter(`2026-03-${10 + next(20)}`)
    const count = 1 + next(12)
    const entries = Array.from({ length: count }, (_, n) => {
      const startDate = calendar.add(start, n === 0 ? 0 : next(30))
      return {
        id: String(n),
        startDate,
        endDate: calendar.add(startDate, next(8)),
        dependsOn: Array.from({ length: next(3) }, () => next(count))
          .filter((other, k, all) => other < n && all.indexOf(other) === k)
          .map((other) => ({ id: String(other), lagDays: next(5) - 2 })),
      }
    })
    const steps = stepsOf(entries, calendar)
    const plan = planTemplate({ entries: steps, tasks: [] }, start, calendar)
    const days = entries.map(({ startDate, endDate }) => ({ startDate, endDate }))
    expect(plan.entries, `seed ${seed}`).toEqual(days)
    // And once more from its own template.
    const again = entries.map((one, n) => ({
      ...one,
      dependsOn: (steps[n]?.dependsOn ?? []).map(({ entry: other, lagDays }) => ({
        id: String(other),
        lagDays,
      })),
    }))
    expect(stepsOf(again, calendar), `seed ${seed}`).toEqual(steps)
  }
})

test('every entry starts as early as its start day and predecessors allow', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const next = seededNumbers(seed)
    const steps = Array.from({ length: 1 + next(15) }, (_, n) => ({
      startDay: next(10),
      days: 1 + next(6),
      dependsOn: Array.from({ length: next(4) }, () => next(n + 1))
        .filter((other) => other < n)
        .map((other) => ({ entry: other, lagDays: next(9) - 4 })),
    }))
    const spans = spansOf(steps)
    for (const [n, { startDay, days, dependsOn }] of steps.entries()) {
      const { first = -1, last = -1 } = spans[n] ?? {}
      const allowed = dependsOn.map(({ entry: other, lagDays }) => {
        return (spans[other]?.last ?? 0) + 1 + lagDays
      })
      expect(first, `seed ${seed}`).toBe(Math.max(startDay, ...allowed))
      expect(last - first + 1, `seed ${seed}`).toBe(days)
    }
  }
})
