import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { invoices } from '../../schema/invoices.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import { settings } from '../../schema/settings.ts'
import { canariesIn, canary } from '../../testing/canary.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
/** The customer of Cleo's job, and another one. */
let customerId: string
let otherId: string
let jobId: string
/** A job of another client, for another customer. */
let othersJob: string

const NOW = new Date('2026-11-18T15:00:00.000Z')

const made = async (url: string, body: object = {}) => {
  const answer = await w.call('ada', 'POST', url, body)
  if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${answer.text}`)
  return answer.body
}

beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'Ridgeline', timeZone: 'America/Chicago' })
  customerId = (await made('/api/customers', { name: 'Olga Okafor' })).id
  otherId = (await made('/api/customers', { name: canary('other customer') })).id
})
afterAll(() => w.close())
beforeEach(async () => {
  w.clock.now = NOW
  const job = (name: string, change: object) =>
    made('/api/jobs', { name, address: '5 Elm St', status: 'in_progress', ...change })
  jobId = (await job('Porch', { clientId: w.idOf('cleo'), customerId })).id
  othersJob = (await job('Deck', { clientId: w.idOf('carl'), customerId: otherId })).id
  for (const id of [jobId, othersJob])
    await made(`/api/jobs/${id}/subcontractors`, { subcontractorId: w.idOf('sam') })
  await w.db.delete(events)
  await w.db.update(users).set({ customerId: null })
})

const line = { description: 'Doors', quantity: '1', unit: 'job', unitPrice: '120' }

/** A draft for the customer of Cleo's job unless something else is said. */
const drafted = async (change: object = {}): Promise<string> =>
  (
    await made('/api/invoices', {
      ...{ customerId, jobId, title: 'Doors', basis: { kind: 'lines' }, lines: [line] },
      ...change,
    })
  ).id

async function issued(change: object = {}): Promise<string> {
  const id = await drafted(change)
  await made(`/api/invoices/${id}/issue`)
  return id
}

const list = async (name: Name, query = '') =>
  (await w.call(name, 'GET', `/api/my-invoices${query}`)).body as { id: string; number: string }[]

const statusFor = async (name: Name, path: string) =>
  (await w.call(name, 'GET', `/api/my-invoices/${path}`)).status

/** No card was used. */
const noAnswers = { processing: null, refused: null }

test('a client reads what was issued to them: days, amounts and words, and nothing else', async () => {
  const id = await issued({ note: canary('note'), terms: 'net7' })
  await made(`/api/invoices/${id}/send`, { email: 'olga@example.com' })
  const listed = {
    ...{ id, number: '2026-0001', title: 'Doors', status: 'open', jobId, jobName: 'Porch' },
    ...{ kind: 'invoice', issuedOn: '2026-11-18', dueOn: '2026-11-25' },
    ...{ total: 12_000, owed: 12_000, paid: 0, received: 0 },
  }
  const [first] = await list('cleo')
  expect(first).toEqual({ ...listed, number: first?.number })
  const one = await w.call('cleo', 'GET', `/api/my-invoices/${id}`)
  const { content, ...rest } = one.body
  expect(rest).toEqual({ ...first, payments: [], takesCard: false, ...noAnswers })
  expect(content).toMatchObject({ title: 'Doors', total: '120.00', terms: 'Net 7' })
  expect(one.text).not.toContain('olga@example.com')
  expect(canariesIn(one.text).size).toBe(0)
})

test('a client reads a credit memo, which has no due day', async () => {
  const id = await issued({ kind: 'creditMemo' })
  const memo = { id, kind: 'creditMemo', status: 'open', dueOn: null, total: -12_000, owed: 0 }
  expect(await list('cleo', `?jobId=${jobId}`)).toMatchObject([memo])
  const { body } = await w.call('cleo', 'GET', `/api/my-invoices/${id}`)
  expect(body).toMatchObject({ ...memo, content: { kind: 'creditMemo', total: '120.00' } })
})

test('drafts, other customers, other jobs and no job are not theirs; the newest come first', async () => {
  const first = await issued({ title: 'First' })
  w.clock.now = new Date('2026-11-19T15:00:00.000Z')
  const second = await issued({ title: 'Second' })
  const none = [
    await drafted(),
    await issued({ customerId: otherId, title: canary('other title') }),
    await issued({ customerId: otherId, jobId: othersJob, title: canary('job title') }),
    await issued({ customerId, jobId: null, title: canary('no job') }),
    await issued({ customerId, jobId: othersJob, title: canary('not of this job') }),
  ]
  const idsOf = async (name: Name, query = '') => (await list(name, query)).map(({ id }) => id)
  expect(await idsOf('cleo', `?jobId=${jobId}`)).toEqual([second, first])
  const all = await list('cleo')
  expect(all.map(({ id }) => id).filter((id) => none.includes(id))).toEqual([])
  expect(canariesIn(JSON.stringify(all)).size).toBe(0)
  for (const id of none)
    for (const path of [id, `${id}/document`, `${id}/document.pdf`])
      expect(await statusFor('cleo', path)).toBe(404)
  for (const id of none)
    expect((await w.call('cleo', 'POST', `/api/my-invoices/${id}/view`)).status).toBe(404)
  // Carl is the client of the other job, whose customer one of them is for.
  expect(await idsOf('carl', `?jobId=${othersJob}`)).toEqual([none[2]])
  expect(await idsOf('cleo', `?jobId=${othersJob}`)).toEqual([])
  const page = await w.call('cleo', 'GET', `/api/my-invoices?limit=1&jobId=${jobId}`)
  expect([page.headers['x-total-count'], page.body.length]).toEqual(['2', 1])
  expect(await idsOf('cleo', `?limit=1&jobId=${jobId}&after=${second}`)).toEqual([first])
})

test('the office and subs have no invoices of their own', async () => {
  const id = await issued()
  for (const name of ['ada', 'sam'] as const)
    for (const path of ['', `/${id}`, `/${id}/document`, `/${id}/document.pdf`])
      expect((await w.call(name, 'GET', `/api/my-invoices${path}`)).status).toBe(403)
  for (const path of ['/api/invoices', `/api/invoices/${id}`, '/api/invoice-totals'])
    expect((await w.call('cleo', 'GET', path)).status).toBe(403)
})

test('a client who signs in for another customer reads no invoice of the customer of the job', async () => {
  const id = await issued()
  const signsInFor = (customer: string) =>
    w.db
      .update(users)
      .set({ customerId: customer })
      .where(eq(users.id, w.idOf('cleo')))
  await signsInFor(otherId)
  expect(await list('cleo')).toEqual([])
  expect(await statusFor('cleo', id)).toBe(404)
  await signsInFor(customerId)
  expect(await statusFor('cleo', id)).toBe(200)
})

test('another customer of the job, or another client, ends it', async () => {
  const id = await issued()
  const put = (body: object) => w.call('ada', 'PUT', `/api/jobs/${jobId}`, body)
  await put({ customerId: otherId })
  expect(await statusFor('cleo', id)).toBe(404)
  await put({ customerId, clientId: w.idOf('carl') })
  expect(await statusFor('cleo', id)).toBe(404)
  expect(await statusFor('carl', id)).toBe(200)
  await put({ clientId: w.idOf('cleo') })
})

test('a void one says so without its reason; the state follows the day, and that it was viewed stays with the office', async () => {
  const gone = await issued()
  await made(`/api/invoices/${gone}/void`, { reason: canary('reason') })
  const read = await w.call('cleo', 'GET', `/api/my-invoices/${gone}`)
  expect(read.body).toMatchObject({ status: 'void', owed: 0, total: 12_000 })
  const page = await w.call('cleo', 'GET', `/api/my-invoices/${gone}/document`)
  expect(page.text).toContain('Void')
  expect(canariesIn(read.text + page.text).size).toBe(0)

  const id = await issued({ terms: 'net7' })
  await w.call('cleo', 'POST', `/api/my-invoices/${id}/view`)
  const stateOf = async () => (await w.call('cleo', 'GET', `/api/my-invoices/${id}`)).body.status
  expect(await stateOf()).toBe('open')
  w.clock.now = new Date('2026-11-26T18:00:00.000Z')
  expect(await stateOf()).toBe('overdue')
})

test('the first screen has what they have to pay, the first due first', async () => {
  const unpaid = async () => {
    const { body } = await w.call('cleo', 'GET', '/api/dashboard')
    return body.unpaid
      .filter((one: { jobId: string }) => one.jobId === jobId)
      .map(({ id }: { id: string }) => id)
  }
  const later = await issued({ terms: 'net30' })
  const sooner = await issued({ terms: 'net7' })
  const gone = await issued()
  await made(`/api/invoices/${gone}/void`, { reason: 'Wrong' })
  await drafted()
  await issued({ customerId: otherId })
  expect(await unpaid()).toEqual([sooner, later])
})

test('the first screen has at most 20 of them, and the number and the sum of all', async () => {
  const read = async () => (await w.call('cleo', 'GET', '/api/dashboard')).body
  const before = await read()
  for (let n = 0; n < 21; n += 1) await issued()
  const paid = await issued()
  await made('/api/payments', {
    ...{ customerId, day: '2026-11-18', amount: 2_000, method: 'check' },
    allocations: [{ invoiceId: paid, amount: 2_000 }],
  })
  const after = await read()
  expect(after.unpaid).toHaveLength(20)
  expect(after.unpaidCount).toBe(before.unpaidCount + 22)
  expect(after.unpaidOwed).toBe(before.unpaidOwed + 22 * 12_000 - 2_000)
})

test('a credit memo is announced as one', async () => {
  await issued({ kind: 'creditMemo' })
  const rows = await w.db.select().from(events)
  const of = rows.filter(({ name }) => /^invoice\.(issued|credited)/.test(name))
  expect(of.map(({ name, readers }) => [name, readers])).toEqual([['invoice.credited', 'client']])
})

test('the terms are not those of a due day that was moved', async () => {
  const id = await issued({ terms: 'net7' })
  await w.call('ada', 'PUT', `/api/invoices/${id}/follow-up`, { dueOn: '2026-12-20' })
  const { body } = await w.call('cleo', 'GET', `/api/my-invoices/${id}`)
  expect([body.dueOn, body.content.terms]).toEqual(['2026-12-20', null])
})

test('the page and the PDF are those of the office, with the address of the client', async () => {
  const id = await issued()
  const page = await w.call('cleo', 'GET', `/api/my-invoices/${id}/document?print=yes`)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.text).toContain(`/api/my-invoices/${id}/document.pdf`)
  const pdf = await w.call('cleo', 'GET', `/api/my-invoices/${id}/document.pdf`)
  expect([pdf.status, pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual([
    ...[200, 'application/pdf', '%PDF-'],
  ])
})

test('that a client looked at it is noted once, by their name, for the office', async () => {
  const id = await issued()
  for (let visit = 0; visit < 2; visit += 1)
    expect((await w.call('cleo', 'POST', `/api/my-invoices/${id}/view`)).status).toBe(204)
  const { body } = await w.call('ada', 'GET', `/api/invoices/${id}`)
  const viewed = body.events.filter(({ kind }: { kind: string }) => kind === 'viewed')
  expect(viewed).toEqual([expect.objectContaining({ actorName: 'Cleo Clark' })])
  const [row] = await w.db.select().from(invoices).where(eq(invoices.id, id))
  expect(row?.viewedAt).toEqual(NOW)
})

test('the client hears of what changes their invoices, and of nothing else', async () => {
  const id = await issued()
  const put = (body: object) => w.call('ada', 'PUT', `/api/invoices/${id}/follow-up`, body)
  await put({ note: 'Calls back' })
  await put({ dueOn: '2026-12-20' })
  await made(`/api/invoices/${id}/send`, { email: 'olga@example.com' })
  await made(`/api/invoices/${id}/renew-link`)
  await w.call('cleo', 'POST', `/api/my-invoices/${id}/view`)
  await made(`/api/invoices/${id}/void`, { reason: 'Wrong', copy: true })
  await issued({ customerId: otherId })
  const rows = await w.db.select().from(events).orderBy(events.id)
  const of = rows.filter(({ name }) => name.startsWith('invoice.'))
  const seen = of.map(({ name, readers }) => `${name} ${readers}`)
  expect(seen).toEqual([
    'invoice.created office',
    'invoice.issued client',
    'invoice.changed office',
    'invoice.dueDay client',
    'invoice.sent office',
    'invoice.renewed office',
    'invoice.viewed office',
    'invoice.voided client',
    'invoice.created office',
    'invoice.created office',
    'invoice.issued office',
  ])
})
