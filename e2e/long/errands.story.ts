import { roles } from '@plumbline/contract/policy.ts'
import { expect } from 'vitest'
import { doErrand, recordExternalLinks } from '../harness/errands/errand.ts'
import { errands } from '../harness/errands/errands.ts'
import { OFFLINE_ERRORS } from '../harness/photoQueue.ts'
import { story } from '../harness/story.ts'

story(
  'common tasks of the office, a sub and a client take few taps',
  async ({ sample, visit, expectError }) => {
    expectError(OFFLINE_ERRORS)
    const company = await sample()
    for (const role of roles) {
      const own = errands.filter((errand) => errand.role === role)
      const page = await visit(company.people[role], '/account', {
        width: role === 'admin' ? 1440 : 390,
        // A sub works offline with the service worker.
        installs: role === 'subcontractor',
      })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await recordExternalLinks(page)
      for (const errand of own)
        expect((await doErrand(page, errand, company)).taps, errand.name).toBe(errand.taps)
    }
  },
)
