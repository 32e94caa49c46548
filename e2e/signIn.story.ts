import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { owner, PASSWORD, signIn } from './harness/company.ts'
import { tabTo } from './harness/keyboard.ts'
import { apiClientOf, SESSION_ENDED, saveScreenshot } from './harness/page.ts'
import { type StoryContext, story } from './harness/story.ts'

const NEW_PASSWORD = 'nine otters beside the mill'
// Most forms of these stories are submitted by a browser without scripts.
const plain = { script: false }

const title = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

/** Submits the form of the sign-in page, and waits for the page that answers it. */
async function tryToSignIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
}

interface Invited {
  readonly inviteLink: string
  readonly user: { readonly id: string }
}

async function invite({ admin }: StoryContext, firstName: string) {
  const email = `${firstName.toLowerCase()}@example.com`
  const person = { email, firstName, lastName: 'Client', role: 'client', projectIds: [] }
  const { inviteLink, user } = await admin.request<Invited>('POST', '/api/users/invite', person)
  return { email, id: user.id, path: new URL(inviteLink).pathname }
}

const whoIs = async (page: Page) =>
  (await apiClientOf(page)).request<{ email: string }>('GET', '/api/auth/user')

story(
  'signing in shows the text of the role, one message for every error, then the screen',
  async (stage) => {
    const { anonymous, visit, expectError } = stage
    expectError(/^POST \/api\/login: 401$/)
    const page = await visit(
      anonymous,
      '/api/login?role=subcontractor&returnTo=%2Fjobs%3Fstatus%3Don_hold',
      plain,
    )
    expect(await title(page)).toBe('Sign in')
    await page.getByText('See your tasks, update progress and upload photos.').waitFor()
    const messages = []
    for (const email of [owner.email, 'nobody@example.com']) {
      await tryToSignIn(page, email, 'not the right one')
      messages.push(await page.getByRole('alert').textContent())
      expect(await page.getByLabel('Email').inputValue()).toBe(email)
      expect(await page.getByLabel('Password').inputValue()).toBe('')
    }
    expect(messages).toEqual(Array(2).fill('That email and password do not match.'))
    await tryToSignIn(page, owner.email, PASSWORD)
    await page.waitForURL('/jobs?status=on_hold')
    expect(await whoIs(page)).toMatchObject({ email: owner.email })

    // A signed-in person is redirected at once, but neither to another site nor to the API.
    for (const returnTo of [
      ...[
        '//example.com',
        '/\\example.com',
        '/\t/example.com',
        '/%5cexample.com',
        '/x/..//example.com',
      ],
      ...[
        '/api/logout',
        '/%61pi/logout',
        '/%2561pi/logout',
        '/x/%2e%2e/api/logout',
        '/api%2flogout',
      ],
    ]) {
      await page.goto(`/api/login?${new URLSearchParams({ returnTo })}`)
      expect(page.url()).toBe(`${stage.server.url}/`)
    }
    expect(await whoIs(page)).toMatchObject({ email: owner.email })
  },
)

story('a forgotten password is reset by the link of an admin, which works once', async (stage) => {
  const { admin, anonymous, visit, join, expectError } = stage
  expectError(/\/api\/reset-password\/.*: 404$/)
  expectError(/^POST \/api\/login: 401$/)
  const { id, email, api } = await join('client', 'Fay')
  const page = await visit(anonymous, '/api/login', plain)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  expect(await title(page)).toBe('Forgot password')
  await page
    .getByText('Ask an admin of your company: they can make you a link to choose a new one.')
    .waitFor()
  const { resetLink } = await admin.request<{ resetLink: string }>(
    'POST',
    `/api/users/${id}/reset-link`,
  )
  const { pathname } = new URL(resetLink)
  await page.goto(pathname)
  expect(await title(page)).toBe('Choose a new password')
  await page.getByLabel('Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('status').getByText('Your new password is saved. Sign in with it.').waitFor()
  expect((await api.call('GET', '/api/auth/user')).status).toBe(401)
  await tryToSignIn(page, email, PASSWORD)
  await page.getByRole('alert').waitFor()
  await tryToSignIn(page, email, NEW_PASSWORD)
  await page.waitForURL('/')
  expect(await title(await visit(anonymous, pathname, plain))).toBe('This link no longer works')
})

story(
  'signing out is immediate, or needs a confirmation when another site links to it',
  async ({ server, visit, expectError }) => {
    expectError(SESSION_ENDED)
    const page = await visit(await signIn(server.url, owner.email), '/')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'A complete job management solution' }).waitFor()
    expect(await page.context().cookies()).toEqual([])

    const stays = await visit(await signIn(server.url, owner.email), '/', plain)
    // A data URL is another site. A different port would be the same site.
    const elsewhere = `data:text/html,<a href="${server.url}/api/logout">out</a>`
    await stays.goto(elsewhere)
    await stays.getByRole('link').click()
    expect(await title(stays)).toBe('Sign out?')
    await stays.getByRole('link', { name: 'Stay signed in' }).click()
    await stays.waitForURL('/')
    expect(await whoIs(stays)).toMatchObject({ email: owner.email })
    await stays.goto(elsewhere)
    await stays.getByRole('link').click()
    await stays.getByRole('button', { name: 'Sign out' }).click()
    await stays.waitForURL('/')
    expect((await (await apiClientOf(stays)).call('GET', '/api/auth/user')).status).toBe(401)
  },
)

story(
  'every password field hides its text, accepts pasting, and is known to password managers',
  async (stage) => {
    const { anonymous, admin, visit } = stage
    const { path, id } = await invite(stage, 'Paula')
    const page = await visit(anonymous, '/api/login')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((text) => navigator.clipboard.writeText(text), NEW_PASSWORD)

    /** Pastes into each password field of a page. @returns their autocomplete attributes */
    async function pasteInto(tab: Page) {
      const fields = tab.locator('input[type=password]')
      await fields.first().waitFor()
      const seen = []
      for (const field of await fields.all()) {
        await field.focus()
        await tab.keyboard.press('Control+V')
        expect(await field.inputValue()).toBe(NEW_PASSWORD)
        seen.push(await field.getAttribute('autocomplete'))
      }
      // No password field shows its text.
      expect(await tab.locator('input[autocomplete$=password]:not([type=password])').count()).toBe(
        0,
      )
      return seen
    }

    expect(await pasteInto(page)).toEqual(['current-password'])
    await page.goto(path)
    expect(await pasteInto(page)).toEqual(['new-password'])
    await new ApiClient(admin.url).call('POST', path, { password: PASSWORD })
    const reset = await admin.request<{ resetLink: string }>('POST', `/api/users/${id}/reset-link`)
    await page.goto(new URL(reset.resetLink).pathname)
    expect(await pasteInto(page)).toEqual(['new-password'])

    const office = await visit(admin, '/account')
    await office.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    expect(await pasteInto(office)).toEqual(['current-password', 'new-password'])
  },
)

story('a password can be shown while typing, by keyboard', async ({ anonymous, visit }) => {
  const page = await visit(anonymous, '/api/login')
  const password = page.getByLabel('Password', { exact: true })
  await page.getByLabel('Email').fill(owner.email)
  await password.fill(PASSWORD)
  await tabTo(page, /^Show password/)
  for (const [pressed, type] of [
    ['true', 'text'],
    ['false', 'password'],
    ['true', 'text'],
  ]) {
    await page.keyboard.press('Space')
    const show = page.getByRole('button', { name: 'Show password' })
    expect(await show.getAttribute('aria-pressed')).toBe(pressed)
    expect(await password.getAttribute('type')).toBe(type)
  }
  // A visible password can be submitted too.
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})

story(
  'what was typed when the session ended is back after sign-in, for the same person only',
  async (stage) => {
    const { join, visit, expectError } = stage
    expectError(SESSION_ENDED)
    expectError(/^POST \/api\/jobs: 401$/)
    const [dina, otto] = [await join('admin', 'Dina'), await join('admin', 'Otto')]
    const page = await visit(dina.api, '/jobs')
    const form = page.getByRole('dialog', { name: 'Create New Job' })
    const name = form.getByLabel('Name', { exact: true })
    const loseSession = async () => {
      await stage.admin.request('DELETE', `/api/users/${dina.id}/sessions`)
      await page.waitForURL(/\/api\/login\?returnTo=%2Fjobs%3Fnew%3Djob$/)
    }

    await page.getByRole('button', { name: 'Create New Job' }).click()
    await name.fill('Deck and pergola')
    await form.getByLabel('Notes', { exact: true }).fill('Two steps down to the lawn')
    await loseSession()
    await tryToSignIn(page, dina.email, PASSWORD)
    await form.getByText('What you typed before you signed in again is back.').waitFor()
    expect(await name.inputValue()).toBe('Deck and pergola')
    await saveScreenshot(page, 'typed-before-1440')
    await page.setViewportSize({ width: 390, height: 844 })
    await saveScreenshot(page, 'typed-before-390')

    await loseSession()
    await tryToSignIn(page, otto.email, PASSWORD)
    await form.waitFor()
    expect(await name.inputValue()).toBe('')
    expect(await page.evaluate(() => sessionStorage.getItem('typed'))).toBeNull()
  },
)
