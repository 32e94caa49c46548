import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { card } from './harness/screen.ts'
import { story } from './harness/story.ts'

const COUNT = 45

/** The rows of the list and those of them that are rendered. */
const rows = async (page: Page) => {
  const items = page.locator('main li')
  return {
    all: await items.count(),
    rendered: await items.filter({ hasText: 'Long list' }).count(),
  }
}

/** Whether a part of the page can be seen. */
const isSeen = (page: Page, name: string) =>
  card(page, name).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })

story(
  'a long list on a phone: rows are rendered when they come near, and Back returns to where one was',
  async ({ admin, visit }) => {
    const jobs = Array.from({ length: COUNT }, (_, n) => n + 1)
    for (const n of jobs)
      await admin.request('POST', '/api/jobs', {
        name: `Long list ${n}`,
        address: '418 Alder Ct, Elgin',
      })
    const page = await visit(admin, '/jobs', { width: 390 })
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

    await card(page, wanted).getByRole('link', { name: 'View Details' }).click()
    await page.getByRole('heading', { name: wanted }).waitFor()
    await page.goBack()
    await expect
      .poll(async () => (await card(page, wanted).count()) === 1 && isSeen(page, wanted), {
        timeout: 30_000,
      })
      .toBe(true)
  },
)

story('a long list of tasks renders what is near', async ({ admin, visit }) => {
  const { id } = await admin.request<{ id: string }>('POST', '/api/jobs', {
    name: 'Deck',
    address: '2 Mill Rd',
  })
  for (let n = 1; n <= COUNT; n += 1)
    await admin.request('POST', '/api/tasks', { jobId: id, name: `Long list ${n}` })
  for (const path of ['/tasks', `/jobs/${id}`]) {
    const page = await visit(admin, path, { width: 390 })
    await page
      .getByRole('button', { name: /^Long list \d+$/ })
      .first()
      .waitFor()
    const { all, rendered } = await rows(page)
    expect(all).toBeGreaterThanOrEqual(COUNT)
    expect(rendered).toBeLessThan(30)
  }
})
