import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerMerges } from '../../schema/customerMerges.ts'
import { customers } from '../../schema/customers.ts'
import { users } from '../../schema/people.ts'
import { proposals } from '../../schema/proposals.ts'
import { settings } from '../../schema/settings.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  const company = { companyName: 'Ridgeline Builders', timeZone: 'America/Chicago' }
  await w.db.insert(settings).values(company)
})
afterAll(() => w.close())

let nancy: string
let carl: string
/** Cleo signs in for Nancy, Carl for himself. */
beforeEach(async () => {
  const added = await w.db
    .insert(customers)
    .values([{ name: 'Nancy Boyd' }, { name: 'Carl Case' }])
    .returning()
  nancy = added[0]?.id ?? ''
  carl = added[1]?.id ?? ''
  await setCustomer('cleo', nancy)
  await setCustomer('carl', carl)
})

const setCustomer = (name: Name, customerId: string | null) =>
  w.db
    .update(users)
    .set({ customerId })
    .where(eq(users.id, w.idOf(name)))
const write = async (method: 'POST' | 'PUT', url: string, body?: object) => {
  const answer = await w.call('ada', method, url, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const remove = (id: string) => w.call('ada', 'DELETE', `/api/customers/${id}`)
const send = (bidId: string) => write('POST', `/api/pending-bids/${bidId}/proposals`, {})

/** A bid for Nancy that was sent: the ids of bid and version. */
async function sent() {
  const bid = { name: 'Three-season room', address: '14 Lake Dr', customerName: 'Nancy Boyd' }
  const people = { customerId: nancy, clientId: w.idOf('cleo'), estimatedAmount: 130_000 }
  const { id: bidId } = await write('POST', '/api/pending-bids', { ...bid, ...people })
  return { bidId, ...(await send(bidId)) }
}

/** The same bid, signed from its link: the ids of version and job. */
async function signed() {
  const { bidId, id, sha256 } = await sent()
  const { path } = (await w.call('ada', 'GET', `/api/proposals/${id}/link`)).body
  const fields = { step: 'approve', name: 'Nancy Boyd', consent: 'yes', way: 'typed', strokes: '' }
  const answer = await w.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams({ ...fields, version: sha256, total: '1300.00' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost' },
  })
  expect(answer.statusCode, answer.body).toBe(303)
  const { jobId } = (await w.call('ada', 'GET', `/api/pending-bids/${bidId}`)).body
  return { bidId, id, jobId: jobId as string }
}

/** Whether a client reads the signed copy, and whether the contract of the job names it. */
async function reads(name: Name, { id, jobId }: { id: string; jobId: string }) {
  const answers = await Promise.all([
    w.call(name, 'GET', `/api/proposals/${id}/document`),
    w.call(name, 'GET', `/api/proposals/${id}/document.pdf`),
  ])
  const contract = await w.call(name, 'GET', `/api/jobs/${jobId}/contract`)
  return [...answers.map(({ status }) => status), contract.body.proposal?.id]
}

describe('a signed version', () => {
  test('is read by the customer it was sent to, not by one who gets the bid and the job', async () => {
    const { bidId, id, jobId } = await signed()
    expect(await reads('cleo', { id, jobId })).toEqual([200, 200, id])
    const moved = { customerId: carl, clientId: w.idOf('carl') }
    await write('PUT', `/api/pending-bids/${bidId}`, moved)
    await write('PUT', `/api/jobs/${jobId}`, moved)
    expect(await reads('carl', { id, jobId })).toEqual([404, 404, undefined])
    expect((await reads('ada', { id, jobId }))[2]).toBe(id)
    // It is theirs, but only as long as they are the client of the job.
    expect((await reads('cleo', { id, jobId }))[0]).toBe(404)
    await write('PUT', `/api/jobs/${jobId}`, { clientId: w.idOf('cleo') })
    expect(await reads('cleo', { id, jobId })).toEqual([200, 200, id])
    expect((await remove(nancy)).body.code).toBe('customerInUse')
  })

  test('follows a merge of its customer, and its undo', async () => {
    const { id, jobId } = await signed()
    const columns = () => w.db.select().from(proposals).where(eq(proposals.id, id))
    const before = await columns()
    await write('PUT', `/api/jobs/${jobId}`, { customerId: carl, clientId: w.idOf('carl') })
    await write('POST', `/api/customers/${carl}/merge`, { customerId: nancy })
    expect(await reads('carl', { id, jobId })).toEqual([200, 200, id])
    expect((await remove(carl)).body.code).toBe('customerInUse')
    await write('POST', `/api/customers/${nancy}/undo-merge`)
    expect(await w.db.$count(customerMerges)).toBe(0)
    expect(await reads('carl', { id, jobId })).toEqual([404, 404, undefined])
    expect(await columns()).toEqual(before)
  })
})

test('each version of a bid is for the customer it was sent to', async () => {
  const { bidId, id } = await sent()
  await write('PUT', `/api/pending-bids/${bidId}`, { customerId: carl })
  // A customer stays as long as there is something that was sent to them.
  expect((await remove(nancy)).body.code).toBe('customerInUse')
  const { id: second } = await send(bidId)
  const rows = await w.db.select().from(proposals).where(eq(proposals.bidId, bidId))
  const customerOf = (one: string) => rows.find((row) => row.id === one)?.customerId
  expect([customerOf(id), customerOf(second)]).toEqual([nancy, carl])
  expect((await w.call('ada', 'DELETE', `/api/pending-bids/${bidId}`)).status).toBe(204)
  expect((await remove(nancy)).status).toBe(204)
})

test('a change order that the office approves is for the customer of the job by then', async () => {
  const job = { name: 'Room', address: '14 Lake Dr', approvedAmount: 100 }
  const ofNancy = { customerId: nancy, clientId: w.idOf('cleo') }
  const { id: jobId } = await write('POST', '/api/jobs', { ...job, ...ofNancy })
  const draft = { title: 'Two days', daysAdded: 2 }
  const { id } = await write('POST', `/api/jobs/${jobId}/change-orders`, draft)
  await write('PUT', `/api/jobs/${jobId}`, { customerId: carl, clientId: w.idOf('carl') })
  await write('POST', `/api/change-orders/${id}/accept`, { note: 'By phone' })
  expect((await w.call('carl', 'GET', `/api/change-orders/${id}/offer`)).status).toBe(200)
})
