import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { owner, PASSWORD } from './harness/company.ts'
import { tabTo } from './harness/keyboard.ts'
import { main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const password = (page: Page) => page.getByLabel('Password', { exact: true })
const show = (page: Page) => page.getByRole('button', { name: 'Show password' })

/** Types a password, shows it and hides it again, by keyboard. */
async function look(page: Page) {
  await password(page).fill(PASSWORD)
  await tabTo(page, /^Show password/)
  for (const [pressed, type] of [
    ['true', 'text'],
    ['false', 'password'],
  ]) {
    await page.keyboard.press('Space')
    expect(await show(page).getAttribute('aria-pressed')).toBe(pressed)
    expect(await password(page).getAttribute('type')).toBe(type)
  }
  expect(await password(page).inputValue()).toBe(PASSWORD)
}

story(
  'a password can be shown while it is typed',
  async ({ admin, anonymous, visit, checkAppearance, startServer, expectError }) => {
    expectError(/^POST \/api\/setup: 400$/)
    const page = await visit(anonymous, '/api/login')
    await page.getByLabel('Email').fill(owner.email)
    await look(page)
    // One that is shown is sent all the same.
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await main(page).getByRole('heading', { name: 'Dashboard' }).waitFor()

    const person = { email: 'cleo@example.com', firstName: 'Cleo', lastName: 'Clark' }
    const { inviteLink } = await admin.request<{ inviteLink: string }>(
      'POST',
      '/api/users/invite',
      { ...person, role: 'client' },
    )
    await look(await visit(anonymous, new URL(inviteLink).pathname))
    await checkAppearance(anonymous, '/api/login', 'show-password', async (there) => {
      await password(there).fill(PASSWORD)
      await show(there).click()
    })

    // A page that is submitted again in place of itself.
    const fresh = await startServer()
    const setup = await visit(new ApiClient(fresh.url), '/api/login')
    await look(setup)
    await setup.getByLabel('Company name').fill('Ridgeline Builders')
    await setup.getByLabel('First name').fill('Ada')
    await setup.getByLabel('Last name').fill('Adler')
    await setup.getByLabel('Email').fill('ada@example.com')
    await password(setup).fill('Ridgeline Builders')
    await setup.getByRole('button', { name: 'Start empty' }).click()
    await setup.getByText('Please look at the marked fields.').waitFor()
    await look(setup)
  },
)
