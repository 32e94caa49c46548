import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { swipe } from './harness/finger.ts'
import { story } from './harness/story.ts'
import { type Sent, SIGNER, sentBid } from './long/signing.ts'

/** Milliseconds on screen after which the page counts as seen. */
const SEEN_AFTER = 2000

/** The events of the versions of a bid, by their kind. */
async function eventsOf(admin: ApiClient, { subjectId }: Sent): Promise<string[]> {
  const at = `/api/pending-bids/${subjectId}/proposals`
  const versions = await admin.request<{ events: { kind: string }[] }[]>('GET', at)
  return versions.flatMap(({ events }) => events.map(({ kind }) => kind))
}

/** Stops the timers of a page, also of those that it opens later. */
async function stopTimers(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** The number of lines that a text is broken into. */
const linesOf = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length
  })

/** Waits for what the script of a page sends when it was seen. */
const noted = (page: Page) => page.waitForResponse((response) => response.status() === 204)

story(
  'ten visits of a mail scanner, fetching ahead, and a tab in the background view and sign nothing',
  async ({ admin, anonymous, visit }) => {
    const bid = await sentBid(admin)
    const scanner = await visit(anonymous, '/', { fresh: true })
    await stopTimers(scanner)
    for (let visits = 0; visits < 10; visits++) {
      await scanner.goto(bid.path)
      // It runs the script, collects the links and leaves.
      expect(await scanner.locator('html.scripted').count()).toBe(1)
      await scanner.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
      await scanner.clock.runFor(SEEN_AFTER - 1)
      await scanner.goto('/')
      await scanner.clock.runFor(SEEN_AFTER)
    }

    const ahead = scanner.waitForResponse((response) => response.url().endsWith(bid.path))
    await scanner.evaluate((href) => {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }))
    }, bid.path)
    expect((await ahead).status()).toBe(200)

    const tab = await visit(anonymous, '/', { fresh: true })
    await tab.addInitScript(() =>
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }),
    )
    await stopTimers(tab)
    await tab.goto(bid.path)
    await tab.clock.runFor(10 * SEEN_AFTER)
    expect(await eventsOf(admin, bid)).toEqual(['sent'])

    // The same tab is looked at, left too soon, and looked at again.
    const show = (state: string) =>
      tab.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await show('visible')
    await tab.clock.runFor(SEEN_AFTER - 1)
    await show('hidden')
    await tab.clock.runFor(SEEN_AFTER)
    expect(await eventsOf(admin, bid)).toEqual(['sent'])
    await show('visible')
    const isNoted = noted(tab)
    await tab.clock.runFor(SEEN_AFTER)
    await isNoted
    expect(await eventsOf(admin, bid)).toEqual(['sent', 'viewed'])
  },
)

story(
  'a proposal is asked about and declined with a reason without a script',
  async ({ admin, anonymous, visit }) => {
    const bid = await sentBid(admin, 'Porch', {}, '1234567.89')
    const page = await visit(anonymous, bid.path, { script: false, width: 390 })
    // The total stays whole above the two buttons.
    expect(await linesOf(page.locator('output'))).toBe(1)
    await page.getByText('Ask a question').click()
    await page.getByLabel('Your question').fill('Which tile?')
    await page.getByRole('button', { name: 'Send the question' }).click()
    await page.getByRole('heading', { name: 'We got your question' }).waitFor()
    await page.getByRole('link', { name: 'Back to the proposal' }).click()
    await page.locator('summary').getByText('Decline').click()
    await page.getByLabel('Why').fill('Too much for a porch')
    await page.getByRole('button', { name: 'Decline this proposal' }).click()
    await page.getByRole('heading', { name: 'You declined this proposal' }).waitFor()
    expect(await eventsOf(admin, bid)).toEqual(['sent', 'question', 'declined'])
    const office = await visit(admin, `/pending-bids/${bid.subjectId}`)
    for (const text of ['Which tile?', 'Too much for a porch'])
      await office.getByText(text).first().waitFor()
  },
)

/** The strokes that the form would send. */
const strokesIn = (page: Page) => page.locator('[name=strokes]').inputValue()
/** The part of the canvas that has ink. */
const inkOn = (page: Page) =>
  page.locator('canvas').evaluate((drawn: HTMLCanvasElement) => {
    const { width, height } = drawn
    // A copy, because reading the canvas itself would take it off the graphics card.
    const copy = Object.assign(document.createElement('canvas'), { width, height })
    const pen = copy.getContext('2d', { willReadFrequently: true })
    pen?.drawImage(drawn, 0, 0)
    const data = pen?.getImageData(0, 0, width, height).data ?? []
    return data.filter((value, at) => at % 4 === 3 && value > 0).length / (width * height)
  })

story(
  'a drawing by finger survives scrolling, rotation and the address bar; an empty one is refused',
  async ({ admin, anonymous, visit, expectError }) => {
    const bid = await sentBid(admin)
    const page = await visit(anonymous, bid.path, { width: 390 })
    await page.getByRole('button', { name: 'Read and sign' }).tap()
    await page.getByLabel('Your name').fill(SIGNER)
    await page.getByLabel('Draw', { exact: true }).check()
    await page.getByRole('checkbox', { name: /^I agree/ }).check()
    expectError(/POST \/p\/.*: 400/)
    await page.getByRole('button', { name: 'Approve and sign' }).tap()
    await page.getByText('Sign in the box, or type your name').first().waitFor()
    expect(await eventsOf(admin, bid)).not.toContain('approved')

    // The page is longer than the screen, so that it could scroll below the finger.
    await page.setViewportSize({ width: 390, height: 500 })
    const finger = await page.context().newCDPSession(page)
    const top = () => page.evaluate(() => scrollY)
    const canvas = page.locator('canvas')
    /** Draws from a part of the canvas across it, and returns the box of the canvas. */
    const draw = async (from: readonly [number, number], by: readonly [number, number]) => {
      await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const box = await canvas.boundingBox()
      if (!box) throw new Error('There is nothing to draw on')
      const start = { x: box.x + from[0] * box.width, y: box.y + from[1] * box.height }
      const before = await top()
      await swipe(finger, start, [by[0] * box.width, by[1] * box.height])
      expect(await top(), 'the page scrolled while drawing').toBe(before)
    }
    await draw([0.2, 0.2], [0.4, 0.6])
    const first = await strokesIn(page)
    const [stroke = []] = JSON.parse(first) as [number, number][][]
    expect(stroke.length).toBeGreaterThan(3)
    const ink = await inkOn(page)
    expect(ink).toBeGreaterThan(0.005)

    // A finger beside the box scrolls the page.
    const scrolled = await top()
    const atRest = page.evaluate(
      () => new Promise((resolve) => addEventListener('scrollend', () => resolve(null))),
    )
    await swipe(finger, { x: 8, y: 100 }, [0, 250])
    // It goes on by itself for a while, which would move the box below the next stroke.
    await atRest
    expect(await top()).not.toBe(scrolled)
    const sizes = [
      { width: 844, height: 390 },
      { width: 390, height: 664 },
      { width: 390, height: 844 },
    ]
    for (const size of sizes) {
      await page.setViewportSize(size)
      expect(await strokesIn(page)).toBe(first)
      await expect.poll(() => inkOn(page)).toBeGreaterThan(ink / 2)
    }
    // A stroke on the turned phone is where the finger was.
    await page.setViewportSize({ width: 844, height: 390 })
    await draw([0.5, 0.1], [0.3, 0.8])
    const [, second = []] = JSON.parse(await strokesIn(page)) as [number, number][][]
    const [start = [0, 0], end = [0, 0]] = [second[0], second.at(-1)]
    for (const [part, [x, y]] of [
      [[500, 40], start],
      [[800, 360], end],
    ] as const)
      expect(Math.hypot(x - part[0], y - part[1])).toBeLessThan(10)

    await page.getByRole('button', { name: 'Approve and sign' }).click()
    await page.getByText('Approved and signed.').waitFor()
    const drawn = page.getByRole('img', { name: 'Signature' })
    expect(await drawn.evaluate((image) => image.innerHTML)).toContain(stroke[0]?.join(' '))
  },
)
