import { roles } from '@plumbline/contract/policy.ts'
import { expect } from 'vitest'
import { doErrand, recordExternalLinks } from '../harness/errands/errand.ts'
import { errands } from '../harness/errands/errands.ts'
import { story } from '../harness/story.ts'

story('common tasks of the office, a sub and a client take few taps', async ({ sample, visit }) => {
  const company = await sample()
  for (const role of roles) {
    const own = errands.filter((errand) => errand.role === role)
    const page = await visit(company.people[role], '/account', {
      width: role === 'admin' ? 1440 : 390,
    })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await recordExternalLinks(page)
    for (const errand of own)
      expect((await doErrand(page, errand, company)).taps, errand.name).toBe(errand.taps)
  }
})
