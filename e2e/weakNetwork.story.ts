import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newJob } from './harness/jobs.ts'
import { fetchNothingAhead } from './harness/page.ts'
import { button, dialog, main, toast } from './harness/screen.ts'
import { screens } from './harness/screens.ts'
import { type StoryContext, story } from './harness/story.ts'

const MISSING = 'This part could not be loaded. Check your connection and try again.'
/** What the browser and React say of code that cannot be fetched, and of calls that cannot be sent. */
const UNSENT =
  /ERR_(FAILED|INTERNET_DISCONNECTED|NETWORK_CHANGED)|NetworkError: |This part could not be loaded/

/** The addresses of all screens that are no single thing. */
const paths = screens
  .map(({ path }) => path.replace('$kind', 'jobs'))
  .filter((path) => !path.includes('$'))

/** Goes to an address inside the application. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

const titleOf = (path: string) =>
  screens.find((screen) => screen.path.replace('$kind', 'jobs') === path)?.title ?? ''
/** The frame is there, with the title of the screen. */
const framed = (page: Page, path: string) =>
  page.getByRole('banner').getByText(titleOf(path), { exact: true }).waitFor()

/** Opens the dashboard in a browser that fetches nothing ahead. */
async function visitSaving({ visit, admin }: StoryContext, width: 390 | 1440 = 1440) {
  const page = await visit(admin, '/users', { width })
  await fetchNothingAhead(page)
  await page.goto('/')
  await main(page).getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** From now on the code of these parts is missing, until it is there again. */
async function loseCode(page: Page, pattern: RegExp) {
  let isMissing = true
  await page.route(pattern, (route) => (isMissing ? route.abort() : route.fallback()))
  return (missing: boolean) => {
    isMissing = missing
  }
}

story(
  'a screen whose code is missing says so in its place, and can be tried again',
  async (stage) => {
    stage.expectError(UNSENT)
    const page = await visitSaving(stage)
    const setMissing = await loseCode(page, /\/assets\/\w+Screen-[^/]*\.js$/)
    for (const path of paths.filter((path) => path !== '/')) {
      setMissing(true)
      await go(page, path)
      await framed(page, path)
      const alert = main(page).getByRole('alert').filter({ hasText: MISSING })
      await alert.waitFor()
      expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true)
      setMissing(false)
      await alert.getByRole('button', { name: 'Try again' }).click()
      await alert.waitFor({ state: 'hidden' })
      await main(page).getByRole('heading', { level: 1 }).first().waitFor()
    }
  },
)

story('what opens over a screen and cannot be loaded leaves the screen as it is', async (stage) => {
  stage.expectError(UNSENT)
  await newJob(stage.admin, 'Kitchen remodel')
  const page = await visitSaving(stage, 390)
  const heading = main(page).getByRole('heading', { level: 1, name: 'Dashboard' })
  const openings = [
    ['Drawer', () => button(page, 'More').tap()],
    ['Palette', () => button(page, 'Find').tap()],
    ['NotificationPanel', () => button(page, /^Notifications/).tap()],
  ] as const
  for (const [part, open] of openings) {
    const setMissing = await loseCode(page, new RegExp(`/assets/${part}-`))
    await open()
    await toast(page, MISSING)
    await button(page, 'Close').tap()
    expect(await dialog(page).count()).toBe(0)
    expect(await heading.isVisible()).toBe(true)
    setMissing(false)
    await open()
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  }
})

/** Goes through all screens without a network, and opens the menu and the palette. */
async function walkOffline(page: Page) {
  await page.context().setOffline(true)
  await page.getByText(/^Offline since /).waitFor()
  for (const path of paths) {
    await go(page, path)
    await framed(page, path)
    const heading = main(page).getByRole('heading', { level: 1 }).first()
    await heading.waitFor()
    expect(await heading.textContent(), path).not.toBe('Something went wrong')
  }
  for (const name of ['More', 'Find']) {
    await button(page, name).tap()
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  }
}

story('every screen opens offline in its frame where no worker keeps it', async (stage) => {
  stage.expectError(UNSENT)
  const page = await stage.visit(stage.admin, '/', { width: 390 })
  // The last one that is fetched ahead.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /TenantScreen-/.test(name)),
  )
  await walkOffline(page)
})

story('every part of a screen opens offline where the worker keeps it', async (stage) => {
  stage.expectError(UNSENT)
  const page = await stage.visit(stage.admin, '/', { width: 390, installs: true })
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const seen: string[] = []
  page.on('console', (message) => seen.push(message.text()))
  await walkOffline(page)
  expect(seen.filter((text) => text.includes('could not be loaded'))).toEqual([])
})

story('every screen opens on a slow network', async (stage) => {
  const { admin, visit } = stage
  const page = await visit(admin, '/', { width: 390 })
  await main(page).getByRole('heading', { level: 1 }).waitFor()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  // Slow 3G, as browsers call it.
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  for (const path of paths) {
    await go(page, path)
    await framed(page, path)
    await main(page).getByRole('heading', { level: 1 }).first().waitFor()
    expect(await main(page).getByRole('alert').count(), path).toBe(0)
  }
})
