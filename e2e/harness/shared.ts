import type { Role } from '@plumbline/contract/policy.ts'
import type { Browser } from 'playwright-core'
import { INSTALL_HINT } from '../../tools/browser.js'
import { ApiClient } from './apiClient.ts'
import { launchBrowser } from './browser.ts'
import type { People } from './prepare.ts'
import { Profiles } from './profiles.ts'
import { Server } from './server.ts'
import { restoreState } from './states.ts'

/** Rate limits that stories never reach, because they share a server. */
const UNLIMITED = { RATE_CALLS: '1000000', RATE_SIGN_IN: '1000000', RATE_UPLOADS: '1000000' }

type State = 'company' | 'sample' | 'longNames'

/** The server and the browser that the stories of one worker share. */
export class Shared {
  readonly server: Server
  readonly browser: Browser
  readonly profiles: Profiles
  readonly #people: People
  #last: Promise<void> = Promise.resolve()
  /** The state of the server when no story has used it since it was restored. */
  #untouched: State | undefined = 'company'

  private constructor(server: Server, browser: Browser, people: People) {
    this.server = server
    this.browser = browser
    this.profiles = new Profiles(browser)
    this.#people = people
  }

  static async open({
    browserPath,
    dataDir,
    people,
  }: {
    readonly browserPath: string | null
    readonly dataDir: string
    readonly people: People
  }): Promise<Shared> {
    if (!browserPath) throw new Error(`no browser: ${INSTALL_HINT}`)
    const server = new Server({ from: dataDir, env: UNLIMITED })
    const [browser] = await Promise.all([launchBrowser(browserPath), server.start()])
    return new Shared(server, browser, people)
  }

  /** Runs a story after the previous one has ended. A story that timed out ends a moment later. */
  inTurn(story: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(story)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Restores the company. @returns its admin, signed in */
  async company(): Promise<ApiClient> {
    await this.#begin('company')
    return new ApiClient(this.server.url, this.#people.company.admin)
  }

  /** Replaces the company with the sample company. @returns a person of each role, signed in */
  async sample({ longNames = false } = {}): Promise<Record<Role, ApiClient>> {
    await this.#begin(longNames ? 'longNames' : 'sample')
    const { admin, subcontractor, client } = this.#people.sample
    return {
      admin: new ApiClient(this.server.url, admin),
      subcontractor: new ApiClient(this.server.url, subcontractor),
      client: new ApiClient(this.server.url, client),
    }
  }

  async #begin(state: State) {
    // A failed story may have stopped the server.
    await this.server.startAgain()
    if (this.#untouched !== state) await restoreState(this.server, state)
    this.#untouched = undefined
  }

  async close(): Promise<void> {
    await Promise.all([this.browser.close(), this.server.remove()])
  }
}
