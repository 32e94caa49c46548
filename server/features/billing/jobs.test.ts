import type { CompletedJob } from '@plumbline/contract/billing.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '../../schema/audit.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { settings } from '../../schema/settings.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

// The evening of the 18th in Chicago.
const NOW = new Date('2026-11-19T02:00:00Z')
const TODAY = '2026-11-18'
const YESTERDAY = '2026-11-17'

let w: TestApp
let customerId: string
beforeAll(async () => {
  w = await testApp()
  await w.db
    .insert(settings)
    .values({ companyName: 'Ridgeline Builders', timeZone: 'America/Chicago' })
  w.clock.now = NOW
  customerId = (await made('POST', '/api/customers', { name: 'Nancy Boyd' })).id
})
afterAll(() => w.close())

/** The body of a call that has to succeed. */
async function made(method: 'POST' | 'PUT' | 'DELETE', url: string, body: object = {}) {
  const answer = await w.call('ada', method, url, body)
  expect([200, 201, 204], answer.text).toContain(answer.status)
  return answer.body
}

/** A completed job with a contract of dollars. */
async function completed(dollars: number, change: object = {}): Promise<string> {
  const fields = { name: 'Porch', address: '5 Elm St', endDate: '2025-10-09', customerId }
  const body = { ...fields, status: 'completed', approvedAmount: dollars * 100, ...change }
  return (await made('POST', '/api/jobs', body)).id
}

/** An invoice of dollars for a job. */
async function drafted(jobId: string, dollars: number, change: object = {}): Promise<string> {
  const lines = [{ description: 'Door', quantity: '1', unitPrice: String(dollars) }]
  const draft = { customerId, jobId, title: 'Doors', basis: { kind: 'lines' }, lines, ...change }
  return (await made('POST', '/api/invoices', draft)).id
}
async function issued(...[jobId, dollars, change]: Parameters<typeof drafted>): Promise<string> {
  const id = await drafted(jobId, dollars, change)
  await made('POST', `/api/invoices/${id}/issue`, { overContract: true })
  return id
}
/** Due on a day on which it is already late. */
const late = async (id: string) => {
  await w.db.execute(`update invoices set due_on = '${YESTERDAY}' where id = '${id}'`)
  return id
}
const pay = (invoiceId: string, dollars: number) =>
  made('POST', '/api/payments', {
    ...{ customerId, day: TODAY, amount: dollars * 100, method: 'check' },
    allocations: [{ invoiceId, amount: dollars * 100 }],
  })

const read = async (url: string) => (await w.call('ada', 'GET', url)).body as CompletedJob[]
const paymentOf = async (jobId: string) => {
  const [all, ofYear] = [await read('/api/receivables/jobs'), await read('/api/completions/jobs')]
  const [one, other] = [all, ofYear].map((list) => list.find(({ id }) => id === jobId)?.payment)
  expect(other).toEqual(one)
  return one
}
const stateOf = async (jobId: string) => (await paymentOf(jobId))?.state

test('the invoices of a job say whether it is paid, in both lists', async () => {
  const job = await completed(300)
  expect(await paymentOf(job)).toEqual({ state: null, isInvoiced: false, paidOn: null })
  await drafted(job, 50)
  const gone = await issued(job, 60)
  await made('POST', `/api/invoices/${gone}/void`, { reason: 'Wrong' })
  await issued(job, 70, { kind: 'creditMemo' })
  expect((await paymentOf(job))?.isInvoiced).toBe(false)
  const first = await issued(job, 100)
  expect(await paymentOf(job)).toEqual({ state: 'awaiting', isInvoiced: true, paidOn: null })
  await pay(first, 40)
  expect(await stateOf(job)).toBe('partPaid')
  await late(first)
  expect(await stateOf(job)).toBe('overdue')
  await pay(first, 60)
  // All that was invoiced is paid, of a contract of which more is left.
  expect(await stateOf(job)).toBe('partPaid')
  const second = await issued(job, 199.99)
  await pay(second, 199.99)
  expect(await stateOf(job)).toBe('partPaid')
  await pay(await issued(job, 0.01), 0.01)
  expect(await stateOf(job)).toBe('paid')
})

test('an invoice is overdue from the day after it was due, on the clock of the company', async () => {
  const job = await completed(100)
  await issued(job, 100, { terms: 'receipt' })
  expect(await stateOf(job)).toBe('awaiting')
  w.clock.now = new Date('2026-11-19T05:59:00Z')
  expect(await stateOf(job)).toBe('awaiting')
  w.clock.now = new Date('2026-11-19T06:01:00Z')
  expect(await stateOf(job)).toBe('overdue')
  w.clock.now = NOW
})

test('a credit memo that covers the rest of a contract leaves nothing to invoice', async () => {
  const job = await completed(1000)
  const id = await issued(job, 1000)
  await issued(job, 200, { kind: 'creditMemo' })
  const allocations = [{ invoiceId: id, amount: 20_000 }]
  await made('POST', `/api/customers/${customerId}/apply-credit`, { allocations })
  expect(await stateOf(job)).toBe('partPaid')
  await pay(id, 800)
  expect(await stateOf(job)).toBe('paid')
})

test('a write-off and a credit memo cover an invoice as money does', async () => {
  const job = await completed(80)
  const id = await issued(job, 100)
  const memo = await issued(job, 20, { kind: 'creditMemo' })
  expect(memo).toBeTruthy()
  const used = { allocations: [{ invoiceId: id, amount: 2000 }] }
  await made('POST', `/api/customers/${customerId}/apply-credit`, used)
  expect(await stateOf(job)).toBe('partPaid')
  const rest = { day: TODAY, amount: 8000, note: 'Moved away' }
  await made('POST', `/api/invoices/${id}/write-off`, rest)
  expect(await stateOf(job)).toBe('paid')
})

test('the newest job is first, page by page', async () => {
  const [older, newer] = [await completed(1), await completed(1)]
  const page = await w.call('ada', 'GET', '/api/receivables/jobs?limit=1')
  expect(page.body).toMatchObject([{ id: newer }])
  const total = (await read('/api/receivables/jobs')).length
  expect(page.headers['x-total-count']).toBe(String(total))
  const next = /<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? ''
  expect(await read(next)).toMatchObject([{ id: older }])
})

const mark = (jobId: string, day: string = TODAY) =>
  w.call('ada', 'PUT', `/api/jobs/${jobId}/paid`, { day })
const tracesOf = async (jobId: string) => {
  const { action, detail, at } = auditEntries
  const rows = await w.db
    .select({ action, detail })
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, jobId))
    .orderBy(at, auditEntries.id)
  return rows.filter((row) => row.action.endsWith('Paid'))
}

test('a completed job is marked as paid, on another day, and not paid again', async () => {
  const job = await completed(100)
  expect((await mark(job, YESTERDAY)).body).toEqual(await paymentOf(job))
  expect(await paymentOf(job)).toEqual({ state: 'paid', isInvoiced: false, paidOn: YESTERDAY })
  await mark(job)
  await mark(job)
  expect((await paymentOf(job))?.paidOn).toBe(TODAY)
  for (const _ of [1, 2]) await made('DELETE', `/api/jobs/${job}/paid`)
  expect(await paymentOf(job)).toEqual({ state: null, isInvoiced: false, paidOn: null })
  expect(await tracesOf(job)).toEqual([
    { action: 'job.markedPaid', detail: { day: YESTERDAY } },
    { action: 'job.markedPaid', detail: { day: TODAY } },
    { action: 'job.unmarkedPaid', detail: { day: TODAY } },
  ])
  const published = await w.db.select().from(events).where(eq(events.subjectId, job))
  const paid = published.filter(({ name }) => name === 'job.paid')
  expect(paid.map(({ readers, jobId }) => [readers, jobId])).toEqual(
    Array.from({ length: 3 }, () => ['office', job]),
  )
})

test('a job with invoices, one that is not completed and a later day are refused', async () => {
  const open = await completed(100, { status: 'in_progress' })
  expect(await mark(open)).toMatchObject({ status: 409, body: { code: 'jobNotCompleted' } })
  const job = await completed(100)
  expect(await mark(job, '2026-11-19')).toMatchObject({
    ...{ status: 400, body: { fields: { day: 'Choose a day up to today' } } },
  })
  await drafted(job, 100)
  const id = await issued(job, 100)
  expect(await mark(job)).toMatchObject({ status: 409, body: { code: 'jobInvoiced' } })
  await made('POST', `/api/invoices/${id}/void`, { reason: 'Wrong' })
  expect((await mark(job)).status).toBe(200)
})

test('invoices count instead of a mark, which counts again once they are void', async () => {
  const job = await completed(100)
  await mark(job)
  const id = await issued(job, 100)
  expect(await paymentOf(job)).toEqual({ state: 'awaiting', isInvoiced: true, paidOn: null })
  await made('POST', `/api/invoices/${id}/void`, { reason: 'Wrong' })
  expect((await paymentOf(job))?.paidOn).toBe(TODAY)
})

test('a job that is reopened loses its mark, alone or with others', async () => {
  const [one, other, third] = [await completed(1), await completed(1), await completed(1)]
  for (const job of [one, other, third]) await mark(job)
  const reopened = await made('PUT', `/api/jobs/${one}`, { status: 'in_progress' })
  // The version that is answered is the one that the next change needs.
  const match = { 'if-match': tagOf(reopened) }
  const again = { status: 'completed' }
  expect((await w.call('ada', 'PUT', `/api/jobs/${one}`, again, match)).status).toBe(200)
  await made('POST', '/api/jobs/change', { ids: [other], status: 'on_hold' })
  await made('POST', '/api/jobs/change', {
    ...{ ids: [other, third], status: 'completed', endDate: '2025-10-09' },
  })
  const states = await Promise.all([one, other, third].map(stateOf))
  expect(states).toEqual([null, null, 'paid'])
  expect((await tracesOf(other)).map(({ action }) => action)).toEqual([
    ...['job.markedPaid', 'job.unmarkedPaid'],
  ])
  const rows = await w.db.select({ day: jobs.paidOn }).from(jobs).where(eq(jobs.id, other))
  expect(rows).toEqual([{ day: null }])
})

test('only the office reads and writes whether a job is paid', async () => {
  const job = await completed(1, { clientId: w.idOf('cleo') })
  await mark(job)
  for (const name of ['sam', 'cleo'] as const) {
    for (const path of ['/api/receivables/jobs', '/api/completions/jobs'])
      expect((await w.call(name, 'GET', path)).status).toBe(403)
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await w.call(name, method, `/api/jobs/${job}/paid`, { day: TODAY })).status).toBe(403)
  }
  const { body } = await w.call('cleo', 'GET', `/api/jobs/${job}`)
  expect(Object.keys(body).filter((field) => /paid|payment/i.test(field))).toEqual([])
})
