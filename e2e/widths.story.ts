import { roles } from '@plumbline/contract/policy.ts'
import { expect } from 'vitest'
import { misfits } from './harness/fit.ts'
import { screensOf } from './harness/sample.ts'
import { story } from './harness/story.ts'
import { loaded } from './harness/targets.ts'

/** A small phone, and a tablet both ways: between the widths of the pictures. */
const WIDTHS = [360, 768, 1024]

const views = ['/schedule?view=list', '/schedule?view=calendar', '/schedule?view=gantt'] as const
const ofRole = {
  admin: [
    ...views,
    ...['/jobs', '/pending-bids', '/tasks', '/users'].map((list) => `${list}?view=table`),
    ...['tenants', 'income', 'expenses'].map((tab) => `/rental-properties?tab=${tab}`),
  ],
  subcontractor: [],
  client: views,
} as const

story('every screen fits the widths between a phone and a desk', async (stage) => {
  const sample = await stage.sample()
  for (const role of roles) {
    const page = await stage.visit(sample.people[role], '/account')
    const screens = await screensOf(sample, role)
    for (const path of [...screens.map((screen) => screen.path), ...ofRole[role]]) {
      await page.goto(path)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await loaded(page)
        const message = `${path} of the ${role} at ${width} pixels`
        await expect.poll(() => misfits(page), { message }).toEqual([])
      }
    }
  }
})
