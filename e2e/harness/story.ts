import type { Role } from '@plumbline/contract/policy.ts'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { HOW_TO } from '../../tools/browser.js'
import { Caller } from './caller.ts'
import { type Joined, join, owner, signIn } from './company.ts'
import { Server } from './server.ts'
import {
  faults,
  type Look,
  lastSight,
  leave,
  openPage,
  picture,
  SCREENS,
  THEMES,
  Trouble,
  wear,
} from './visit.ts'

/** What a story is told with: a company of its file's own on a real server, and a real browser. */
export interface Stage {
  readonly server: Server
  /** The admin who set the company up. */
  readonly admin: Caller
  /** Nobody in particular: signed out. */
  readonly anyone: Caller
  /** Says beforehand that a line like this one (`GET /api/jobs/…: 404`, `console error: …`) is part of the story. */
  readonly expectTrouble: (line: RegExp) => void
  /** Invites a person under this first name, unique in the file; they join by their link. */
  readonly join: (role: Role, firstName: string, projectIds?: readonly string[]) => Promise<Joined>
  /** Opens a page as this person, in a browser profile of its own. */
  readonly visit: (caller: Caller, path: string, look?: Look) => Promise<Page>
  /**
   * Opens the page in three widths, light and dark: `ready` waits until it is there; then it does not scroll sideways,
   * on a phone and at a desk it has no accessibility fault, and it is saved as `<name>-<width>-<theme>.png` when pictures are asked for.
   */
  readonly look: (
    caller: Caller,
    path: string,
    name: string,
    ready: (page: Page) => Promise<unknown>,
  ) => Promise<void>
}

const endpoint = inject('browser')
const mustRun = process.env.CI === 'true'

let browser: Browser
let server: Server
let admin: Caller

/** An empty company on a server of its own; it starts in half a second. */
async function open() {
  server = new Server({ from: inject('company') })
  await server.start()
  admin = await signIn(server.url, owner.email)
}

// One for each file of stories: no story depends on what another one left.
if (endpoint) {
  beforeAll(async () => {
    const [started] = await Promise.all([chromium.connect(endpoint), open()])
    browser = started
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })
}

/**
 * Tells one story in the browser. It fails on any console error, failed request, or error answer it did not expect.
 * Without a browser it is left out; where CI is true, it fails instead. `alone`: in a company without what the stories
 * before it left, for one that counts everything.
 */
export function story(
  name: string,
  tell: (stage: Stage) => Promise<void>,
  { alone = false } = {},
): void {
  test.skipIf(!endpoint && !mustRun)(name, async ({ task }) => {
    if (!endpoint) throw new Error(`no browser: ${HOW_TO}`)
    // What a failed try left would be in the way of the next.
    if (alone || task.result?.retryCount) {
      await server.remove()
      await open()
    }
    const trouble = new Trouble()
    const pages: Page[] = []
    const visit: Stage['visit'] = async (caller, path, look = {}) => {
      const page = await openPage(browser, caller, look, trouble)
      pages.push(page)
      await page.goto(path)
      return page
    }
    try {
      await tell({
        server,
        admin,
        anyone: new Caller(server.url),
        expectTrouble: (line) => trouble.expect(line),
        join: (role, firstName, projectIds) => join(admin, role, firstName, projectIds),
        visit,
        look: (caller, path, pictureName, ready) => lookAt(visit, caller, path, pictureName, ready),
      })
      expect(trouble.unexpected, 'errors in the browser').toEqual([])
    } catch (error) {
      for (const [index, page] of pages.entries()) await lastSight(page, `failed-${name}-${index}`)
      if (trouble.unexpected.length > 0)
        console.error(`In the browser:\n${trouble.unexpected.join('\n')}`)
      throw error
    } finally {
      await Promise.all(pages.map((page) => leave(page)))
    }
  })
}

async function lookAt(
  visit: Stage['visit'],
  caller: Caller,
  path: string,
  name: string,
  ready: (page: Page) => Promise<unknown>,
) {
  // A phone is a browser of its own, touched rather than pointed at; the wider ones are one that is drawn larger.
  for (const widths of [[390], [820, 1440]] as const) {
    const page = await visit(caller, path, { width: widths[0] })
    await ready(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: SCREENS[width] })
      for (const theme of THEMES) {
        await wear(page, theme)
        await picture(page, `${name}-${width}-${theme}`)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        // Between a phone and a desk nothing has another name or colour.
        const found = width === 820 ? [] : await faults(page)
        expect({ overflow, found }, `${path} at ${width} px, ${theme}`).toEqual({
          overflow: 0,
          found: [],
        })
      }
    }
    await leave(page)
  }
}
