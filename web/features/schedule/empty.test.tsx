import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { keyDateRoutes } from '@plumbline/contract/keyDates.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { screen } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

beforeEach(() => {
  server.reset()
  server.on(scheduleRoutes.plan, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(scheduleRoutes.list, { body: [] })
  server.on(subcontractorRoutes.list, { body: [] })
  server.on(jobRoutes.list, { body: [] })
  server.on(keyDateRoutes.list, { body: [] })
})

test.each([
  [
    '/schedule?view=gantt',
    'Nothing is planned in this period. Add a schedule item, or go to another period.',
  ],
  ['/schedule?view=daily', 'Nothing is planned on this day'],
  ['/schedule?view=daily', 'Nothing is planned after this day.'],
  ['/enhanced-schedule', 'Nothing is due.'],
])('%s without entries says: %s', async (path, text) => {
  open(server, path, 'admin')
  expect(await screen.findByText(text)).toBeTruthy()
  expect(document.querySelectorAll('[data-entry]')).toHaveLength(0)
})
