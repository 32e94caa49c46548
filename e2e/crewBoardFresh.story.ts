import { addDays, weekdayOf } from '@plumbline/contract/dates.ts'
import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openScreen, type Write } from './harness/freshness.ts'
import { button, dialog, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

/** The Monday of the week after next: near enough for a sub's dashboard, and whole in every time zone. */
const today = new Date().toISOString().slice(0, 10)

const MONDAY = addDays(today, 15 - weekdayOf(today))

const day = (n: number) => addDays(MONDAY, n)

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
