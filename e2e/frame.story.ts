import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { owner, PASSWORD } from './harness/company.ts'
import { holdSignIn, SESSION_ENDED } from './harness/page.ts'
import { main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const LOGGED_OUT = 'Unauthorized: You are logged out. Logging in again...'

/** Opens a screen signed out. It shows a message before it redirects to sign-in. */
async function expectSignInRedirect(page: Page, path: string): Promise<void> {
  const continueToSignIn = await holdSignIn(page)
  await page.goto(path)
  await page.getByText(LOGGED_OUT, { exact: true }).waitFor()
  expect(await page.getByRole('status').getByText('Loading', { exact: true }).count()).toBe(1)
  await continueToSignIn()
  await page.waitForURL(`/api/login?${new URLSearchParams({ returnTo: path })}`)
}

story(
  'without a session a screen shows a toast, then sign-in, and returns to the screen',
  async (stage) => {
    const { anonymous, visit } = stage
    const path = '/jobs?search=kitchen&status=on_hold'
    const page = await visit(anonymous, '/')
    await expectSignInRedirect(page, path)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(path)
    expect(await page.getByRole('searchbox').inputValue()).toBe('kitchen')

    // With an ended session the page sends no requests, so the browser logs no error.
    const stale = new ApiClient(anonymous.url, `${stage.admin.cookie.split('=')[0]}=gone`)
    await expectSignInRedirect(await visit(stale, '/nowhere'), path)
  },
)

story('a session that ends logs no error of the application', async (stage) => {
  const { join, visit, expectError } = stage
  const { api } = await join('admin', 'Olga')
  const page = await visit(api, '/jobs', { live: false })
  await page.getByText('No jobs yet').first().waitFor()
  await api.call('POST', '/api/logout')
  // The browser itself logs failed requests. The application adds no errors of its own.
  expectError(SESSION_ENDED)
  await page.getByRole('link', { name: 'Subcontractors' }).click()
  await page.waitForURL(/\/api\/login/)
})

story(
  'the theme follows the system until one is chosen, is remembered, and never flashes',
  async ({ admin, visit }) => {
    const isDark = (page: Page) =>
      page.evaluate(() => document.documentElement.classList.contains('dark'))
    const system = await visit(admin, '/', { theme: 'dark' })
    await main(system).getByRole('heading').first().waitFor()
    expect(await isDark(system)).toBe(true)

    const page = await visit(admin, '/', { theme: 'light' })
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    expect(await isDark(page)).toBe(true)
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ theme: 'dark' })

    // Records the background of every frame from the first one on.
    await page.addInitScript(() => {
      const seen = new Set<string>()
      Object.assign(window, { seen })
      const recordFrame = () => {
        if (document.body) seen.add(getComputedStyle(document.body).backgroundColor)
        requestAnimationFrame(recordFrame)
      }
      recordFrame()
    })
    await page.reload()
    await page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
    const backgrounds = () =>
      page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
    expect(await backgrounds()).toHaveLength(1)
    const [dark] = await backgrounds()
    await page.getByRole('button', { name: 'Switch to light theme' }).click()
    await expect.poll(backgrounds).not.toEqual([dark])
    await page.reload()
    await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
    expect(await backgrounds()).toHaveLength(1)
    expect(await backgrounds()).not.toEqual([dark])
  },
)
