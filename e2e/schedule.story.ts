import { scheduleStatuses } from '@plumbline/contract/schedule.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { overflowOf } from './harness/page.ts'
import { button, confirm, dialog, item, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

/** Sunday to Saturday; nothing here depends on the clock. */
const WEEK = '/schedule?view=calendar&date=2026-03-04'
const week = (page: Page) => page.getByRole('region', { name: 'Week of Mar 1 – 7, 2026' })

const newJob = (admin: ApiClient, name: string, more = {}) =>
  admin.request<Thing>('POST', '/api/jobs', { name, address: '12 Elm St', ...more })
const newEntry = (admin: ApiClient, jobId: string, title: string, more = {}) =>
  admin.request<Thing>('POST', '/api/schedule', {
    jobId,
    title,
    startDate: '2026-03-03',
    endDate: '2026-03-04',
    ...more,
  })

/** Drags from the first part of one thing to the middle of another with the mouse. */
async function drag(
  page: Page,
  from: ReturnType<Page['locator']>,
  to: ReturnType<Page['locator']>,
) {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()]
  if (!a || !b) throw new Error('nothing to drag')
  await page.mouse.move(a.x + a.width / 4, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 8 })
  await page.mouse.up()
}

story('an entry is planned, moved, finished and deleted', async ({ admin, visit }) => {
  const deck = await newJob(admin, 'Deck and pergola')
  const page = await visit(admin, WEEK)
  await toast(page, 'Project Schedule')
  await drag(
    page,
    page.locator('[data-day="2026-03-03"]').first(),
    page.locator('[data-day="2026-03-04"]').first(),
  )
  const form = page.getByRole('dialog', { name: 'Add Schedule Entry' })
  expect(await form.getByLabel('Start Date').inputValue()).toBe('2026-03-03')
  expect(await form.getByLabel('End Date').inputValue()).toBe('2026-03-04')
  await form.getByRole('combobox', { name: 'Job' }).fill('Deck')
  await form.getByRole('option', { name: /Deck and pergola/ }).click()
  await form.getByLabel('Title').fill('Footings')
  await form.getByRole('button', { name: 'Create Entry' }).click()
  await toast(page, 'Schedule Entry Created')
  await form.waitFor({ state: 'detached' })

  const footings = week(page).getByRole('button', { name: /^Footings/ })
  await drag(page, footings, page.locator('[data-day="2026-03-05"]').first())
  const bar = page.getByRole('region', { name: 'Move' })
  await bar.getByText('Footings moves to Mar 5 – Mar 6, 2 days later').waitFor()
  await bar.getByText('Weather', { exact: true }).click()
  await bar.getByRole('button', { name: 'Apply' }).click()
  await toast(page, 'Schedule Updated')
  await bar.waitFor({ state: 'detached' })

  await footings.click()
  const panel = page.getByRole('dialog', { name: 'Footings' })
  expect(page.url()).toContain('entry=')
  await panel.getByRole('tab', { name: 'History' }).click()
  await panel.getByText(/Weather/).waitFor()
  await panel.getByRole('tab', { name: 'Details' }).click()
  const options = await panel.getByLabel('Status of Footings').locator('option').allTextContents()
  expect(options).toHaveLength(scheduleStatuses.length)
  await panel.getByLabel('Status of Footings').selectOption('completed')
  await toast(page, 'Schedule Updated')
  await week(page)
    .getByRole('button', { name: /^Footings.*Completed/ })
    .waitFor()

  await panel.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Schedule Entry' })
  await edit.getByLabel('Title').fill('Footings and posts')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await edit.waitFor({ state: 'detached' })
  const renamed = page.getByRole('dialog', { name: 'Footings and posts' })
  await renamed.getByRole('button', { name: 'Delete entry' }).click()
  await confirm(page, 'Delete the entry')
  await toast(page, 'Schedule entry deleted successfully')
  await renamed.waitFor({ state: 'detached' })
  // The week is read again once the details are left.
  await footings.waitFor({ state: 'detached' })

  const changes = await visit(admin, `/jobs/${deck.id}`)
  await button(changes, 'Changes').click()
  const history = changes.getByRole('dialog', { name: 'Schedule changes' })
  await history.getByRole('region', { name: 'Days lost' }).getByText('Weather').waitFor()
  await history.getByText('Deleted').waitFor()
})

story('every view shows the same entries and keeps its filters', async ({ admin, visit }) => {
  const deck = await newJob(admin, 'Deck')
  const bath = await newJob(admin, 'Bath')
  for (const n of [1, 2, 3, 4, 5])
    await newEntry(admin, deck.id, `Step ${n}`, { status: n === 1 ? 'delayed' : 'scheduled' })
  await newEntry(admin, bath.id, 'Tiles', { weatherDependent: true, indoorWork: false })
  const page = await visit(admin, WEEK)
  await week(page)
    .getByRole('button', { name: /^Step 1/ })
    .waitFor()
  const shown = week(page).locator('[data-entry]')
  expect(await shown.count()).toBe(3)
  // By keyboard: to the next entry, into its details, on to the one after that, and back to it.
  const titleOfFocus = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.split(',')[0])
  await shown.nth(0).focus()
  await page.keyboard.press('ArrowDown')
  expect(await titleOfFocus()).toBe('Step 2')
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: 'Step 2', exact: true })
  await details.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('dialog', { name: 'Step 3', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await titleOfFocus()).toBe('Step 3')

  await week(page).getByRole('button', { name: '+3 more on Tuesday, Mar 3, 2026' }).click()
  const day = page.getByRole('region', { name: 'Schedule for Tuesday, Mar 3, 2026' })
  expect(await day.getByRole('listitem').count()).toBe(6)
  await item(page, 'Tiles').getByText('Weather dependent').waitFor()
  await item(page, 'Tiles').getByText('8h').waitFor()

  await button(page, 'List').click()
  await main(page).getByText('5 items').waitFor()
  await main(page).getByText('1 item', { exact: true }).waitFor()
  await page.getByLabel('Status').selectOption('delayed')
  await page.waitForURL(/status=delayed/)
  await main(page).getByText('1 item', { exact: true }).waitFor()
  await button(page, 'Gantt').click()
  await page.getByRole('treegrid').or(page.getByRole('grid')).getByText('Step 1').waitFor()
  expect(await page.getByText('Step 2').count()).toBe(0)
  await page.reload()
  await page.getByText('Step 1').first().waitFor()

  await page.getByRole('link', { name: 'Month' }).click()
  await page.getByRole('heading', { level: 1, name: 'Enhanced Schedule' }).waitFor()
  await page.goto('/enhanced-schedule?date=2026-03-04')
  await button(page, '+4 more on Tuesday, Mar 3, 2026').click()
  expect(await dialog(page).getByRole('listitem').count()).toBe(6)
})

story(
  'a client and a sub read their own schedules and change nothing',
  async ({ admin, join, visit, expectError }) => {
    const client = await join('client', 'Clara')
    const sub = await join('subcontractor', 'Sid')
    const deck = await newJob(admin, 'Deck', { clientId: client.id, endDate: '2026-03-20' })
    const bath = await newJob(admin, 'Bath')
    const ours = await newEntry(admin, deck.id, 'Framing', {
      priority: 'critical',
      notes: 'Key under the mat',
      description: 'Posts and beams',
      assignedSubcontractorId: sub.id,
    })
    await newEntry(admin, deck.id, 'Stain')
    await newEntry(admin, deck.id, 'Call the client', { internal: true })
    const other = await newEntry(admin, bath.id, 'Tiles')

    const clients = await visit(client.api, WEEK)
    await week(clients)
      .getByRole('button', { name: /^Framing/ })
      .click()
    const panel = clients.getByRole('dialog', { name: 'Framing' })
    await panel.getByText('Posts and beams').waitFor()
    for (const text of ['Critical', '8h', 'Key under the mat', 'Edit', 'Move…', 'History'])
      expect(await panel.getByText(text, { exact: true }).count(), text).toBe(0)
    expect(await button(clients, 'Add Schedule Item').count()).toBe(0)
    expect(await clients.getByText('Tiles').count()).toBe(0)
    await week(clients)
      .getByRole('button', { name: /^Stain/ })
      .waitFor()
    expect(await clients.getByText('Call the client').count()).toBe(0)
    expectError(/GET .*\/api\/schedule\/.*404|console error.*404/)
    await clients.goto(`${WEEK}&entry=${other.id}`)
    await clients.getByRole('dialog', { name: 'Entry not found' }).waitFor()

    const subs = await visit(sub.api, `${WEEK}&entry=${ours.id}`)
    const details = subs.getByRole('dialog', { name: 'Framing' })
    await details.getByText('Key under the mat').waitFor()
    expect(await details.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    await week(subs)
      .getByRole('button', { name: /^Framing/ })
      .waitFor()
    expect(await week(subs).locator('[data-entry]').count()).toBe(1)
    await subs.getByLabel('Entries').selectOption('all')
    await week(subs)
      .getByRole('button', { name: /^Stain/ })
      .waitFor()
    await week(subs)
      .getByRole('button', { name: /^Call the client/ })
      .waitFor()
    await subs.goto('/enhanced-schedule?date=2026-03-04')
    await subs.getByRole('link', { name: 'Job due: Deck, Not Started' }).waitFor()
  },
)

story('the views look right on every screen', async ({ admin, checkAppearance }) => {
  const job = await newJob(admin, 'Whole-house windows and siding of the corner building')
  const long = 'Take out the old window, square the opening, and set the new one. '.repeat(3)
  const made = await newEntry(admin, job.id, long.slice(0, 200), {
    status: 'in_progress',
    percentComplete: 55,
    priority: 'critical',
    startDate: '2026-02-20',
  })
  for (const n of [1, 2, 3, 4])
    await newEntry(admin, job.id, `Step ${n}`, { dependsOnIds: [], priority: 'high' })
  const views = {
    week: `${WEEK}&entry=${made.id}`,
    gantt: '/schedule?view=gantt&group=job&date=2026-03-04',
    list: '/schedule?view=list',
    day: '/schedule?view=daily&date=2026-03-04',
    month: '/enhanced-schedule?date=2026-03-04',
  }
  for (const [name, path] of Object.entries(views))
    await checkAppearance(admin, path, `schedule-${name}`, async (page) => {
      await page
        .getByText('Step 1')
        .or(button(page, /, Mar 4, 2026, /))
        .filter({ visible: true })
        .first()
        .waitFor()
      if (name === 'week') await dialog(page).getByRole('tab', { name: 'Details' }).waitFor()
    })
})

story('a week, a month and a chart are printed whole, in both directions', async (context) => {
  const { admin, visit } = context
  const job = await newJob(admin, 'Warehouse')
  for (let n = 1; n <= 12; n++)
    await newEntry(admin, job.id, `Visit ${n}`, { startDate: '2026-05-05', endDate: '2026-05-06' })
  const date = `date=2026-05-05&jobId=${job.id}`
  const pages = {
    [`/schedule?view=calendar&${date}`]: '[data-entry]',
    [`/schedule?view=gantt&${date}`]: 'tbody tr',
    [`/enhanced-schedule?${date}`]: 'li:has(button[aria-label^="Tuesday, May 5"]) [data-entry]',
  }
  const page = await visit(admin, '/schedule')
  for (const [path, rows] of Object.entries(pages)) {
    await page.goto(path)
    await page.getByText('Visit 1', { exact: true }).first().waitFor()
    // Of a sheet of letter paper without its margins, at 96 dots an inch.
    for (const [width, height] of [
      [979, 739],
      [739, 979],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ media: 'print' })
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
      await expect.poll(() => main(page).locator(rows).count(), { message: path }).toBe(12)
      expect(await overflowOf(page), `${path} at ${width} px`).toBe(0)
      expect(await main(page).getByRole('button', { name: 'Today' }).isVisible()).toBe(false)
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
      await page.emulateMedia({ media: 'screen' })
    }
  }
})
