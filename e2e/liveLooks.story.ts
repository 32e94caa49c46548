import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newJob } from './harness/jobs.ts'
import { main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const empty = (page: Page) => page.getByRole('heading', { name: 'No messages yet' })

const viewers = (page: Page) => page.getByRole('list', { name: 'Also looking at this job' })

story('who else is on a job looks right', async ({ admin, join, checkAppearance }) => {
  const jobId = await newJob(admin, 'Whole-house renovation for the Featherstonehaugh family')
  const client = await join('client', 'Christabel', [jobId])
  const subs = [await join('subcontractor', 'Bartholomew', [jobId])]
  for (const name of ['Vic', 'Wes', 'Xan', 'Yul'])
    subs.push(await join('subcontractor', name, [jobId]))
  const show = (state: 'viewing' | 'typing') =>
    Promise.all(
      [client, ...subs].map(({ id, api }) =>
        api.request('PUT', '/api/presence', { tab: id, jobId, state }),
      ),
    )
  await checkAppearance(admin, `/jobs/${jobId}`, 'job-viewers', async (page) => {
    await main(page).getByRole('heading', { level: 1 }).waitFor()
    await show('viewing')
    await viewers(page).getByText('+2').waitFor()
  })
  await checkAppearance(admin, `/messages?jobId=${jobId}`, 'messages-typing', async (page) => {
    await empty(page).waitFor()
    // Those who come later are told; who types is told again while they do.
    await expect
      .poll(async () => {
        await show('typing')
        return page.getByText(/ and 5 others are typing…/).isVisible()
      })
      .toBe(true)
  })
})
