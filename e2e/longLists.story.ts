import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { card } from './harness/screen.ts'
import { story } from './harness/story.ts'

const COUNT = 45

/** The rows of the list, and how many of them have content. */
const rows = async (page: Page) => {
  const items = page.locator('main li')
  return {
    all: await items.count(),
    rendered: await items.filter({ hasText: 'Long list' }).count(),
  }
}

/** Keeps the browser from having nothing to do, until `letRest`. */
const keepBusy = (page: Page) =>
  page.addInitScript(() => {
    const held: IdleRequestCallback[] = []
    const rest = window.requestIdleCallback.bind(window)
    window.requestIdleCallback = (run) => held.push(run)
    Object.assign(window, {
      letRest: () => {
        window.requestIdleCallback = rest
        for (const run of held.splice(0)) rest(run)
      },
    })
  })
const letRest = (page: Page) => page.evaluate('letRest()')

/** The distance of a part of the page from the upper edge of the screen, in pixels. */
const topOf = (page: Page, name: string) =>
  card(page, name).evaluate((element) => element.getBoundingClientRect().top)

/** Whether a part of the page can be seen. */
const isSeen = (page: Page, name: string) =>
  card(page, name).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })

story(
  'a long list on a phone: rows are rendered when they come near, and Back returns to the same row',
  async ({ admin, visit }) => {
    // Rows of different heights.
    for (let n = 1; n <= COUNT; n += 1)
      await admin.request('POST', '/api/jobs', {
        name: `Long list ${n}${n % 3 === 1 ? ', the kitchen, both bathrooms and the deck behind the house' : ''}`,
        address: '418 Alder Ct, Elgin',
      })
    const page = await visit(admin, '/', { width: 390 })
    await keepBusy(page)
    await page.goto('/jobs')
    await card(page, `Long list ${COUNT}`).waitFor()
    const first = await rows(page)
    expect(first.all).toBe(COUNT)
    expect(first.rendered).toBeLessThan(15)

    const wanted = 'Long list 20'
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 500)
          return (await card(page, wanted).count()) === 1 && isSeen(page, wanted)
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(true)
    const later = await rows(page)
    expect(later.rendered).toBeGreaterThan(first.rendered)
    expect(later.rendered).toBeLessThan(COUNT)

    const link = card(page, wanted).getByRole('link', { name: 'View Details' })
    await link.scrollIntoViewIfNeeded()
    const top = await topOf(page, wanted)
    await link.click()
    await page.getByRole('heading', { name: wanted }).waitFor()
    await page.goBack()
    await card(page, wanted).waitFor()
    expect((await rows(page)).rendered).toBeLessThan(COUNT)
    // The card is there a moment before the place on the page is.
    const moved = async () => Math.abs((await topOf(page, wanted)) - top)
    await expect.poll(moved).toBeLessThanOrEqual(2)

    await letRest(page)
    await expect.poll(async () => (await rows(page)).rendered).toBe(COUNT)
    expect(await moved()).toBeLessThanOrEqual(2)
  },
)

story('a long list of tasks renders what is near, and then the rest', async ({ admin, visit }) => {
  const { id } = await admin.request<{ id: string }>('POST', '/api/jobs', {
    name: 'Deck',
    address: '2 Mill Rd',
  })
  for (let n = 1; n <= COUNT; n += 1)
    await admin.request('POST', '/api/tasks', { jobId: id, name: `Long list ${n}` })
  const page = await visit(admin, '/', { width: 390 })
  await keepBusy(page)
  for (const path of ['/tasks', `/jobs/${id}`]) {
    await page.goto(path)
    const buttons = page.getByRole('button', { name: /^Long list \d+$/ })
    await buttons.first().waitFor()
    const { all, rendered } = await rows(page)
    expect(all).toBeGreaterThanOrEqual(COUNT)
    expect(rendered).toBeLessThan(30)
    await letRest(page)
    await expect.poll(() => buttons.count()).toBe(COUNT)
  }
})
