import { rmSync } from 'node:fs'
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

/** What the browser says of requests that cannot be sent. */
const UNSENT =
  /ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|FAILED|EMPTY_RESPONSE|NETWORK\w*)|NetworkError: |This part could not be loaded/

const line = (page: Page) => page.getByText(/^Offline since .* What you see may be out of date\.$/)
const heading = (page: Page, name: string) => main(page).getByRole('heading', { level: 1, name })

const cachedIn = (page: Page, part: 'kept-' | 'workbox-') =>
  page.evaluate(async (begin) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(begin))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  }, part)
/** The addresses of all replies that the browser keeps. */
const keptIn = (page: Page) => cachedIn(page, 'kept-')
/** The files of the application that it has. */
const filesIn = (page: Page) => cachedIn(page, 'workbox-')

/** The worker is registered three seconds after the screen is there, and fetches every file of the application. */
const INSTALLED = 120_000

const isInstalled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: INSTALLED,
  })

/** Opens a screen in a browser that then has the service worker, and what this screen reads. */
async function visitInstalled({ visit }: StoryContext, api: ApiClient, path: string) {
  const page = await visit(api, path, { installs: true })
  await isInstalled(page)
  await expect.poll(() => keptIn(page)).toContain('/api/settings')
  return page
}

/** Pushes to the service worker of a page, as the push service of the browser does. */
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
  // The worker shows what is pushed as it comes to it: the second must not overtake the first.
  await push(JSON.stringify({ ...pushed, title: 'Sam added 5 photos' }))
  await expect.poll(shown).toEqual([{ ...first, title: 'Sam added 5 photos' }])
  await push(JSON.stringify(pushed))
  await expect.poll(shown).toEqual([first])

  // A browser insists on a notification, and nothing leads to another site.
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

/** Expects that the browser offers to install the application, and that its worker shows what is pushed to it. */
async function expectInstallable(page: Page, origin: string) {
  const browser = await page.context().newCDPSession(page)
  const { errors, manifest } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(manifest).toMatchObject({ startUrl: `${origin}/`, display: 'kStandalone' })
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // The browser profiles of stories are private windows.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  await expectPushes(page, browser, origin)
}

story(
  'the application is installed, shows what is pushed, and has offline what was seen last',
  async (stage) => {
    const { admin, server, visit, expectError } = stage
    expectError(UNSENT)
    const jobId = await newJob(admin, 'Lake house', { status: 'in_progress' })
    await admin.request('POST', '/api/messages', { jobId, content: 'The footings are poured.' })
    const picture = { content: png(320, 240, 200), name: 'IMG_0001.png', type: 'image/png' }
    await sendPhoto(admin, picture, { jobId, caption: 'North wall' })
    const page = await visit(admin, '/', { installs: true })
    await heading(page, 'Dashboard').waitFor()
    // It is left before the browser keeps anything.
    await page.getByRole('link', { name: 'Work in Progress' }).click()
    await isInstalled(page)
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
    await expect.poll(() => keptIn(page)).toContain('/api/dashboard')
    await expect.poll(() => line(page).count()).toBe(0)

    // The network is gone, and the server too.
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

    // Nothing claims to be saved.
    await page.goto(`/messages?jobId=${jobId}`)
    await page.getByRole('textbox', { name: 'Message' }).fill('Good.')
    await page.getByRole('textbox', { name: 'Message' }).press('Enter')
    await toast(page, 'Error')
    expect(await page.getByRole('log').getByText('Good.').count()).toBe(0)

    // A screen that was never opened says so in its place, and the others can still be opened.
    await page.goto('/pending-bids')
    await line(page).waitFor()
    await heading(page, 'The server cannot be reached').waitFor()
    await page.getByRole('link', { name: 'Work in Progress' }).click()
    await card(page, 'Lake house').waitFor()

    // Nor does one whose chunk is missing end the application.
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

    // The server comes back, with something new.
    await server.start()
    await newJob(admin, 'Barn', { status: 'in_progress' })
    await page.context().setOffline(false)
    await card(page, 'Barn').waitFor()
    await line(page).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Pending Bids' }).click()
    await heading(page, 'Pending Bids').waitFor()
  },
)

story('signing out deletes what was kept, and nobody sees what another had', async (stage) => {
  const { admin, join, server, expectError } = stage
  expectError(UNSENT)
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
  await expect.poll(() => keptIn(page)).toContain(`/api/jobs/${jobId}`)

  await page.goto('/api/logout')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await other.waitForURL(/\/api\/login/)
  expect(await keptIn(page)).toEqual([])
  await page.context().setOffline(true)
  await page.goto('/jobs')
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
  expect(await page.getByText('Mill').count()).toBe(0)
  await page.context().setOffline(false)

  // Another person at the same computer, without the first one having signed out.
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
  await expect.poll(() => keptIn(page)).toContain(`/api/jobs/${jobId}`)
  await page.context().clearCookies()
  await signIn(client.email)
  await expect.poll(() => keptIn(page)).toContain('/api/auth/user')
  expect(await keptIn(page)).not.toContain(`/api/jobs/${jobId}`)
  const names = await page.evaluate(() => caches.keys())
  expect(names.filter((name) => name.startsWith('kept-')).sort()).toEqual([
    `kept-pictures-${client.id}`,
    `kept-reads-${client.id}`,
  ])
  await page.context().setOffline(true)
  await page.goto(`/jobs/${jobId}`)
  await line(page).waitFor()
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
  expect(await page.getByText('Mill').count()).toBe(0)
  // Back online, the page would read the job of others, which is refused.
  await page.goto('about:blank')
  await page.context().setOffline(false)

  // A link of another site asks before it signs out, also with the worker.
  await page.goto(`data:text/html,<a href="${server.url}/api/logout">out</a>`)
  await page.getByRole('link').click()
  await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await heading(page, 'My Projects').waitFor()

  // Without a network the session cannot end, and that is said.
  await page.context().setOffline(true)
  await page.goto('/api/logout')
  await page.getByRole('heading', { name: 'Not signed out yet' }).waitFor()
  expect(await keptIn(page)).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'A complete job management solution' }).waitFor()
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

  // A new tab has the new version, whose worker waits for the old tab to be closed.
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
  await expect.poll(states, { timeout: INSTALLED }).toEqual(['activated', 'installed'])
  await page.getByRole('link', { name: 'Schedule' }).click()
  await main(page).getByRole('heading', { level: 1 }).waitFor()
  expect(await isSameLoad()).toBe(true)

  // When no tab is left of the old version, its files go.
  const context = page.context()
  await Promise.all([page.close(), another.close()])
  let fresh = page
  const ofOldVersion = async () => {
    fresh = await context.newPage()
    await fresh.goto('/jobs')
    const files = await filesIn(fresh)
    const old = files.filter((name) => name.startsWith('/assets/') && !/next\./.test(name))
    // One that is opened before the browser has noticed that the others are closed is of the old version, too.
    if (old.length > 0) await fresh.close()
    return old
  }
  await expect.poll(ofOldVersion, { interval: 500 }).toEqual([])
  expect((await filesIn(fresh)).length).toBeGreaterThan(100)
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
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      /\/assets\/index-[\w-]+\.js/,
      '/assets/index-next.js',
    )
    return route.fulfill({ response: answer, body })
  })
  await page.getByRole('button', { name: 'Create New Job' }).click()
  // Once it has been loaded again, with the form in its address.
  await toast(page, 'This part could not be loaded. Check your connection and try again.')
  await page.getByRole('button', { name: 'Create New Job' }).waitFor()
  expect(loads).toBe(1)
})
