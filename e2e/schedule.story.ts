import { shortSpan } from '@plumbline/contract/dates.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { companyToday, owner, signIn } from './harness/company.ts'
import { newJob } from './harness/jobs.ts'
import { expectNoOverflow } from './harness/page.ts'
import {
  button,
  closeByEscape,
  main,
  openScreen,
  toast,
  waitUntilSettled,
} from './harness/screen.ts'
import { story } from './harness/story.ts'

const long = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'long', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
})
/** The long format of a day on screens: `Thursday, Nov 19, 2026`. */
const longDay = (day: string) => long.format(new Date(day))

interface Entity {
  readonly id: string
}

const newEntry = (admin: ApiClient, jobId: string, title: string, more = {}) =>
  admin.request<Entity>('POST', '/api/schedule', {
    ...{ jobId, title, startDate: '2026-03-03', endDate: '2026-03-04', ...more },
  })

/** Drags an element to the center of another one. It is grabbed at a fraction of its width. */
async function drag(page: Page, from: Locator, to: Locator, along = 0.25) {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()]
  if (!a || !b) throw new Error('nothing to drag')
  await page.mouse.move(a.x + a.width * along, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 8 })
  await page.mouse.up()
}

/** A span as a sentence says it in the current year. */
const inSentence = (start: string, end: string) => shortSpan(start, end, companyToday())

const titleOfFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.split(',')[0])

story(
  'an entry can be drawn, dragged in the week and the chart, and reached by keyboard',
  async ({ admin, visit }) => {
    const jobId = await newJob(admin, 'Gazebo and pergola')
    const of = `date=2026-03-04&jobId=${jobId}`
    const page = await visit(admin, `/schedule?view=calendar&${of}`)
    // Sunday to Saturday; nothing here depends on the clock.
    const week = page.getByRole('region', { name: 'Week of Mar 1 – 7, 2026' })
    const day = (date: string) => page.locator(`[data-day="${date}"]`).first()
    await drag(page, day('2026-03-03'), day('2026-03-04'))
    const form = page.getByRole('dialog', { name: 'Add Schedule Entry' })
    expect(await form.getByLabel('Start Date').inputValue()).toBe('2026-03-03')
    expect(await form.getByLabel('End Date').inputValue()).toBe('2026-03-04')
    await form.getByLabel('Title').fill('Footings')
    await form.getByRole('button', { name: 'Create Entry' }).click()
    await toast(page, 'Schedule Entry Created')
    await form.waitFor({ state: 'detached' })

    const footings = week.getByRole('button', { name: /^Footings/ })
    await drag(page, footings, day('2026-03-05'))
    const bar = page.getByRole('region', { name: 'Move' })
    await bar
      .getByText(`Footings moves to ${inSentence('2026-03-05', '2026-03-06')}, 2 days later`)
      .waitFor()
    await bar.getByText('Weather', { exact: true }).click()
    await bar.getByRole('button', { name: 'Apply' }).click()
    await toast(page, 'Schedule Updated')
    await bar.waitFor({ state: 'detached' })

    for (const n of [1, 2, 3]) await newEntry(admin, jobId, `Step ${n}`)
    await week.getByRole('button', { name: /^Step 3/ }).waitFor()
    // By keyboard: to the next entry, into its details, on to the entry after it, and back to the
    // calendar.
    await week.getByRole('button', { name: /^Step 1/ }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await titleOfFocus(page)).toBe('Step 2')
    await page.keyboard.press('Enter')
    const details = page.getByRole('dialog', { name: 'Step 2', exact: true })
    await details.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('dialog', { name: 'Step 3', exact: true }).waitFor()
    await closeByEscape(page.getByRole('dialog'))
    expect(await titleOfFocus(page)).toBe('Step 3')

    await openScreen(page, `/schedule?view=gantt&${of}`)
    const row = (title: string) => page.getByRole('row', { name: new RegExp(`^${title}, `) })
    await row('Footings').waitFor()
    await dragBarByDays(page, row('Footings'), 4)
    await bar
      .getByText(`Footings moves to ${inSentence('2026-03-09', '2026-03-10')}, 4 days later`)
      .waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await row('Step 1').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await bar
      .getByText(`Step 1 moves to ${inSentence('2026-03-04', '2026-03-05')}, 1 day later`)
      .waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    expect(await row('Step 1').evaluate((element) => element === document.activeElement)).toBe(true)
  },
)

/** Drags the bar of a chart row by a number of days. */
async function dragBarByDays(page: Page, row: Locator, days: number) {
  const box = await row.locator('[data-part="all"]').first().boundingBox()
  if (!box) throw new Error('nothing to drag')
  // The bar is two days long, so half its width is a day.
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + (box.width / 2) * days, y, { steps: 8 })
  await page.mouse.up()
}

const WORD = 'Wallpaper'.repeat(23).slice(0, 200)
const SENTENCE = 'Paint the north wall '.repeat(10).slice(0, 199)

story('a title of two hundred characters fits on a phone', async ({ admin, visit }) => {
  const day = '2026-11-04'
  const jobId = await newJob(admin, 'Mural')
  for (const title of [WORD, `${SENTENCE}.`])
    await newEntry(admin, jobId, title, { startDate: day, endDate: day })
  const read = (page: Page) => main(page).locator('[aria-busy=false]')
  const of = `date=${day}&jobId=${jobId}`
  const page = await visit(admin, '/schedule', { width: 390 })
  await waitUntilSettled(page)
  for (const view of ['calendar', 'gantt', 'list', 'daily']) {
    await openScreen(page, `/schedule?view=${view}&${of}`)
    for (const title of [WORD, SENTENCE]) await read(page).getByText(title).first().waitFor()
    await expectNoOverflow(page, view)
  }
  await read(page).getByRole('button', { name: WORD }).click()
  await page.getByRole('dialog', { name: WORD }).getByRole('definition').first().waitFor()
  await expectNoOverflow(page, 'the details')
  await openScreen(page, `/enhanced-schedule?${of}&day=${day}`)
  await page
    .getByRole('dialog', { name: longDay(day) })
    .getByText(WORD)
    .waitFor()
  await expectNoOverflow(page, 'the day of the month')
})

const AWAY = { west: 'Pacific/Honolulu', east: 'Pacific/Auckland' } as const

/**
 * An entry at the end or the start of daylight saving time, and its days as each screen shows them.
 */
interface Shown {
  readonly title: string
  readonly startDate: string
  readonly endDate: string
  /** Such as `Oct 31 – Nov 2, 2026`, in the names of bars and in every view. */
  readonly span: string
  readonly panelTexts: readonly [start: string, end: string]
  /** The days that its bars and chips cover, as `YYYY-MM-DD`. */
  readonly days: readonly string[]
}

const autumn: Shown = {
  title: 'Pour the slab',
  startDate: '2026-10-31',
  endDate: '2026-11-02',
  span: 'Oct 31 – Nov 2, 2026',
  panelTexts: ['Oct 31, 2026', 'Nov 2, 2026 · 3 days'],
  days: ['2026-10-31', '2026-11-01', '2026-11-02'],
}
const autumnMoved: Shown = {
  ...autumn,
  startDate: '2026-11-01',
  endDate: '2026-11-03',
  span: 'Nov 1 – 3, 2026',
  panelTexts: ['Nov 1, 2026', 'Nov 3, 2026 · 3 days'],
  days: ['2026-11-01', '2026-11-02', '2026-11-03'],
}
const spring: Shown = {
  title: 'Meet the inspector',
  startDate: '2026-03-08',
  endDate: '2026-03-08',
  span: 'Mar 8, 2026',
  panelTexts: ['Mar 8, 2026', 'Mar 8, 2026 · 1 day'],
  days: ['2026-03-08'],
}
const springMoved: Shown = {
  ...spring,
  startDate: '2026-03-09',
  endDate: '2026-03-09',
  span: 'Mar 9, 2026',
  panelTexts: ['Mar 9, 2026', 'Mar 9, 2026 · 1 day'],
  days: ['2026-03-09'],
}

const week = (date: string) => `/schedule?view=calendar&date=${date}`
const ofTitle = (page: Page, title: string) =>
  main(page).locator('[aria-busy=false] [data-entry]').filter({ hasText: title })

/** Moves an entry by a day with the keyboard. */
async function moveByDay(page: Page, { title, startDate }: Shown, after: Shown) {
  await openScreen(page, week(startDate))
  await ofTitle(page, title).first().focus()
  await page.keyboard.press('Alt+ArrowRight')
  const bar = page.getByRole('region', { name: 'Move' })
  await bar.getByText(inSentence(after.startDate, after.endDate)).waitFor()
  await bar.getByRole('button', { name: 'Apply' }).click()
  await bar.waitFor({ state: 'detached' })
}

/** Returns the days under the bars of an entry, in all weeks on screen. */
const daysUnderBars = (page: Page, title: string) =>
  main(page)
    .locator('section[aria-label^="Week of"]')
    .evaluateAll(
      (weeks, title) =>
        weeks.flatMap((week) => {
          const bars = [...week.querySelectorAll('[data-entry]')]
            .filter((bar) => bar.textContent.includes(title))
            .map((bar) => bar.getBoundingClientRect())
          return [...week.querySelectorAll<HTMLElement>('[data-day]')]
            .filter((day) => {
              const { left, width } = day.getBoundingClientRect()
              const middle = left + width / 2
              return bars.some((bar) => bar.left < middle && middle < bar.right)
            })
            .map((day) => day.dataset.day ?? '')
        }),
      title,
    )

/** Opens the month of a day. @returns the days that contain an entry */
async function daysOfMonth(page: Page, title: string, date: string) {
  await openScreen(page, `/enhanced-schedule?date=${date}`)
  const days = main(page)
    .getByRole('listitem')
    .filter({ has: page.locator('[data-entry]') })
  await days.filter({ hasText: title }).first().waitFor()
  const names = await days
    .filter({ hasText: title })
    .evaluateAll((found) => found.map((day) => day.querySelector('button')?.ariaLabel ?? ''))
  return names.map((name) => name.split(', ').slice(0, 3).join(', '))
}

const openView = (page: Page, name: string) =>
  page.getByRole('group', { name: 'View' }).getByRole('button', { name }).click()

/** Expects an entry on its days in every view. */
async function expectDays(page: Page, shown: Shown, zone: string) {
  const { title, startDate, endDate, span, panelTexts, days } = shown
  // The screen is marked as busy while it shows the previous data.
  const read = main(page).locator('[aria-busy=false]')
  await openScreen(page, week(startDate))
  await ofTitle(page, title).first().waitFor()
  expect(await daysUnderBars(page, title), `the week in ${zone}`).toEqual(days)
  for (const bar of await ofTitle(page, title).all())
    expect(await bar.getAttribute('aria-label'), zone).toContain(`, ${span}, `)

  await openView(page, 'Daily')
  for (const day of days) {
    if (day !== startDate) await button(page, 'Next day').click()
    const list = read.getByRole('region', { name: `Schedule for ${longDay(day)}` })
    const item = list.getByRole('listitem').filter({ hasText: title })
    await item.getByText(span, { exact: true }).waitFor()
  }

  await openView(page, 'Gantt')
  const row = read.getByRole('row').filter({ hasText: title })
  await row.getByRole('gridcell', { name: span, exact: true }).waitFor()

  await openView(page, 'List')
  await ofTitle(page, title).getByText(span, { exact: true }).waitFor()
  await ofTitle(page, title).click()
  const panel = page.getByRole('dialog', { name: title })
  await panel.getByRole('definition').first().waitFor()
  const facts = await panel.getByRole('definition').allInnerTexts()
  expect(facts.slice(0, 2), `the details in ${zone}`).toEqual(panelTexts)
  await panel.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Schedule Entry' })
  expect(await form.getByLabel('Start Date').inputValue(), zone).toBe(startDate)
  expect(await form.getByLabel('End Date').inputValue(), zone).toBe(endDate)

  const months = new Set(days.map((day) => day.slice(0, 7)))
  const inMonths: string[] = []
  for (const month of months) inMonths.push(...(await daysOfMonth(page, title, `${month}-01`)))
  expect(inMonths, `the month in ${zone}`).toEqual(days.map(longDay))
}

/**
 * The company's today at both moments. The browser in the west is still on the day before, the one
 * in the east on the day after.
 */
const TODAY = 'Sunday, Nov 1, 2026, Today'
const MOMENTS = { west: '2026-11-01T07:00:00Z', east: '2026-11-02T03:00:00Z' } as const

async function expectToday(page: Page, side: keyof typeof AWAY) {
  await page.clock.setFixedTime(MOMENTS[side])
  await page.goto('/schedule?view=calendar')
  const button = main(page).locator('button[aria-current=date]')
  expect(await button.getAttribute('aria-label'), `today in the ${side}`).toBe(TODAY)
}

story(
  'browsers on both sides of the date line show the days of the company; the server is in Chicago',
  async ({ startServer, visit }) => {
    const server = await startServer({
      env: { TZ: 'America/Chicago' },
      from: inject('company'),
    })
    const admin = await signIn(server.url, owner.email)
    // Otherwise nobody works on the weekends of these entries.
    await admin.request('PUT', '/api/settings', { workingDays: [1, 2, 3, 4, 5, 6, 7] })
    const jobId = await newJob(admin, 'Garage')
    for (const { title, startDate, endDate } of [autumn, spring])
      await newEntry(admin, jobId, title, { startDate, endDate })
    const west = await visit(admin, '/schedule', { timeZone: AWAY.west })
    const east = await visit(admin, '/schedule', { timeZone: AWAY.east })
    for (const page of [west, east]) await waitUntilSettled(page)
    for (const entry of [autumn, spring]) await expectDays(west, entry, AWAY.west)
    await moveByDay(west, autumn, autumnMoved)
    await moveByDay(west, spring, springMoved)
    expect(await admin.request('GET', '/api/schedule-entries?limit=5')).toMatchObject(
      [springMoved, autumnMoved].map(({ startDate, endDate }) => ({ startDate, endDate })),
    )
    await expectDays(east, autumnMoved, AWAY.east)
    await expectToday(west, 'west')
    await expectToday(east, 'east')
  },
)
