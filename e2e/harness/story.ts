import type { Role } from '@plumbline/contract/policy.ts'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { INSTALL_HINT } from '../../tools/browser.js'
import { ApiClient } from './apiClient.ts'
import { type AppearanceOptions, checkAppearance } from './appearance.ts'
import { join, type Member, owner, signIn } from './company.ts'
import {
  BrowserErrors,
  closePage,
  loadAxe,
  openPage,
  type PageOptions,
  SCREENS,
  saveFailureScreenshot,
  type Width,
} from './page.ts'
import { Server, type ServerOptions } from './server.ts'

/** What a story works with: the company of its file on a real server, and a real browser. */
export interface StoryContext {
  readonly server: Server
  /** Signed in as the admin who set the company up. */
  readonly admin: ApiClient
  /** Signed out. */
  readonly anonymous: ApiClient
  /** Declares that an error like this one (`GET /api/jobs/…: 404`, `console error: …`) is part of the story. */
  readonly expectError: (line: RegExp) => void
  /** Invites a person under this first name, unique in the file, and accepts the invite. */
  readonly join: (role: Role, firstName: string, projectIds?: readonly string[]) => Promise<Member>
  /** Opens a page in a new browser profile with the session of the API client. */
  readonly visit: (api: ApiClient, path: string, options?: PageOptions) => Promise<Page>
  /** Starts a server without a company, which outlives the pages of the story. */
  readonly startServer: (options?: ServerOptions) => Promise<Server>
  /** Checks a page at three widths, light and dark; see `checkAppearance`. */
  readonly checkAppearance: (
    api: ApiClient,
    path: string,
    name: string,
    options: AppearanceOptions | AppearanceOptions['ready'],
  ) => Promise<void>
}

const endpoint = inject('browser')
const mustRun = process.env.CI === 'true'

let browser: Browser
let server: Server
let admin: ApiClient
/** Whether a story has begun in this company. */
let isUsed = false

/** A server with an empty company; it starts in half a second. */
async function openCompany() {
  server = new Server({ from: inject('company') })
  await server.start()
  admin = await signIn(server.url, owner.email)
  isUsed = false
}

async function replaceCompany() {
  const old = server
  await Promise.all([old.remove(), openCompany()])
}

// One company for each file: no story depends on another one.
if (endpoint) {
  beforeAll(async () => {
    const [connected] = await Promise.all([chromium.connect(endpoint), openCompany()])
    browser = connected
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })
}

/**
 * Runs one story in the browser. It fails on any console error, failed request, or error response that it does not expect.
 * Without a browser it is skipped, or fails where CI is true. With `alone` it gets a new company, for a story that counts
 * everything there is.
 */
export function story(
  name: string,
  run: (context: StoryContext) => Promise<void>,
  { alone = false } = {},
): void {
  test.skipIf(!endpoint && !mustRun)(name, async ({ task }) => {
    if (!endpoint) throw new Error(`no browser: ${INSTALL_HINT}`)
    // A retry must not find what the failed try created.
    if ((alone && isUsed) || task.result?.retryCount) await replaceCompany()
    isUsed = true
    const errors = new BrowserErrors()
    const pages: Page[] = []
    const servers: Server[] = []
    const open = async (api: ApiClient, options: PageOptions) => {
      const page = await openPage(browser, api, options, errors)
      pages.push(page)
      return page
    }
    const visit: StoryContext['visit'] = async (api, path, options = {}) => {
      const page = await open(api, options)
      await page.goto(path)
      return page
    }
    // A new browser profile and its first load cost as much as five loads in one that is open.
    const kept = new Map<string, Page>()
    const revisit = async (api: ApiClient, path: string, width: Width) => {
      const key = `${width === 390 ? 'phone' : 'desk'} ${api.cookie}`
      const page = kept.get(key) ?? (await open(api, { width }))
      if (!kept.has(key)) await loadAxe(page)
      kept.set(key, page)
      await page.setViewportSize({ width, height: SCREENS[width] })
      await page.goto(path)
      return page
    }
    try {
      await run({
        server,
        admin,
        anonymous: new ApiClient(server.url),
        expectError: (line) => errors.expect(line),
        join: (role, firstName, projectIds) => join(admin, role, firstName, projectIds),
        visit,
        startServer: async (options) => {
          const another = new Server(options)
          servers.push(another)
          await another.start()
          return another
        },
        checkAppearance: (api, path, screenshot, options) =>
          checkAppearance(
            revisit,
            api,
            path,
            screenshot,
            typeof options === 'function' ? { ready: options } : options,
          ),
      })
      expect(errors.unexpected.join('\n'), 'errors in the browser').toBe('')
    } catch (error) {
      for (const [index, page] of pages.entries())
        await saveFailureScreenshot(page, `failed-${name}-${index}`)
      if (errors.unexpected.length > 0)
        console.error(`In the browser:\n${errors.unexpected.join('\n')}`)
      throw error
    } finally {
      await Promise.all(pages.map((page) => closePage(page)))
      await Promise.all(servers.map((another) => another.remove()))
    }
  })
}
