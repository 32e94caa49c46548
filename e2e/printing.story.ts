import { addDays } from '@plumbline/contract/dates.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { importCsv } from './harness/imports.ts'
import { newJob } from './harness/jobs.ts'
import {
  addLetterhead,
  LETTERHEAD,
  openToPrint,
  pressCsv,
  pressPrint,
} from './harness/letterhead.ts'
import { expectPrinted, NARROWEST } from './harness/paper.ts'
import { expectText, type PrintedPage, textOf } from './harness/pdf.ts'
import { newExpense, newIncome, newProperty, newTenant } from './harness/rentals.ts'
import { main, openScreen } from './harness/screen.ts'
import { story } from './harness/story.ts'

const CANARY = 'CANARY haggles and pays late'
/** The number of rows in each list, more than one page. */
const ROWS = 70
const LONG = `Whole house renovation with an addition ${'W'.repeat(60)}`

const MONDAY = '2026-05-04'

const numbers = Array.from({ length: ROWS }, (_, index) => index + 1)
const nameOf = (what: string, n: number) => (n === 3 ? LONG : `${what} ${n} of them`)

interface Entity {
  readonly id: string
}

/** Runs `make` for each number from 1 to `count`. */
const each = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index + 1)))

/** Adds one record for each number. @returns their ids */
async function addEach(admin: ApiClient, path: string, body: (n: number) => object) {
  const added = await Promise.all(numbers.map((n) => admin.request<Entity>('POST', path, body(n))))
  return added.map(({ id }) => id)
}

const addJobs = (admin: ApiClient, clientId: string) =>
  addEach(admin, '/api/jobs', (n) => ({
    ...{ name: nameOf('Elm house', n), address: `${n} Water St, Batavia`, clientId },
    ...{ startDate: '2025-03-03', endDate: '2025-06-30', approvedAmount: 100_000_000 + n },
    ...{ status: n <= 5 ? 'on_hold' : 'completed', privateNotes: CANARY },
  }))

const lastName = (n: number) => nameOf('Roofer', n).slice(0, 100)
const addSubs = (admin: ApiClient) =>
  importCsv(
    admin,
    'subcontractors',
    [
      'First Name,Last Name,Email,Trade,Phone,Notes',
      ...numbers.map(
        (n) => `Rory,${lastName(n)},r${n}@example.com,Roofing,630 555 ${1000 + n},${CANARY}`,
      ),
    ].join('\r\n'),
  )

interface List {
  readonly path: string
  /** The header of the table, which is on every page. */
  readonly head: string
  readonly rows: readonly string[]
  readonly texts: readonly string[]
  /** Whether it is printed on every paper, not only on the narrowest. */
  readonly onAll?: boolean
}

/**
 * Prints the list of a screen and downloads it as CSV. Both must have every row and no private
 * notes.
 */
async function expectList(page: Page, { path, head, rows, texts, onAll }: List) {
  await openScreen(page, path)
  await expectPrinted(page, {
    letterhead: LETTERHEAD,
    begin: () => pressPrint(page),
    texts: [...rows, ...texts],
    ...(!onAll && { papers: NARROWEST }),
    check: (pages, on) => {
      // The last page may contain only the totals.
      for (const one of pages.slice(0, -1)) expectText([one], [head], on)
      expectText(pages, [head], on)
      expect(textOf(...pages), on).not.toContain('CANARY')
      // A logo on every page would mean that the header of the screen is repeated.
      expect(pages.slice(1).map(({ pictures }) => pictures)).toEqual(pages.slice(1).map(() => 0))
    },
  })
  const file = await pressCsv(page)
  expect(file, path).not.toContain('CANARY')
  // Lines within a cell end with a line feed alone.
  expect(file.split('\r\n'), path).toHaveLength(rows.length + 2)
}

const newEntry = (admin: ApiClient, jobId: string, more: object) =>
  admin.request<Entity>('POST', '/api/schedule', {
    ...{ jobId, startDate: MONDAY, endDate: addDays(MONDAY, 2), ...more },
  })

/** Prints a screen as through the browser's menu, after `ready` resolves. */
async function expectScreen(
  page: Page,
  path: string,
  ready: (page: Page) => Promise<unknown>,
  texts: readonly string[],
  check?: (pages: readonly PrintedPage[], on: string) => void,
) {
  await openScreen(page, path)
  await ready(page)
  const begin = () => main(page).getByRole('heading', { level: 1 }).waitFor()
  await expectPrinted(page, {
    letterhead: LETTERHEAD,
    begin,
    texts,
    papers: NARROWEST,
    ...(check && { check }),
  })
}

const shows = (text: string) => (page: Page) =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
const lacks = (words: RegExp) => (pages: readonly PrintedPage[], on: string) =>
  expect(textOf(...pages), on).not.toMatch(words)

/** Every row of a table is printed, each in the name of Clara or Sam, and no page is blank. */
const expectRows = (count: number) => (pages: readonly PrintedPage[], on: string) => {
  expect(textOf(...pages).match(/Clara|Sam/g), on).toHaveLength(count)
  for (const page of pages) expect(page.lines.length, on).toBeGreaterThan(3)
}

const HEAD = 'Job Address Client Status Progress Start End'
const COMPLETED_HEAD = 'Job Address Client Start End Amount Payment'
const jobRows = numbers.map((n) => `${nameOf('Elm house', n)} ${n} Water St, Batavia Clara Client`)

story(
  'office lists are printed completely, the longest on both paper sizes and orientations',
  async ({ admin, join, visit }) => {
    await addLetterhead(admin)
    const client = await join('client', 'Clara')
    const jobIds = await addJobs(admin, client.id)
    const sub = await join('subcontractor', 'Sam')
    await addSubs(admin)
    await addEach(admin, '/api/tasks', (n) => ({
      ...{ jobId: jobIds[n - 1], name: nameOf('Order tile', n), assigneeId: sub.id },
      ...{ deadline: '2026-12-01', description: CANARY },
    }))
    await addEach(admin, '/api/pending-bids', (n) => ({
      ...{ name: nameOf('Barn roof', n), address: `${n} Oak Rd, Elgin`, notes: CANARY },
      ...{ customerName: 'Grace Hollis', estimatedAmount: 4_825_000 + n },
    }))
    await addEach(admin, '/api/messages', (n) => ({
      ...{ jobId: jobIds[0], audience: n === 1 ? 'crew' : 'all' },
      content: nameOf('Water is off,\nmessage', n),
    }))

    const office = await openToPrint((path) => visit(admin, path), '/jobs')
    await office.getByText(/^60 of 70 jobs$/).waitFor()
    await expectList(office, {
      path: '/jobs',
      head: `${HEAD} Amount`,
      rows: jobRows,
      texts: [
        ...['All jobs', '70 jobs', 'Total $70,000,024.85'],
        'Total Active Approved Amount $5,000,000.15',
      ],
      onAll: true,
    })
    await expectList(office, {
      path: '/completions',
      head: COMPLETED_HEAD,
      rows: jobRows.slice(5),
      texts: ['65 completed jobs', 'Total $65,000,024.70', 'Awaiting Payment'],
    })
    await expectList(office, {
      path: '/tasks',
      head: 'Task Job Assigned To Status Deadline',
      rows: numbers.map(
        (n) =>
          `${nameOf('Order tile', n)} ${nameOf('Elm house', n)} Sam Sub Not Started Dec 1, 2026`,
      ),
      texts: ['All tasks', '70 tasks', 'Not Started: 70 · In Progress: 0 · Completed: 0'],
    })
    await expectList(office, {
      path: '/pending-bids',
      head: 'Project Address Customer Phone Status Priority Follow-Up Amount',
      rows: numbers.map((n) => `${nameOf('Barn roof', n)} ${n} Oak Rd, Elgin Grace Hollis`),
      texts: ['All bids', '70 bids', 'Total $3,377,524.85'],
    })
    const people = numbers.map((n) => `Rory ${lastName(n)}`)
    await expectList(office, {
      path: '/users',
      head: 'Name Role Specialty Email Phone Status',
      rows: [
        ...people.map((name, index) => `${name} Subcontractor Roofing r${index + 1}@example.com`),
        ...['Ada Admin', 'Clara Client', 'Sam Sub'],
      ],
      texts: ['All users', '73 people'],
    })
    await expectList(office, {
      path: '/subcontractors',
      head: 'Name Specialty Email Phone Status Rating Jobs',
      rows: [
        ...people.map((name, index) => `${name} Roofing r${index + 1}@example.com`),
        'Sam Sub',
      ],
      texts: ['All subcontractors', '71 subcontractors'],
    })
    await expectList(office, {
      path: `/messages?jobId=${jobIds[0]}`,
      head: 'Time From Message Readers',
      rows: numbers.map((n) => `Ada Admin ${nameOf('Water is off, message', n)}`),
      texts: ['Job: Elm house 1 of them', '70 messages', 'Everyone', 'Crew'],
    })

    // When printed through the browser's menu, a screen shows how many rows of its list it has.
    await expectScreen(
      office,
      '/jobs',
      shows('60 of 70 jobs'),
      ['Shown: 60 of 70 jobs. Print prints all.'],
      lacks(/Search|Allstatuses/),
    )
    await expectScreen(office, '/jobs?view=table', shows('70 jobs'), [], expectRows(70))
    await expectScreen(
      office,
      '/tasks?view=table',
      shows('70 tasks'),
      ['Order tile'],
      expectRows(70),
    )
    await expectScreen(
      office,
      `/messages?jobId=${jobIds[0]}`,
      (page) =>
        page
          .getByRole('log')
          .getByText(/message \d+ of them/)
          .first()
          .waitFor(),
      ['Shown: 50 of 70 messages'],
      lacks(/readthis|earlier/),
    )
  },
)

story(
  'a job sheet, schedules, the crew board and reports are printed completely, in light colors',
  async ({ admin, join, visit }) => {
    await addLetterhead(admin)
    const dark = { theme: 'dark' } as const
    const page = await openToPrint((path) => visit(admin, path, dark), '/jobs')
    const job = await newJob(admin, LONG, {
      ...{ notes: 'The dog is friendly', privateNotes: 'CANARY' },
      ...{ customerName: 'Grace Hollis', customerEmail: 'CANARY@example.com' },
      ...{ startDate: MONDAY, approvedAmount: 4_825_075 },
    })
    const subs = ['Sam', 'Sue', 'Tom'] as const
    for (const name of subs) await join('subcontractor', name, [job])
    await each(40, (n) =>
      admin.request('POST', '/api/tasks', {
        ...{ jobId: job, name: `Order tile ${n} of them`, description: 'CANARY' },
      }),
    )
    await each(40, (n) =>
      newEntry(admin, job, {
        ...{ title: n === 3 ? LONG : `Visit ${n} of them`, priority: 'critical', notes: 'CANARY' },
      }),
    )
    await newEntry(admin, job, { title: 'CANARY internal', internal: true })
    await expectScreen(
      page,
      `/jobs/${job}`,
      // Rows far down are not rendered on the screen, but on paper.
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
        lacks(/CANARY|Critical|\$/i)(pages, on)
      },
    )

    const warehouse = await newJob(admin, 'Warehouse', { status: 'in_progress' })
    const sub = await join('subcontractor', 'Ula', [warehouse])
    await each(12, (n) =>
      newEntry(admin, warehouse, {
        title: `Visit ${n}.`,
        ...(n <= 2 && { assignedSubcontractorId: sub.id }),
      }),
    )
    const visits = Array.from({ length: 12 }, (_, n) => `Visit ${n + 1}.`)
    const of = `date=${MONDAY}&jobId=${warehouse}`
    // The visits were added at the same time, so it varies which ones are on the screen. Paper has
    // all.
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
      ...['Ula Sub', 'Warehouse', 'No crew yet', ...visits.slice(2)],
    ])

    const swatches = page.locator('i[aria-hidden].border').filter({ visible: true })
    await openScreen(page, `/crew-board?date=${MONDAY}`)
    await swatches.first().waitFor()
    expect(
      await swatches.evaluateAll((all) => all.map((one) => getComputedStyle(one).printColorAdjust)),
    ).toEqual(['exact', 'exact', 'exact', 'exact'])

    const long = 'Deliver the pallet racks and the uprights for the first four rows'
    await newEntry(admin, warehouse, {
      title: long,
      startDate: '2026-05-20',
      endDate: '2026-05-20',
    })
    await openScreen(page, `/enhanced-schedule?${of}&status=scheduled`)
    const chip = page.getByRole('button', { name: long }).first()
    await chip.waitFor()
    const isCut = () =>
      chip.evaluate((button) =>
        [...button.querySelectorAll('span')].some((one) => one.scrollWidth > one.clientWidth),
      )
    const cutOnScreen = await isCut()
    await page.emulateMedia({ media: 'print' })
    expect([cutOnScreen, await isCut()]).toEqual([true, false])
    await page.emulateMedia({ media: null })

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
      // Within the report, because the top of the page shows amounts earlier.
      () => main(page).getByRole('table').getByText('$240.50').first().waitFor(),
      ['Income Statement', '$240.50'],
    )

    const barColor = () =>
      page
        .locator('td rect')
        .first()
        .evaluate((bar) => getComputedStyle(bar).fill)
    await openScreen(page, '/rental-properties?tab=reports&on=2025-03-01')
    await shows('On Mar 1, 2025')(page)
    const onScreen = await barColor()
    await page.emulateMedia({ media: 'print' })
    expect([onScreen, await barColor()]).toEqual(['rgb(12, 16, 20)', 'rgb(237, 234, 226)'])
  },
)
