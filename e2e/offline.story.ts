import { rmSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkThemes } from './harness/appearance.ts'
import { copyOfBuild, renameChunks } from './harness/builds.ts'
import { setUp } from './harness/company.ts'
import { newJob } from './harness/jobs.ts'
import { SESSION_ENDED } from './harness/page.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { button, card, main, toast } from './harness/screen.ts'
import {
  cachedFiles,
  cachedPaths,
  INSTALL_TIMEOUT_MS,
  waitUntilInstalled,
} from './harness/serviceWorker.ts'
import { type StoryContext, story } from './harness/story.ts'

/** The errors of the browser for requests that cannot be sent. */
const OFFLINE_ERRORS =
  /ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|FAILED|EMPTY_RESPONSE|NETWORK\w*)|NetworkError: |This part could not be loaded/

const line = (page: Page) => page.getByText(/^Offline since .* What you see may be out of date\.$/)
const heading = (page: Page, name: string) => main(page).getByRole('heading', { level: 1, name })

/** The states of the versions of the service worker, as seen from a tab that it does not serve. */
async function serviceWorkersOf(tab: Page) {
  const browser = await tab.context().newCDPSession(tab)
  const states = new Map<string, string>()
  browser.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status } of versions) states.set(versionId, status)
  })
  await browser.send('ServiceWorker.enable')
  return () => [...states.values()].filter((state) => state !== 'redundant')
}

/**
 * Pushes messages to the service worker, as the push service of a browser does, and expects the
 * notifications.
 */
async function expectPushes(page: Page, browser: CDPSession, origin: string) {
  await page.context().grantPermissions(['notifications'])
  const registration = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const push = async (data: string) =>
    browser.send('ServiceWorker.deliverPushMessage', {
      ...{ origin, registrationId: await registration, data },
    })
  const shown = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready
      const notifications = await worker.getNotifications()
      return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
    })
  const pushed = { title: 'Sam added 6 photos', body: 'Lake house', url: '/photos', tag: 'burst' }
  const { url, ...texts } = pushed
  const first = { ...texts, data: { url: `${origin}${url}` } }
  // The worker does not keep the order of pushes that arrive together, so the second waits for the
  // first, which is delivered again if the browser drops it while the worker starts.
  const pushFirst = async () => {
    const before = await shown()
    if (before.length === 0) await push(JSON.stringify({ ...pushed, title: 'Sam added 5 photos' }))
    return before
  }
  await expect
    .poll(pushFirst, { interval: 1_000 })
    .toEqual([{ ...first, title: 'Sam added 5 photos' }])
  await push(JSON.stringify(pushed))
  await expect.poll(shown).toEqual([first])

  // A browser requires a notification for every push, even an unreadable one, and none links to
  // another site.
  await push('no JSON')
  await push(JSON.stringify({ ...pushed, url: 'https://evil.example/', tag: 'evil' }))
  const start = { url: `${origin}/` }
  await expect.poll(shown).toHaveLength(3)
  expect(await shown()).toEqual(
    expect.arrayContaining([
      first,
      { title: 'Plumbline', body: '', tag: '', data: start },
      { ...texts, tag: 'evil', data: start },
    ]),
  )
}

/**
 * Expects that the application can be installed, and that its service worker shows pushed
 * notifications.
 */
async function expectInstallable(page: Page, origin: string) {
  const browser = await page.context().newCDPSession(page)
  const { errors, manifest } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(manifest).toMatchObject({ startUrl: `${origin}/`, display: 'kStandalone' })
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // Playwright's browser contexts are private windows.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  await expectPushes(page, browser, origin)
}

const openByLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

/** Deletes a file of the application from all caches of the browser. */
async function deleteCachedFile(page: Page, begin: string) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await page.evaluate(async (path) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const key of await cache.keys()) if (key.url.includes(path)) await cache.delete(key)
    }
  }, begin)
}

/**
 * Expects that signing out deletes what is cached, also where the session cannot be ended yet, and
 * that a link of another site asks first.
 */
async function expectSignOut({ server, expectError }: StoryContext, page: Page, path: string) {
  expectError(/^GET \/api\/logout: 503$/)
  expectError(SESSION_ENDED)
  await page.goto(`data:text/html,<a href="${server.url}/api/logout">out</a>`)
  await page.getByRole('link').click()
  await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await heading(page, 'Dashboard').waitFor()

  // Without a network the session cannot be ended, and the page tells the person.
  await page.context().setOffline(true)
  await page.goto('/api/logout')
  await page.getByRole('heading', { name: 'Not signed out yet' }).waitFor()
  expect(await cachedPaths(page)).toEqual([])
  await page.context().setOffline(false)

  const other = await page.context().newPage()
  await other.goto(path)
  await expect.poll(() => cachedPaths(other)).toContain(`/api${path}`)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'A complete job management solution' }).waitFor()
  await other.waitForURL(/\/api\/login/)
  expect(await cachedPaths(page)).toEqual([])
}

story(
  'the installed application shows pushes, recent screens offline, and nothing after sign-out',
  async (stage) => {
    const { admin, server, visit, expectError } = stage
    expectError(OFFLINE_ERRORS)
    const jobId = await newJob(admin, 'Lake house', { status: 'in_progress' })
    const picture = { content: png(320, 240, 200), name: 'IMG_0001.png', type: 'image/png' }
    const { body: sent } = await sendPhoto(admin, picture, { jobId, caption: 'North wall' })
    const page = await visit(admin, '/', { installs: true })
    await heading(page, 'Dashboard').waitFor()
    // The dashboard is left before anything is cached.
    await openByLink(page, 'Work in Progress')
    await waitUntilInstalled(page)
    await expectInstallable(page, server.url)
    await card(page, 'Lake house').waitFor()
    await page.goto(`/jobs/${jobId}`)
    await heading(page, 'Lake house').waitFor()
    await openByLink(page, 'Subcontractors')
    await heading(page, 'Subcontractors').waitFor()
    await openByLink(page, 'Photos')
    const photo = page.getByRole('article', { name: 'North wall' }).locator('img')
    const isDrawn = () => photo.evaluate((img: HTMLImageElement) => img.naturalWidth > 0)
    await expect.poll(isDrawn).toBe(true)
    const reads = ['dashboard', 'jobs', `jobs/${jobId}`, 'subcontractors', 'photos']
    const paths = [...reads.map((read) => `/api/${read}`), sent.url]
    await expect.poll(() => cachedPaths(page)).toEqual(expect.arrayContaining(paths))
    await expect.poll(() => line(page).count()).toBe(0)

    // Without network and server.
    await page.context().setOffline(true)
    await server.stop()
    await line(page).waitFor()
    await page.goto('/')
    await heading(page, 'Dashboard').waitFor()
    await openByLink(page, 'Work in Progress')
    await card(page, 'Lake house').waitFor()
    await line(page).waitFor()
    await checkThemes(page, 'offline-1440')
    await page.goto(`/jobs/${jobId}`)
    await heading(page, 'Lake house').waitFor()
    await openByLink(page, 'Photos')
    await expect.poll(isDrawn).toBe(true)

    // A screen without cached data shows an error, and the others still open.
    await page.goto('/pending-bids')
    await line(page).waitFor()
    await heading(page, 'The server cannot be reached').waitFor()
    await openByLink(page, 'Work in Progress')
    await card(page, 'Lake house').waitFor()

    // A screen whose chunk is missing does not break the application either.
    await deleteCachedFile(page, '/assets/SubcontractorsScreen')
    await openByLink(page, 'Subcontractors')
    await main(page)
      .getByText(/This part could not be loaded/)
      .waitFor()
    await openByLink(page, 'Work in Progress')
    await card(page, 'Lake house').waitFor()

    // The server is back with a new job.
    await server.start()
    await newJob(admin, 'Barn', { status: 'in_progress' })
    await page.context().setOffline(false)
    await card(page, 'Barn').waitFor()
    await line(page).waitFor({ state: 'detached' })
    await openByLink(page, 'Pending Bids')
    await heading(page, 'Pending Bids').waitFor()

    await expectSignOut(stage, page, `/jobs/${jobId}`)
  },
)

story('a tab that was open during an update keeps working', async (stage) => {
  const folder = copyOfBuild()
  const server = await stage.startServer({ checkout: folder })
  const admin = await setUp(server.url)
  const page = await stage.visit(admin, '/jobs', { installs: true })
  await waitUntilInstalled(page)
  await page.evaluate(() => Object.assign(window, { sameLoad: true }))
  const isSameLoad = () => page.evaluate(() => 'sameLoad' in window)

  stage.expectError(/ERR_/)
  await server.stop()
  renameChunks(folder)
  await server.start()
  await page.getByRole('link', { name: 'Tasks' }).click()
  await heading(page, 'Tasks').waitFor()

  // A new tab has the new version. The new service worker waits until the old tab is closed.
  const another = await page.context().newPage()
  await another.goto('/photos')
  await heading(another, 'Photos').waitFor()
  const scriptOf = (tab: Page) => tab.locator('script[type=module]').getAttribute('src')
  expect(await scriptOf(another)).toMatch(/next\.js$/)
  const states = () =>
    another.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return [registration?.active?.state, registration?.waiting?.state]
    })
  await expect.poll(states, { timeout: INSTALL_TIMEOUT_MS }).toEqual(['activated', 'installed'])
  await page.getByRole('link', { name: 'Schedule' }).click()
  await main(page).getByRole('heading', { level: 1 }).waitFor()
  expect(await isSameLoad()).toBe(true)

  // The files of the old version are deleted after its last tab is closed. Tabs that are opened
  // before the browser has noticed that are still served by the old service worker, and so would
  // keep it from being replaced.
  const context = page.context()
  const fresh = await context.newPage()
  const versions = await serviceWorkersOf(fresh)
  await expect.poll(versions).toHaveLength(2)
  await Promise.all([page.close(), another.close()])
  await expect.poll(versions, { timeout: INSTALL_TIMEOUT_MS }).toEqual(['activated'])
  await fresh.goto('/jobs')
  const files = await cachedFiles(fresh)
  expect(files.filter((name) => name.startsWith('/assets/') && !/next\./.test(name))).toEqual([])
  expect(files.length).toBeGreaterThan(100)
  await context.setOffline(true)
  await fresh.goto('/tasks')
  await line(fresh).waitFor()
  expect(await scriptOf(fresh)).toMatch(/next\.js$/)
  rmSync(folder, { recursive: true })
})

story('a chunk that stays missing reloads the tab once', async ({ admin, visit, expectError }) => {
  expectError(/^GET \/assets\/JobForm.*: 404$|could not be loaded/)
  const page = await visit(admin, '/jobs')
  const create = button(page, 'Create New Job')
  await create.waitFor()
  // The responses of a server with the next version: a different page, and no such chunk.
  let loads = 0
  await page.route(/\/assets\/JobForm/, (route) => route.fulfill({ status: 404 }))
  await page.route(/\/jobs\?new=job$/, async (route) => {
    if (route.request().isNavigationRequest()) {
      loads += 1
      return route.continue()
    }
    const response = await route.fetch()
    const body = (await response.text()).replace(
      /\/assets\/index-[\w-]+\.js/,
      '/assets/index-next.js',
    )
    return route.fulfill({ response, body })
  })
  await create.click()
  // After one reload, with the form in its address.
  await toast(page, 'This part could not be loaded. Check your connection and try again.')
  await create.waitFor()
  expect(loads).toBe(1)
  await page.unroute(/\/assets\/JobForm/)
  await create.click()
  await page.getByRole('dialog', { name: 'Create New Job' }).waitFor()
})
