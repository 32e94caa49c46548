import { formatWeekday } from '@plumbline/contract/crewDays.ts'
import { addDays, weekdayOf } from '@plumbline/contract/dates.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openScreen, type Write } from './harness/freshness.ts'
import { button, dialog, item, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

/** The Monday of the week after next: near enough for a sub's dashboard, and whole in every time zone. */
const today = new Date().toISOString().slice(0, 10)
const MONDAY = addDays(today, 15 - weekdayOf(today))
const day = (n: number) => addDays(MONDAY, n)
const span = (first: number, last: number) =>
  `${formatWeekday(day(first))} – ${formatWeekday(day(last))}`
const BOARD = `/crew-board?date=${MONDAY}`

const newJob = (admin: ApiClient, name: string, address: string) =>
  admin.request<Thing>('POST', '/api/jobs', { name, address, status: 'in_progress' })
const newEntry = (
  admin: ApiClient,
  jobId: string,
  title: string,
  [first, last]: readonly [number, number],
  assignedSubcontractorId?: string,
) =>
  admin.request<Thing>('POST', '/api/schedule', {
    jobId,
    title,
    startDate: day(first),
    endDate: day(last),
    ...(assignedSubcontractorId && { assignedSubcontractorId }),
  })

/** The line of a sub on the board. */
const line = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Crew board' }).getByRole('listitem').filter({ hasText: name })
const block = (page: Page, name: string, text: RegExp) =>
  line(page, name).getByRole('button', { name: text })
const undo = (page: Page) => button(page, 'Undo').click()

/** Drags the middle of one thing onto a line, on the day it has. */
async function dragOnto(page: Page, from: Locator, to: Locator) {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()]
  if (!a || !b) throw new Error('nothing to drag')
  const x = a.x + a.width / 2
  await page.mouse.move(x, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, b.y + b.height / 2, { steps: 8 })
  await page.mouse.up()
}

/** A kitchen for Sam, windows for Sue with Sam there on one afternoon as well, and a porch that nobody does. */
async function company(
  admin: ApiClient,
  join: (role: 'subcontractor', name: string) => Promise<{ id: string; api: ApiClient }>,
) {
  const [sam, sue, tom] = [
    await join('subcontractor', 'Sam'),
    await join('subcontractor', 'Sue'),
    await join('subcontractor', 'Tom'),
  ]
  const kitchen = await newJob(admin, 'Kitchen remodel', '418 Alder Ct, Elgin')
  const windows = await newJob(admin, 'Windows', '1530 Keslinger Rd, Geneva')
  const porch = await newJob(admin, 'Porch', '215 S Sixth St, Batavia')
  await newEntry(admin, kitchen.id, 'Cabinets', [0, 2], sam.id)
  const bay = await newEntry(admin, windows.id, 'Bay window', [0, 3], sue.id)
  await newEntry(admin, porch.id, 'Porch roof', [0, 1])
  await admin.request('POST', `/api/schedule/${bay.id}/crew`, {
    subcontractorId: sam.id,
    days: [day(1)],
    startTime: '13:00',
  })
  return { sam, sue, tom }
}

story('a crew is planned on the board, asked, and answers', async ({ admin, join, visit }) => {
  const { sam } = await company(admin, join)
  const page = await visit(admin, BOARD)
  await line(page, 'Tom Sub').getByText('free', { exact: true }).waitFor()
  await button(page, '1 double booking').waitFor()

  // Sue is at the windows then: it asks first. Tom is free.
  const porch = button(page, /^Porch, Porch roof/)
  await dragOnto(page, porch, line(page, 'Sue Sub'))
  await page.getByText('Sue Sub is taken then. Book Porch roof all the same?').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await dragOnto(page, porch, line(page, 'Tom Sub'))
  await block(page, 'Tom Sub', /^Porch, Porch roof.*Not confirmed/).waitFor()
  await page.getByText('Everything has a crew').waitFor()

  // An arrow moves it by a working day; Undo takes it back.
  await block(page, 'Tom Sub', /^Porch/).focus()
  const nameOf = () => block(page, 'Tom Sub', /^Porch/).getAttribute('aria-label')
  const before = await nameOf()
  await page.keyboard.press('ArrowRight')
  await expect.poll(nameOf).not.toBe(before)
  await toast(page, `Tom Sub, ${span(1, 2)}. Not confirmed yet.`)
  await undo(page)
  await expect.poll(nameOf).toBe(before)

  // The mouse holds its first day.
  const [held, column] = [block(page, 'Tom Sub', /^Porch/), page.locator(`[data-day="${day(2)}"]`)]
  const [a, b] = [await held.boundingBox(), await column.boundingBox()]
  if (!a || !b) throw new Error('nothing to drag')
  await page.mouse.move(a.x + 10, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(b.x + b.width / 2, a.y + a.height / 2, { steps: 8 })
  await page.mouse.up()
  await toast(page, `Tom Sub, ${span(2, 3)}. Not confirmed yet.`)
  await undo(page)
  await expect.poll(nameOf).toBe(before)

  await block(page, 'Sam Sub', /^Windows.*double booking/).click()
  const ways = page.getByRole('dialog', { name: 'Double booking' })
  await ways.getByText(/Sam Sub is booked twice on/).waitFor()
  await ways.getByText('Elgin 8 AM – 5 PM, Geneva 1 PM – 5 PM.').waitFor()
  await ways.getByRole('button', { name: /Sue Sub.*already there/ }).click()
  await block(page, 'Sam Sub', /^Windows/).waitFor({ state: 'detached' })
  await undo(page)
  await block(page, 'Sam Sub', /^Windows.*double booking/).waitFor()

  await button(page, 'Ask 3 subs to confirm').click()
  await toast(page, '3 subs asked about 10 days')

  const phone = await visit(sam.api, '/', { width: 390 })
  const bay = item(phone, 'Bay window').filter({ hasText: '1 PM – 5 PM' })
  await bay.getByRole('button', { name: /^Confirm/ }).tap()
  await bay.getByText('Confirmed', { exact: true }).waitFor()
  await button(phone, 'Undo').tap()
  await bay.getByText('Confirmed', { exact: true }).waitFor({ state: 'detached' })
  await bay.getByRole('button', { name: /^I can/ }).tap()
  await dialog(phone).getByLabel('Why').fill('I am in Elgin all day')
  await dialog(phone).getByRole('button', { name: 'Tell the office' }).tap()
  await bay.getByText('Declined', { exact: true }).waitFor()
  await phone.getByRole('button', { name: 'Add days away' }).tap()
  await dialog(phone).getByLabel('First day').fill(day(8))
  await dialog(phone).getByLabel('Last day').fill(day(9))
  await dialog(phone).getByRole('button', { name: 'Save' }).tap()
  await dialog(phone).waitFor({ state: 'detached' })

  const later = await visit(admin, BOARD)
  await button(later, '1 declined').click()
  await later.waitForURL(/show=declined/)
  await line(later, 'Tom Sub').waitFor({ state: 'detached' })
  await line(later, 'Sam Sub').getByRole('button', { name: /^Away/ }).waitFor()
  await block(later, 'Sam Sub', /^Windows.*Declined/).click()
  const panel = later.getByRole('dialog', { name: 'Bay window' })
  await panel.getByText('I am in Elgin all day').waitFor()
})

story('the office keeps the days away of a sub', async ({ admin, join, visit }) => {
  const wes = await join('subcontractor', 'Wes')
  const deck = await newJob(admin, 'Deck', '12 Elm St, Aurora')
  await newEntry(admin, deck.id, 'Decking', [0, 3], wes.id)
  await newEntry(admin, deck.id, 'Stairs', [0, 1])
  const page = await visit(admin, BOARD)
  const away = page.getByRole('dialog', { name: 'Days away of Wes Sub' })
  await page.getByRole('button', { name: 'Days away of Wes Sub' }).focus()
  await page.keyboard.press('Enter')
  await away.getByText(/^No days away are noted/).waitFor()
  await away.getByRole('button', { name: 'Add days away' }).click()

  // The first of them is booked already.
  await absenceForm(page).getByLabel('First day').fill(day(3))
  await absenceForm(page).getByLabel('Last day').fill(day(4))
  await absenceForm(page).getByLabel('Why').fill('Surgery')
  await absenceForm(page).getByRole('button', { name: 'Save' }).click()
  await toast(page, `Wes Sub is away ${span(3, 4)}`)
  const booked = `Wes Sub is booked on ${formatWeekday(day(3))}`
  await toast(page, `${booked}: "Decking" (Deck), 8 AM – 5 PM`)
  await away.getByText('Surgery').waitFor()
  await page.keyboard.press('Escape')
  await away.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Days away of Wes Sub')

  // A click on the day away opens them too; what is removed comes back.
  await line(page, 'Wes Sub').getByRole('button', { name: /^Away/ }).click()
  await away.getByRole('button', { name: `Remove ${span(3, 4)}` }).click()
  await toast(page, `Wes Sub can be booked again: ${span(3, 4)}`)
  await away.getByText(/^No days away are noted/).waitFor()
  await undo(page)
  await away.getByText('Surgery').waitFor()
  await away.getByRole('button', { name: 'Close' }).click()

  // On a phone they are with the days of one sub; and it asks before somebody is booked twice.
  const phone = await visit(admin, BOARD, { width: 390 })
  await item(phone, 'Stairs').getByRole('button', { name: 'Choose a sub' }).tap()
  await dialog(phone)
    .getByRole('button', { name: /^Wes Sub/ })
    .tap()
  await phone.getByText('Wes Sub is taken then. Book Stairs all the same?').waitFor()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).tap()
  await phone.getByRole('combobox', { name: 'Subcontractor' }).selectOption('Wes Sub')
  await phone.getByRole('button', { name: 'Days away', exact: true }).tap()
  await phone.getByRole('dialog', { name: 'Days away of Wes Sub' }).getByText('Surgery').waitFor()
})

story(
  'the board and the days of a sub look right on every screen',
  async (stage) => {
    const { admin, join, checkAppearance } = stage
    const { sam } = await company(admin, join)
    await checkAppearance(admin, BOARD, 'crew-board', {
      ready: (page) => page.getByText('Bay window').first().waitFor(),
      narrow: true,
    })
    const days = await admin.request<Thing[]>('GET', `/api/crew?subcontractorId=${sam.id}`)
    await checkAppearance(
      admin,
      `/crew-board?date=${day(1)}&clash=${days[2]?.id}`,
      'crew-clash',
      (page) => page.getByText('already there').waitFor(),
    )
    await admin.request('POST', '/api/crew-absences', {
      subcontractorId: sam.id,
      startDate: day(2),
      endDate: day(4),
      reason: 'Hunting in Wisconsin',
    })
    await checkAppearance(admin, `${BOARD}&away=${sam.id}`, 'crew-away', (page) =>
      page.getByText('· Hunting in Wisconsin').waitFor(),
    )
    await checkAppearance(admin, `${BOARD}&sub=${sam.id}&weeks=8`, 'crew-sub', (page) =>
      page.getByText('Bay window').first().waitFor(),
    )
    await checkAppearance(sam.api, '/', 'sub-days', {
      ready: (page) => page.getByText('Same time as Cabinets').waitFor(),
      narrow: true,
    })
  },
  { alone: true },
)

/** Goes to an address in the open tab, as a link does. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => history.pushState({}, '', to), path)

async function openBoard(page: Page) {
  await openScreen(page, 'Schedule')
  await goTo(page, BOARD)
  await line(page, 'Sam Sub').waitFor()
}

/** The details of the kitchen, beside the board. */
async function openKitchen(page: Page) {
  await openBoard(page)
  await block(page, 'Sam Sub', /^Kitchen remodel/)
    .first()
    .click()
  const panel = page.getByRole('dialog', { name: 'Cabinets' })
  await panel.getByRole('region', { name: 'Crew' }).getByRole('listitem').first().waitFor()
  return panel
}
const closePanel = (page: Page) =>
  page.getByRole('dialog', { name: 'Cabinets' }).getByRole('button', { name: 'Close' }).click()

const writes: Write[] = [
  {
    row: 'POST /api/schedule/:id/crew',
    shownOn: [],
    make: async (page) => {
      await openBoard(page)
      await button(page, /^Porch, Porch roof/).click()
      await dialog(page)
        .getByRole('button', { name: /^Tom Sub/ })
        .click()
      await block(page, 'Tom Sub', /^Porch/).waitFor()
      await toast(page, 'Porch roof')
    },
  },
  {
    row: 'DELETE /api/schedule/:id/crew/:subcontractorId',
    shownOn: [],
    make: async (page) => {
      await openBoard(page)
      await undo(page)
      await block(page, 'Tom Sub', /^Porch/).waitFor({ state: 'detached' })
    },
  },
  {
    row: 'POST /api/crew/move',
    shownOn: [],
    make: async (page) => {
      await openBoard(page)
      await block(page, 'Sam Sub', /^Windows/).click()
      await dialog(page).getByRole('button', { name: /^Give/ }).first().click()
      await block(page, 'Tom Sub', /^Windows/).waitFor()
      await toast(page, 'Bay window')
    },
  },
  {
    row: 'POST /api/crew/ask',
    shownOn: [],
    make: async (page) => {
      await openBoard(page)
      await button(page, /^Ask 3 subs/).click()
      await toast(page, '3 subs asked about 8 days')
    },
  },
  {
    row: 'PUT /api/crew/:id',
    shownOn: [],
    make: async (page) => {
      const panel = await openKitchen(page)
      await panel
        .getByRole('button', { name: /^Change Sam Sub/ })
        .first()
        .click()
      const form = page.getByRole('dialog', { name: 'Change a crew day' })
      await form.getByLabel('From').selectOption('09:00')
      await form.getByRole('button', { name: 'Save' }).click()
      await form.waitFor({ state: 'detached' })
      await panel.getByText('9 AM – 5 PM').waitFor()
      await closePanel(page)
    },
  },
  {
    row: 'DELETE /api/crew/:id',
    shownOn: [],
    make: async (page) => {
      const panel = await openKitchen(page)
      await panel
        .getByRole('button', { name: /^Remove Sam Sub/ })
        .first()
        .click()
      await panel.getByText('9 AM – 5 PM').waitFor({ state: 'detached' })
      await closePanel(page)
    },
  },
]

const absenceForm = (page: Page) => page.getByRole('dialog', { name: /days away$/ })

/** Made by the sub. */
const absences: Write[] = [
  {
    row: 'POST /api/crew-absences',
    shownOn: ['Dashboard'],
    make: async (page) => {
      await openScreen(page, 'Dashboard')
      await button(page, 'Add days away').click()
      await absenceForm(page).getByLabel('First day').fill(day(7))
      await absenceForm(page).getByLabel('Last day').fill(day(8))
      await absenceForm(page).getByRole('button', { name: 'Save' }).click()
      await absenceForm(page).waitFor({ state: 'detached' })
    },
  },
  {
    row: 'PUT /api/crew-absences/:id',
    shownOn: ['Dashboard'],
    make: async (page) => {
      await openScreen(page, 'Dashboard')
      await button(page, /^Change /).click()
      await absenceForm(page).getByLabel('Why').fill('Wedding')
      await absenceForm(page).getByRole('button', { name: 'Save' }).click()
      await absenceForm(page).waitFor({ state: 'detached' })
      await page.getByText('Wedding').waitFor()
    },
  },
  {
    row: 'DELETE /api/crew-absences/:id',
    shownOn: ['Dashboard'],
    make: async (page) => {
      await openScreen(page, 'Dashboard')
      await button(page, /^Remove /).click()
      await page.getByText('Wedding').waitFor({ state: 'detached' })
    },
  },
]

story(
  'crews are fresh after each write',
  async (stage) => {
    const { sam } = await company(stage.admin, stage.join)
    await followed(stage, writes)
    await followed({ ...stage, admin: sam.api }, absences)
  },
  { alone: true },
)
