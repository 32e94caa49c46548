import { expect } from 'vitest'
import { doErrand, errands, noteLeaving, widthOf } from './harness/errands.ts'
import { openSample } from './harness/sample.ts'
import { story } from './harness/story.ts'

story('errands of the office, a sub and a client take few taps', async ({ startServer, visit }) => {
  const sample = await openSample(startServer)
  for (const errand of errands) {
    const page = await visit(sample.people[errand.role], '/account', { width: widthOf(errand) })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await noteLeaving(page)
    expect((await doErrand(page, errand, sample)).taps, errand.name).toBe(errand.taps)
  }
})
