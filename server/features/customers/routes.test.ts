import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { credentials } from '../../schema/auth.ts'
import { pendingBids } from '../../schema/bids.ts'
import { customerMerges } from '../../schema/customerMerges.ts'
import { customerContacts, customers } from '../../schema/customers.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { race } from '../../testing/race.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { customersOf } from './matching.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(pendingBids)
  await w.db.delete(jobs)
  await w.db.update(users).set({ customerId: null })
  await w.db.delete(customers)
})

const maya = { name: 'Maya Okafor', email: 'maya@example.com', phone: '(847) 555-0121' }

async function send(method: 'POST' | 'PUT' | 'GET' | 'DELETE', url: string, body?: object) {
  const answer = await w.call('ada', method, url, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const newCustomer = (body: object = { name: 'Maya Okafor', contacts: [maya] }) =>
  send('POST', '/api/customers', body)
const newJob = (body: object = {}) =>
  send('POST', '/api/jobs', { name: 'Kitchen', address: '418 Alder Ct', ...body })
const newBid = (body: object = {}) =>
  send('POST', '/api/pending-bids', { name: 'Hall bath', address: '418 Alder Ct', ...body })
const read = (id: string) => send('GET', `/api/customers/${id}`)
const listed = (query = '') => send('GET', `/api/customers${query}`)
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('a customer', () => {
  test('has its contacts in order, those with an id stay', async () => {
    const customer = await newCustomer({
      ...{ name: 'Copper Whisk', company: 'Copper Whisk LLC', address: '14 N Washington St' },
      ...{ source: 'Referral', notes: 'Pays late', taxExempt: true, taxCertificate: 'E-1' },
      contacts: [maya, { name: 'Inez', role: 'Owner' }],
    })
    expect(customer).toMatchObject({ taxExempt: true, taxCertificate: 'E-1', mergedIntoId: null })
    const [first, second] = customer.contacts
    const facts = { id: expect.any(String), role: null, emailRefused: false }
    expect(first).toEqual({ ...maya, ...facts })
    const changed = await send('PUT', `/api/customers/${customer.id}`, {
      contacts: [second, { name: 'Dale' }],
    })
    expect(changed.contacts).toEqual([second, { ...facts, name: 'Dale', email: null, phone: null }])
    expect(await read(customer.id)).toEqual(changed)
  })

  test('does not take the contact of another one', async () => {
    const [{ contacts }, other] = [await newCustomer(), await newCustomer({ name: 'Other' })]
    const url = `/api/customers/${other.id}`
    const answer = await w.call('ada', 'PUT', url, { name: 'New', contacts: [contacts[0]] })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual({ 'contacts.0': 'This contact was deleted' })
    expect(await read(other.id)).toEqual(other)
  })

  test('is found by name, company, address and what is known of its contacts', async () => {
    const { id } = await newCustomer({
      ...{ name: 'Fox', company: 'Valley Pallet', address: '14 N Washington St' },
      contacts: [maya],
    })
    await newCustomer({ name: 'Other' })
    for (const word of ['fox', 'pallet', 'washington', 'okafor', 'maya@', '847-555-01'])
      expect(await listed(`?search=${encodeURIComponent(word)}`), word).toMatchObject([{ id }])
    expect(await send('GET', '/api/customer-totals?search=fox')).toEqual({ count: 1 })
  })

  test('is listed by name with the number of jobs and open bids', async () => {
    const { id: customerId } = await newCustomer()
    await newCustomer({ name: 'Aldous' })
    await newJob({ customerId })
    await newBid({ customerId })
    const bid = await newBid({ customerId })
    await send('PUT', `/api/pending-bids/${bid.id}`, { status: 'rejected' })
    expect(await listed()).toMatchObject([
      { name: 'Aldous', jobs: 0, openBids: 0 },
      { name: 'Maya Okafor', jobs: 1, openBids: 1 },
    ])
    expect(namesOf(await listed('?sort=-name'))).toEqual(['Maya Okafor', 'Aldous'])
    expect(await send('GET', `/api/jobs?customerId=${customerId}`)).toHaveLength(1)
    expect(await send('GET', `/api/pending-bids?customerId=${customerId}`)).toHaveLength(2)
  })

  test('stays while it has a job or a bid', async () => {
    const { id: customerId } = await newCustomer()
    const job = await newJob({ customerId })
    const remove = () => w.call('ada', 'DELETE', `/api/customers/${customerId}`)
    expect((await remove()).body.code).toBe('customerInUse')
    await send('PUT', `/api/jobs/${job.id}`, { customerId: null })
    expect((await remove()).status).toBe(204)
    expect(await w.db.select().from(customerContacts)).toEqual([])
  })
})

describe('the customer of a new job or bid', () => {
  const words = {
    customerName: 'Maya Okafor',
    customerEmail: 'Maya@Example.com',
    customerPhone: '1-847-555-0121',
  }

  test('is the chosen one, which has to exist', async () => {
    const { id: customerId } = await newCustomer()
    expect(await newJob({ customerId, ...words, customerEmail: 'else@example.com' })).toMatchObject(
      {
        customerId,
        customerEmail: 'else@example.com',
      },
    )
    for (const url of ['/api/jobs', '/api/pending-bids']) {
      const body = { name: 'Deck', address: '1 Elm St', customerId: newId() }
      const answer = await w.call('ada', 'POST', url, body)
      expect(answer.body.fields).toEqual({ customerId: 'This customer was deleted' })
    }
  })

  test.each([
    ['by email address, whatever the name', { customerEmail: 'MAYA@example.com' }, true],
    [
      'by phone number and name together',
      { customerName: 'maya okafor', customerPhone: '847.555.0121 ext. 4' },
      true,
    ],
    ['not by the name alone', { customerName: 'Maya Okafor' }, false],
    ['not by the phone number alone', { customerPhone: '847-555-0121' }, false],
    [
      'not by phone number and name with another email address',
      { ...words, customerEmail: 'other@example.com' },
      false,
    ],
    [
      'not by a number too short to be one',
      { customerName: 'Maya Okafor', customerPhone: '121' },
      false,
    ],
  ])('is found %s', async (_, said, isKnown) => {
    const { id } = await newCustomer()
    const { customerId } = await newJob(said)
    expect(customerId === id).toBe(isKnown)
    expect(await listed()).toHaveLength(isKnown ? 1 : 2)
  })

  test('is added with what is known, once, and is the one of the job that a bid becomes', async () => {
    const bid = await newBid({ ...words, customerAddress: '9 Oak St', leadSource: 'Website' })
    const customer = await read(bid.customerId)
    expect(customer).toMatchObject({
      ...{ name: 'Maya Okafor', address: '9 Oak St', source: 'Website' },
      contacts: [{ name: 'Maya Okafor', email: 'Maya@Example.com', phone: '1-847-555-0121' }],
    })
    expect((await newJob(words)).customerId).toBe(customer.id)
    const job = await send('POST', `/api/pending-bids/${bid.id}/convert`)
    expect(job.customerId).toBe(customer.id)
  })

  test('is nobody without words, and that of the client if there is one', async () => {
    expect(await newJob({ customerAddress: '9 Oak St' })).toMatchObject({ customerId: null })
    const { id: customerId } = await newCustomer()
    const clientId = w.idOf('cleo')
    await w.db.update(users).set({ customerId }).where(sql`id = ${clientId}`)
    expect(await newJob({ clientId })).toMatchObject({ customerId })
    const imported = { firstName: 'Max', lastName: 'Moss', email: 'max@example.com' }
    await w.db.insert(credentials).values({ userId: clientId, passwordHash: 'none' })
    await w.db.insert(users).values({ ...imported, role: 'client', customerId })
    const [cleo, max] = await send('GET', `/api/customers/${customerId}/people`)
    expect(cleo).toMatchObject({ id: clientId, hasJoined: true })
    expect(max).toMatchObject({ firstName: 'Max', hasJoined: false, isInvited: false })
  })

  test('is added once by three jobs at the same time', async () => {
    const lock = `select pg_advisory_xact_lock(hashtextextended('customers', 0))`
    const made = await race(w, lock, () => newJob(words))
    expect(new Set(made.map(({ customerId }) => customerId)).size).toBe(1)
  })

  test('is given later, by the first words that describe one, and stays after that', async () => {
    const job = await newJob()
    const put = (body: object) => send('PUT', `/api/jobs/${job.id}`, body)
    const { customerId } = await put({ customerName: 'Maya Okafor' })
    expect(customerId).toEqual(expect.any(String))
    expect(await put({ customerEmail: 'other@example.com' })).toMatchObject({ customerId })
  })

  test('is read by the office alone', async () => {
    const { id: customerId } = await newCustomer()
    await newJob({ customerId, clientId: w.idOf('cleo') })
    const jobsOf = async (query = '') => (await w.call('cleo', 'GET', `/api/jobs${query}`)).body
    expect(await jobsOf()).toMatchObject([{ customerId: null }])
    expect(await jobsOf(`?customerId=${customerId}`)).toEqual([])
  })
})

test('a change is offered to the open jobs and bids that show it differently', async () => {
  const { id: customerId, contacts } = await newCustomer()
  const said = { customerId, customerName: 'Maya Okafor', customerAddress: '9 Oak St' }
  const [job, bid] = [await newJob(said), await newBid(said)]
  const done = await newJob({ ...said, status: 'completed' })
  const copies = `/api/customers/${customerId}/copies`
  await send('POST', copies)
  expect(await send('GET', copies)).toEqual({ jobs: 0, bids: 0 })
  await send('PUT', `/api/customers/${customerId}`, {
    contacts: [{ ...contacts[0], phone: '847-555-0199' }],
  })
  expect(await send('GET', copies)).toEqual({ jobs: 1, bids: 1 })
  expect(await send('POST', copies)).toEqual({ jobs: 1, bids: 1 })
  const now = { customerPhone: '847-555-0199', customerAddress: '9 Oak St' }
  expect(await send('GET', `/api/jobs/${job.id}`)).toMatchObject(now)
  expect(await send('GET', `/api/pending-bids/${bid.id}`)).toMatchObject(now)
  expect(await send('GET', `/api/jobs/${done.id}`)).toMatchObject({ customerPhone: null })
})

test.each([
  ['an email address', { name: 'B', contacts: [{ name: 'B', email: 'MAYA@example.com' }] }, true],
  ['a phone number', { name: 'B', contacts: [{ name: 'B', phone: '+1 847 555 0121' }] }, true],
  ['the name', { name: 'maya okafor' }, true],
  ['an extension', { name: 'B', contacts: [{ name: 'B', phone: '121' }] }, false],
])('customers that share %s may be the same', async (_, other, isSimilar) => {
  const [{ id }, second] = [await newCustomer(), await newCustomer(other)]
  const found = isSimilar ? [second.id] : []
  const similar = await send('GET', `/api/customers/${id}/similar`)
  expect(similar.map((one: { id: string }) => one.id)).toEqual(found)
  expect(await listed('?similar=true')).toHaveLength(isSimilar ? 2 : 0)
  const totals = await send('GET', '/api/customer-totals?similar=true')
  expect(totals).toEqual({ count: isSimilar ? 2 : 0 })
})

test('the contacts of one customer that share a number do not make it similar to itself', async () => {
  const couple = ['Maya', 'Daniel'].map((name) => ({ name, phone: '847-555-0121' }))
  await newCustomer({ name: 'Maya Okafor', contacts: couple })
  expect(await listed('?similar=true')).toEqual([])
})

describe('a merge', () => {
  /** Every row that a merge may touch, without the versions of customers. */
  const everything = async () => ({
    customers: (await w.db.select().from(customers).orderBy(customers.id)).map(
      ({ updatedAt: _, ...row }) => row,
    ),
    contacts: await w.db.select().from(customerContacts).orderBy(customerContacts.id),
    merges: await w.db.select().from(customerMerges),
    jobs: await w.db.select().from(jobs).orderBy(jobs.id),
    bids: await w.db.select().from(pendingBids).orderBy(pendingBids.id),
    users: await w.db.select().from(users).orderBy(users.id),
  })

  async function two() {
    const into = await newCustomer()
    const from = await newCustomer({ name: 'M. Okafor', contacts: [{ name: 'Daniel' }, maya] })
    const [job, bid] = [
      await newJob({ customerId: from.id }),
      await newBid({ customerId: from.id }),
    ]
    await w.db
      .update(users)
      .set({ customerId: from.id, updatedAt: sql`updated_at` })
      .where(sql`id = ${w.idOf('cleo')}`)
    return { into, from, job, bid, url: `/api/customers/${into.id}/merge` }
  }
  const undo = (id: string) => w.call('ada', 'POST', `/api/customers/${id}/undo-merge`)

  test('moves everything, leaves an address that leads on, and undo restores every row', async () => {
    const { into, from, job, bid, url } = await two()
    const before = await everything()
    const counts = { jobs: 1, bids: 1, contacts: 2, people: 1, invoices: 0 }
    expect(await send('GET', `/api/customers/${from.id}/contents`)).toEqual(counts)
    const merged = await send('POST', url, { customerId: from.id })
    expect(namesOf(merged.contacts)).toEqual(['Maya Okafor', 'Daniel', 'Maya Okafor'])
    expect(await read(from.id)).toMatchObject({ mergedIntoId: into.id, contacts: [] })
    for (const [list, id] of [
      ['jobs', job.id],
      ['pending-bids', bid.id],
    ])
      expect(await send('GET', `/api/${list}/${id}`)).toMatchObject({ customerId: into.id })
    expect(await listed()).toHaveLength(1)
    expect(await send('GET', `/api/customers/${into.id}/merges`)).toMatchObject([
      { id: from.id, name: 'M. Okafor', mergedByName: 'Ada Adler', ...counts },
    ])
    expect((await undo(from.id)).status).toBe(200)
    expect(await everything()).toEqual(before)
  })

  test('leaves with the other one what came later', async () => {
    const { into, from, url } = await two()
    await send('POST', url, { customerId: from.id })
    // The address of the merged one leads to the other one here, too.
    const later = await newJob({ customerId: from.id })
    expect(later.customerId).toBe(into.id)
    await undo(from.id)
    expect(await send('GET', `/api/jobs/${later.id}`)).toMatchObject({ customerId: into.id })
  })

  test('is refused for itself, a deleted one, and one that is merged', async () => {
    const { into, from, url } = await two()
    const merge = (customerId: string, at = url) => w.call('ada', 'POST', at, { customerId })
    expect((await merge(into.id)).body.fields).toEqual({ customerId: 'Choose another customer' })
    expect((await merge(newId())).body.fields).toEqual({ customerId: 'This customer was deleted' })
    await send('POST', url, { customerId: from.id })
    expect((await merge(from.id)).body.code).toBe('customerMerged')
    const change = await w.call('ada', 'PUT', `/api/customers/${from.id}`, { name: 'New' })
    expect(change.body.code).toBe('customerMerged')
    const third = await newCustomer({ name: 'Third' })
    await send('POST', `/api/customers/${third.id}/merge`, { customerId: into.id })
    expect((await undo(from.id)).body.code).toBe('customerMerged')
    expect((await undo(third.id)).body.code).toBe('customerNotMerged')
    // Words and ids lead to the last one of the chain.
    expect(await newJob({ customerId: from.id })).toMatchObject({ customerId: third.id })
  })

  test('gives the other customer to an import that waited for it', async () => {
    const { into, from } = await two()
    const daniel = { customerName: 'Daniel', customerPhone: '847-555-0177' }
    await w.db.execute(sql`
      update ${customerContacts} set phone = ${daniel.customerPhone} where name = 'Daniel'`)
    const merge = `
      select from customers where id = '${from.id}' for update;
      update customer_contacts set customer_id = '${into.id}' where customer_id = '${from.id}';
      update customers set merged_into_id = '${into.id}' where id = '${from.id}'`
    const found = await race(w, merge, () =>
      w.db.transaction((db) => customersOf(db, [daniel, { customerName: 'New' }])),
    )
    for (const { ids, added } of found) expect(ids).toEqual([into.id, ...added])
  })

  test('of three at once one succeeds', async () => {
    const { from, url } = await two()
    const lock = `select from customers where id = '${from.id}' for update`
    const answers = await race(w, lock, () => w.call('ada', 'POST', url, { customerId: from.id }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})
