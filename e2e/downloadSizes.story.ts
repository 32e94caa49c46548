import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import budgets from '../bench/budgets.json' with { type: 'json' }
import { story } from './harness/story.ts'

/** Compressed bytes over HTTP. */
const most = budgets.web

/** Counts the bytes that a page downloads, compressed. */
function scale(page: Page) {
  const pending: Promise<void>[] = []
  let fetched = { script: 0, stylesheet: 0, font: [] as number[] }
  page.on('requestfinished', (request) => {
    const kind = request.resourceType()
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'font') return
    const weigh = async () => {
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
    pending.push(weigh())
  })
  /** The bytes downloaded since the last call, once the page is idle. */
  return async () => {
    await page.waitForLoadState('networkidle')
    await Promise.all(pending)
    const read = fetched
    fetched = { script: 0, stylesheet: 0, font: [] }
    return read
  }
}

story('the size of what a browser downloads', async ({ admin, anonymous, visit }) => {
  const stranger = await visit(anonymous, '/api/health', { fresh: true })
  const first = scale(stranger)
  await stranger.goto('/')
  const landing = await first()
  expect(landing.script).toBeGreaterThan(10_000)
  expect(landing.script).toBeLessThanOrEqual(most.landing)
  expect(landing.stylesheet).toBeLessThanOrEqual(most.style)
  expect(landing.font).toHaveLength(1)
  expect(landing.font[0]).toBeLessThanOrEqual(most.font)

  const signing = await visit(anonymous, '/api/health', { fresh: true })
  const atSignIn = scale(signing)
  for (const path of ['/api/login', '/api/forgot-password']) {
    await signing.goto(path)
    const page = await atSignIn()
    expect(page.script, path).toBeLessThanOrEqual(most.signIn)
    expect(page.stylesheet, path).toBeLessThanOrEqual(most.style)
  }

  const page = await visit(admin, '/api/health', { fresh: true })
  const fetched = scale(page)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  const dashboard = await fetched()
  expect(dashboard.script).toBeGreaterThan(50_000)
  expect(dashboard.script).toBeLessThanOrEqual(most.dashboard)
  expect(dashboard.stylesheet).toBeLessThanOrEqual(most.style)
  expect(dashboard.font).toHaveLength(1)

  await page.getByRole('link', { name: 'Work in Progress' }).click()
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
  const jobs = await fetched()
  expect(jobs.script + jobs.stylesheet).toBeLessThanOrEqual(most.route)

  await page.getByRole('button', { name: 'Create New Job' }).click()
  await page.getByRole('dialog').waitFor()
  const dialog = await fetched()
  expect(dialog.script + dialog.stylesheet).toBeGreaterThan(0)
  expect(dialog.script + dialog.stylesheet).toBeLessThanOrEqual(most.lazy)
  await page.keyboard.press('Escape')

  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  const palette = await fetched()
  expect(palette.script + palette.stylesheet).toBeGreaterThan(0)
  expect(palette.script + palette.stylesheet).toBeLessThanOrEqual(most.lazy)
})
