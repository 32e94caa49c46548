import { dayIn } from '@plumbline/contract/dates.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settings } from '../../schema/settings.ts'
import { canariesIn, canary } from '../../testing/canary.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

const timeZone = 'America/Chicago'

let w: TestApp
/** The customer of Cleo's job, and of another job whose client is Carl. */
let customerId: string
let jobId: string
let othersJob: string

const made = async (url: string, body: object = {}) => {
  const answer = await w.call('ada', 'POST', url, body)
  if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${answer.text}`)
  return answer.body
}

beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'Ridgeline', timeZone })
})
afterAll(() => w.close())
beforeEach(async () => {
  customerId = (await made('/api/customers', { name: 'Olga Okafor' })).id
  const job = (name: string, client: Name) =>
    made('/api/jobs', { name, address: '5 Elm St', customerId, clientId: w.idOf(client) })
  jobId = (await job('Porch', 'cleo')).id
  othersJob = (await job('Deck', 'carl')).id
})

const today = () => dayIn(timeZone, w.clock.now)

/** An invoice of $120 that was issued. */
async function issued(change: object = {}): Promise<{ id: string; number: string }> {
  const lines = [{ description: 'Doors', quantity: '1', unitPrice: '120' }]
  const draft = { customerId, jobId, title: 'Doors', basis: { kind: 'lines' }, lines, ...change }
  const { id } = await made('/api/invoices', draft)
  return made(`/api/invoices/${id}/issue`)
}

type Part = readonly [invoice: { id: string }, amount: number]
const pay = (amount: number, parts: readonly Part[], change: object = {}) =>
  made('/api/payments', {
    ...{ customerId, day: today(), amount, method: 'check', reference: '1042', keepCredit: true },
    allocations: parts.map(([{ id: invoiceId }, part]) => ({ invoiceId, amount: part })),
    ...change,
  })

const read = (name: Name, id: string, path = '') =>
  w.call(name, 'GET', `/api/my-payments/${id}/receipt${path}`)
const statusesFor = async (name: Name, id: string) =>
  Promise.all(['', '.pdf'].map(async (path) => (await read(name, id, path)).status))

test('a client reads the receipt of a payment for their invoice, without the note', async () => {
  const { id } = await made('/api/customers', { name: 'Otto Okafor' })
  const porch = { name: 'Porch', address: '5 Elm St', customerId: id, clientId: w.idOf('cleo') }
  const job = await made('/api/jobs', porch)
  const own = await issued({ customerId: id, jobId: job.id })
  const change = { customerId: id, note: canary('note of office') }
  const paid = await pay(15_000, [[own, 12_000]], change)
  const page = await read('cleo', paid.id, '?print=yes')
  expect(page.status, page.text).toBe(200)
  for (const words of [`Invoice ${own.number}`, 'Check 1042', '$150.00', '$120.00', '$30.00'])
    expect(page.text).toContain(words)
  expect(page.text).toContain(`/api/my-payments/${paid.id}/receipt.pdf`)
  expect(canariesIn(page.text).size).toBe(0)
  const pdf = await read('cleo', paid.id, '.pdf')
  expect([pdf.status, pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual([
    ...[200, 'application/pdf', '%PDF-'],
  ])
})

test('of a payment for invoices of several clients each reads their own part', async () => {
  const own = await issued()
  const other = await issued({ jobId: othersJob, title: canary('title of other') })
  const none = await issued({ jobId: null, title: canary('title without job') })
  const paid = await pay(20_500, [
    [own, 9_000],
    [other, 7_000],
    [none, 4_000],
  ])
  const { text } = await read('cleo', paid.id)
  expect(text).toContain(`Invoice ${own.number}`)
  expect(text).toContain('$90.00')
  for (const words of [other.number, none.number, '$205.00', '$70.00', '$40.00', '$5.00', 'Credit'])
    expect(text).not.toContain(words)
  expect(canariesIn(text).size).toBe(0)
  const carls = (await read('carl', paid.id)).text
  expect(carls).toContain(`Invoice ${other.number}`)
  expect(carls).not.toContain(own.number)
})

test('what is left of a payment is for nobody where the customer has jobs of several clients', async () => {
  const own = await issued()
  const { text } = await read('cleo', (await pay(15_000, [[own, 12_000]])).id)
  expect(text).toContain('$120.00')
  for (const words of ['$150.00', '$30.00', 'Credit']) expect(text).not.toContain(words)
})

test('credit, write-offs, refunds, reversed payments and those of others have no receipt for them', async () => {
  const own = await issued()
  const others = await pay(1_000, [[await issued({ jobId: othersJob }), 1_000]])
  const credit = await pay(1_000, [])
  const writeOff = { day: today(), amount: 500, note: 'Rounding' }
  const reversed = await pay(2_000, [[own, 2_000]])
  await made(`/api/payments/${reversed.id}/reverse`, { note: 'Bounced' })
  const refund = { customerId, day: today(), amount: 1_000, method: 'cash' }
  const none = [
    ...[others, credit, reversed],
    await made(`/api/invoices/${own.id}/write-off`, writeOff),
    await made('/api/refunds', refund),
  ]
  for (const { id } of none) expect(await statusesFor('cleo', id)).toEqual([404, 404])
  const paid = await pay(100, [[own, 100]])
  for (const name of ['ada', 'sam'] as const)
    expect(await statusesFor(name, paid.id)).toEqual([403, 403])
  expect((await w.call('cleo', 'GET', `/api/payments/${paid.id}/receipt`)).status).toBe(403)
})
