import { dayIn } from '@plumbline/contract/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainFigures } from '../server/testing/rentalFigures.ts'
import { FRIDAY, readCompany, type SampleApp, sampleApp } from './testing.ts'

let app: SampleApp
beforeAll(async () => {
  app = await sampleApp()
})
afterAll(() => app.close())

test('the figures of the rentals match a plain calculation', async () => {
  const { rentalProperties, tenants } = await readCompany(app.db)
  const today = dayIn('America/Chicago', new Date(FRIDAY))
  const { stats } = plainFigures(rentalProperties, tenants, today)
  const { body } = await app.call('admin', 'GET', '/api/rental-properties/stats')
  expect(body).toEqual(stats)
  // None of the figures is zero.
  expect([stats.occupied, stats.vacant, stats.occupancyRate].every((figure) => figure > 0)).toBe(
    true,
  )
  expect(Number(stats.monthlyRentRoll)).toBeGreaterThan(0)
})
