import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { owner, signIn } from './harness/company.ts'
import { button, dialog, main } from './harness/screen.ts'
import { story } from './harness/story.ts'
import { longDay } from './harness/timeZones.ts'

const AWAY = { west: 'Pacific/Honolulu', east: 'Pacific/Auckland' } as const
const BROWSERS = [AWAY.west, 'America/Chicago', AWAY.east]

/** What an entry is and how every screen shows its days, at the end and at the start of daylight saving time. */
interface Shown {
  readonly title: string
  readonly startDate: string
  readonly endDate: string
  /** `Oct 31 – Nov 2`, in the names of bars and in the columns of the chart. */
  readonly span: string
  readonly inList: string
  readonly inPanel: readonly [start: string, end: string]
  /** The days that its bars and chips cover. */
  readonly days: readonly string[]
}

const autumn: Shown = {
  title: 'Pour the slab',
  startDate: '2026-10-31',
  endDate: '2026-11-02',
  span: 'Oct 31 – Nov 2',
  inList: 'Oct 31 – Nov 2, 2026',
  inPanel: ['Oct 31, 2026', 'Nov 2, 2026 · 3 days'],
  days: ['2026-10-31', '2026-11-01', '2026-11-02'],
}
const autumnMoved: Shown = {
  ...autumn,
  startDate: '2026-11-01',
  endDate: '2026-11-03',
  span: 'Nov 1 – Nov 3',
  inList: 'Nov 1 – 3, 2026',
  inPanel: ['Nov 1, 2026', 'Nov 3, 2026 · 3 days'],
  days: ['2026-11-01', '2026-11-02', '2026-11-03'],
}
const spring: Shown = {
  title: 'Meet the inspector',
  startDate: '2027-03-14',
  endDate: '2027-03-14',
  span: 'Mar 14',
  inList: 'Mar 14, 2027',
  inPanel: ['Mar 14, 2027', 'Mar 14, 2027 · 1 day'],
  days: ['2027-03-14'],
}
const springMoved: Shown = {
  ...spring,
  startDate: '2027-03-15',
  endDate: '2027-03-15',
  span: 'Mar 15',
  inList: 'Mar 15, 2027',
  inPanel: ['Mar 15, 2027', 'Mar 15, 2027 · 1 day'],
  days: ['2027-03-15'],
}

/** Adds an entry with the form of the screen. */
async function add(page: Page, { title, startDate, endDate }: Shown) {
  await button(page, 'Add Schedule Item').click()
  await dialog(page).getByRole('combobox', { name: 'Job' }).fill('Garage')
  await dialog(page)
    .getByRole('option', { name: /Garage/ })
    .click()
  await dialog(page).getByLabel('Title').fill(title)
  await dialog(page).getByLabel('Start Date').fill(startDate)
  await dialog(page).getByLabel('End Date').fill(endDate)
  await button(page, 'Create Entry').click()
  await dialog(page).waitFor({ state: 'detached' })
}

const week = (date: string) => `/schedule?view=calendar&date=${date}`
const ofTitle = (page: Page, title: string) =>
  main(page).locator('[aria-busy=false] [data-entry]').filter({ hasText: title })

/** Moves an entry by a day with the keyboard. */
async function moveByDay(page: Page, { title, startDate }: Shown, after: Shown) {
  await page.goto(week(startDate))
  await ofTitle(page, title).first().focus()
  await page.keyboard.press('Alt+ArrowRight')
  const bar = page.getByRole('region', { name: 'Move' })
  await bar.getByText(after.span).waitFor()
  await bar.getByRole('button', { name: 'Apply' }).click()
  await bar.waitFor({ state: 'detached' })
}

/** The days under the bars of an entry, in all the weeks on screen. */
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

/** The days of the month of a day that hold an entry. */
async function daysOfMonth(page: Page, title: string, date: string) {
  await page.goto(`/enhanced-schedule?date=${date}`)
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

/** Expects an entry on its days wherever days are shown. */
async function expectDays(page: Page, shown: Shown, zone: string) {
  const { title, startDate, endDate, span, inList, inPanel, days } = shown
  // The screen is busy while it shows what it had before.
  const read = main(page).locator('[aria-busy=false]')
  await page.goto(week(startDate))
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
  await ofTitle(page, title).getByText(inList, { exact: true }).waitFor()
  await ofTitle(page, title).click()
  const panel = page.getByRole('dialog', { name: title })
  await panel.getByRole('definition').first().waitFor()
  const facts = await panel.getByRole('definition').allInnerTexts()
  expect(facts.slice(0, 2), `the details in ${zone}`).toEqual(inPanel)
  await panel.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Schedule Entry' })
  expect(await form.getByLabel('Start Date').inputValue(), zone).toBe(startDate)
  expect(await form.getByLabel('End Date').inputValue(), zone).toBe(endDate)

  const months = new Set(days.map((day) => day.slice(0, 7)))
  const inMonths: string[] = []
  for (const month of months) inMonths.push(...(await daysOfMonth(page, title, `${month}-01`)))
  expect(inMonths, `the month in ${zone}`).toEqual(days.map(longDay))
}

/** Moments at which a browser away is already, or still, on another day than the company. */
const MOMENTS = ['2026-11-02T03:00:00Z', '2026-11-01T07:00:00Z']
const TODAY = 'Sunday, Nov 1, 2026, Today'

/** Expects the company's today, whatever day it is where the browser is. */
async function expectToday(page: Page, zone: string) {
  for (const at of MOMENTS) {
    await page.clock.setFixedTime(at)
    await page.goto('/schedule?view=calendar')
    const button = main(page).locator('button[aria-current=date]')
    expect(await button.getAttribute('aria-label'), `${at} in ${zone}`).toBe(TODAY)
  }
}

for (const TZ of ['UTC', 'America/Chicago']) {
  story(`everybody sees the same days; the server is in ${TZ}`, async ({ startServer, visit }) => {
    const server = await startServer({ env: { TZ }, from: inject('company') })
    const admin = await signIn(server.url, owner.email)
    await admin.request('POST', '/api/jobs', { name: 'Garage', address: '12 Elm St' })
    const west = await visit(admin, week(autumn.startDate), { timeZone: AWAY.west })
    for (const entry of [autumn, spring]) await add(west, entry)
    await Promise.all(
      BROWSERS.map(async (timeZone) => {
        const page = await visit(admin, '/', { timeZone })
        for (const entry of [autumn, spring]) await expectDays(page, entry, timeZone)
        await expectToday(page, timeZone)
      }),
    )
    const east = await visit(admin, week(autumn.startDate), { timeZone: AWAY.east })
    await ofTitle(east, autumn.title).first().waitFor()
    await moveByDay(west, autumn, autumnMoved)
    await moveByDay(west, spring, springMoved)
    for (const entry of [autumnMoved, springMoved]) await expectDays(east, entry, AWAY.east)
  })
}
