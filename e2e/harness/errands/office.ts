import { addDays } from '@plumbline/contract/dates.ts'
import type { Page } from 'playwright-core'
import { companyToday } from '../company.ts'
import { type Finger, inviteInForm } from '../finger.ts'
import { importCsv } from '../imports.ts'
import { newJob } from '../jobs.ts'
import type { SampleCompany } from '../sample.ts'
import { button, dialog, main, toast } from '../screen.ts'
import type { Errand } from './errand.ts'

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

/** Imports a list as QuickBooks exports it, from the home screen. */
async function importCustomers(page: Page, finger: Finger) {
  const unique = Date.now()
  const rows = ['Otto Kern', 'Ines Falk'].map(
    (name, n) =>
      `${name} ${unique},Kern & Falk,9 Elm St,Batavia,IL,US,60510,630-555-0191,n${n}.${unique}@example.com,120.50`,
  )
  const head = 'Customer,Company,Street Address,City,State,Country,Zip,Phone,Email,Open Balance'
  const buffer = Buffer.from([head, ...rows].join('\r\n'))
  await finger.tap(page.getByRole('link', { name: 'Pending Bids' }))
  await finger.tap(main(page).getByRole('link', { name: 'Customers' }))
  await finger.tap(main(page).getByRole('link', { name: 'Import Customers' }))
  const file = page.getByLabel('Choose a CSV file')
  finger.taps += 1
  await file.setInputFiles({ name: 'Customer Contact List.csv', mimeType: 'text/csv', buffer })
  await finger.tap(button(page, 'Import 2'))
  await page.getByRole('heading', { name: '2 customers added' }).waitFor()
}

/** Imports a job with a new client. @returns the path of the customer */
async function importClient({ people: { admin } }: SampleCompany) {
  const unique = Date.now()
  const csv = `Name,Address,Start date,Customer name,Customer email
Bay window ${unique},12 Oak St Elgin,2026-11-02,Hazel Brandt,hazel.${unique}@example.com`
  await importCsv(admin, 'jobs', csv, { addClients: true })
  const path = `/api/customers?search=hazel.${unique}`
  const [customer] = await admin.request<{ id: string }[]>('GET', path)
  return `/customers/${customer?.id}`
}

/** The errands of the office, on a desk. */
export const officeErrands: readonly Errand[] = [
  {
    role: 'admin',
    name: 'who is calling from 630-555-0151',
    taps: 2,
    run: async (page, finger) => {
      await find(page, finger, '630-555-0151')
      await page
        .getByRole('option', { name: /Elise Thornton/ })
        .first()
        .waitFor()
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
    name: 'invite a sub',
    taps: 5,
    run: async (page, finger) => {
      await finger.tap(page.getByRole('link', { name: 'User Management' }))
      await finger.tap(button(page, 'Invite User'))
      await inviteInForm(page, finger, `Sub${Date.now()}`)
    },
  },
  {
    role: 'admin',
    name: "import today's list of QuickBooks customers",
    taps: 5,
    run: importCustomers,
  },
  {
    role: 'admin',
    name: 'link an imported client',
    taps: 2,
    before: importClient,
    run: async (page, finger) => {
      await finger.tap(main(page).getByRole('button', { name: 'Invite Hazel Brandt' }).first())
      await finger.tap(dialog(page).getByRole('button', { name: 'Create 1 Invite' }))
      await dialog(page).getByRole('button', { name: 'Copy' }).waitFor()
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
