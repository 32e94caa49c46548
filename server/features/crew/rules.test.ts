import type { CrewDay } from '@plumbline/contract/crew.ts'
import { workCalendar } from '@plumbline/contract/workdays.ts'
import { describe, expect, test } from 'vitest'
import { type Away, type Candidate, clashOf, waysOut } from './rules.ts'

const calendar = workCalendar({
  workingDays: [1, 2, 3, 4, 5],
  holidays: [{ day: '2026-11-26' }],
})
/** A Friday. */
const FRIDAY = '2026-11-20'
const november = (day: number) => `2026-11-${String(day).padStart(2, '0')}`

function booking(sub: string, day: number, body: Partial<CrewDay> = {}): CrewDay {
  return {
    id: `${sub} ${day} ${body.scheduleEntryId ?? 'bay'}`,
    scheduleEntryId: 'bay',
    entryTitle: 'Bay window',
    entryStatus: 'scheduled',
    weatherDependent: false,
    indoorWork: true,
    jobId: 'windows',
    jobName: 'Windows',
    jobAddress: 'Geneva',
    subcontractorId: sub,
    subcontractorName: `${sub} Kowalski`,
    assignedDate: november(day),
    startTime: '08:00',
    endTime: '17:00',
    role: null,
    confirmed: false,
    declined: false,
    declineReason: null,
    askedAt: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    ...body,
  }
}
const elsewhere = { scheduleEntryId: 'cabinets' }

const sub = (id: string, specialty: string | null, isOnJob = false): Candidate => ({
  id,
  name: id,
  specialty,
  isOnJob,
})
const tom = sub('Tom', 'Carpentry', true)

function ways(
  subs: readonly Candidate[],
  bookings: readonly CrewDay[] = [],
  absences: readonly Away[] = [],
  body: Partial<CrewDay> = {},
) {
  const movable = booking('Tom', 20, { startTime: '13:00', ...body })
  return waysOut({
    movable,
    subs: [tom, ...subs],
    bookings: [movable, booking('Tom', 20, elsewhere), ...bookings],
    absences,
    calendar,
    today: FRIDAY,
    until: '2027-02-01',
  }).map((way) =>
    way.kind === 'move'
      ? `move to ${way.assignedDate.slice(5)}: ${way.why}`
      : `${way.kind} ${way.subcontractorName}: ${way.why}`,
  )
}
const MONDAY = 'move to 11-23: Tom is free'

describe('the ways out of a double booking', () => {
  test('same trade first, then subs on the job, three at most', () => {
    const subs = [
      sub('Ann', 'Tile'),
      sub('Bob', ' carpentry '),
      sub('Cid', 'Tile', true),
      sub('Dee', 'Carpentry', true),
    ]
    expect(ways(subs)).toEqual([
      'give Dee: free, same trade, on the job',
      'give Bob: free, same trade',
      'give Cid: free, other trade, on the job',
      MONDAY,
    ])
  })

  test('a sub of the same trade who is there already is before one of another trade', () => {
    const subs = [sub('Cid', 'Tile', true), sub('Ann', 'Tile'), sub('Bob', 'Carpentry')]
    expect(ways(subs, [booking('Ann', 20), booking('Bob', 20)])).toEqual([
      'leave Bob: already there',
      'give Cid: free, other trade, on the job',
      'leave Ann: already there',
      MONDAY,
    ])
  })

  test.each<[string, CrewDay[], Away[], string[]]>([
    ['a sub who is booked at the time is not free', [booking('Ann', 20, elsewhere)], [], [MONDAY]],
    [
      'a sub who is booked until then is free',
      [booking('Ann', 20, { ...elsewhere, endTime: '13:00' })],
      [],
      ['give Ann: free, same trade', MONDAY],
    ],
    [
      'a sub who declined is free',
      [booking('Ann', 20, { ...elsewhere, declined: true })],
      [],
      ['give Ann: free, same trade', MONDAY],
    ],
    [
      'a sub who is away is not free',
      [],
      [{ subcontractorId: 'Ann', startDate: november(20), endDate: november(20) }],
      [MONDAY],
    ],
    [
      'a sub who is on the same entry already is left there',
      [booking('Ann', 20)],
      [],
      ['leave Ann: already there', MONDAY],
    ],
    [
      'the next free day is not booked, absent or a day off',
      [
        booking('Ann', 20, elsewhere),
        booking('Tom', 23, elsewhere),
        booking('Tom', 25, { startTime: '06:00', endTime: '07:00' }),
      ],
      [{ subcontractorId: 'Tom', startDate: november(24), endDate: november(24) }],
      ['move to 11-27: Tom is free'],
    ],
    [
      'no way without a free day or sub',
      [booking('Ann', 20, elsewhere)],
      [{ subcontractorId: 'Tom', startDate: november(21), endDate: '2027-06-01' }],
      [],
    ],
  ])('%s', (_, bookings, absences, expected) => {
    expect(ways([sub('Ann', 'Carpentry')], bookings, absences)).toEqual(expected)
  })

  test('two subs without a trade do not have the same trade', () => {
    const nameless = { ...tom, specialty: null }
    const input = { calendar, absences: [], today: FRIDAY, until: '2027-02-01' }
    const movable = booking('Tom', 20)
    const found = waysOut({
      ...input,
      movable,
      subs: [nameless, sub('Ann', null)],
      bookings: [movable],
    })
    expect(found[0]?.why).toBe('free, other trade')
  })
})

describe('the day that is easier to move', () => {
  const early = booking('Tom', 20, { ...elsewhere, confirmed: true })
  const late = booking('Tom', 20, { startTime: '13:00', confirmed: true })
  const movableOf = (...days: CrewDay[]) => clashOf(days[0] as CrewDay, days).movable.id

  test.each([
    ['the later one', early, late, late.id],
    ['the later one, whichever is asked about', late, early, late.id],
    ['one that is not confirmed', { ...early, confirmed: false }, late, early.id],
    [
      'the one that was booked last',
      early,
      { ...late, startTime: '08:00', createdAt: '2026-11-02T00:00:00.000Z' },
      late.id,
    ],
  ])('%s', (_, one, other, expected) => {
    expect(movableOf(one, other)).toBe(expected)
  })

  test('other hours and other subs do not clash', () => {
    const evening = booking('Tom', 20, { startTime: '17:00', endTime: '20:00' })
    const { days } = clashOf(early, [early, evening, booking('Ann', 20)])
    expect(days).toEqual([early])
  })
})
