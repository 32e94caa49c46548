import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import budgets from '../bench/budgets.json' with { type: 'json' }
import { closeByEscape } from './harness/screen.ts'
import { story } from './harness/story.ts'

/** The limits in compressed bytes over HTTP. */
const limits = budgets.web

/**
 * Counts the compressed bytes that a page downloads.
 * @returns a function that returns the bytes since its last call
 */
function countBytes(page: Page) {
  const pending: Promise<void>[] = []
  const loading = new Set<Request>()
  let fetched = { script: 0, stylesheet: 0, font: [] as number[] }
  page.on('request', (request) => loading.add(request))
  page.on('requestfailed', (request) => loading.delete(request))
  page.on('requestfinished', (request) => {
    loading.delete(request)
    const kind = request.resourceType()
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'font') return
    const measure = async () => {
      const [{ responseBodySize }, response] = await Promise.all([
        request.sizes(),
        request.response(),
      ])
      if (kind === 'font') fetched.font.push(responseBodySize)
      else {
        expect(response?.headers()['content-encoding'], request.url()).toMatch(/gzip|br/)
        fetched[kind] += responseBodySize
      }
    }
    pending.push(measure())
  })
  // Waits until the page is idle. A page that was idle once stays so for Playwright, also while it
  // loads the code of its next screen.
  const isLoaded = () =>
    [...loading].every((request) => !['script', 'stylesheet'].includes(request.resourceType()))
  return async () => {
    await page.waitForLoadState('networkidle')
    await expect.poll(isLoaded).toBe(true)
    await Promise.all(pending)
    const result = fetched
    fetched = { script: 0, stylesheet: 0, font: [] }
    return result
  }
}

story(
  'the sizes of what a browser downloads are within budget',
  async ({ admin, anonymous, visit }) => {
    const stranger = await visit(anonymous, '/api/health', { fresh: true })
    const first = countBytes(stranger)
    await stranger.goto('/')
    const landing = await first()
    expect(landing.script).toBeGreaterThan(10_000)
    expect(landing.script).toBeLessThanOrEqual(limits.landing)
    expect(landing.stylesheet).toBeLessThanOrEqual(limits.style)
    expect(landing.font).toHaveLength(1)
    expect(landing.font[0]).toBeLessThanOrEqual(limits.font)

    const signing = await visit(anonymous, '/api/health', { fresh: true })
    const atSignIn = countBytes(signing)
    for (const path of ['/api/login', '/api/forgot-password']) {
      await signing.goto(path)
      const page = await atSignIn()
      expect(page.script, path).toBeLessThanOrEqual(limits.signIn)
      expect(page.stylesheet, path).toBeLessThanOrEqual(limits.style)
    }

    const page = await visit(admin, '/api/health', { fresh: true })
    const fetched = countBytes(page)
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    const dashboard = await fetched()
    expect(dashboard.script).toBeGreaterThan(50_000)
    expect(dashboard.script).toBeLessThanOrEqual(limits.dashboard)
    expect(dashboard.stylesheet).toBeLessThanOrEqual(limits.style)
    expect(dashboard.font).toHaveLength(1)

    await page.getByRole('link', { name: 'Work in Progress' }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    const jobs = await fetched()
    expect(jobs.script + jobs.stylesheet).toBeLessThanOrEqual(limits.route)

    await page.getByRole('button', { name: 'Create New Job' }).click()
    await page.getByRole('dialog').waitFor()
    const dialog = await fetched()
    expect(dialog.script + dialog.stylesheet).toBeGreaterThan(0)
    expect(dialog.script + dialog.stylesheet).toBeLessThanOrEqual(limits.lazy)
    await closeByEscape(page.getByRole('dialog'))

    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    const palette = await fetched()
    expect(palette.script + palette.stylesheet).toBeGreaterThan(0)
    expect(palette.script + palette.stylesheet).toBeLessThanOrEqual(limits.lazy)
  },
)
