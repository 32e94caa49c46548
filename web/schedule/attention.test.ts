import { LATE_COUNTED_TO } from '@plumbline/contract/counted.ts'
import { expect, test } from 'vitest'
import { countText } from './ScheduleAttention.tsx'

const none = { count: 0, first: [] }
const attention = (late: number, clashes = 0) => ({
  ...{ doubleBookings: { ...none, count: clashes }, lateEntries: { ...none, count: late } },
  ...{ missedPredecessors: none, declined: none, unconfirmed: 1 },
})

test.each([
  [attention(3), 2, '2'],
  [attention(LATE_COUNTED_TO - 1, 600), 0, '1,600'],
  [attention(LATE_COUNTED_TO), 0, '1,001+'],
  [attention(LATE_COUNTED_TO), 3, '998+'],
])('%#: how many there are besides %s listed', (given, listed, text) => {
  expect(countText(given, listed)).toBe(text)
})
