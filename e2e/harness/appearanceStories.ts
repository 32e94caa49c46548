import { roles } from '@plumbline/contract/policy.ts'
import { lookAtAll, openForLooks } from './lookAt.ts'
import { type Device, looksOf, type Part } from './looks.ts'
import { story } from './story.ts'

/**
 * Defines one story for each role that checks the appearance of its screens, views or overlays on a
 * device, with very long names.
 */
export function walkOver(device: Device, part: Part): void {
  for (const role of roles)
    story(`the ${part} of the ${role} look right on a ${device}`, async (stage) => {
      const company = await stage.sample({ longNames: true })
      const looks = await looksOf(company, role, device, part)
      const page = await openForLooks(stage, company.people[role], device)
      await lookAtAll(page, device, looks)
    })
}
