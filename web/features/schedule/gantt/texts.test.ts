import { expect, test } from 'vitest'
import { planEntry } from '../../../testing/schedule.ts'
import { entryRowText } from './texts.ts'

test('an entry has a label in words', () => {
  const entry = planEntry(1, {
    title: 'Cabinet install',
    priority: 'critical',
    status: 'in_progress',
    percentComplete: 55,
  })
  expect(entryRowText(entry, entry, 5, ['Cabinet delivery'])).toBe(
    'Cabinet install, Kitchen remodel, Nov 18, 2026 to Nov 24, 2026, 5 days, Critical, In Progress, 55 percent. Waits for Cabinet delivery.',
  )
  // Clients get no priority.
  const oneDay = { startDate: '2026-12-01', endDate: '2026-12-01' }
  expect(entryRowText({ ...entry, priority: null }, oneDay, 1, [])).toBe(
    'Cabinet install, Kitchen remodel, Dec 1, 2026, 1 day, In Progress, 55 percent.',
  )
})
