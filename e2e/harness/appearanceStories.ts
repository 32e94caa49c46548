import { roles } from '@plumbline/contract/policy.ts'
import { expect } from 'vitest'
import { lookAtAll, openForLooks } from './lookAt.ts'
import { type Device, looksOf, type Part } from './looks.ts'
import { story } from './story.ts'

/**
 * Defines one story for each role that checks the appearance of its screens, views or overlays on a
 * device, with very long names, and that the screens leave nothing in the storage of the browser.
 */
export function walkOver(device: Device, part: Part): void {
  for (const role of roles)
    story(`the ${part} of the ${role} look right on a ${device}`, async (stage) => {
      const company = await stage.sample({ longNames: true })
      const looks = await looksOf(company, role, device, part)
      const page = await openForLooks(stage, company.people[role], device)
      await lookAtAll(page, device, looks)
      // The browser remembers views, but nothing of a screen.
      const keys = await page.evaluate(() => Object.keys(localStorage))
      if (part === 'screens') expect(keys).toEqual([])
    })
}
