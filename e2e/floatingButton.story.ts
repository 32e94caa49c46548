import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { story } from './harness/story.ts'

/** The links and buttons of the screen that the floating button overlaps. */
const overlapped = (page: Page, name: string) =>
  page.evaluate((label) => {
    const button = document.querySelector(`main button[aria-label="${label}"]`)
    const own = button?.getBoundingClientRect() ?? new DOMRect()
    const controls = [...document.querySelectorAll('main :is(a, button, input, select)')]
    return controls.flatMap((control) => {
      const box = control.getBoundingClientRect()
      const across = Math.min(box.right, own.right) - Math.max(box.left, own.left)
      const down = Math.min(box.bottom, own.bottom) - Math.max(box.top, own.top)
      // Two pixels, for rounding.
      return control !== button && across > 2 && down > 2 ? [control.textContent] : []
    })
  }, name)

story('the floating button moves away from every link', async ({ admin, visit }) => {
  for (let n = 1; n <= 12; n++)
    await admin.request('POST', '/api/jobs', { name: `Job ${n}`, address: `${n} Quarry Rd` })
  for (const width of [390, 1440] as const) {
    const page = await visit(admin, '/jobs', { width })
    await page.getByRole('article').last().waitFor()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let top = 0; top < height; top += 90) {
      await page.evaluate((y) => window.scrollTo(0, y), top)
      await expect
        .poll(() => overlapped(page, 'Create New Job'), { message: `${width} px wide, at ${top}` })
        .toEqual([])
    }
  }
})
