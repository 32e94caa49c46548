import { addDays, weekdayOf, weekdaySpan } from '@plumbline/contract/dates.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { companyToday } from './harness/company.ts'
import { button, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Entity {
  readonly id: string
}

const today = companyToday()
/**
 * The Monday of the week after next. It is near enough for a sub's dashboard, and in the future in
 * every time zone.
 */
const MONDAY = addDays(today, 15 - weekdayOf(today))
const day = (n: number) => addDays(MONDAY, n)
const span = (first: number, last: number) => weekdaySpan(day(first), day(last), today)
const BOARD = `/crew-board?date=${MONDAY}`

const newJob = (admin: ApiClient, name: string, address: string) =>
  admin.request<Entity>('POST', '/api/jobs', { name, address, status: 'in_progress' })
const newEntry = (
  admin: ApiClient,
  jobId: string,
  title: string,
  [first, last]: readonly [number, number],
  assignedSubcontractorId?: string,
) =>
  admin.request<Entity>('POST', '/api/schedule', {
    jobId,
    title,
    startDate: day(first),
    endDate: day(last),
    ...(assignedSubcontractorId && { assignedSubcontractorId }),
  })

/** The row of a sub on the board. */
const line = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Crew board' }).getByRole('listitem').filter({ hasText: name })
const block = (page: Page, name: string, text: RegExp) =>
  line(page, name).getByRole('button', { name: text })
const undo = (page: Page) => button(page, 'Undo').click()

/** Drags an element by its center straight up or down onto a row. */
async function dragOnto(page: Page, from: Locator, to: Locator) {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()]
  if (!a || !b) throw new Error('nothing to drag')
  const x = a.x + a.width / 2
  await page.mouse.move(x, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, b.y + b.height / 2, { steps: 8 })
  await page.mouse.up()
}

/**
 * Creates the schedule: a kitchen for Sam, windows for Sue with Sam on one afternoon, and a porch
 * without crew.
 */
async function createSchedule(
  admin: ApiClient,
  join: (role: 'subcontractor', name: string) => Promise<{ id: string; api: ApiClient }>,
) {
  const sam = await join('subcontractor', 'Sam')
  const sue = await join('subcontractor', 'Sue')
  await join('subcontractor', 'Tom')
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
}

story(
  'crews are planned on the board by dragging and by keyboard',
  async ({ admin, join, visit }) => {
    await createSchedule(admin, join)
    const page = await visit(admin, BOARD)
    await line(page, 'Tom Sub').getByText('free', { exact: true }).waitFor()
    await button(page, '1 double booking').waitFor()

    // Sue is booked for the windows on these days, so the board asks first. Tom is free.
    const porch = button(page, /^Porch, Porch roof/)
    await dragOnto(page, porch, line(page, 'Sue Sub'))
    await page.getByText('Sue Sub is busy then. Book Porch roof all the same?').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    // The mouse presses on whatever is under it, which is the question until that is gone.
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await dragOnto(page, porch, line(page, 'Tom Sub'))
    await block(page, 'Tom Sub', /^Porch, Porch roof.*Not confirmed/).waitFor()
    await page.getByText('Everything has a crew').waitFor()
    // Nothing can be moved before the booking is finished, which the toast says.
    await toast(page, `Tom Sub, ${span(0, 1)}. Not confirmed yet.`)

    // An arrow key moves it by a working day, and Undo moves it back.
    await block(page, 'Tom Sub', /^Porch/).focus()
    const nameOf = () => block(page, 'Tom Sub', /^Porch/).getAttribute('aria-label')
    const before = await nameOf()
    await page.keyboard.press('ArrowRight')
    await expect.poll(nameOf).not.toBe(before)
    await toast(page, `Tom Sub, ${span(1, 2)}. Not confirmed yet.`)
    await undo(page)
    await expect.poll(nameOf).toBe(before)

    // The mouse drags it by its first day.
    const [dragged, column] = [
      block(page, 'Tom Sub', /^Porch/),
      page.locator(`[data-day="${day(2)}"]`),
    ]
    const [a, b] = [await dragged.boundingBox(), await column.boundingBox()]
    if (!a || !b) throw new Error('nothing to drag')
    await page.mouse.move(a.x + 10, a.y + a.height / 2)
    await page.mouse.down()
    await page.mouse.move(b.x + b.width / 2, a.y + a.height / 2, { steps: 8 })
    await page.mouse.up()
    await toast(page, `Tom Sub, ${span(2, 3)}. Not confirmed yet.`)
    await undo(page)
    await expect.poll(nameOf).toBe(before)
  },
)

story(
  'nothing on the board or the schedule moves for what comes late',
  async ({ sample, visit }) => {
    const { people } = await sample()
    for (const width of [820, 1440] as const) {
      const page = await visit(people.admin, '/account', { width })
      for (const [path, late, chip] of [
        ['/crew-board', /\/api\/crew\?/, /unconfirmed$/],
        ['/schedule', /\/api\/schedule\/attention/, /need attention$/],
      ] as const) {
        let release = () => {}
        const held = new Promise<void>((resolve) => {
          release = resolve
        })
        await page.route(late, async (route) => {
          await held
          await route.fallback()
        })
        await page.goto(path)
        const job = page.getByRole('combobox', { name: 'Job' })
        await job.waitFor()
        const before = await job.boundingBox()
        expect(await page.getByRole('button', { name: chip }).count()).toBe(0)
        release()
        await page.getByRole('button', { name: chip }).waitFor()
        const after = await job.boundingBox()
        const on = `${path} at ${width} px`
        expect(after?.y, on).toBe(before?.y)
        expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0)), on).toBeLessThan(10)
        await page.unroute(late)
      }
    }
  },
)
