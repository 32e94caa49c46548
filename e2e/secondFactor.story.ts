import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { codeOf } from './harness/authenticator.ts'
import { owner, PASSWORD, signIn } from './harness/company.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { button, confirm, main, toast } from './harness/screen.ts'
import { type StoryContext, story } from './harness/story.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' })

/** Sets two-step sign-in up on the screen. @returns the secret and the recovery codes, as they are shown */
async function setUpOnScreen(page: Page) {
  await button(page, 'Set Up Two-Step Sign-In').click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = await section(page).getByLabel('Key').inputValue()
  await section(page).getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await button(page, 'Turn On').click()
  await toast(page, 'Two-step sign-in turned on')
  const list = section(page).getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  return { secret, codes: await list.getByRole('listitem').allTextContents() }
}

async function enterPassword(page: Page, email: string) {
  await page.goto('/api/logout')
  await page.goto('/api/login?returnTo=%2Faccount')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await button(page, 'Sign in').click()
  await page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor()
}

async function enterCode(page: Page, code: string) {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const account = (page: Page) =>
  main(page).getByRole('heading', { level: 1, name: 'My account' }).waitFor()

story('a person sets two-step sign-in up, signs in with it, and turns it off', async (stage) => {
  const { join, visit, expectError } = stage
  expectError(/^POST \/api\/login\/code: 401$/)
  const { api, email } = await join('client', 'Tess')
  const page = await visit(api, '/account')
  const { secret, codes } = await setUpOnScreen(page)
  expect(codes).toHaveLength(10)
  const saved = page.waitForEvent('download')
  await section(page).getByRole('link', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt')

  // Each code works once: this one was used to turn it on.
  await enterPassword(page, email)
  await enterCode(page, codeOf(secret, -2))
  const alert = page.getByRole('alert')
  expect(await alert.textContent()).toBe('That code is not right, or was used already.')
  await enterCode(page, codeOf(secret, 1))
  await account(page)

  await enterPassword(page, email)
  await page.getByText('Use a recovery code').click()
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toUpperCase())
  await button(page, 'Sign in with a recovery code').click()
  await account(page)
  await section(page).getByText('You have 9 recovery codes left.').waitFor()
  expect(await section(page).getByRole('list').count()).toBe(0)

  await button(page, 'Turn Off').click()
  await confirm(page, 'Turn Off')
  await toast(page, 'Two-step sign-in turned off')
  await signIn(stage.server.url, email)
})

/** Sets two-step sign-in up without a screen. @returns its secret */
async function setUp(api: StoryContext['admin']): Promise<string> {
  const { secret } = await api.request<{ secret: string }>('POST', '/api/account/second-factor')
  await api.request('POST', '/api/account/second-factor/confirm', { code: codeOf(secret) })
  return secret
}

story(
  'an admin who lacks the second factor that the company asks for is led to set it up',
  async (stage) => {
    const { admin, visit, expectError } = stage
    // The last of them may come while the page is being left.
    expectError(/^((GET|POST) \/api\/.*: 403$|console error: ApiError: 403)/)
    await setUp(admin)
    await admin.request('PUT', '/api/settings', { adminsNeedSecondFactor: true })
    const second = { firstName: 'Max', lastName: 'Second', email: 'max@example.com', role: 'admin' }
    const { inviteLink } = await admin.request<{ inviteLink: string }>(
      'POST',
      '/api/users/invite',
      second,
    )
    const page = await visit(stage.anonymous, new URL(inviteLink).pathname)
    await page.getByLabel('Password').fill(PASSWORD)
    await button(page, 'Join').click()
    await account(page)
    await main(page)
      .getByText(/^Your company asks admins for a second factor/)
      .waitFor()
    await page.goto('/jobs')
    await account(page)
    await setUpOnScreen(page)
    await page.goto('/jobs')
    await main(page).getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await admin.request('PUT', '/api/settings', { adminsNeedSecondFactor: false })
  },
  { alone: true },
)

story(
  'an admin removes the second factor of who lost it, and signs somebody out everywhere',
  async ({ admin, join, server, visit }) => {
    const { id, api, email } = await join('client', 'Otto')
    await setUp(api)
    const page = await visit(admin, `/users?edit=${id}`)
    await button(page, 'Remove the second factor of Otto Client').click()
    await confirm(page, 'Remove')
    await toast(page, 'Second factor removed')
    await button(page, 'Remove the second factor of Otto Client').waitFor({ state: 'detached' })

    const again = await signIn(server.url, email)
    expect((await again.call('GET', '/api/auth/user')).status).toBe(200)
    await button(page, 'Sign Otto Client out everywhere').click()
    await confirm(page, 'Sign Out')
    await toast(page, 'Signed out everywhere')
    expect((await again.call('GET', '/api/auth/user')).status).toBe(401)
  },
)

story('two-step sign-in looks right', async ({ join, checkAppearance, anonymous }) => {
  const { api, email } = await join('client', 'Cleo')
  await checkAppearance(api, '/account', 'second-factor-set-up', async (page) => {
    await button(page, 'Set Up Two-Step Sign-In').click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  })
  await setUp(api)
  await checkAppearance(api, '/account', 'second-factor-codes', async (page) => {
    await button(page, 'New Recovery Codes').click()
    await confirm(page, 'Make New Codes')
    await section(page).getByRole('list', { name: 'Recovery codes' }).waitFor()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  })
  await checkAppearance(anonymous, '/api/login', 'second-factor-code', async (page) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await button(page, 'Sign in').click()
    await page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor()
    await page.getByText('Use a recovery code').click()
  })
})

async function openAccount(page: Page) {
  await page.getByRole('link', { name: /^My account: / }).click()
  await account(page)
}

/** What was shown once is gone then, as in a tab that is loaded now. */
async function leaveAndReturn(page: Page) {
  await openScreen(page, 'Dashboard')
  await openAccount(page)
}

const writes: readonly Write[] = [
  {
    row: 'POST /api/account/second-factor',
    shownOn: [],
    make: async (page) => {
      await openAccount(page)
      await button(page, 'Set Up Two-Step Sign-In').click()
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
      await leaveAndReturn(page)
    },
  },
  {
    row: 'POST /api/account/second-factor/confirm',
    shownOn: [],
    make: async (page) => {
      await openAccount(page)
      await setUpOnScreen(page)
      await leaveAndReturn(page)
    },
  },
  {
    row: 'POST /api/account/recovery-codes',
    shownOn: [],
    make: async (page) => {
      await openAccount(page)
      await button(page, 'New Recovery Codes').click()
      await confirm(page, 'Make New Codes')
      await written(page, 'Recovery codes created')
      await leaveAndReturn(page)
    },
  },
  {
    row: 'DELETE /api/account/second-factor',
    shownOn: [],
    make: async (page) => {
      await openAccount(page)
      await button(page, 'Turn Off').click()
      await confirm(page, 'Turn Off')
      await written(page, 'Two-step sign-in turned off')
    },
  },
]

story(
  'two-step sign-in is fresh after each write',
  async (stage) => {
    await followed({ ...stage, admin: await signIn(stage.server.url, owner.email) }, writes)
  },
  { alone: true },
)
