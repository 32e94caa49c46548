import type { Role } from '@plumbline/contract/policy.ts'
import type { Page } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { ApiClient } from './apiClient.ts'
import { join, type Member } from './company.ts'
import { BrowserErrors, closePage, type PageOptions, saveFailureScreenshot } from './page.ts'
import type { Profiles } from './profiles.ts'
import type { SampleCompany } from './sample.ts'
import { Server, type ServerOptions } from './server.ts'
import { Shared } from './shared.ts'

/** The context of a story: a company on a real server, and a real browser. */
export interface StoryContext {
  readonly server: Server
  /** Signed in as the admin who set up the company. */
  readonly admin: ApiClient
  /** Signed out. */
  readonly anonymous: ApiClient
  /**
   * Declares that matching errors (`GET /api/jobs/…: 404`, `console error: …`) are part of the
   * story.
   */
  readonly expectError: (line: RegExp) => void
  /**
   * Invites a person with this first name, which must be unique in the file, and accepts the
   * invite.
   */
  readonly join: (role: Role, firstName: string, projectIds?: readonly string[]) => Promise<Member>
  /** Opens a page in a clean browser profile with the session of the API client. */
  readonly visit: (api: ApiClient, path: string, options?: PageOptions) => Promise<Page>
  /**
   * Replaces the company and its admin with the sample company, optionally with very long names.
   */
  readonly sample: (options?: { readonly longNames?: boolean }) => Promise<SampleCompany>
  /** Starts a server without a company. It is removed after the pages of the story are closed. */
  readonly startServer: (options?: ServerOptions) => Promise<Server>
}

const isSkipped = inject('browser') === null && process.env.CI !== 'true'

/** One server with a company and one browser for all files that a worker runs. */
const test = base
  .extend('parts', { scope: 'worker' }, () => ({
    browserPath: inject('browser'),
    dataDir: inject('company'),
    people: inject('people'),
  }))
  .extend('shared', { scope: 'worker' }, async ({ parts }, { onCleanup }) => {
    const shared = await Shared.open(parts)
    onCleanup(() => shared.close())
    return shared
  })

/**
 * Runs one story in the browser. It fails on any console error, failed request, or error response
 * that it does not expect. Without a browser it is skipped, or fails when CI is true. It starts
 * with a restored company, without the changes of other stories.
 */
export function story(name: string, run: (context: StoryContext) => Promise<void>): void {
  test.skipIf(isSkipped)(name, ({ shared, signal }) =>
    shared.inTurn(() => runStory({ name, run, shared, signal })),
  )
}

interface Story {
  readonly name: string
  readonly run: (context: StoryContext) => Promise<void>
  readonly shared: Shared
  /** Aborted when the story times out. */
  readonly signal: AbortSignal
}

async function runStory({ name, run, shared, signal }: Story): Promise<void> {
  const { server, profiles } = shared
  const admin = await shared.company()
  const errors = new BrowserErrors()
  const usedProfiles: Awaited<ReturnType<Profiles['take']>>[] = []
  const servers: Server[] = []
  const saveFailure = () =>
    Promise.all(
      usedProfiles.map(({ page }, index) => saveFailureScreenshot(page, `failed-${name}-${index}`)),
    )
  // Closing its pages makes the rest of the story fail, so that the next one can start.
  const giveUp = async () => {
    await saveFailure()
    await Promise.all(usedProfiles.map(({ page }) => closePage(page)))
  }
  signal.addEventListener('abort', () => void giveUp())
  const open = async (api: ApiClient, options: PageOptions) => {
    const profile = await profiles.take(api, options, errors)
    usedProfiles.push(profile)
    return profile.page
  }
  const visit: StoryContext['visit'] = async (api, path, options = {}) => {
    const page = await open(api, options)
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
      sample: async (options) => ({ server, people: await shared.sample(options) }),
      startServer: async (options) => {
        const another = new Server(options)
        servers.push(another)
        await another.start()
        return another
      },
    })
    expect(errors.unexpected.join('\n'), 'errors in the browser').toBe('')
  } catch (error) {
    await saveFailure()
    if (errors.unexpected.length > 0)
      console.error(`In the browser:\n${errors.unexpected.join('\n')}`)
    throw error
  } finally {
    await Promise.all(
      usedProfiles.map((profile) => {
        const isReusable = profile.page.url().startsWith(`${server.url}/`)
        return profiles.giveBack(profile, { isReusable })
      }),
    )
    await Promise.all(servers.map((another) => another.remove()))
  }
}
