import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { importCsv } from './harness/imports.ts'
import {
  addLetterhead,
  LETTERHEAD,
  openToPrint,
  pressCsv,
  pressPrint,
} from './harness/letterhead.ts'
import { printed } from './harness/paper.ts'
import { expectText, type PrintedPage, textOf } from './harness/pdf.ts'
import { story } from './harness/story.ts'

const CANARY = 'CANARY haggles and pays late'
/** More than a page of each list. */
const ROWS = 70
const LONG = `Whole house renovation with an addition ${'W'.repeat(60)}`

const numbers = Array.from({ length: ROWS }, (_, index) => index + 1)
const nameOf = (what: string, n: number) => (n === 3 ? LONG : `${what} ${n} of them`)

interface Thing {
  readonly id: string
}

/** The ids of what is added, one request for each number. */
async function addEach(admin: ApiClient, path: string, body: (n: number) => object) {
  const things = await Promise.all(numbers.map((n) => admin.request<Thing>('POST', path, body(n))))
  return things.map(({ id }) => id)
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
  /** The head of the table, which is on every page. */
  readonly head: string
  readonly rows: readonly string[]
  readonly texts: readonly string[]
  readonly check?: (pages: readonly PrintedPage[], on: string) => void
}

/** Prints the list of a screen, and downloads it: both have every row, and nothing that is not for them. */
async function expectList(page: Page, { path, head, rows, texts, check }: List) {
  await page.goto(path)
  await printed(page, {
    letterhead: LETTERHEAD,
    begin: () => pressPrint(page),
    texts: [...rows, ...texts],
    check: (pages, on) => {
      // The last one may hold nothing but the totals.
      for (const one of pages.slice(0, -1)) expectText([one], [head], on)
      expectText(pages, [head], on)
      expect(textOf(...pages), on).not.toContain('CANARY')
      // A logo on every page would be a screen that is repeated.
      expect(pages.slice(1).map(({ pictures }) => pictures)).toEqual(pages.slice(1).map(() => 0))
      check?.(pages, on)
    },
  })
  const file = await pressCsv(page)
  expect(file, path).not.toContain('CANARY')
  // A line within a cell ends with a line feed alone.
  expect(file.split('\r\n'), path).toHaveLength(rows.length + 2)
}

const HEAD = 'Job Address Client Status Progress Start End'
const COMPLETED_HEAD = 'Job Address Client Start End Amount Payment'
const jobRows = numbers.map((n) => `${nameOf('Elm house', n)} ${n} Water St, Batavia Clara Client`)

story(
  'lists of the office are printed whole on both papers and in both directions',
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
    })
    await expectList(office, {
      path: '/jobs?status=on_hold&search=elm',
      head: `${HEAD} Amount`,
      rows: [1, 2, 4, 5].map((n) => jobRows[n - 1] ?? ''),
      texts: ['Status: On Hold · Search: elm', '4 jobs', '$1,000,000.01'],
    })
    await expectList(office, {
      path: '/completions',
      head: COMPLETED_HEAD,
      rows: jobRows.slice(5),
      texts: ['65 completed jobs', 'Total $65,000,024.70', 'Awaiting Payment'],
    })
    await expectList(office, {
      path: '/paid-2025',
      head: COMPLETED_HEAD,
      rows: jobRows.slice(5),
      texts: ['Completed in 2025', 'Total $65,000,024.70', 'Paid 2025'],
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
  },
  { alone: true },
)

story(
  'lists of a client and of a sub are printed whole, without what is not for them',
  async ({ admin, join, visit }) => {
    await addLetterhead(admin)
    const client = await join('client', 'Clara')
    const jobIds = await addJobs(admin, client.id)
    const sub = await join('subcontractor', 'Sam', jobIds)
    await addEach(admin, '/api/tasks', (n) => ({
      ...{ jobId: jobIds[n - 1], name: nameOf('Order tile', n), assigneeId: sub.id },
    }))
    const write = (content: string, audience: string) =>
      admin.request<Thing>('POST', '/api/messages', { jobId: jobIds[0], content, audience })
    await write('The permit is in.', 'all')
    await write('Bring the long ladder', 'crew')
    await write('The second draw is due', 'client')
    const wrong = await sub.api.request<Thing>('POST', '/api/messages', {
      ...{ jobId: jobIds[0], content: CANARY },
    })
    await admin.request('DELETE', `/api/messages/${wrong.id}`)

    const home = await openToPrint((path) => visit(client.api, path), '/jobs')
    await expectList(home, {
      path: '/jobs',
      head: `${HEAD} Amount`,
      rows: jobRows,
      texts: ['My Projects', '70 jobs', 'Total $70,000,024.85'],
    })
    await expectList(home, {
      path: `/messages?jobId=${jobIds[0]}`,
      head: 'Time From Message',
      rows: ['The permit is in.', 'The second draw is due'],
      texts: ['2 messages'],
      check: (pages, on) => expect(textOf(...pages), on).not.toMatch(/ladder|removed/),
    })

    const site = await openToPrint((path) => visit(sub.api, path), '/jobs')
    await expectList(site, {
      path: '/jobs',
      head: HEAD,
      rows: jobRows,
      texts: ['All jobs', '70 jobs'],
      check: (pages, on) => expect(textOf(...pages), on).not.toMatch(/\$|Amount/),
    })
    await expectList(site, {
      path: '/tasks',
      head: 'Task Job Status Deadline',
      rows: numbers.map((n) => `${nameOf('Order tile', n)} ${nameOf('Elm house', n)} Not Started`),
      texts: ['My Tasks', '70 tasks'],
    })
    await expectList(site, {
      path: `/messages?jobId=${jobIds[0]}`,
      head: 'Time From Message Readers',
      rows: [
        ...['The permit is in. Everyone', 'Bring the long ladder Crew'],
        'Sam Sub Message removed by Ada Admin Crew',
      ],
      texts: ['3 messages'],
      check: (pages, on) => expect(textOf(...pages), on).not.toMatch(/draw/),
    })
  },
  { alone: true },
)
