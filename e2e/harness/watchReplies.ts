import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** Milliseconds in which the next read or chunk follows the one before. */
const QUIET = 400
const READ_LIMIT = 2000

/** Watches what a page reads: `open` opens a screen and waits for all that it asks for; `texts` has every reply. */
export function watchReplies(page: Page) {
  const texts: string[] = []
  const pending = new Set<Request>()
  const reading: Promise<unknown>[] = []
  let last = 0
  const end = (request: Request) => {
    pending.delete(request)
    last = Date.now()
  }
  page.on('request', (request) => {
    pending.add(request)
  })
  page.on('requestfailed', end)
  page.on('requestfinished', end)
  page.on('response', (response) => {
    const request = response.request()
    if (!pending.has(request)) return
    end(request)
    if (request.resourceType() !== 'fetch') return
    const read = response.text().then((text) => texts.push(text))
    // A reply that the page leaves behind cannot be read any more.
    reading.push(read.catch(() => undefined))
  })
  const open = async (path: string) => {
    pending.clear()
    await page.goto(path)
    // Not by its role, which is hidden behind a dialog.
    await page.locator('main h1').first().waitFor()
    await expect.poll(() => page.locator('.animate-breathe').count(), { timeout: 30_000 }).toBe(0)
    const waiting = () =>
      Date.now() - last > QUIET ? Array.from(pending, (request) => request.url()) : 'replies'
    await expect.poll(waiting, { message: path, timeout: 30_000 }).toEqual([])
    // Of a reply whose body the page does not read, only the headers come.
    await Promise.race([Promise.all(reading.splice(0)), sleep(READ_LIMIT)])
  }
  return { texts, open }
}
