import { rmSync } from 'node:fs'
import type { Message } from '@plumbline/contract/messages.ts'
import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { checkThemes } from './harness/appearance.ts'
import { copyOfBuild, renameChunks } from './harness/builds.ts'
import { PASSWORD, setUp } from './harness/company.ts'
import { newJob } from './harness/jobs.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { button, card, main, toast } from './harness/screen.ts'
import { type StoryContext, story } from './harness/story.ts'

/** The errors of the browser for requests that cannot be sent. */
const OFFLINE_ERRORS =
  /ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|FAILED|EMPTY_RESPONSE|NETWORK\w*)|NetworkError: |This part could not be loaded/

const line = (page: Page) => page.getByText(/^Offline since .* What you see may be out of date\.$/)
const heading = (page: Page, name: string) => main(page).getByRole('heading', { level: 1, name })

const cachedIn = (page: Page, part: 'kept-' | 'workbox-') =>
  page.evaluate(async (begin) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(begin))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  }, part)
/** The paths of all cached responses. */
const cachedPaths = (page: Page) => cachedIn(page, 'kept-')
/** The paths of all cached files of the application. */
const cachedFiles = (page: Page) => cachedIn(page, 'workbox-')

/**
 * The service worker is registered three seconds after the screen is rendered, and then fetches
 * every file of the application.
 */
const INSTALL_TIMEOUT_MS = 120_000

const waitUntilInstalled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: INSTALL_TIMEOUT_MS,
  })

/**
 * Opens a screen, and waits until the service worker is installed and the data of the screen is
 * cached.
 */
async function visitInstalled({ visit }: StoryContext, api: ApiClient, path: string) {
  const page = await visit(api, path, { installs: true })
  await waitUntilInstalled(page)
  await expect.poll(() => cachedPaths(page)).toContain('/api/settings')
  return page
}

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

story(
  'the installed application shows push notifications, and recent screens offline',
  async (stage) => {
    const { admin, server, visit, expectError } = stage
    expectError(OFFLINE_ERRORS)
    const jobId = await newJob(admin, 'Lake house', { status: 'in_progress' })
    await admin.request('POST', '/api/messages', { jobId, content: 'The footings are poured.' })
    const picture = { content: png(320, 240, 200), name: 'IMG_0001.png', type: 'image/png' }
    await sendPhoto(admin, picture, { jobId, caption: 'North wall' })
    const page = await visit(admin, '/', { installs: true })
    await heading(page, 'Dashboard').waitFor()
    // The dashboard is left before anything is cached.
    await page.getByRole('link', { name: 'Work in Progress' }).click()
    await waitUntilInstalled(page)
    await expectInstallable(page, server.url)
    await card(page, 'Lake house').waitFor()
    await page.goto(`/jobs/${jobId}`)
    await heading(page, 'Lake house').waitFor()
    await page.goto(`/messages?jobId=${jobId}`)
    await page.getByRole('log').getByText('The footings are poured.').waitFor()
    await page.goto('/subcontractors')
    await heading(page, 'Subcontractors').waitFor()
    await page.goto('/photos')
    const photo = page.getByRole('article', { name: 'North wall' }).locator('img')
    const isDrawn = () => photo.evaluate((img: HTMLImageElement) => img.naturalWidth > 0)
    await photo.waitFor()
    await expect.poll(isDrawn).toBe(true)
    await page.waitForLoadState('networkidle')
    await expect.poll(() => cachedPaths(page)).toContain('/api/dashboard')
    await expect.poll(() => line(page).count()).toBe(0)

    // Without network and server.
    await page.context().setOffline(true)
    await server.stop()
    await line(page).waitFor()
    await page.goto('/')
    await heading(page, 'Dashboard').waitFor()
    await page.goto('/jobs')
    await card(page, 'Lake house').waitFor()
    await line(page).waitFor()
    await checkThemes(page, 'offline-1440')
    await page.goto(`/jobs/${jobId}`)
    await heading(page, 'Lake house').waitFor()
    await page.goto(`/messages?jobId=${jobId}`)
    await page.getByRole('log').getByText('The footings are poured.').waitFor()
    await page.goto('/photos')
    await photo.waitFor()
    await expect.poll(isDrawn).toBe(true)

    // A message waits, also over a page load.
    await page.goto(`/messages?jobId=${jobId}`)
    await page.getByRole('textbox', { name: 'Message' }).fill('Good.')
    await page.getByRole('textbox', { name: 'Message' }).press('Enter')
    const waiting = page.getByRole('list', { name: 'Waiting messages' })
    await waiting.getByText('Waiting for a connection').waitFor()
    await page.reload()
    await waiting.getByText('Good.').waitFor()

    // A screen without cached data shows an error, and the others still open.
    await page.goto('/pending-bids')
    await line(page).waitFor()
    await heading(page, 'The server cannot be reached').waitFor()
    await page.getByRole('link', { name: 'Work in Progress' }).click()
    await card(page, 'Lake house').waitFor()

    // A screen whose chunk is missing does not break the application either.
    const browser = await page.context().newCDPSession(page)
    await browser.send('Network.clearBrowserCache')
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const key of await cache.keys())
          if (key.url.includes('/assets/SubcontractorsScreen')) await cache.delete(key)
      }
    })
    await page.getByRole('link', { name: 'Subcontractors' }).click()
    await main(page)
      .getByText(/This part could not be loaded/)
      .waitFor()
    await page.getByRole('link', { name: 'Work in Progress' }).click()
    await card(page, 'Lake house').waitFor()

    // The server is back with a new job.
    await server.start()
    await newJob(admin, 'Barn', { status: 'in_progress' })
    await page.context().setOffline(false)
    await card(page, 'Barn').waitFor()
    await line(page).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Pending Bids' }).click()
    await heading(page, 'Pending Bids').waitFor()
    const sent = () => admin.request<Message[]>('GET', `/api/jobs/${jobId}/messages`)
    await expect.poll(async () => (await sent()).map(({ content }) => content)).toContain('Good.')
  },
)

story('signing out deletes cached data, which nobody else can see', async (stage) => {
  const { admin, join, server, expectError } = stage
  expectError(OFFLINE_ERRORS)
  expectError(/^(GET|PUT) \/api\/.*: 401$/)
  expectError(/^GET \/api\/logout: 503$/)
  const jobId = await newJob(admin, 'Mill', { status: 'in_progress' })
  const office = await join('admin', 'Hedwiga')
  const client = await join('client', 'Irmgard')
  const page = await visitInstalled(stage, office.api, '/jobs')
  await card(page, 'Mill').waitFor()
  const other = await page.context().newPage()
  await other.goto(`/jobs/${jobId}`)
  await heading(other, 'Mill').waitFor()
  await expect.poll(() => cachedPaths(page)).toContain(`/api/jobs/${jobId}`)

  await page.goto('/api/logout')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await other.waitForURL(/\/api\/login/)
  expect(await cachedPaths(page)).toEqual([])
  await page.context().setOffline(true)
  await page.goto('/jobs')
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
  expect(await page.getByText('Mill').count()).toBe(0)
  await page.context().setOffline(false)

  // Another person signs in at the same computer, without the first one having signed out.
  const signIn = async (email: string) => {
    await page.goto('/api/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button(page, 'Sign in').click()
    await main(page).getByRole('heading', { level: 1 }).waitFor()
  }
  await signIn(office.email)
  await page.goto(`/jobs/${jobId}`)
  await heading(page, 'Mill').waitFor()
  await expect.poll(() => cachedPaths(page)).toContain(`/api/jobs/${jobId}`)
  await page.context().clearCookies()
  await signIn(client.email)
  // The replies to the first person are deleted once one to the other person has arrived.
  const names = async () => {
    const all = await page.evaluate(() => caches.keys())
    return all.filter((name) => name.startsWith('kept-')).sort()
  }
  await expect.poll(names).toEqual([`kept-pictures-${client.id}`, `kept-reads-${client.id}`])
  await expect.poll(() => cachedPaths(page)).toContain('/api/auth/user')
  expect(await cachedPaths(page)).not.toContain(`/api/jobs/${jobId}`)
  await page.context().setOffline(true)
  await page.goto(`/jobs/${jobId}`)
  await line(page).waitFor()
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
  expect(await page.getByText('Mill').count()).toBe(0)
  // Back online, this page would request the job of the other person and get an error.
  await page.goto('about:blank')
  await page.context().setOffline(false)

  // A sign-out link of another site asks first, also with the service worker.
  await page.goto(`data:text/html,<a href="${server.url}/api/logout">out</a>`)
  await page.getByRole('link').click()
  await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await heading(page, 'My Projects').waitFor()

  // Without a network the session cannot be ended, and the page tells the person.
  await page.context().setOffline(true)
  await page.goto('/api/logout')
  await page.getByRole('heading', { name: 'Not signed out yet' }).waitFor()
  expect(await cachedPaths(page)).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'A complete job management solution' }).waitFor()
})

story('a sub who was taken off a job meanwhile cannot read it offline any more', async (stage) => {
  const { admin, join, expectError } = stage
  expectError(OFFLINE_ERRORS)
  const [mill, barn] = [await newJob(admin, 'Mill'), await newJob(admin, 'Barn')]
  const sub = await join('subcontractor', 'Notburga', [mill, barn])
  const page = await visitInstalled(stage, sub.api, `/jobs/${mill}`)
  await heading(page, 'Mill').waitFor()
  await page.goto(`/jobs/${barn}`)
  await heading(page, 'Barn').waitFor()
  const jobs = async () => (await cachedPaths(page)).filter((path) => path.startsWith('/api/jobs/'))
  await expect
    .poll(jobs)
    .toEqual(expect.arrayContaining([`/api/jobs/${mill}`, `/api/jobs/${barn}`]))
  await page.goto('about:blank')
  await admin.request('DELETE', `/api/jobs/${mill}/subcontractors/${sub.id}`)

  await page.goto('/account')
  await main(page).getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(async () => (await jobs()).filter((path) => path.includes(mill))).toEqual([])
  await page.context().setOffline(true)
  await page.goto(`/jobs/${barn}`)
  await heading(page, 'Barn').waitFor()
  await page.goto(`/jobs/${mill}`)
  await line(page).waitFor()
  expect(await page.getByText('Mill').count()).toBe(0)
  // Back online, this page would request the job and get an error.
  await page.goto('about:blank')
  await page.context().setOffline(false)
})

story('a tab that was open during an update keeps working', async (stage) => {
  const folder = copyOfBuild()
  const server = await stage.startServer({ checkout: folder })
  const admin = await setUp(server.url)
  const page = await visitInstalled(stage, admin, '/jobs')
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
  await page.getByRole('button', { name: 'Create New Job' }).waitFor()
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
  await page.getByRole('button', { name: 'Create New Job' }).click()
  // After one reload, with the form in its address.
  await toast(page, 'This part could not be loaded. Check your connection and try again.')
  await page.getByRole('button', { name: 'Create New Job' }).waitFor()
  expect(loads).toBe(1)
})
