import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { button, confirm, dialog, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

/** Addresses the server as `localhost`. Passkeys need a host name and do not work on 127.0.0.1. */
const onLocalhost = ({ url, cookie }: ApiClient) =>
  new ApiClient(url.replace('127.0.0.1', 'localhost'), cookie)

/**
 * Adds a virtual authenticator to the browser, like the one of a phone or laptop. Its person always
 * agrees.
 */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** The person fails the verification from now on. */
    refuse: () =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    agree: () =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
  }
}

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const account = (page: Page) =>
  main(page).getByRole('heading', { level: 1, name: 'My account' }).waitFor()

async function add(page: Page, name: string) {
  await button(page, 'Add Passkey').click()
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
}

async function openSignIn(page: Page) {
  // Leaves the page first. Its pending requests would fail once the session ends.
  await page.goto('about:blank')
  await page.goto('/api/logout')
  await page.goto('/api/login?returnTo=%2Faccount')
}

story('a person can add a passkey, sign in with it, and remove it', async (stage) => {
  const { join, visit, expectError } = stage
  expectError(/^POST \/api\/login\/passkey: 401$/)
  const { api } = await join('client', 'Pia')
  const page = await visit(onLocalhost(api), '/account')
  const authenticator = await addAuthenticator(page)
  await authenticator.refuse()
  await add(page, 'Pocket phone')
  await dialog(page)
    .getByText('The browser did not create a passkey. Try again, or choose another device.')
    .waitFor()
  // Canceling the browser's dialog is not an error, so there is no toast.
  expect(await page.locator('[data-toast]').count()).toBe(0)
  await authenticator.agree()
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await toast(page, 'Passkey added')
  await section(page).getByText('Pocket phone').waitFor()
  await section(page).getByText('never used').waitFor()

  // The browser knows that this device already has a passkey.
  await add(page, 'Again')
  await dialog(page).getByText('This device already has a passkey of yours.').waitFor()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await openSignIn(page)
  await button(page, 'Sign in with a passkey').click()
  await account(page)
  await section(page).getByText('last used').waitFor()

  await button(page, 'Remove Pocket phone').click()
  await confirm(page, 'Remove')
  await toast(page, 'Passkey removed')
  await openSignIn(page)
  await button(page, 'Sign in with a passkey').click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toBe('That passkey does not work here.')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    'Sign in with a passkey',
  )
})

story('without passkey support the sign-in page does not offer one', async (stage) => {
  const { anonymous, visit } = stage
  const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })
  const byAddress = await visit(anonymous, '/api/login')
  await byAddress.getByLabel('Email').waitFor()
  expect(await signIn(byAddress).count()).toBe(0)
  const plain = await visit(onLocalhost(anonymous), '/api/login', { script: false })
  await plain.getByLabel('Email').waitFor()
  expect(await signIn(plain).count()).toBe(0)
  const named = await visit(onLocalhost(anonymous), '/api/login')
  await signIn(named).waitFor()
})
