import {
  addDays,
  formatDay,
  formatSpan,
  formatWeekday,
  shortDay,
  shortSpan,
  weekdaySpan,
} from '@plumbline/contract/dates.ts'
import { formatMonth } from '@plumbline/contract/months.ts'
import { expect, test } from 'vitest'
import { messageTime } from '../features/messages/MessageLines.tsx'
import { byDay } from '../features/notifications/days.ts'
import { photoTime } from '../features/photos/PhotoStrip.tsx'
import { longDay, monthName } from '../screens/days.ts'
import { notification } from '../testing/notifications.ts'
import { dayHeading } from '../ui/dayHeading.ts'
import { formatDate, formatDeadline, formatMoment } from '../ui/format.ts'

const TODAY = '2026-11-27'
const NOW = new Date(`${TODAY}T17:00:00Z`)
const ZONE = 'America/New_York'
/** Noon in New York in winter. */
const noon = (day: string) => `${day}T17:00:00.000Z`
/** The last second of the day there. */
const lateIn = (day: string) => `${addDays(day, 1)}T04:59:59.000Z`
const week = (day: string) => addDays(day, 4)

/** Every function of the screens that writes a date, and its texts for three days. */
test.each<[string, (day: string) => string, string, string, string]>([
  ['a fact', formatDay, 'Mar 2, 2026', 'Mar 2, 2025', 'Mar 2, 2027'],
  ['a sentence', (day) => shortDay(day, TODAY), 'Mar 2', 'Mar 2, 2025', 'Mar 2, 2027'],
  [
    'a sentence with a weekday',
    (day) => formatWeekday(day, TODAY),
    'Mon, Mar 2',
    'Sun, Mar 2, 2025',
    'Tue, Mar 2, 2027',
  ],
  [
    'a span',
    (day) => formatSpan(day, week(day)),
    'Mar 2 – 6, 2026',
    'Mar 2 – 6, 2025',
    'Mar 2 – 6, 2027',
  ],
  [
    'a span in a sentence',
    (day) => shortSpan(day, week(day), TODAY),
    'Mar 2 – Mar 6',
    'Mar 2 – 6, 2025',
    'Mar 2 – 6, 2027',
  ],
  [
    'a span with weekdays',
    (day) => weekdaySpan(day, week(day), TODAY),
    'Mon, Mar 2 – Fri, Mar 6',
    'Sun, Mar 2, 2025 – Thu, Mar 6, 2025',
    'Tue, Mar 2, 2027 – Sat, Mar 6, 2027',
  ],
  [
    'the title of a day',
    longDay,
    'Monday, Mar 2, 2026',
    'Sunday, Mar 2, 2025',
    'Tuesday, Mar 2, 2027',
  ],
  ['the title of a month', monthName, 'March 2026', 'March 2025', 'March 2027'],
  ['a month', (day) => formatMonth(day.slice(0, 7)), 'Mar 2026', 'Mar 2025', 'Mar 2027'],
  [
    'the heading of a group',
    (day) => dayHeading(day, TODAY),
    'Mon, Mar 2',
    'Sun, Mar 2, 2025',
    'Tue, Mar 2, 2027',
  ],
  [
    'a moment',
    (day) => formatMoment(noon(day), ZONE),
    'Mar 2, 2026, 12:00 PM',
    'Mar 2, 2025, 12:00 PM',
    'Mar 2, 2027, 12:00 PM',
  ],
  [
    'the day of a moment',
    (day) => formatDate(noon(day), ZONE),
    'Mar 2, 2026',
    'Mar 2, 2025',
    'Mar 2, 2027',
  ],
  [
    'a deadline without a time',
    (day) => formatDeadline(lateIn(day), ZONE),
    'Mar 2, 2026',
    'Mar 2, 2025',
    'Mar 2, 2027',
  ],
  // The server sends no photo, message or notification of the future.
  ['the day of a photo', (day) => photoTime(noon(day), TODAY, ZONE), 'Mar 2', 'Mar 2, 2025', '-'],
  // The specification leaves the year out.
  [
    'the day of a message',
    (day) => messageTime(noon(day), NOW.getTime(), ZONE),
    'Mar 2',
    'Mar 2',
    '-',
  ],
  [
    'the day of notifications',
    (day) => byDay([notification(1, { updatedAt: noon(day) })], ZONE, NOW)[0]?.title ?? '',
    'Mar 2, 2026',
    'Mar 2, 2025',
    '-',
  ],
])('%s says the year unless it is a sentence of this year', (_name, write, ...expected) => {
  const days = ['2026-03-02', '2025-03-02', '2027-03-02'].slice(0, expected[2] === '-' ? 2 : 3)
  expect(days.map(write)).toEqual(expected.filter((text) => text !== '-'))
})
