import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCalendar } from '../../testing/calendar.ts'
import { type CalendarItem, calendarText } from './ics.ts'

const origin = 'https://plumbline.example.com'
const feed = { origin, name: 'Ridgeline Builders' }
const created = new Date('2026-01-05T15:00:00Z')

const itemOf = (change: Partial<CalendarItem> = {}): CalendarItem => ({
  kind: 'entry',
  id: '0198c0de-0000-7000-8000-000000000001',
  title: 'Framing',
  place: 'Deck',
  address: '12 Elm St, Elgin',
  description: null,
  cancelled: false,
  path: '/schedule?entry=0198c0de-0000-7000-8000-000000000001',
  when: { firstDay: '2026-03-07', lastDay: '2026-03-09' },
  createdAt: created,
  updatedAt: created,
  ...change,
})
const eventOf = (change?: Partial<CalendarItem>) =>
  readCalendar(calendarText([itemOf(change)], feed)).events[0]

test('an entry is whole days, with its location, link and version', () => {
  expect(eventOf({ description: 'Joists first' })).toEqual({
    uid: 'entry-0198c0de-0000-7000-8000-000000000001@plumbline',
    title: 'Framing · Deck',
    start: '2026-03-07',
    end: '2026-03-10',
    allDay: true,
    location: '12 Elm St, Elgin',
    description: 'Joists first',
    sequence: 0,
    url: 'https://plumbline.example.com/schedule?entry=0198c0de-0000-7000-8000-000000000001',
    status: undefined,
    modified: '2026-01-05T15:00:00Z',
  })
})

test('a calendar has a name and a refresh interval; a file has neither', () => {
  const text = calendarText([itemOf()], feed)
  expect(readCalendar(text)).toMatchObject({ name: 'Ridgeline Builders', refresh: 'PT1H' })
  expect(text).toContain('X-PUBLISHED-TTL:PT1H\r\n')
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
  expect(readCalendar(calendarText([itemOf()], { origin }))).toMatchObject({
    name: undefined,
    refresh: undefined,
  })
})

test('a change keeps the id and raises the version, even within the first second', () => {
  const soon = new Date(created.getTime() + 20)
  const later = new Date(created.getTime() + 90_000)
  const versions = [created, soon, later].map((updatedAt) => eventOf({ updatedAt }))
  expect(versions.map((event) => event?.sequence)).toEqual([0, 1, 90])
  expect(new Set(versions.map((event) => event?.uid)).size).toBe(1)
  expect(versions[2]?.modified).toBe('2026-01-05T15:01:30Z')
})

test('a cancelled entry has the status CANCELLED', () => {
  expect(eventOf({ cancelled: true })?.status).toBe('CANCELLED')
})

test('an appointment without a duration ends after a minute', () => {
  const at = new Date('2026-03-08T07:30:00Z')
  expect(eventOf({ kind: 'appointment', when: { at, minutes: 0 } })).toMatchObject({
    start: '2026-03-08T07:30:00Z',
    end: '2026-03-08T07:31:00Z',
  })
})

test('an appointment has a start in UTC and a duration', () => {
  const at = new Date('2026-03-08T07:30:00Z')
  expect(eventOf({ kind: 'appointment', when: { at, minutes: 90 } })).toMatchObject({
    uid: 'appointment-0198c0de-0000-7000-8000-000000000001@plumbline',
    start: '2026-03-08T07:30:00Z',
    end: '2026-03-08T09:00:00Z',
    allDay: false,
  })
})

const hostile = [
  'Walls, doors; "trim" \\ paint: 1\\n2',
  'Line one\r\nEND:VEVENT\r\nBEGIN:VEVENT\rline\tthree\nX-EVIL:1',
  '🏗️ Gerüst für Łukasz, 木材 👷‍♀️'.repeat(9).slice(0, 200),
  'x'.repeat(200),
  `${'é,'.repeat(99)};`,
]
const asRead = (text: string) => text.replace(/\r\n?/g, '\n')

test.each(hostile)('text is escaped so that it reads as written: %j', (text) => {
  const change = { title: text, place: text, address: text, description: text }
  const written = calendarText([itemOf(change)], { origin, name: text })
  const { events, name } = readCalendar(written)
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({
    title: asRead(`${text} · ${text}`),
    location: asRead(text),
    description: asRead(text),
  })
  expect(name).toBe(asRead(text))
  for (const line of written.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/[\r\n]/)
  }
  expect(Buffer.from(written).toString()).toBe(written)
})

test('control characters are removed', () => {
  expect(eventOf({ title: 'Be\u0007ll\u001b[31m' })?.title).toBe('Bell[31m · Deck')
})

describe('days and times do not depend on the time zone of the server', () => {
  const zone = process.env.TZ
  beforeEach(() => {
    process.env.TZ = 'UTC'
  })
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  // The clocks change on March 8 in Chicago and on April 5 in Auckland, and never in Honolulu.
  const items = ['2026-01-01', '2026-03-07', '2026-03-08', '2026-04-05', '2026-11-01'].map((day) =>
    itemOf({ when: { firstDay: day, lastDay: day } }),
  )
  const moment = itemOf({ when: { at: new Date('2026-03-08T08:30:00Z'), minutes: 60 } })

  test.each([
    ['Pacific/Honolulu', 600],
    ['Pacific/Auckland', -780],
    ['America/Chicago', 360],
  ])('%s', (timeZone, offset) => {
    const inUtc = calendarText([...items, moment], feed)
    process.env.TZ = timeZone
    expect(new Date('2026-01-01T00:00:00Z').getTimezoneOffset()).toBe(offset)
    const text = calendarText([...items, moment], feed)
    expect(text).toBe(inUtc)
    expect(readCalendar(text).events.map(({ start, end }) => [start, end])).toEqual([
      ['2026-01-01', '2026-01-02'],
      ['2026-03-07', '2026-03-08'],
      ['2026-03-08', '2026-03-09'],
      ['2026-04-05', '2026-04-06'],
      ['2026-11-01', '2026-11-02'],
      ['2026-03-08T08:30:00Z', '2026-03-08T09:30:00Z'],
    ])
  })
})
