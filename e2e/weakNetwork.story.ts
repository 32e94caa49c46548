import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { newJob } from './harness/jobs.ts'
import { screensOf } from './harness/sample.ts'
import { button, closeByEscape, dialog, go, main, toast } from './harness/screen.ts'
import { type StoryContext, story } from './harness/story.ts'

const MISSING = 'This part could not be loaded. Check your connection and try again.'
/** The errors of the browser and React for code and calls that fail to load. */
const LOAD_ERRORS =
  /ERR_(FAILED|INTERNET_DISCONNECTED|NETWORK_CHANGED)|NetworkError: |This part could not be loaded/

type Screen = Awaited<ReturnType<typeof screensOf>>[number]

/** Opens a screen. The frame shows its title even if the screen cannot be loaded. */
async function goTo(page: Page, { path, title }: Screen) {
  await go(page, path)
  await page.getByRole('banner').getByText(title, { exact: true }).waitFor()
}

/** Expects that the screen has a heading and did not crash. */
async function expectAlive(page: Page, { path }: Screen) {
  const heading = main(page).getByRole('heading', { level: 1 }).first()
  await heading.waitFor()
  expect(await heading.textContent(), path).not.toBe('Something went wrong')
}

async function visitDashboard({ visit }: StoryContext, api: ApiClient, width: 390 | 1440 = 1440) {
  const page = await visit(api, '/', { width })
  await main(page).getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Makes code files unavailable. @returns a function that sets whether they are missing */
async function blockCode(page: Page, pattern: RegExp) {
  let isMissing = true
  await page.route(pattern, (route) => (isMissing ? route.abort() : route.fallback()))
  return (missing: boolean) => {
    isMissing = missing
  }
}

/** Limits the connection to "Slow 3G": 400 kbit/s. */
async function slowDown(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
}

story('a screen whose code is missing can be tried again', async (stage) => {
  stage.expectError(LOAD_ERRORS)
  const jobId = await newJob(stage.admin, 'Orangery')
  const page = await visitDashboard(stage, stage.admin)
  const setMissing = await blockCode(page, /\/assets\/\w+Screen-[^/]*\.js$/)
  for (const screen of [
    { path: '/jobs', title: 'Work in Progress' },
    { path: `/jobs/${jobId}`, title: 'Job Details' },
  ]) {
    setMissing(true)
    await goTo(page, screen)
    const alert = main(page).getByRole('alert').filter({ hasText: MISSING })
    await alert.waitFor()
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true)
    setMissing(false)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.waitFor({ state: 'hidden' })
    await main(page).getByRole('heading', { level: 1 }).first().waitFor()
  }
})

story('on a slow network screens open without an error', async (stage) => {
  const phone = await stage.visit(stage.admin, '/api/health', { width: 390, fresh: true })
  await slowDown(phone)
  await phone.goto('/')
  for (const screen of [
    { path: '/', title: 'Dashboard' },
    { path: '/jobs', title: 'Work in Progress' },
  ]) {
    await goTo(phone, screen)
    await expectAlive(phone, screen)
    expect(await main(phone).getByRole('alert').count(), screen.path).toBe(0)
  }
})

story('an overlay that cannot be loaded leaves the screen unchanged', async (stage) => {
  stage.expectError(LOAD_ERRORS)
  await newJob(stage.admin, 'Orangery')
  const page = await visitDashboard(stage, stage.admin, 390)
  const heading = main(page).getByRole('heading', { level: 1, name: 'Dashboard' })
  const openings = [
    ['Drawer', () => button(page, 'More').tap()],
    ['Palette', () => button(page, 'Find').tap()],
    ['NotificationPanel', () => button(page, /^Notifications/).tap()],
  ] as const
  for (const [part, open] of openings) {
    const setMissing = await blockCode(page, new RegExp(`/assets/${part}-`))
    await open()
    await toast(page, MISSING)
    await button(page, 'Close').tap()
    expect(await dialog(page).count()).toBe(0)
    expect(await heading.isVisible()).toBe(true)
    setMissing(false)
    await open()
    await dialog(page).waitFor()
    await closeByEscape(dialog(page))
  }
})

story('every screen that was fetched ahead opens offline in its frame', async (stage) => {
  stage.expectError(LOAD_ERRORS)
  const sample = await stage.sample()
  const page = await stage.visit(sample.people.admin, '/', { width: 390, fetchesAhead: true })
  // By default a page remembers 250 of the files that it has fetched.
  await page.evaluate(() => performance.setResourceTimingBufferSize(1000))
  const screens = await screensOf(sample, 'admin')
  // All screens are prefetched one after the other.
  await page.waitForFunction((count) => {
    const names = performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /\/(\w+Screen)-/.exec(name)?.[1] ?? [])
    return new Set(names).size >= count
  }, screens.length)
  await page.context().setOffline(true)
  await page.getByText(/^Offline since /).waitFor()
  for (const screen of screens) {
    await goTo(page, screen)
    await expectAlive(page, screen)
  }
  for (const name of ['More', 'Find']) {
    await button(page, name).tap()
    await dialog(page).waitFor()
    await closeByEscape(dialog(page))
  }
})

story('a failed save says what to do, and trying again saves it once', async (stage) => {
  const { admin, visit, expectError } = stage
  expectError(LOAD_ERRORS)
  const page = await visit(admin, '/jobs?new=job')
  const form = dialog(page)
  const create = form.getByRole('button', { name: 'Create Job' })
  await form.getByLabel('Name', { exact: true }).fill('Porch behind a screen')
  await form.getByLabel('Address', { exact: true }).fill('7 Elm St')
  await page.context().setOffline(true)
  await create.click()
  await toast(page, 'Failed to create job')
  await toast(page, 'You are offline. What you typed is kept; try again when you are back online.')
  await page.context().setOffline(false)

  // The job is saved, but the response is lost.
  await page.route('**/api/jobs', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await create.click()
  await page.getByText(/^The answer was lost, so it may have been done all the same\./).waitFor()
  await page.unroute('**/api/jobs')
  await create.click()
  await toast(page, 'Job created successfully')
  const jobs = await admin.request<unknown[]>('GET', '/api/jobs?search=Porch%20behind')
  expect(jobs).toHaveLength(1)
})
