import type { Browser, BrowserContext, Clock, Page } from 'playwright-core'
import type { ApiClient } from './apiClient.ts'
import {
  addSession,
  type BrowserErrors,
  closePage,
  openPage,
  type PageOptions,
  SCREENS,
} from './page.ts'

/**
 * The path at which a page waits for the next story: a response of the same origin that runs no
 * code.
 */
const IDLE_PATH = '/api/health'

/** The calls that change a page or its profile permanently. The profile is not reused after one. */
const PERMANENT_CALLS = {
  page: ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  context: ['addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession'],
  clock: ['install'],
} as const

interface Profile {
  readonly page: Page
  readonly kind: string
  /** Collects the errors of the story that uses it. Errors between stories are ignored. */
  errors: BrowserErrors | undefined
  isSpent: boolean
}

/** The browser profiles that the stories of one worker use one after another. */
export class Profiles {
  readonly #browser: Browser
  readonly #free: Profile[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** Returns a clean profile, signed in with the session of the API client. */
  async take(api: ApiClient, options: PageOptions, errors: BrowserErrors): Promise<Profile> {
    const { width = 1440, theme = 'light' } = options
    const kind = kindOf(api, options)
    const index = options.fresh ? -1 : this.#free.findIndex((free) => free.kind === kind)
    const [found] = index < 0 ? [] : this.#free.splice(index, 1)
    if (!found) return this.#open(api, options, errors, kind)
    const { page } = found
    found.errors = errors
    await addSession(page.context(), api)
    await page.setViewportSize({ width, height: SCREENS[width] })
    await page.emulateMedia({ colorScheme: theme })
    return found
  }

  async #open(api: ApiClient, options: PageOptions, errors: BrowserErrors, kind: string) {
    const own: { profile?: Profile } = {}
    const page = await openPage(this.#browser, api, options, {
      add: (line) => own.profile?.errors?.add(line),
    })
    const profile: Profile = { page, kind, errors, isSpent: options.installs === true }
    own.profile = profile
    const watch = (target: Page | BrowserContext | Clock, names: readonly string[]) => {
      for (const name of names) {
        const original: (...args: unknown[]) => unknown = Reflect.get(target, name).bind(target)
        const wrapper = (...args: unknown[]) => {
          profile.isSpent = true
          return original(...args)
        }
        Object.defineProperty(target, name, { value: wrapper })
      }
    }
    watch(page, PERMANENT_CALLS.page)
    watch(page.context(), PERMANENT_CALLS.context)
    watch(page.clock, PERMANENT_CALLS.clock)
    return profile
  }

  /** Takes a profile back. It is cleaned for reuse, or closed. */
  async giveBack(
    profile: Profile,
    { isReusable }: { readonly isReusable: boolean },
  ): Promise<void> {
    const { page } = profile
    profile.errors = undefined
    if (
      isReusable &&
      !profile.isSpent &&
      !page.isClosed() &&
      (await clear(page).catch(() => false))
    )
      this.#free.push(profile)
    else await closePage(page)
  }

  async close(): Promise<void> {
    await Promise.all(this.#free.splice(0).map(({ page }) => closePage(page)))
  }
}

/** The key of interchangeable profiles. */
const kindOf = ({ url }: ApiClient, options: PageOptions) =>
  JSON.stringify([
    url,
    options.width === 390,
    options.timeZone,
    options.script,
    options.live,
    options.fetchesAhead,
    options.installs,
  ])

const PAGE_EVENTS = ['request', 'response', 'requestfinished', 'requestfailed', 'console'] as const

/** Removes everything that a story stored in a profile. @returns whether that succeeded */
async function clear(page: Page): Promise<boolean> {
  const context = page.context()
  const others = context.pages().filter((other) => other !== page)
  await Promise.all(others.map((other) => other.close()))
  for (const event of PAGE_EVENTS) page.removeAllListeners(event)
  await context.setOffline(false)
  await Promise.all([page.unrouteAll(), context.unrouteAll(), context.clearPermissions()])
  await context.clearCookies()
  const reply = await page.goto(IDLE_PATH)
  await page.emulateMedia({ media: null, reducedMotion: 'reduce' })
  const remainingDatabases = await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases())
      if (name)
        await new Promise((resolve) => {
          const request = indexedDB.deleteDatabase(name)
          request.onsuccess = resolve
          request.onerror = resolve
          request.onblocked = resolve
        })
    for (const name of await caches.keys()) await caches.delete(name)
    return (await indexedDB.databases()).length
  })
  return reply?.ok() === true && remainingDatabases === 0
}
