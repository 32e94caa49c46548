import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { expectText, type PrintedPage, printed, textOf } from './harness/pdf.ts'
import { png } from './harness/png.ts'
import { button, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const LETTERHEAD = 'Ridgeline Builders 240 S Water St, Batavia · 630-555-0199'
const CANARY = 'CANARY haggles and pays late'
/** More than a page of the list. */
const JOBS = 70
const LONG = `Whole-house renovation with an addition ${'W'.repeat(70)}`

const nameOf = (n: number) => (n === 3 ? LONG : `Elm house ${n}`)
const numbers = Array.from({ length: JOBS }, (_, index) => index + 1)

/** A company with an address and a logo. */
async function addLetterhead(admin: ApiClient) {
  await admin.request('PUT', '/api/settings', {
    ...{ address: '240 S Water St, Batavia', phone: '630-555-0199' },
  })
  const body = new FormData()
  body.append(
    'logo',
    new File([new Uint8Array(png(320, 80, 120))], 'logo.png', { type: 'image/png' }),
  )
  const url = `${admin.url}/api/settings/logo`
  const { status } = await fetch(url, { method: 'PUT', headers: { cookie: admin.cookie }, body })
  expect(status).toBe(200)
}

async function addJobs(admin: ApiClient, clientId: string | null) {
  const ids: string[] = []
  for (const n of numbers) {
    const job = await admin.request<{ id: string }>('POST', '/api/jobs', {
      ...{ name: nameOf(n), address: `${n} Water St, Batavia`, clientId },
      ...{ startDate: '2025-03-03', endDate: '2025-06-30', approvedAmount: 100_000_000 + n },
      ...{ status: n <= 5 ? 'on_hold' : 'completed', privateNotes: CANARY },
    })
    ids.push(job.id)
  }
  return ids
}

/** Opens a screen whose Print button does not open the browser's dialog, which nobody could answer. */
async function open(visit: (path: string) => Promise<Page>, path: string) {
  const page = await visit('/api/health')
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await page.goto(path)
  return page
}

/**
 * Prints the list of a screen, and checks its texts, its head on every page, and that nothing private is on it.
 * @returns the pages of all its printouts
 */
async function expectList(page: Page, path: string, head: string, texts: readonly string[]) {
  await page.goto(path)
  const print = async () => {
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.locator('.paper').waitFor({ state: 'attached' })
  }
  const all: PrintedPage[] = []
  const check = (pages: readonly PrintedPage[], on: string) => {
    expectText(pages, texts, on)
    // The last one may hold nothing but the totals.
    for (const one of pages.slice(0, -1)) expectText([one], [head], on)
    expectText(pages, [head], on)
    expect(textOf(...pages), on).not.toContain('CANARY')
    all.push(...pages)
  }
  await printed(page, LETTERHEAD, print, check)
  return all
}

const HEAD = 'Job Address Client Status Progress Start End'
const rowOf = (n: number) => `${nameOf(n)} ${n} Water St, Batavia Clara Client`

story(
  'lists are printed whole on both papers and in both directions, for each role',
  async ({ admin, join, visit }) => {
    await addLetterhead(admin)
    const client = await join('client', 'Clara')
    const ids = await addJobs(admin, client.id)
    const sub = await join('subcontractor', 'Sam', ids.slice(0, 3))
    for (const [n, name] of ['Order tile', 'Call the inspector'].entries())
      await admin.request('POST', '/api/tasks', {
        ...{ jobId: ids[n], name, assigneeId: sub.id, deadline: '2026-12-01' },
      })
    for (const content of ['The permit is in.', 'Water is off\nuntil Friday.'])
      await admin.request('POST', '/api/messages', { jobId: ids[0], content })
    await admin.request('POST', '/api/pending-bids', {
      ...{ name: 'Barn roof', address: '9 Oak Rd, Elgin', estimatedAmount: 4_825_075 },
      ...{ customerName: 'Grace Hollis', notes: CANARY },
    })

    const office = await open((path) => visit(admin, path), '/jobs')
    await office.getByText(/^60 of 70 jobs$/).waitFor()
    const all = numbers.map(rowOf)
    await expectList(office, '/jobs', `${HEAD} Amount`, [
      ...all,
      ...['All jobs', '70 jobs', 'Total $70,000,024.85', 'Amount $5,000,000.15'],
    ])
    await expectList(office, '/jobs?status=on_hold&search=elm', `${HEAD} Amount`, [
      ...[1, 2, 4, 5].map(rowOf),
      ...['Status: On Hold · Search: elm', '4 jobs', '$1,000,000.01'],
    ])
    await expectList(office, '/completions', 'Job Address Client Start End Amount Payment', [
      ...all.slice(5),
      ...['65 completed jobs', 'Total $65,000,024.70', 'Awaiting Payment'],
    ])
    await expectList(office, '/paid-2025', 'Job Address Client Start End Amount Payment', [
      ...all.slice(5),
      ...['Completed in 2025', 'Total $65,000,024.70', 'Paid 2025'],
    ])
    await expectList(office, '/tasks', 'Task Job Assigned To Status Deadline', [
      ...['Order tile Elm house 1 Sam Sub', 'Call the inspector Elm house 2 Sam Sub', '2 tasks'],
    ])
    await expectList(office, '/pending-bids', 'Project Address Customer Phone', [
      ...['Barn roof 9 Oak Rd, Elgin Grace Hollis', 'Total $48,250.75', '1 bid'],
    ])
    await expectList(office, '/users', 'Name Role Specialty', ['Clara Client', '3 people'])
    await expectList(office, '/subcontractors', 'Name Specialty', ['Sam Sub', '1 subcontractor'])
    await expectList(office, `/messages?jobId=${ids[0]}`, 'Time From Message', [
      ...['Job: Elm house 1', 'The permit is in.', 'Water is off until Friday.', '2 messages'],
    ])

    const home = await open((path) => visit(client.api, path), '/jobs')
    await expectList(home, '/jobs', `${HEAD} Amount`, ['My Projects', ...all, '70 jobs'])
    const site = await open((path) => visit(sub.api, path), '/jobs')
    const pages = await expectList(site, '/jobs', HEAD, [...all.slice(0, 3), '3 jobs'])
    expect(textOf(...pages)).not.toMatch(/\$|Amount/)
    await expectList(site, '/tasks', 'Task Job Status Deadline', ['My Tasks', 'Order tile'])
  },
  { alone: true },
)

story(
  'a bid, a job sheet and a screen as they are handed out',
  async ({ admin, visit }) => {
    await addLetterhead(admin)
    const { id: bidId } = await admin.request<{ id: string }>('POST', '/api/pending-bids', {
      ...{ name: 'Barn roof', address: '9 Oak Rd, Elgin', estimatedAmount: 4_825_075 },
      ...{ customerName: 'Grace Hollis', customerAddress: '12 Quarry Rd', notes: CANARY },
      ...{ priority: 'high', leadSource: 'CANARY source', followUpNotes: 'CANARY follow-up' },
    })
    const page = await open((path) => visit(admin, path), `/pending-bids/${bidId}`)
    await button(page, 'Print Bid').waitFor()
    const ready = () => main(page).getByRole('heading', { level: 1 }).waitFor()
    await printed(page, LETTERHEAD, ready, (pages, on) => {
      expect(pages, on).toHaveLength(1)
      expectText(pages, ['Prepared for Grace Hollis 12 Quarry Rd', 'Project Barn roof'], on)
      expectText(pages, ['Estimated amount $48,250.75', 'Customer Grace Hollis', 'Contractor'], on)
      expect(textOf(...pages), on).not.toMatch(
        /CANARY|Pending|High|History|Notes|Lead|Appointment/i,
      )
    })

    const [jobId] = await addJobs(admin, null)
    await page.goto(`/jobs/${jobId}`)
    await button(page, 'Edit Job').waitFor()
    await printed(page, LETTERHEAD, ready, (pages, on) => {
      expectText(pages, ['Elm house 1', 'Job sheet', '1 Water St, Batavia'], on)
      expect(textOf(...pages), on).not.toMatch(/CANARY|\$/)
    })

    // As a person prints it by the browser's menu: what is loaded, and how much of it all that is.
    await page.goto('/jobs')
    await page.getByText('60 of 70 jobs', { exact: true }).waitFor()
    await printed(page, LETTERHEAD, ready, (pages, on) => {
      expectText(pages, [nameOf(70), 'Shown: 60 of 70 jobs', '$1,000,000.70'], on)
      expect(textOf(...pages), on).not.toMatch(/CANARY|Search|Allstatuses/)
    })

    for (let n = 1; n <= 55; n++) {
      const message = { jobId, content: `Delivery number ${n}`, audience: 'crew' }
      await admin.request('POST', '/api/messages', message)
    }
    await page.goto(`/messages?jobId=${jobId}`)
    await page.getByText('Delivery number 55', { exact: true }).last().waitFor()
    await printed(page, LETTERHEAD, ready, (pages, on) => {
      expectText(pages, ['Shown: 50 of 55 messages', 'Delivery number 6'], on)
      expectText(pages, ['Delivery number 30', 'Delivery number 55'], on)
      expect(textOf(...pages), on).not.toMatch(/Elmhouse2|readthis|earlier/)
    })
  },
  { alone: true },
)
