import type { Role } from '@plumbline/contract/policy.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { owner, PASSWORD, setup, signIn } from './harness/company.ts'
import { holdSignIn, SESSION_ENDED } from './harness/page.ts'
import { go, toast } from './harness/screen.ts'
import { screens, sidebars } from './harness/screens.ts'
import { type StoryContext, story } from './harness/story.ts'

const id = '019a0000-0000-7000-8000-000000000000'

/**
 * The screens in an order in which no two neighbors have the same title, because the title shows
 * that the next screen is open.
 */
const routes = screens
  .map((screen) => ({
    ...screen,
    path: screen.path.replace('$kind', 'subcontractors').replace('$id', id),
    hasParam: screen.path.includes('$'),
  }))
  .sort((one, other) => Number(one.hasParam) - Number(other.hasParam))

const main = (page: Page) => page.getByRole('main')
const accessDenied = (page: Page) => main(page).getByText(/^Access Denied/)

/** Loads an address. */
const load = (page: Page, path: string) => page.goto(path)

async function walk({ visit, expectError }: StoryContext, api: ApiClient, role: Role) {
  // This job and this bid do not exist.
  expectError(new RegExp(`GET /api/[\\w/-]+/${id}.*: 404`))
  const page = await visit(api, '/')
  for (const { path, title, denied, allows } of routes) {
    // Loading depends on the address, not on the role, so only one role loads every page.
    if (path !== '/') await (role === 'admin' ? load : go)(page, path)
    await page.getByRole('banner').getByText(title, { exact: true }).waitFor()
    await main(page).getByRole('heading').filter({ hasText: /./ }).first().waitFor()
    const texts = await accessDenied(page).allTextContents()
    expect(texts, `${path} as ${role}`).toEqual(allows(role) ? [] : [denied])
    await expect.poll(() => page.title()).toBe(`${title} · ${setup.companyName}`)
  }
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  expect(await sidebar.getByRole('link').allTextContents()).toEqual(sidebars[role])
  await notFound(page, role === 'admin' ? load : go)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
}

async function notFound(page: Page, open: (page: Page, path: string) => Promise<unknown>) {
  for (const path of ['/nowhere', '/jobs/one/two']) {
    await open(page, path)
    await page.getByRole('heading', { level: 1, name: '404 Page Not Found', exact: true }).waitFor()
    await page.getByText('Did you forget to add the page to the router?', { exact: true }).waitFor()
    // Leaves the page, so that the next address is not mistaken for this one.
    await open(page, '/')
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: '404' }).waitFor()
  }
}

story('every route works as an admin', async (stage) => walk(stage, stage.admin, 'admin'))
story('every route works as a sub', async (stage) =>
  walk(stage, (await stage.join('subcontractor', 'Sam')).api, 'subcontractor'),
)
story('every route works as a client', async (stage) =>
  walk(stage, (await stage.join('client', 'Cleo')).api, 'client'),
)

story(
  'the sidebar links to each of its screens and names the person',
  async ({ server, visit, expectError }) => {
    const page = await visit(await signIn(server.url, owner.email), '/')
    const sidebar = page.getByRole('complementary')
    for (const label of sidebars.admin) {
      const link = sidebar.getByRole('link', { name: label, exact: true })
      await link.click()
      await page.getByRole('banner').getByText(label, { exact: true }).waitFor()
      expect(await link.getAttribute('aria-current')).toBe('page')
    }
    const self = sidebar.getByRole('button', { name: /Your menu/ })
    expect(await self.textContent()).toMatch(/^Your menu: AA.*Ada Admin.*Admin$/)
    expectError(SESSION_ENDED)
    await sidebar.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'A complete job management solution' }).waitFor()
  },
)

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

story(
  'a tab that was open during an update reloads and opens the requested screen',
  async (stage) => {
    const { admin, visit, expectError } = stage
    expectError(/^GET \/assets\/JobForm.*: 404$|This part could not be loaded/)
    const page = await visit(admin, '/jobs')
    await page.getByRole('button', { name: 'Create New Job' }).waitFor()
    // The responses of a server with the next version: a different page, and no such chunk.
    const updated = page.waitForRequest((request) => request.isNavigationRequest())
    await page.route(/\/assets\/JobForm/, (route) => route.fulfill({ status: 404 }), { times: 1 })
    await page.route(/\/jobs\?new=job$/, async (route) => {
      if (route.request().isNavigationRequest()) return route.continue()
      const response = await route.fetch()
      const body = (await response.text()).replace(
        /\/assets\/index-[\w-]+\.js/,
        '/assets/index-next.js',
      )
      return route.fulfill({ response, body })
    })
    await page.getByRole('button', { name: 'Create New Job' }).click()
    await updated
    await page.getByRole('dialog', { name: 'Create New Job' }).waitFor()
  },
)

story(
  'a chunk that cannot be loaded without a connection keeps the screen',
  async ({ admin, visit, expectError }) => {
    expectError(/ERR_INTERNET_DISCONNECTED|This part could not be loaded/)
    // With an empty cache.
    const page = await visit(admin, '/jobs', { fresh: true })
    await page.getByRole('button', { name: 'Create New Job' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Create New Job' }).click()
    await toast(page, 'This part could not be loaded. Check your connection and try again.')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Create New Job' }).click()
    await page.getByRole('dialog', { name: 'Create New Job' }).waitFor()
  },
)
