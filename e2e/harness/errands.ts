import { addDays } from '@plumbline/contract/dates.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import type { Page } from 'playwright-core'
import { companyToday } from './company.ts'
import { Finger } from './finger.ts'
import { newJob } from './jobs.ts'
import type { SampleCompany } from './sample.ts'
import { button, dialog, main, toast } from './screen.ts'

/** Something a person wants to find out or do, starting from the home screen. */
export interface Errand {
  readonly role: Role
  readonly name: string
  /** The expected number of clicks, filled-in fields, and keys that choose or send. */
  readonly taps: number
  /**
   * Creates the data it needs, before the clock starts.
   * @returns the start path, the home screen by default
   */
  readonly before?: (sample: SampleCompany) => Promise<string>
  /** Resolves when the answer is on screen or the action is done. */
  readonly run: (page: Page, finger: Finger) => Promise<unknown>
  /** Undoes the action, so that it can be repeated. */
  readonly after?: (page: Page) => Promise<unknown>
}

export const widthOf = ({ role }: Errand) => (role === 'admin' ? 1440 : 390)

/**
 * Records clicks on links that leave the browser, such as to the phone's maps, instead of following
 * them.
 */
export async function recordExternalLinks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const note = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !/^(tel:|https:..www\.google\.)/.test(link.href)) return
      event.preventDefault()
      document.documentElement.dataset.openedLink = link.href
    }
    addEventListener('click', note, { capture: true })
  })
}

const waitForOpenedLink = (page: Page, to: RegExp) =>
  page.waitForFunction(
    (source) => new RegExp(source).test(document.documentElement.dataset.openedLink ?? ''),
    to.source,
  )

const work = (page: Page) => main(page).getByRole('article').first()
const lead = (page: Page) => main(page).getByRole('article', { name: 'Kitchen remodel' })

/** Twelve task names, as pasted from a list. */
const TASK_NAMES = Array.from({ length: 12 }, (_, n) => `Step ${n + 1} of the punch list`)

async function find(page: Page, finger: Finger, text: string) {
  await finger.tap(button(page, /^Find a job, person or bid/))
  await finger.fill(page.getByPlaceholder('Find a job, person or bid'), text)
}

/** Makes the follow-up of a bid long overdue, so that the home screen lists it at once. */
async function makeFollowUpOverdue({ people: { admin } }: SampleCompany) {
  const path = '/api/pending-bids?search=Three-season'
  const [bid] = await admin.request<{ id: string }[]>('GET', path)
  const due = { status: 'follow_up', followUpDate: addDays(companyToday(), -30) }
  await admin.request('PUT', `/api/pending-bids/${bid?.id}`, due)
  return '/'
}

/** Adds twelve jobs that are past their end date, more than the home screen lists. */
async function addLateJobs({ people: { admin } }: SampleCompany) {
  const late = await admin.request<unknown[]>('GET', '/api/jobs?search=Overdue%20porch')
  const dates = { startDate: '2026-01-05', endDate: '2026-02-06', status: 'in_progress' }
  for (let n = late.length + 1; n <= 12; n += 1) await newJob(admin, `Overdue porch ${n}`, dates)
  return '/'
}

/** Adds a job with a sub on it. @returns its path */
async function addPunchList({ people: { admin } }: SampleCompany) {
  const id = await newJob(admin, 'Punch list')
  const subs = await admin.request<{ id: string; firstName: string }[]>(
    'GET',
    '/api/subcontractors',
  )
  const tom = subs.find(({ firstName }) => firstName === 'Tom')
  await admin.request('POST', `/api/jobs/${id}/subcontractors`, { subcontractorId: tom?.id })
  return `/jobs/${id}`
}

/** Adds work that has begun and has nobody assigned. */
async function addUnassigned({ people: { admin } }: SampleCompany) {
  const jobId = await newJob(admin, 'Garage door')
  const [startDate, endDate] = [addDays(companyToday(), -20), addDays(companyToday(), 6)]
  await admin.request('POST', '/api/schedule', {
    jobId,
    title: 'Hang the door',
    startDate,
    endDate,
  })
  return '/'
}

async function assignTwelve(page: Page, finger: Finger) {
  const field = page.getByRole('textbox', { name: 'Add a task' })
  await finger.tap(field)
  await finger.paste(page, TASK_NAMES.join('\n'))
  await toast(page, '12 tasks')
  await page.keyboard.press('Tab')
  await finger.fill(page.getByRole('combobox', { name: 'Assign to' }), 'Tom')
  await page.getByRole('option', { name: /Tom Kowalski/ }).waitFor()
  await finger.press(page, 'Enter')
  await page.keyboard.press('Tab')
  await finger.press(page, 'Enter')
  await toast(page, '12 tasks created successfully')
}

export const errands: readonly Errand[] = [
  {
    role: 'subcontractor',
    name: 'what do I do today, and where',
    taps: 0,
    run: (page) => work(page).getByText(/Elgin/).waitFor(),
  },
  {
    role: 'subcontractor',
    name: 'directions',
    taps: 1,
    run: async (page, finger) => {
      await finger.tap(work(page).getByRole('link', { name: 'Map' }))
      await waitForOpenedLink(page, /query=.*Elgin/)
    },
  },
  {
    role: 'subcontractor',
    name: 'call the manager',
    taps: 2,
    run: async (page, finger) => {
      await finger.tap(work(page).getByRole('button', { name: 'Call' }))
      await finger.tap(dialog(page).getByRole('link', { name: /Project manager/ }))
      await waitForOpenedLink(page, /^tel:/)
    },
  },
  {
    role: 'subcontractor',
    name: 'mark it done',
    taps: 1,
    run: async (page, finger) => {
      await finger.tap(button(page, 'Complete'))
      await toast(page, 'Task updated successfully')
    },
    after: async (page) => {
      await button(page, 'Undo').click()
      await button(page, 'Complete').waitFor()
    },
  },
  {
    role: 'client',
    name: 'when is it finished',
    taps: 0,
    // The second date. The first one is the start.
    run: (page) =>
      lead(page)
        .getByText(/^[A-Z][a-z]+ \d+, \d{4}/)
        .nth(1)
        .waitFor(),
  },
  {
    role: 'client',
    name: 'what is next',
    taps: 0,
    run: (page) =>
      lead(page)
        .getByText(/ Next: /)
        .waitFor(),
  },
  {
    role: 'client',
    name: 'what does it cost',
    taps: 0,
    run: (page) => lead(page).getByText('$86,400.00').waitFor(),
  },
  {
    role: 'admin',
    name: 'who is calling from 630-555-0151',
    taps: 2,
    run: async (page, finger) => {
      await find(page, finger, '630-555-0151')
      await page.getByRole('option', { name: /Elise Thornton/ }).waitFor()
    },
  },
  {
    role: 'admin',
    name: 'jobs of a customer',
    taps: 2,
    run: async (page, finger) => {
      await find(page, finger, 'Finch')
      await page
        .getByRole('option', { name: /Roberta Finch/ })
        .first()
        .waitFor()
    },
  },
  {
    role: 'admin',
    name: 'a new job',
    taps: 1,
    run: async (page, finger) => {
      await finger.tap(main(page).getByRole('link', { name: 'New Job' }))
      await dialog(page).getByLabel('Name', { exact: true }).waitFor()
    },
  },
  {
    role: 'admin',
    name: 'log a follow-up',
    taps: 3,
    before: makeFollowUpOverdue,
    run: async (page, finger) => {
      await finger.tap(main(page).getByRole('link', { name: 'Follow up on Three-season room' }))
      await finger.tap(button(page, 'Log Follow-Up'))
      await finger.tap(dialog(page).getByRole('button', { name: 'Save' }))
      await toast(page, 'Follow-up logged successfully')
    },
  },
  {
    role: 'admin',
    name: 'assign the unassigned',
    taps: 2,
    // Before the late jobs, which are more urgent and fill the list.
    before: addUnassigned,
    run: async (page, finger) => {
      const line = main(page).getByRole('listitem').filter({ hasText: 'Hang the door has nobody' })
      await finger.tap(line.first().getByRole('link', { name: 'Assign', exact: true }))
      await finger.tap(dialog(page).getByRole('listitem').getByRole('button').first())
      await toast(page, 'Hang the door')
    },
  },
  {
    role: 'admin',
    name: 'late jobs',
    taps: 1,
    before: addLateJobs,
    run: async (page, finger) => {
      await finger.tap(main(page).getByRole('link', { name: /more jobs are late/ }))
      await main(page).getByRole('article', { name: 'Overdue porch 12' }).waitFor()
    },
  },
  {
    role: 'admin',
    name: 'assign twelve tasks',
    taps: 5,
    before: addPunchList,
    run: assignTwelve,
  },
]

/**
 * Does an errand once.
 * @returns the number of taps, and the time in milliseconds since the first screen was ready, or
 * since it was opened when the errand takes no taps
 */
export async function doErrand(page: Page, errand: Errand, sample: SampleCompany) {
  const path = (await errand.before?.(sample)) ?? '/'
  const opened = performance.now()
  await page.goto(path)
  if (errand.taps > 0) {
    await main(page).getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  const finger = new Finger()
  const begin = errand.taps > 0 ? performance.now() : opened
  await errand.run(page, finger)
  const time = performance.now() - begin
  await errand.after?.(page)
  return { taps: finger.taps, time }
}
