import { describe, expect, test } from 'vitest'
import { addDays } from './dates.ts'
import { lastReminderDay, nextReminder, unknownWord, withWords } from './reminders.ts'

test.each([
  // 9:00 is at 15:00 UTC in winter and at 14:00 in summer.
  ['America/Chicago', '2026-01-15T14:59:59Z', '2026-01-14'],
  ['America/Chicago', '2026-01-15T15:00:00Z', '2026-01-15'],
  ['America/Chicago', '2026-07-15T13:59:59Z', '2026-07-14'],
  ['America/Chicago', '2026-07-15T14:00:00Z', '2026-07-15'],
  // The clocks go forward and back in these nights.
  ['America/Chicago', '2026-03-08T13:59:59Z', '2026-03-07'],
  ['America/Chicago', '2026-03-08T14:00:00Z', '2026-03-08'],
  ['America/Chicago', '2026-11-01T14:59:59Z', '2026-10-31'],
  ['America/Chicago', '2026-11-01T15:00:00Z', '2026-11-01'],
  ['Pacific/Auckland', '2026-04-04T20:59:59Z', '2026-04-04'],
  ['Pacific/Auckland', '2026-04-04T21:00:00Z', '2026-04-05'],
  ['Pacific/Auckland', '2026-09-26T19:59:59Z', '2026-09-26'],
  ['Pacific/Auckland', '2026-09-26T20:00:00Z', '2026-09-27'],
  // Midnight of the company, on either side of the date line.
  ['Pacific/Honolulu', '2026-01-15T09:59:59Z', '2026-01-14'],
  ['Pacific/Honolulu', '2026-01-15T10:00:00Z', '2026-01-14'],
  ['Pacific/Honolulu', '2026-01-15T19:00:00Z', '2026-01-15'],
  ['Pacific/Auckland', '2026-01-14T10:59:59Z', '2026-01-14'],
  ['Pacific/Auckland', '2026-01-14T11:00:00Z', '2026-01-14'],
  ['Pacific/Auckland', '2026-01-14T20:00:00Z', '2026-01-15'],
])('in %s at %s the last day of reminders is %s', (timeZone, at, day) => {
  expect(lastReminderDay(timeZone, new Date(at))).toBe(day)
})

describe('the next reminder', () => {
  const steps = [-3, 3, 14, 30]
  const invoice = { dueOn: '2026-12-01', issuedOn: '2026-11-01', doneOn: null, doneDays: null }
  const next = (change: Partial<Parameters<typeof nextReminder>[1]>, reached: string) =>
    nextReminder(steps, { ...invoice, ...change }, reached)

  test.each([
    ['is the first one', {}, '2026-11-02', { days: -3, day: '2026-11-28' }],
    ['is the first one on its day', {}, '2026-11-28', { days: -3, day: '2026-11-28' }],
    [
      'is the one after the last that was sent',
      { doneOn: '2026-11-28' },
      '2026-11-28',
      { days: 3, day: '2026-12-04' },
    ],
    [
      'is the last of those that passed in a week without the server',
      { doneOn: '2026-11-28' },
      '2026-12-20',
      { days: 14, day: '2026-12-15' },
    ],
    ['is the last one of all, switched on late', {}, '2027-05-01', { days: 30, day: '2026-12-31' }],
    [
      'is none before the day of issue',
      { issuedOn: '2026-12-01' },
      '2026-12-01',
      { days: 3, day: '2026-12-04' },
    ],
    [
      'is none on the day of issue',
      { issuedOn: '2026-11-28' },
      '2026-11-28',
      { days: 3, day: '2026-12-04' },
    ],
    ['is none after the last one', { doneOn: '2026-12-31' }, '2027-05-01', undefined],
    [
      'is one of the new due day after that was moved',
      { dueOn: '2026-12-20', doneOn: '2026-12-04' },
      '2026-12-05',
      { days: -3, day: '2026-12-17' },
    ],
    [
      'is not the same one again after the due day was moved a little',
      { dueOn: '2026-12-03', doneOn: '2026-12-04', doneDays: 3 },
      '2026-12-06',
      { days: 14, day: '2026-12-17' },
    ],
  ] as const)('%s', (_, change, reached, expected) => {
    expect(next(change, reached)).toEqual(expected)
  })

  test('is the same in whatever order the steps are', () => {
    expect(nextReminder([30, 3, -3, 14], invoice, '2026-12-20')).toMatchObject({ days: 14 })
  })

  test('goes once for each step when the server runs all the time', () => {
    const sent: number[] = []
    let doneOn: string | null = null
    for (let day = invoice.issuedOn; day < '2027-03-01'; day = addDays(day, 1)) {
      const step = nextReminder(steps, { ...invoice, doneOn }, day)
      if (!step || step.day > day) continue
      sent.push(step.days)
      doneOn = day
    }
    expect(sent).toEqual(steps)
  })
})

test('the words of an invoice take the place of the placeholders, once', () => {
  const words = { invoice: '{amount}', amount: '$5.00', 'due day': 'Dec 1, 2026' }
  expect(withWords('{invoice}: {amount} on {due day}, {amount}', words)).toBe(
    '{amount}: $5.00 on Dec 1, 2026, $5.00',
  )
  expect(unknownWord('{invoice} of {amount}, due {due day} {')).toBeUndefined()
  expect(unknownWord('{invoice} of {total}')).toBe('{total}')
})
