import { LATE_COUNT_LIMIT } from '@plumbline/contract/countLimits.ts'
import { scheduleAttentionRoutes } from '@plumbline/contract/scheduleAttention.ts'
import { screen, within } from '@testing-library/react'
import { afterAll, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'
import { countText } from './ScheduleAttention.tsx'

const server = await startServer()
afterAll(server.close)

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const none = { count: 0, first: [] }
const attention = (late: number, clashes = 0) => ({
  ...{ doubleBookings: { ...none, count: clashes }, lateEntries: { ...none, count: late } },
  ...{ missedPredecessors: none, declined: none, unconfirmed: 1 },
})

test.each([
  [attention(3), 2, '2'],
  [attention(LATE_COUNT_LIMIT - 1, 600), 0, '1,600'],
  [attention(LATE_COUNT_LIMIT), 0, '1,001+'],
  [attention(LATE_COUNT_LIMIT), 3, '998+'],
])('case %#: the count besides %s listed', (given, listed, text) => {
  expect(countText(given, listed)).toBe(text)
})

test('problems of schedules link to where they can be fixed', async () => {
  const missed = {
    title: 'Drywall',
    jobName: 'Basement',
    startDate: '2026-11-23',
    predecessorTitle: 'Inspection',
    predecessorEndDate: '2026-11-24',
  }
  server.on(scheduleAttentionRoutes.read, {
    body: {
      doubleBookings: {
        count: 3,
        first: [
          {
            crewDayId: id(21),
            subcontractorName: 'Tom Kowalski',
            day: '2026-11-20',
            entryTitles: ['Cabinet install', 'Bay window'],
          },
        ],
      },
      lateEntries: {
        count: 1,
        first: [{ id: id(22), title: 'Sheathing', jobName: 'Roof', daysLate: 1 }],
      },
      missedPredecessors: {
        count: 4,
        first: [
          { ...missed, id: id(23), lagDays: 0, earliest: '2026-11-25' },
          { ...missed, id: id(24), lagDays: 2, earliest: '2026-11-30' },
          { ...missed, id: id(25), lagDays: -1, earliest: '2026-11-24' },
          // The lag is satisfied, but the predecessor should have ended.
          { ...missed, id: id(26), lagDays: -3, earliest: '2026-11-20' },
        ],
      },
      declined: none,
      unconfirmed: 6,
    },
  })
  open(server, '/schedule?attention=1', 'admin')
  const region = within(await screen.findByRole('dialog', { name: 'Needs attention' }))
  expect(
    region.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    [
      'Tom Kowalski is booked twice on Nov 20Cabinet install and Bay window',
      `/crew-board?date=2026-11-20&clash=${id(21)}`,
    ],
    ['Sheathing is 1 day lateRoof', `/schedule?entry=${id(22)}`],
    [
      'Drywall waits for InspectionBasement · starts Nov 23, 2026, the other ends Nov 24, 2026',
      `/schedule?entry=${id(23)}`,
    ],
    [
      'Drywall waits for InspectionBasement · starts Nov 23, 2026, should be Nov 30, 2026 or later, with 2 working days between',
      `/schedule?entry=${id(24)}`,
    ],
    [
      'Drywall waits for InspectionBasement · starts Nov 23, 2026, should be Nov 24, 2026 or later, with an overlap of 1 working day',
      `/schedule?entry=${id(25)}`,
    ],
    [
      'Drywall waits for InspectionBasement · starts Nov 23, 2026, the other ends Nov 24, 2026',
      `/schedule?entry=${id(26)}`,
    ],
    ['6 bookings to confirmThe subs have not answered yet', '/crew-board?show=unconfirmed'],
    ['and 2 more', '/schedule?attention=1'],
  ])
})
