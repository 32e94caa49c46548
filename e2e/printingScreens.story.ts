import { addDays } from '@plumbline/contract/dates.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { addLetterhead, LETTERHEAD, openToPrint } from './harness/letterhead.ts'
import { printed } from './harness/paper.ts'
import { type PrintedPage, textOf } from './harness/pdf.ts'
import { newExpense, newIncome, newProperty, newTenant } from './harness/rentals.ts'
import { button, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const MONDAY = '2026-05-04'
const LONG = `Whole house renovation with an addition ${'W'.repeat(60)}`

interface Thing {
  readonly id: string
}

/** One request for each number. */
const each = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index + 1)))

const newJob = (admin: ApiClient, more: object) =>
  admin.request<Thing>('POST', '/api/jobs', { address: '418 Alder Ct, Elgin', ...more })
const newEntry = (admin: ApiClient, jobId: string, more: object) =>
  admin.request<Thing>('POST', '/api/schedule', {
    ...{ jobId, startDate: MONDAY, endDate: addDays(MONDAY, 2), ...more },
  })

/** Prints a screen as a person does by the browser's menu, once `ready` is there. */
async function expectScreen(
  page: Page,
  path: string,
  ready: (page: Page) => Promise<unknown>,
  texts: readonly string[],
  check?: (pages: readonly PrintedPage[], on: string) => void,
) {
  await page.goto(path)
  await ready(page)
  const begin = () => main(page).getByRole('heading', { level: 1 }).waitFor()
  await printed(page, { letterhead: LETTERHEAD, begin, texts, ...(check && { check }) })
}

const shows = (text: string) => (page: Page) =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
const saysNot = (words: RegExp) => (pages: readonly PrintedPage[], on: string) =>
  expect(textOf(...pages), on).not.toMatch(words)

story(
  'a bid and a job sheet as they are handed out',
  async ({ admin, join, visit }) => {
    await addLetterhead(admin)
    const bid = await admin.request<Thing>('POST', '/api/pending-bids', {
      ...{ name: 'Barn roof', address: '9 Oak Rd, Elgin', estimatedAmount: 4_825_075 },
      ...{ customerName: 'Grace Hollis', customerAddress: '12 Quarry Rd', notes: 'CANARY' },
      ...{ priority: 'high', leadSource: 'CANARY source', followUpNotes: 'CANARY follow-up' },
    })
    const page = await openToPrint((path) => visit(admin, path), '/jobs')
    await expectScreen(
      page,
      `/pending-bids/${bid.id}`,
      () => button(page, 'Print Bid').waitFor(),
      [
        ...['Prepared for Grace Hollis 12 Quarry Rd', 'Project Barn roof', 'Contractor'],
        ...['Estimated amount $48,250.75', 'Customer Grace Hollis'],
      ],
      (pages, on) => {
        expect(pages, on).toHaveLength(1)
        saysNot(/CANARY|Pending|High|History|Notes|Lead|Appointment/i)(pages, on)
      },
    )

    const job = await newJob(admin, {
      ...{ name: LONG, notes: 'The dog is friendly', privateNotes: 'CANARY' },
      ...{ customerName: 'Grace Hollis', customerEmail: 'CANARY@example.com' },
      ...{ startDate: MONDAY, approvedAmount: 4_825_075 },
    })
    const subs = ['Sam', 'Sue', 'Tom'] as const
    for (const name of subs) await join('subcontractor', name, [job.id])
    await each(40, (n) =>
      admin.request('POST', '/api/tasks', {
        ...{ jobId: job.id, name: `Order tile ${n} of them`, description: 'CANARY' },
      }),
    )
    await each(40, (n) =>
      newEntry(admin, job.id, {
        ...{ title: n === 3 ? LONG : `Visit ${n} of them`, priority: 'critical', notes: 'CANARY' },
      }),
    )
    await newEntry(admin, job.id, { title: 'CANARY internal', internal: true })
    await expectScreen(
      page,
      `/jobs/${job.id}`,
      // What is far down is empty on the screen, not on paper.
      () =>
        expect
          .poll(() =>
            main(page).getByRole('region', { name: 'Schedule' }).locator('ul > li').count(),
          )
          .toBe(41),
      [
        ...[`${LONG} Job sheet`, 'Address 418 Alder Ct, Elgin', 'The dog is friendly'],
        ...subs.map((name) => `${name} Sub`),
        ...Array.from({ length: 40 }, (_, n) => `Order tile ${n + 1} of them Unassigned`),
        ...Array.from({ length: 40 }, (_, n) =>
          n === 2
            ? `May 6, 2026 ${LONG} Scheduled`
            : `May 6, 2026 Visit ${n + 1} of them Scheduled`,
        ),
      ],
      (pages, on) => {
        expect(pages.length, on).toBeGreaterThan(1)
        saysNot(/CANARY|Critical|\$/i)(pages, on)
      },
    )
  },
  { alone: true },
)

story(
  'screens that are printed by the menu of the browser say how much of a list they show',
  async ({ admin, visit }) => {
    await addLetterhead(admin)
    const jobs = await each(70, (n) =>
      newJob(admin, { name: `Elm house ${n} of them`, approvedAmount: 100_000_000 + n }),
    )
    const jobId = jobs[0]?.id
    const page = await openToPrint((path) => visit(admin, path), '/jobs')
    await expectScreen(
      page,
      '/jobs',
      shows('60 of 70 jobs'),
      ['Shown: 60 of 70 jobs'],
      saysNot(/Search|Allstatuses/),
    )
    for (let n = 1; n <= 55; n++) {
      const message = { jobId, content: `Delivery number ${n}`, audience: 'crew' }
      await admin.request('POST', '/api/messages', message)
    }
    await expectScreen(
      page,
      `/messages?jobId=${jobId}`,
      shows('Delivery number 55'),
      [
        ...['Shown: 50 of 55 messages', 'Delivery number 6 Crew'],
        ...['Delivery number 30 Crew', 'Delivery number 55 Crew'],
      ],
      saysNot(/Elmhouse2of|readthis|earlier/),
    )
  },
  { alone: true },
)

story(
  'schedules, the crew board and a report are printed whole',
  async ({ admin, join, visit }) => {
    await addLetterhead(admin)
    const job = await newJob(admin, { name: 'Warehouse', status: 'in_progress' })
    const sub = await join('subcontractor', 'Sam', [job.id])
    await each(12, (n) =>
      newEntry(admin, job.id, {
        title: `Visit ${n}.`,
        ...(n <= 2 && { assignedSubcontractorId: sub.id }),
      }),
    )
    const visits = Array.from({ length: 12 }, (_, n) => `Visit ${n + 1}.`)
    const page = await openToPrint((path) => visit(admin, path), '/jobs')
    const of = `date=${MONDAY}&jobId=${job.id}`
    // They were added at the same time, so which of them are on the screen differs; on paper are all.
    const someVisit = () =>
      page
        .getByText(/^Visit \d+\.$/)
        .filter({ visible: true })
        .first()
        .waitFor()
    await expectScreen(page, `/schedule?view=calendar&${of}`, someVisit, [
      ...[...visits, 'Next week May 10 – 16, 2026'],
    ])
    for (const path of ['/schedule?view=gantt', '/schedule?view=list', '/enhanced-schedule?'])
      await expectScreen(page, `${path}&${of}`, someVisit, visits)
    await expectScreen(page, `/crew-board?date=${MONDAY}`, someVisit, [
      ...['Sam Sub', 'Warehouse', 'No crew yet', ...visits.slice(2)],
    ])

    const house = await newProperty(admin, '512 Raymond St', { monthlyRent: '1850.00' })
    const tenant = await newTenant(admin, house.id, 'Castle', { leaseStart: '2025-01-15' })
    await newIncome(admin, house.id, { tenantId: tenant.id, dateReceived: '2025-02-28' })
    await newExpense(admin, house.id, { dateIncurred: '2025-01-01' })
    await expectScreen(
      page,
      '/rental-properties?tab=reports&on=2025-03-01',
      shows('On Mar 1, 2025'),
      ['Rent Roll', '512 Raymond St', '$1,850.00'],
    )
    await expectScreen(
      page,
      '/rental-properties?tab=reports&report=income-statement&year=2025',
      // In the report: the head of the page says the rent sooner.
      () => main(page).getByRole('table').getByText('$240.50').first().waitFor(),
      ['Income Statement', '$240.50'],
    )
  },
  { alone: true },
)
