import { expect, test } from 'vitest'
import { planEntry } from '../../../testing/schedule.ts'
import { entryRowText, rangeText } from './texts.ts'

test.each([
  ['2026-11-18', '2026-11-24', 'Nov 18 – Nov 24'],
  ['2026-12-22', '2026-12-22', 'Dec 22'],
  ['2026-12-28', '2027-01-04', 'Dec 28 – Jan 4'],
  ['2028-02-03', '2028-02-09', 'Feb 3 – Feb 9 ’28'],
  ['2028-02-03', '2028-02-03', 'Feb 3 ’28'],
  ['2026-01-19', '2027-10-22', '1/19/26 – 10/22/27'],
])('%s to %s reads %s', (startDate, endDate, text) => {
  expect(rangeText({ startDate, endDate }, '2026-11-15')).toBe(text)
})

test('an entry has a label in words', () => {
  const entry = planEntry(1, {
    title: 'Cabinet install',
    priority: 'critical',
    status: 'in_progress',
    percentComplete: 55,
  })
  expect(entryRowText(entry, entry, ['Cabinet delivery'])).toBe(
    'Cabinet install, Kitchen remodel, Nov 18 to Nov 24, 7 days, Critical, In Progress, 55 percent. Waits for Cabinet delivery.',
  )
  // Clients get no priority.
  const oneDay = { startDate: '2026-12-01', endDate: '2026-12-01' }
  expect(entryRowText({ ...entry, priority: null }, oneDay, [])).toBe(
    'Cabinet install, Kitchen remodel, Dec 1, 1 day, In Progress, 55 percent.',
  )
})
