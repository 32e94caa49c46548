import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { codeOf } from './harness/authenticator.ts'
import { PASSWORD, signIn } from './harness/company.ts'
import { lookAtPage } from './harness/lookAt.ts'
import { SESSION_ENDED } from './harness/page.ts'
import { button, confirm, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' })

/** Sets up two-step sign-in on the screen. @returns the displayed secret and recovery codes */
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

story('a person can set up two-step sign-in, sign in with it, and turn it off', async (stage) => {
  const { join, visit, expectError } = stage
  expectError(/^POST \/api\/login\/code: 401$/)
  expectError(SESSION_ENDED)
  const { api, email } = await join('client', 'Tess')
  const page = await visit(api, '/account')
  const { secret, codes } = await setUpOnScreen(page)
  expect(codes).toHaveLength(10)
  const saved = page.waitForEvent('download')
  await section(page).getByRole('link', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt')

  // The code for the current step was used to turn it on, and each code works only once.
  await enterPassword(page, email)
  await lookAtPage(page, 'second-factor-code')
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
