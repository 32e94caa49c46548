import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { pressCsv } from './harness/letterhead.ts'
import { expectNoOverflow } from './harness/page.ts'
import { button, go, main, openScreen } from './harness/screen.ts'
import { story } from './harness/story.ts'

/** Where the first row of a list may begin on a phone, in pixels. */
const MAX_HEAD_PX = 260

const officeLists = [
  ...['/jobs', '/users', '/users?tab=invites', '/tasks', '/crew-board', '/pending-bids'],
  ...[
    '/customers',
    '/invoices',
    '/price-list',
    '/paid-2025',
    '/completions',
    '/subcontractors',
    '/messages',
    '/photos',
  ],
  ...['/schedule?view=list', '/schedule-templates', '/notifications', '/settings/audit'],
  ...['', '?tab=tenants', '?tab=income', '?tab=expenses'].map((tab) => `/rental-properties${tab}`),
]
const subLists = ['/jobs', '/tasks', '/messages', '/photos']

/** The upper edge of the first row on the page, in pixels, or null without one. */
const firstRow = (page: Page) =>
  page.evaluate(() => {
    const tops = [...document.querySelectorAll('main :is(article, li, tr, [data-entry])')]
      .filter(
        (row) =>
          !row.closest('nav:not([aria-label=Projects]), fieldset, [popover], [data-skeleton]'),
      )
      .map((row) => row.getBoundingClientRect())
      .filter(({ height }) => height > 8)
      .map(({ top }) => top + scrollY)
    return tops.length > 0 ? Math.min(...tops) : null
  })

story('the lists of a phone begin in its upper third', async ({ sample, visit }) => {
  const { people } = await sample()
  for (const [person, paths] of [
    [people.admin, officeLists],
    [people.subcontractor, subLists],
  ] as const) {
    const page = await visit(person, '/account', { width: 390 })
    await main(page).getByRole('heading', { name: 'My account' }).waitFor()
    for (const path of paths) {
      // Otherwise the rows of the screen before would be measured.
      await openScreen(page, path)
      await expect.poll(() => firstRow(page), { message: path }).not.toBeNull()
      await expect.poll(() => firstRow(page), { message: path }).toBeLessThan(MAX_HEAD_PX)
    }
  }
})

story('a narrow head puts its actions into a menu', async ({ sample, visit }) => {
  const { people } = await sample()
  const page = await visit(people.admin, '/jobs', { width: 390 })
  const actions = button(page, 'Other actions')
  const csv = page.getByRole('button', { name: 'CSV', exact: true })
  await actions.tap()
  expect(await pressCsv(page)).toContain('Kitchen remodel')
  await csv.waitFor({ state: 'hidden' })
  await actions.tap()
  await page.getByRole('link', { name: 'Import CSV' }).waitFor()
  await page.keyboard.press('Escape')
  await csv.waitFor({ state: 'hidden' })
  // A desktop at 200 % zoom.
  await page.setViewportSize({ width: 640, height: 360 })
  await actions.waitFor()
  await page.setViewportSize({ width: 1024, height: 768 })
  await csv.waitFor()
  await actions.waitFor({ state: 'hidden' })
})

story('the head of the schedule stays one line beside the details of an entry', async (stage) => {
  const { people } = await stage.sample()
  const page = await stage.visit(people.admin, '/schedule?view=calendar', { width: 1440 })
  await main(page).locator('[data-entry]').first().click()
  await page.getByRole('tab', { name: 'Details' }).waitFor()
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return box ? Math.round(box.y + box.height / 2) : null
  }
  const title = await middleOf(main(page).getByRole('heading', { level: 1 }))
  // In steps of 4 pixels.
  const line = (middle: number | null) => Math.round((middle ?? 0) / 4)
  expect(line(await middleOf(button(page, 'Add Schedule Item')))).toBe(line(title))
  await button(page, 'Other actions').click()
  await page.getByRole('link', { name: 'Crew Board' }).waitFor()
})

story('the filters of a phone open from one line', async ({ sample, visit }) => {
  const { people } = await sample()
  const page = await visit(people.admin, '/tasks', { width: 390 })
  const search = page.getByRole('searchbox', { name: 'Search tasks' })
  const widthOf = async () => (await search.boundingBox())?.width ?? 0
  expect(await widthOf()).toBeLessThan(50)
  await search.tap()
  await expect.poll(widthOf).toBeGreaterThan(300)
  await search.fill('factory')
  await expect.poll(() => main(page).getByRole('listitem').count()).toBe(1)
  await go(page, '/crew-board')
  const jobs = page.getByRole('combobox', { name: 'Job' })
  await jobs.scrollIntoViewIfNeeded()
  await jobs.tap()
  await page.getByRole('option', { name: 'Kitchen remodel' }).tap()
  await expect.poll(() => jobs.inputValue()).toBe('Kitchen remodel')
  await expectNoOverflow(page)
})

story('the camera of a job lies over no control', async ({ sample, visit }) => {
  const { people } = await sample()
  const [job] = await people.admin.request<{ id: string }[]>('GET', '/api/jobs?limit=1')
  const page = await visit(people.admin, `/jobs/${job?.id}`, { width: 390 })
  const camera = button(page, 'Take a photo')
  await camera.waitFor()
  /** The controls of the screen, or of the bar that it is in, under its middle and edges. */
  const covered = () =>
    camera.evaluate((own) => {
      const { left, top, width, height } = own.getBoundingClientRect()
      const parts = [0.1, 0.5, 0.9]
      const hits = parts.flatMap((x) =>
        parts.flatMap((y) => document.elementsFromPoint(left + x * width, top + y * height)),
      )
      const behindBar = own.hasAttribute('data-docked') ? 'header *' : 'main *, header *'
      return hits
        .filter((hit) => hit.matches(behindBar) && !own.contains(hit))
        .flatMap((hit) => hit.closest('a, button, input, select, [role=slider]') ?? [])
        .filter((hit) => hit !== own && hit.getBoundingClientRect().height < 100)
        .map((hit) => hit.textContent)
    })
  for (let y = 0; y < 3000; y += 150) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), y)
    await expect.poll(covered, { message: `at ${y} px` }).toEqual([])
  }
})
