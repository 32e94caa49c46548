import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pendingBids } from '../../schema/bids.ts'
import { bidPricings } from '../../schema/pricing.ts'
import { proposalSettings } from '../../schema/proposals.ts'
import { race } from '../../testing/race.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

async function newBid(facts: object = {}): Promise<string> {
  const bid = { name: 'Three-season room', address: '14 Lake Dr', ...facts }
  return (await w.call('ada', 'POST', '/api/pending-bids', bid)).body.id
}
const pathOf = (id: string) => `/api/pending-bids/${id}/pricing`
const read = (id: string) => w.call('ada', 'GET', pathOf(id))
const write = (id: string, body: object, headers?: Record<string, string>) =>
  w.call('ada', 'PUT', pathOf(id), body, headers)
const bidOf = async (id: string) => (await w.call('ada', 'GET', `/api/pending-bids/${id}`)).body
const amountOf = async (id: string) => (await bidOf(id)).estimatedAmount

const line = (description: string, unitPrice: string, facts: object = {}) => ({
  ...{ description, quantity: '1', unitPrice, ...facts },
})
const room = {
  sections: [
    { title: 'Room', lines: [line('Footings', '298', { quantity: '16', unitCost: '214' })] },
    {
      title: 'Extras',
      kind: 'optional',
      lines: [line('Heated floor', '3000'), line('Screens', '1850', { chosen: false })],
    },
    {
      title: 'Floor',
      kind: 'choose_one',
      lines: [line('Vinyl', '100', { chosen: false }), line('Tile', '2394', { taxable: true })],
    },
  ],
  taxRate: '8.25',
  schedule: [{ title: 'On signing', share: { kind: 'percent', value: '10' } }, { title: 'Rest' }],
}

test('a bid without a price has the defaults of the company, and no tax for who is exempt', async () => {
  await w.call('ada', 'PUT', '/api/proposal-settings', {
    ...{ taxRate: '8.25', validDays: 14, terms: [{ title: 'Warranty', text: 'Two years.' }] },
  })
  const customer = { name: 'St. Mary', taxExempt: true }
  const { id: customerId } = (await w.call('ada', 'POST', '/api/customers', customer)).body
  const [id, exempt] = [await newBid(), await newBid({ customerId })]
  expect((await read(id)).body).toMatchObject({
    ...{ bidId: id, sections: [], discount: null, taxRate: '8.25', schedule: [], validDays: 14 },
    terms: [{ title: 'Warranty', text: 'Two years.', ownPage: false }],
  })
  expect((await read(exempt)).body.taxRate).toBe('0')
  expect(await amountOf(id)).toBeNull()
  await w.db.delete(proposalSettings)
})

test('a saved price is read as it was written, and its total is the amount of the bid', async () => {
  const id = await newBid({ estimatedAmount: 1 })
  const saved = await write(id, room)
  expect(saved.status, saved.text).toBe(200)
  expect((await read(id)).body).toEqual(saved.body)
  expect(saved.body.sections[0].lines[0]).toMatchObject({ quantity: '16', unitCost: '214' })
  // 4,768.00 + 3,000.00 + 2,394.00, and 8.25 % of the last.
  expect(await amountOf(id)).toBe(1_035_951)
})

test('lines set the amount of a bid: another one is refused, the same passes', async () => {
  const id = await newBid()
  await write(id, room)
  const put = (body: object) => w.call('ada', 'PUT', `/api/pending-bids/${id}`, body)
  const refused = await put({ name: 'Porch', estimatedAmount: 5 })
  expect(refused.status).toBe(400)
  expect(refused.body.fields).toEqual({
    estimatedAmount: 'This amount is the total of the lines of the bid',
  })
  expect((await put({ name: 'Porch', estimatedAmount: 1_035_951 })).status).toBe(200)
  // Without lines it is free again, and stays what it was until then.
  await write(id, { sections: [{ title: 'Room', lines: [] }] })
  expect(await amountOf(id)).toBe(1_035_951)
  expect((await put({ estimatedAmount: 5 })).body.estimatedAmount).toBe(5)
})

test('a stale version is refused, also the first time and by two at once', async () => {
  const id = await newBid()
  const first = (await read(id)).headers.etag ?? ''
  const lock = `select from pending_bids where id = '${id}' for update`
  const all = await race(w, lock, () => write(id, room, { 'if-match': first }))
  expect(all.map(({ status }) => status).sort()).toEqual([200, 412, 412])
  const [now] = await w.db.select().from(bidPricings).where(eq(bidPricings.bidId, id))
  expect((await write(id, { sections: [] }, { 'if-match': first })).status).toBe(412)
  expect((await read(id)).body.updatedAt).toBe(now?.updatedAt.toISOString())
})

test('bad input is refused by field, and nothing is written', async () => {
  const id = await newBid({ estimatedAmount: 700 })
  const { status, body } = await write(id, { ...room, taxRate: '31' })
  expect([status, body.fields]).toEqual([400, { taxRate: 'At most 30' }])
  expect(await amountOf(id)).toBe(700)
  expect(await w.db.$count(bidPricings, eq(bidPricings.bidId, id))).toBe(0)
})

test('the price of an approved bid stays, and is the amount of its job', async () => {
  const id = await newBid()
  await write(id, room)
  const job = await w.call('ada', 'POST', `/api/pending-bids/${id}/convert`)
  expect(job.body.approvedAmount).toBe(1_035_951)
  expect((await write(id, { sections: [] })).body.code).toBe('bidDecided')
  expect((await read(id)).body.sections).toHaveLength(3)
})

test('a price that one person saves several times is one event of the history', async () => {
  const id = await newBid()
  for (const taxRate of ['1', '2', '3']) await write(id, { ...room, taxRate })
  await w.call('ada', 'PUT', `/api/pending-bids/${id}`, { name: 'Porch' })
  await write(id, { ...room, taxRate: '0' })
  const history = await w.call('ada', 'GET', `/api/pending-bids/${id}/history`)
  expect(
    history.body.map(({ name, detail }: { name: string; detail: { total?: string } | null }) => [
      name,
      detail?.total,
    ]),
  ).toEqual([
    ['bid.priced', '10162.00'],
    ['bid.changed', undefined],
    ['bid.priced', '10233.82'],
    ['bid.created', undefined],
  ])
})

test('a deleted bid takes its price with it', async () => {
  const id = await newBid()
  await write(id, room)
  await w.call('ada', 'DELETE', `/api/pending-bids/${id}`)
  expect((await read(id)).status).toBe(404)
  expect(await w.db.$count(bidPricings, eq(bidPricings.bidId, id))).toBe(0)
  expect(await w.db.$count(pendingBids, eq(pendingBids.id, id))).toBe(0)
})
