import type { Page } from 'playwright-core'
import { newJob } from './harness/jobs.ts'
import { card } from './harness/screen.ts'
import { story } from './harness/story.ts'

/** What the browser says of requests that cannot be sent. */
const UNSENT =
  /ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|FAILED|EMPTY_RESPONSE|NETWORK\w*)|NetworkError: |This part could not be loaded/

const line = (page: Page) => page.getByText(/^Offline since .* What you see may be out of date\.$/)

story('the line that says it is offline looks right', async (stage) => {
  const { admin, checkAppearance, expectError } = stage
  expectError(UNSENT)
  const name = 'Whole-house renovation for the Featherstonehaugh family'
  await newJob(admin, name, { status: 'in_progress' })
  await checkAppearance(admin, '/jobs', 'offline', {
    narrow: true,
    ready: async (page) => {
      await card(page, name).waitFor()
      await page.context().setOffline(true)
      await line(page).waitFor()
    },
  })
})
