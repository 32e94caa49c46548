import type { Page } from 'playwright-core'
import { owner, signIn } from './harness/company.ts'
import { followed, type Write, written } from './harness/freshness.ts'
import { png } from './harness/png.ts'
import { button, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

async function openAccount(page: Page) {
  await page.getByRole('link', { name: /^My account: / }).click()
  await main(page).getByRole('heading', { level: 1 }).waitFor()
}

async function openSettings(page: Page) {
  await openAccount(page)
  await page
    .getByRole('link', { name: /Settings|Company/ })
    .first()
    .click()
  await main(page).getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
}

const writes: readonly Write[] = [
  {
    row: 'PUT /api/settings',
    shownOn: ['Dashboard'],
    make: async (page) => {
      await openSettings(page)
      await page.getByLabel('Phone').fill('(630) 555-0100')
      await page
        .getByRole('region', { name: 'Company' })
        .getByRole('button', { name: 'Save' })
        .click()
      await written(page, 'Settings saved successfully')
    },
  },
  {
    row: 'PUT /api/settings/logo',
    shownOn: [],
    make: async (page) => {
      await openSettings(page)
      await page.locator('input[type=file]').setInputFiles({
        name: 'l.png',
        mimeType: 'image/png',
        buffer: Buffer.from(png(64, 48, 90)),
      })
      await written(page, 'Logo saved successfully')
    },
  },
  {
    row: 'DELETE /api/settings/logo',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Remove').first().click()
      await written(page, 'Logo removed successfully')
    },
  },
  {
    row: 'POST /api/backups',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Back Up Now').click()
      await written(page, 'Backup started')
      // Or the screen would change while it is compared.
      await main(page)
        .getByText(/^Last backup: /)
        .waitFor()
    },
  },
  {
    row: 'DELETE /api/account/sessions/:sid',
    shownOn: [],
    make: async (page) => {
      await openAccount(page)
      await button(page, /^Sign out (?!everywhere)/)
        .first()
        .click()
      await written(page, 'Device signed out')
    },
  },
  {
    row: 'DELETE /api/account/sessions',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Sign out all other devices').click()
      await written(page, 'Signed out of all other devices')
    },
  },
]

story('settings and sessions are fresh after each write', async (stage) => {
  for (let device = 0; device < 2; device++) await signIn(stage.server.url, owner.email)
  await followed(stage, writes)
})
