import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFaults } from './harness/accessibility.ts'
import type { ApiClient } from './harness/apiClient.ts'
import { newJob } from './harness/jobs.ts'
import { button, card, item, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'
import * as table from './harness/table.ts'

const { bar } = table
const grid = (page: Page) => table.grid(page, 'Jobs')
const row = (page: Page, name: string) => table.rowOf(grid(page), 'link', name)
/** The names of the rendered rows, from top to bottom. */
const names = (page: Page) =>
  grid(page)
    .getByRole('row')
    .getByRole('gridcell')
    .getByRole('link', { name: /^Trellis / })
    .allTextContents()

/** Adds six jobs, two of which have a schedule entry. */
async function addTrellises(admin: ApiClient) {
  const ids: string[] = []
  for (let n = 1; n <= 6; n += 1) {
    const id = await newJob(admin, `Trellis ${n}`, {
      ...{ startDate: '2026-01-05', endDate: `2026-03-0${n}`, approvedAmount: n * 100_000 },
      ...{ status: n === 6 ? 'completed' : 'in_progress', progress: 10 * n },
    })
    ids.push(id)
  }
  for (const [at, title, day, status] of [
    [0, 'Sheathing', '2020-01-05', 'in_progress'],
    [1, 'Truss delivery', '2099-01-05', 'scheduled'],
  ] as const)
    await admin.request('POST', '/api/schedule', {
      ...{ jobId: ids[at], title, status, startDate: day, endDate: day },
    })
}

story(
  'the table of jobs can be sorted, used by keyboard, selected and exported',
  async ({ admin, visit }) => {
    await addTrellises(admin)
    const page = await visit(admin, '/jobs?search=trellis')
    await card(page, 'Trellis 6').waitFor()
    await table.show(page, 'Table')
    await page.waitForURL(/view=table/)
    await row(page, 'Trellis 6').waitFor()
    expect(await names(page)).toEqual([5, 4, 3, 2, 1, 6].map((n) => `Trellis ${n}`))
    await main(page).getByText('5 in progress, 1 completed').waitFor()
    await row(page, 'Trellis 1').getByText('Late:').waitFor()
    await row(page, 'Trellis 1').getByText('until Jan 5, 2020').waitFor()
    await row(page, 'Trellis 2').getByText('from Jan 5, 2099').waitFor()

    const end = grid(page).getByRole('columnheader', { name: 'End' })
    await end.getByRole('button').click()
    await page.waitForURL(/sort=end/)
    await expect.poll(() => names(page)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Trellis ${n}`))
    expect(await end.getAttribute('aria-sort')).toBe('ascending')

    // Tab returns to the row that had the focus last. Space selects a row, and with Shift all rows
    // in between.
    await row(page, 'Trellis 1').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await bar(page).getByText('3 selected').waitFor()
    await bar(page).getByText('$9,000.00').waitFor()
    await button(page, 'Create New Job').waitFor({ state: 'detached' })
    expect(await table.exportChosen(page)).toEqual([
      ...['Job', 'Trellis 2', 'Trellis 3', 'Trellis 4'],
    ])
    await row(page, 'Trellis 6')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await bar(page).getByText('5 selected').waitFor()
    await table.expectToFit(page, row(page, 'Trellis 6'))
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })
    await button(page, 'Create New Job').waitFor()

    const columns = page.getByRole('dialog', { name: 'Columns' })
    const manager = grid(page).getByRole('columnheader', { name: 'Manager' })
    await button(page, 'Columns').click()
    // The box is checked once the address has changed, for which `check` does not wait.
    await columns.getByLabel('Manager').click()
    await manager.waitFor()
    await columns.getByLabel('Now or next').click()
    await page.waitForURL(/columns=client%2Cstatus%2Cprogress%2Cmanager%2Cstart%2Cend%2Capproved/)
    await row(page, 'Trellis 1').getByText('Sheathing').waitFor({ state: 'detached' })
    expect(await accessibilityFaults(page)).toEqual([])
    await button(page, 'Usual columns').click()
    await manager.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await columns.waitFor({ state: 'detached' })

    await row(page, 'Trellis 5').focus()
    await page.keyboard.press('Enter')
    await main(page).getByRole('heading', { level: 1, name: 'Trellis 5' }).waitFor()
    await page.goBack()
    await row(page, 'Trellis 1').waitFor()
    expect(new URL(page.url()).search).toContain('view=table')
  },
)

/** Adds a job with a task, and with a schedule that is longer than the window. @returns its path */
async function addSunroom(admin: ApiClient) {
  const id = await newJob(admin, 'Sunroom')
  await admin.request('POST', '/api/tasks', { jobId: id, name: 'Hang doors' })
  for (let day = 10; day < 28; day++)
    await admin.request('POST', '/api/schedule', {
      ...{ jobId: id, title: `Step ${day}` },
      ...{ startDate: `2026-11-${day}`, endDate: `2026-11-${day}` },
    })
  return `/jobs/${id}`
}

/** Visits the sections of a job page through the sticky links. */
async function goThroughSections(page: Page) {
  const links = page.getByRole('navigation', { name: 'On this page' })
  const current = links.locator('[aria-current="location"]')
  const isCurrent = (name: string) => current.filter({ hasText: name }).waitFor()
  await links.getByRole('link', { name: 'Schedule 18' }).waitFor()
  // These parts load last, and move the sections below them.
  for (const name of ['Weekly updates', 'Contract'])
    await page.getByRole('region', { name, exact: true }).waitFor()
  const money = page.getByRole('region', { name: 'Money', exact: true })
  await money
    .getByText(/^(Left to invoice|Nothing is invoiced yet\.)$/)
    .first()
    .waitFor()
  await isCurrent('Tasks')
  for (const [name, title] of [
    ['Schedule', 'Schedule'],
    ['Subcontractors', 'Subcontractors'],
    ['Updates', 'Weekly updates'],
    ['Tasks', 'Tasks'],
  ] as const) {
    await links.getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
    await isCurrent(name)
    const section = page.getByRole('region', { name: title, exact: true })
    const isInView = async () => {
      const heading = await section.getByRole('heading', { name: title }).boundingBox()
      const box = await links.boundingBox()
      if (!heading || !box) return false
      return heading.y > box.y + box.height - 1 && heading.y < 900
    }
    // The heading is not hidden behind the links. Rows that come near may be rendered above it.
    await expect.poll(isInView, { message: title }).toBe(true)
    expect(await current.count()).toBe(1)
  }
}

story(
  'a job page links to its sections; a task shows its step, and Edit on hover, focus and touch',
  async ({ admin, visit }) => {
    const path = await addSunroom(admin)
    const opacity = (control: Locator) =>
      control.evaluate((element) => getComputedStyle(element.parentElement ?? element).opacity)
    const page = await visit(admin, path)
    await goThroughSections(page)
    const start = item(page, 'Hang doors').getByRole('button', { name: 'Start' })
    const edit = item(page, 'Hang doors').getByRole('button', { name: 'Edit task' })
    expect([await opacity(start), await opacity(edit)]).toEqual(['1', '0'])
    await item(page, 'Hang doors').hover()
    expect(await opacity(edit)).toBe('1')
    await page.getByRole('heading', { level: 1 }).hover()
    expect(await opacity(edit)).toBe('0')
    await page.getByRole('button', { name: 'Hang doors' }).focus()
    await page.keyboard.press('Tab')
    expect(await opacity(edit)).toBe('1')
    await page.keyboard.press('Enter')
    await toast(page, 'Task updated successfully')

    const phone = await visit(admin, path, { width: 390 })
    await goThroughSections(phone)
    const editOnPhone = item(phone, 'Hang doors').getByRole('button', { name: 'Edit task' })
    expect(await opacity(editOnPhone)).toBe('1')
  },
)

const COUNT = 45

/** Counts the rows of the list, and those with rendered content. */
const rows = async (page: Page) => {
  const items = page.locator('main li')
  return {
    all: await items.count(),
    rendered: await items.filter({ hasText: 'Long list' }).count(),
  }
}

/** Holds back idle callbacks until `runIdleCallbacks` is called. */
const delayIdleCallbacks = (page: Page) =>
  page.addInitScript(() => {
    const delayed: IdleRequestCallback[] = []
    const original = window.requestIdleCallback.bind(window)
    window.requestIdleCallback = (run) => delayed.push(run)
    Object.assign(window, {
      runIdleCallbacks: () => {
        window.requestIdleCallback = original
        for (const run of delayed.splice(0)) original(run)
      },
    })
  })
const runIdleCallbacks = (page: Page) => page.evaluate('runIdleCallbacks()')

/** Returns the distance of a card from the top of the window, in pixels. */
const topOf = (page: Page, name: string) =>
  card(page, name).evaluate((element) => element.getBoundingClientRect().top)

/**
 * Opens a job of the list.
 * @returns the distance of its card from the top of the window when it was clicked
 */
async function openJob(page: Page, name: string): Promise<number> {
  await card(page, name).evaluate((element) =>
    element.addEventListener('click', () =>
      Object.assign(window, { topOfOpened: element.getBoundingClientRect().top }),
    ),
  )
  await card(page, name).getByRole('link', { name: 'View Details' }).click()
  return page.evaluate('topOfOpened')
}

/** Opens a job of the list, goes back, and expects its card at the same place. */
async function expectBackTo(page: Page, name: string): Promise<void> {
  const top = await openJob(page, name)
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.goBack()
  await card(page, name).waitFor()
  // The card is rendered a moment before the scroll position is restored.
  await expect.poll(async () => Math.abs((await topOf(page, name)) - top)).toBeLessThanOrEqual(1)
}

/** Whether a card is in the viewport. */
const isSeen = (page: Page, name: string) =>
  card(page, name).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })

/** Scrolls down with the mouse wheel until a card is in the viewport. */
const scrollTo = (page: Page, name: string) =>
  expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 500)
        return (await card(page, name).count()) === 1 && isSeen(page, name)
      },
      { timeout: 60_000, interval: 100 },
    )
    .toBe(true)

story(
  'long lists on a phone render rows as they come near, and Back returns to the same row',
  async ({ admin, visit }) => {
    // Every third name is long, so that rows have different heights.
    for (let n = 1; n <= COUNT; n += 1)
      await newJob(
        admin,
        `Long list ${n}${n % 3 === 1 ? ', the kitchen, both bathrooms and the deck behind the house' : ''}`,
      )
    const page = await visit(admin, '/api/health', { width: 390 })
    await delayIdleCallbacks(page)
    await page.goto('/jobs')
    await card(page, `Long list ${COUNT}`).waitFor()
    const first = await rows(page)
    expect(first.all).toBe(COUNT)
    expect(first.rendered).toBeLessThan(15)

    const wanted = 'Long list 20'
    await scrollTo(page, wanted)
    const later = await rows(page)
    expect(later.rendered).toBeGreaterThan(first.rendered)
    expect(later.rendered).toBeLessThan(COUNT)

    await expectBackTo(page, wanted)
    await runIdleCallbacks(page)
    await expect.poll(async () => (await rows(page)).rendered).toBe(COUNT)
    await expectBackTo(page, wanted)

    const jobId = await newJob(admin, 'With a long list')
    const tasks = Array.from({ length: COUNT }, (_, n) => ({ name: `Long list ${n + 1}` }))
    await admin.request('POST', '/api/tasks/bulk', { jobId, tasks })
    for (const path of [`/tasks?jobId=${jobId}`, `/jobs/${jobId}`]) {
      await page.goto(path)
      const buttons = page.getByRole('button', { name: /^Long list \d+$/ })
      await buttons.first().waitFor()
      const { all, rendered } = await rows(page)
      expect(all).toBeGreaterThanOrEqual(COUNT)
      expect(rendered).toBeLessThan(30)
      await runIdleCallbacks(page)
      await expect.poll(() => buttons.count()).toBe(COUNT)
    }
  },
)
