import { describe, expect, test } from 'vitest'
import {
  type ChangeRecord,
  draftText,
  dueWeek,
  type EntryRecord,
  type WeekRecords,
} from './rules.ts'

const WEEK = '2026-11-20'
const SINCE = new Date('2026-11-14T06:00:00Z')

const entry = (title: string, facts: Partial<EntryRecord> = {}): EntryRecord => ({
  id: title,
  title,
  startDate: '2026-11-16',
  endDate: '2026-11-18',
  status: 'scheduled',
  percentComplete: 0,
  actualEndDate: null,
  createdAt: new Date('2026-10-01T12:00:00Z'),
  subName: null,
  ...facts,
})

const change = (entryId: string, facts: Partial<ChangeRecord>): ChangeRecord => ({
  entryId,
  changeType: 'endDate',
  oldValue: null,
  newValue: null,
  reason: null,
  stands: true,
  createdAt: new Date('2026-11-17T15:00:00Z'),
  ...facts,
})

const draft = (records: Partial<WeekRecords> = {}) =>
  draftText({
    week: WEEK,
    timeZone: 'America/Chicago',
    since: SINCE,
    companyName: 'Ridgeline Builders',
    jobName: 'Kitchen',
    endDate: null,
    clientFirstName: 'Cleo',
    managerName: 'Ada Adler',
    entries: [],
    changes: [],
    photos: 0,
    ...records,
  })

/** The paragraphs between the opening and the invitation to ask. */
const middle = (records: Partial<WeekRecords>) => draft(records).split('\n\n').slice(2, -2)

test('the text of a full week', () => {
  const text = draft({
    entries: [
      entry('Cabinet delivery', { status: 'completed', actualEndDate: '2026-11-16' }),
      entry('Framing', { status: 'completed', actualEndDate: '2026-10-16' }),
      entry('Cabinet install', { status: 'in_progress', percentComplete: 60 }),
      entry('Window', { status: 'delayed' }),
      entry('Countertop', {
        startDate: '2026-11-23',
        endDate: '2026-11-24',
        subName: 'Ruth Amundsen',
      }),
      entry('Inspection', { startDate: '2026-11-27', endDate: '2026-11-27' }),
      entry('Paint', { startDate: '2027-01-04', endDate: '2027-01-06' }),
      entry('Chimney', { status: 'cancelled', endDate: '2027-06-01' }),
    ],
    photos: 6,
  })
  expect(text).toMatchInlineSnapshot(`
    "Hello Cleo,

    Here is the week of Nov 14 to 20 on Kitchen.

    Finished:
    - Cabinet delivery

    In progress:
    - Cabinet install, 60% done
    - Window, delayed

    There are 6 new photos.

    Next week:
    - Countertop, Mon, Nov 23 to Tue, Nov 24 (Ruth Amundsen)
    - Inspection, Fri, Nov 27

    The finish is planned for Wed, Jan 6, 2027.

    If you have a question, send us a message on the page of your job.

    Ada Adler
    Ridgeline Builders"
  `)
})

describe('a week with nothing to report is described, with what is next', () => {
  const opening = 'The week of Nov 14 to 20 was a week without anything to report on Kitchen.'
  test.each<[string, Partial<WeekRecords>, string[]]>([
    ['nothing is planned', {}, ['Nothing else is on the schedule yet.']],
    [
      'something is planned for later',
      { entries: [entry('Paint', { startDate: '2026-12-07', endDate: '2026-12-08' })] },
      [
        'Nothing is planned for next week. Next is Paint, Mon, Dec 7 to Tue, Dec 8.',
        'The finish is planned for Tue, Dec 8.',
      ],
    ],
    [
      'something is planned for next week',
      { entries: [entry('Paint', { startDate: '2026-11-25', endDate: '2026-11-25' })] },
      ['Next week:\n- Paint, Wed, Nov 25', 'The finish is planned for Wed, Nov 25.'],
    ],
    [
      'the job has an end alone',
      { endDate: '2026-12-18' },
      ['Nothing else is on the schedule yet.', 'The finish is planned for Fri, Dec 18.'],
    ],
    ['the end is past', { endDate: '2026-11-20' }, ['Nothing else is on the schedule yet.']],
  ])('%s', (_name, records, expected) => {
    expect(draft(records).split('\n\n')[1]).toBe(opening)
    expect(middle(records)).toEqual(expected)
  })

  test('at the end of a month, without a client and a manager', () => {
    expect(draft({ week: '2026-12-04', clientFirstName: null, managerName: null })).toBe(
      [
        'Hello,',
        'The week of Nov 28 to Dec 4 was a week without anything to report on Kitchen.',
        'Nothing else is on the schedule yet.',
        'If you have a question, send us a message on the page of your job.',
        'Ridgeline Builders',
      ].join('\n\n'),
    )
  })
})

describe('what counts as finished', () => {
  const done = (createdAt: string) =>
    change('Dig', {
      changeType: 'status',
      oldValue: 'in_progress',
      newValue: 'completed',
      createdAt: new Date(createdAt),
    })
  test.each<[string, Partial<EntryRecord>, ChangeRecord[], boolean]>([
    ['on Saturday', { actualEndDate: '2026-11-14' }, [], true],
    ['on Friday', { actualEndDate: '2026-11-20' }, [], true],
    ['on the Friday before', { actualEndDate: '2026-11-13' }, [], false],
    ['next Saturday', { actualEndDate: '2026-11-21' }, [], false],
    ['without a day, marked this week', {}, [done('2026-11-18T15:00:00Z')], true],
    ['without a day, marked on Friday night', {}, [done('2026-11-21T05:30:00Z')], true],
    ['without a day, marked on Saturday', {}, [done('2026-11-21T06:30:00Z')], false],
    ['without a day or mark', {}, [], false],
    [
      'last week, marked after the last update',
      { actualEndDate: '2026-11-13' },
      [done('2026-11-14T08:00:00Z')],
      true,
    ],
    [
      'long ago, marked this week',
      { actualEndDate: '2026-10-30' },
      [done('2026-11-17T08:00:00Z')],
      false,
    ],
    ['reopened later', { status: 'in_progress' }, [done('2026-11-18T15:00:00Z')], false],
  ])('%s', (_name, facts, changes, expected) => {
    const entries = [entry('Dig', { status: 'completed', ...facts })]
    expect(draft({ entries, changes }).includes('Finished:\n- Dig')).toBe(expected)
  })
})

describe('the finish', () => {
  const paint = (facts: Partial<EntryRecord> = {}) =>
    entry('Paint', { startDate: '2026-12-07', endDate: '2026-12-15', ...facts })
  const moved = (reason: string | null, facts: Partial<ChangeRecord> = {}) =>
    change('Paint', { oldValue: '2026-12-11', newValue: '2026-12-15', reason, ...facts })
  const finish = (records: Partial<WeekRecords>) =>
    middle(records).findLast((text) => text.startsWith('The finish'))

  test.each<[string, Partial<WeekRecords>, string | undefined]>([
    ['has not moved', { entries: [paint()] }, 'The finish is planned for Tue, Dec 15.'],
    [
      'moved, with a reason for clients',
      { entries: [paint()], changes: [moved('Weather')] },
      'The finish moved from Fri, Dec 11 to Tue, Dec 15 because of the weather.',
    ],
    [
      'moved twice, for two reasons',
      {
        entries: [paint()],
        changes: [
          moved('Weather', { newValue: '2026-12-14' }),
          moved('Inspection', { oldValue: '2026-12-14' }),
        ],
      },
      'The finish moved from Fri, Dec 11 to Tue, Dec 15 because of the weather and an inspection.',
    ],
    ...([null, 'Client', 'Sub', 'The painters were fired'] as const).map(
      (reason) =>
        [
          `moved, with the reason ${reason}, which the crew alone reads`,
          { entries: [paint()], changes: [moved(reason)] },
          'The finish moved from Fri, Dec 11 to Tue, Dec 15.',
        ] satisfies [string, Partial<WeekRecords>, string],
    ),
    [
      'moved and was moved back',
      {
        entries: [paint({ endDate: '2026-12-11' })],
        changes: [
          moved('Weather', { stands: false }),
          moved('Undone', { oldValue: '2026-12-15', newValue: '2026-12-11', stands: false }),
        ],
      },
      'The finish is planned for Fri, Dec 11.',
    ],
    [
      'moved before the last update',
      {
        entries: [paint()],
        changes: [moved('Weather', { createdAt: new Date('2026-11-10T15:00:00Z') })],
      },
      'The finish is planned for Tue, Dec 15.',
    ],
    [
      'moved earlier',
      {
        entries: [paint({ endDate: '2026-12-09' })],
        changes: [moved(null, { newValue: '2026-12-09' })],
      },
      'The finish moved from Fri, Dec 11 to Wed, Dec 9.',
    ],
    [
      'is later because of a new entry',
      {
        entries: [
          paint({ endDate: '2026-12-11' }),
          entry('Sealing', {
            startDate: '2026-12-14',
            endDate: '2026-12-14',
            createdAt: new Date('2026-11-18T12:00:00Z'),
          }),
        ],
      },
      'The finish moved from Fri, Dec 11 to Mon, Dec 14.',
    ],
    [
      'is earlier because the last entry was cancelled',
      {
        entries: [paint(), entry('Fence', { status: 'cancelled', endDate: '2026-12-20' })],
        changes: [
          change('Fence', { changeType: 'status', oldValue: 'scheduled', newValue: 'cancelled' }),
        ],
      },
      'The finish moved from Sun, Dec 20 to Tue, Dec 15.',
    ],
    [
      'has passed with open work',
      { entries: [entry('Late', { endDate: '2026-11-18', status: 'in_progress' })] },
      undefined,
    ],
  ])('%s', (_name, records, expected) => expect(finish(records)).toBe(expected))
})

test('a week with only a moved finish has something to report', () => {
  const entries = [entry('Paint', { startDate: '2026-12-07', endDate: '2026-12-15' })]
  const changes = [change('Paint', { oldValue: '2026-12-11', newValue: '2026-12-15' })]
  expect(draft({ entries, changes })).not.toContain('without anything')
})

test('texts with many entries and long titles stay below 7,000 characters', () => {
  const many = (status: EntryRecord['status']) =>
    Array.from({ length: 40 }, (_, n) =>
      entry(`${status} ${n} ${'x'.repeat(280)}`, {
        status,
        actualEndDate: status === 'completed' ? '2026-11-18' : null,
        startDate: '2026-11-23',
        endDate: '2026-11-24',
        subName: 'y'.repeat(300),
      }),
    )
  const text = draft({
    entries: [...many('completed'), ...many('in_progress'), ...many('scheduled')],
  })
  expect(text.length).toBeLessThan(7_000)
  expect(text.match(/^- 30 more$/gm)).toHaveLength(3)
})

describe('the week that is due, by the time of the company', () => {
  test.each([
    // The clocks went back on November 1, and go forward on March 8.
    ['America/Chicago', '2026-11-06T19:59:59Z', undefined],
    ['America/Chicago', '2026-11-06T20:00:00Z', '2026-11-06'],
    ['America/Chicago', '2026-03-06T20:00:00Z', '2026-03-06'],
    ['America/Chicago', '2026-03-09T04:59:59Z', '2026-03-06'],
    ['America/Chicago', '2026-03-09T05:00:00Z', undefined],
    ['America/Chicago', '2026-03-13T18:59:59Z', undefined],
    ['America/Chicago', '2026-03-13T19:00:00Z', '2026-03-13'],
    ['Europe/Berlin', '2026-03-27T13:00:00Z', '2026-03-27'],
    ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-27'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', undefined],
    ['Europe/Berlin', '2026-04-03T11:59:59Z', undefined],
    ['Europe/Berlin', '2026-04-03T12:00:00Z', '2026-04-03'],
    ['Australia/Sydney', '2026-04-03T03:00:00Z', '2026-04-03'],
    ['Australia/Sydney', '2026-04-05T13:59:59Z', '2026-04-03'],
    ['Australia/Sydney', '2026-04-05T14:00:00Z', undefined],
    ['Australia/Sydney', '2026-04-10T03:59:59Z', undefined],
    ['Australia/Sydney', '2026-04-10T04:00:00Z', '2026-04-10'],
  ])('%s at %s: %s', (timeZone, now, week) => expect(dueWeek(new Date(now), timeZone)).toBe(week))
})
