import type { Tenant } from '@plumbline/contract/tenants.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { events } from '../../schema/live.ts'
import {
  depositReturns,
  leaseChanges,
  rentalIncome,
  rentalProperties,
  tenants,
} from '../../schema/rentals.ts'
import { settings } from '../../schema/settings.ts'
import { addHome, clearRentals } from '../../testing/rentals.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
let raymond = ''
let wilson = ''
beforeAll(async () => {
  w = await testApp()
  await w.db
    .insert(settings)
    .values({ companyName: 'C', holdingsName: 'H', timeZone: 'America/Chicago' })
})
afterAll(() => w.close())
beforeEach(async () => {
  w.clock.now = new Date('2026-11-20T18:00:00Z')
  await clearRentals(w.db)
  raymond = await newHome('512 Raymond St')
  wilson = await newHome('87 E Wilson St')
})

const newHome = (address: string, archivedAt: Date | null = null) =>
  addHome(w.db, address, { archivedAt })

const list = '/api/tenants'
const at = (id: string) => `${list}/${id}`
const renee = { firstName: 'Renee', lastName: 'Castle' }
const lease = () => ({
  ...{ propertyId: raymond, leaseStart: '2026-03-01', leaseEnd: '2027-02-28' },
  monthlyRent: '1850',
})
const nextYear = { leaseStart: '2027-03-01', leaseEnd: '2028-02-29' }
const post = (body: object) => w.call('ada', 'POST', list, body)
const put = (id: string, body: object) => w.call('ada', 'PUT', at(id), body)
const get = async (id: string): Promise<Tenant> => (await w.call('ada', 'GET', at(id))).body
async function newTenant(body: object = { ...renee, ...lease() }): Promise<Tenant> {
  const answer = await post(body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** Inserts a rent payment of a tenant for a month (`YYYY-MM`). */
async function addPayment(
  tenantId: string,
  rentMonth: string,
  amount: string,
  propertyId = raymond,
) {
  await w.db.insert(rentalIncome).values({
    ...{ propertyId, tenantId, amount, rentMonth: `${rentMonth}-01`, kind: 'rent' },
    ...{ incomeType: 'Rent', dateReceived: `${rentMonth}-03` },
  })
}

describe('a tenant', () => {
  test('has exactly what was sent, and the values calculated for today', async () => {
    const sent = {
      ...{ ...renee, ...lease(), email: 'renee@example.com', phone: '847-555-0171' },
      ...{ emergencyContact: 'Paul Castle', emergencyPhone: '847-555-0181', notes: 'One cat' },
      ...{ monthlyRent: '1850.00', securityDeposit: '1900.50', rentFrom: '2026-10-01' },
    }
    const made = await post(sent)
    expect(made.status).toBe(201)
    expect(made.headers.etag).toBeTruthy()
    expect(made.body).toEqual({
      ...{ ...sent, id: expect.any(String), propertyAddress: '512 Raymond St' },
      ...{ rentToday: '1850.00', status: 'active', leaseState: 'current', daysToExpiry: 100 },
      ...{ balance: '3700.00', depositHeld: '0.00' },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    })
    expect(await get(made.body.id)).toEqual(made.body)
    expect((await w.call('ada', 'GET', list)).body).toEqual([made.body])
    expect(await w.db.select().from(events)).toMatchObject([
      { name: 'tenant.created', subjectId: made.body.id, jobId: null },
    ])
  })

  test('needs no lease', async () => {
    expect(await newTenant(renee)).toMatchObject({
      ...{ propertyId: null, propertyAddress: null, leaseState: 'none', daysToExpiry: null },
      ...{ rentToday: null, balance: '0.00', depositHeld: '0.00', status: 'active' },
    })
    expect(await newTenant({ ...renee, propertyId: wilson })).toMatchObject({
      ...{ propertyAddress: '87 E Wilson St', leaseState: 'none' },
    })
  })

  test.each([
    [{ firstName: '' }, { firstName: 'First name is required' }],
    [{ lastName: undefined }, { lastName: 'Last name is required' }],
    [{ email: 'renee' }, { email: 'Enter a valid email address' }],
    [{ phone: 'x'.repeat(51) }, { phone: 'At most 50 characters' }],
    [{ monthlyRent: '-1' }, { monthlyRent: 'Amounts cannot be negative' }],
    [{ monthlyRent: '1850.005' }, { monthlyRent: 'Amounts have at most two decimals' }],
    [{ securityDeposit: '100000000' }, { securityDeposit: 'That amount is too large' }],
    [{ leaseStart: '2026-02-29' }, { leaseStart: 'Enter a date as YYYY-MM-DD' }],
    [{ leaseEnd: '2026-02-28' }, { leaseEnd: 'The lease cannot end before it starts' }],
    [{ leaseStart: null }, { leaseStart: 'Enter the first day of the lease' }],
    [{ propertyId: null }, { propertyId: 'Choose the property of the lease' }],
    [{ monthlyRent: '' }, { monthlyRent: 'Enter the rent of the lease' }],
    [{ propertyId: 'x' }, { propertyId: 'Not a valid id' }],
    [{ propertyId: newId() }, { propertyId: 'This property does not exist' }],
  ])('refuses %j', async (change, fields) => {
    const answer = await post({ ...renee, ...lease(), ...change })
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
    expect(await w.db.select().from(tenants)).toEqual([])
  })

  test('cannot get an archived property, but keeps one that is archived later', async () => {
    const old = await newHome('1 Old Rd', new Date())
    const answer = await post({ ...renee, ...lease(), propertyId: old })
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { propertyId: 'This property is archived' },
    ])
    const { id } = await newTenant()
    expect((await put(id, { propertyId: old })).body.fields).toEqual({
      propertyId: 'This property is archived',
    })
    await w.db.update(rentalProperties).set({ archivedAt: new Date() })
    expect((await put(id, { phone: '1', propertyId: raymond })).body.phone).toBe('1')
  })

  test('is for admins only, and a 404 if unknown', async () => {
    const { id } = await newTenant()
    const [change] = await w.db
      .insert(leaseChanges)
      .values({ tenantId: id, kind: 'rent', startsOn: '2026-12-01', monthlyRent: '1900' })
      .returning()
    const [returned] = await w.db
      .insert(depositReturns)
      .values({ tenantId: id, amount: '0', returnedOn: '2026-11-01' })
      .returning()
    const newChange = { kind: 'rent', startsOn: '2027-01-01', monthlyRent: '1900' }
    const newReturn = { returnedOn: '2026-11-01', amount: '1' }
    const calls = (tenant: string, changeId?: string, returnId?: string) =>
      [
        ['GET', at(tenant)],
        ['PUT', at(tenant), { notes: 'x' }],
        ['DELETE', at(tenant)],
        ['POST', `${at(tenant)}/move-out`, { leaseEnd: '2026-11-30' }],
        ['GET', `${at(tenant)}/lease-changes`],
        ['POST', `${at(tenant)}/lease-changes`, newChange],
        ['DELETE', `/api/lease-changes/${changeId}`],
        ['GET', `${at(tenant)}/ledger`],
        ['GET', `${at(tenant)}/deposits`],
        ['POST', `${at(tenant)}/deposit-returns`, newReturn],
        ['POST', `/api/deposit-returns/${returnId}/reverse`],
      ] as const
    for (const name of ['sam', 'cleo'] as const) {
      expect((await w.call(name, 'GET', list)).status).toBe(403)
      expect((await w.call(name, 'POST', list, renee)).status).toBe(403)
      for (const [method, url, body] of calls(id, change?.id, returned?.id))
        expect((await w.call(name, method, url, body)).status, `${method} ${url}`).toBe(403)
    }
    for (const [method, url, body] of calls(newId(), newId(), newId()))
      expect((await w.call('ada', method, url, body)).status, `${method} ${url}`).toBe(404)
    expect(await w.db.select().from(tenants)).toMatchObject([{ notes: null, status: 'active' }])
  })
})

describe('a change', () => {
  test('changes only the fields sent, with a new version and an event', async () => {
    const made = await newTenant()
    const { status, body } = await put(made.id, { phone: '555', leaseEnd: null })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...{ ...made, phone: '555', leaseEnd: null, daysToExpiry: null },
      updatedAt: expect.any(String),
    })
    expect(body.updatedAt > made.updatedAt).toBe(true)
    expect((await put(made.id, {})).body).toEqual(body)
    const publishedEvents = await w.db
      .select()
      .from(events)
      .where(eq(events.name, 'tenant.changed'))
    expect(publishedEvents).toMatchObject([{ subjectId: made.id }])
  })

  test.each([
    [{ leaseStart: '2027-03-01' }, { leaseEnd: 'The lease cannot end before it starts' }],
    [{ leaseEnd: '2026-02-28' }, { leaseEnd: 'The lease cannot end before it starts' }],
    [{ leaseStart: null }, { leaseStart: 'Enter the first day of the lease' }],
    [{ propertyId: null }, { propertyId: 'Choose the property of the lease' }],
    [{ monthlyRent: null }, { monthlyRent: 'Enter the rent of the lease' }],
    [{ propertyId: newId() }, { propertyId: 'This property does not exist' }],
    [{ status: 'former' }, { status: 'Enter the day on which they moved out instead' }],
    [{ status: 'gone' }, { status: 'status is active or former' }],
    [{ lastName: ' ' }, { lastName: 'Last name is required' }],
  ])('is refused with %j', async (change, fields) => {
    const made = await newTenant()
    const answer = await put(made.id, change)
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
    expect(await get(made.id)).toEqual(made)
  })

  test('cannot move the start of the lease past its changes and renewals', async () => {
    const { id } = await newTenant()
    await w.db.insert(leaseChanges).values([
      { tenantId: id, kind: 'rent', startsOn: '2026-06-01', monthlyRent: '1900' },
      {
        ...{ tenantId: id, kind: 'renewal', startsOn: '2027-03-01', monthlyRent: '1950' },
        ...{ leaseEnd: '2027-12-31', previousEnd: '2027-02-28' },
      },
    ])
    const fields = { leaseStart: expect.stringContaining('by May 31, 2026 at the latest') }
    expect((await put(id, { leaseStart: '2026-06-01' })).body.fields).toEqual(fields)
    expect((await put(id, { leaseStart: null, leaseEnd: null })).body.fields).toEqual(fields)
    expect((await put(id, { leaseStart: '2026-05-31' })).status).toBe(200)
    await w.db.delete(leaseChanges).where(eq(leaseChanges.kind, 'rent'))
    expect((await put(id, { leaseStart: '2027-03-01', leaseEnd: null })).body.fields).toEqual({
      leaseStart: expect.stringContaining('by Feb 28, 2027 at the latest'),
    })
  })

  test('can move the tenant to another home only before the first payment', async () => {
    const { id } = await newTenant()
    expect((await put(id, { propertyId: wilson })).body.propertyAddress).toBe('87 E Wilson St')
    await addPayment(id, '2026-03', '1850', wilson)
    const answer = await put(id, { propertyId: raymond })
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { propertyId: 'This tenant has payments for this home' },
    ])
    expect((await put(id, { propertyId: wilson, notes: 'Stays' })).body.notes).toBe('Stays')
  })
})

describe('leases of one home', () => {
  const andre = { firstName: 'Andre', lastName: 'Wells', monthlyRent: '1900' }
  const taken = 'Leased to Renee Castle from Mar 1, 2026 to Feb 28, 2027'

  test.each([
    ['2026-02-01', '2026-03-01'],
    ['2027-02-28', null],
    ['2026-05-01', '2026-06-01'],
    ['2025-01-01', null],
  ])('cannot overlap: %s to %s', async (leaseStart, leaseEnd) => {
    await newTenant()
    const other = { ...andre, propertyId: raymond, leaseStart, leaseEnd }
    const answer = await post(other)
    expect([answer.status, answer.body.code, answer.body.fields]).toEqual([
      409,
      'leaseOverlaps',
      { leaseStart: taken },
    ])
    expect(await w.db.select().from(tenants)).toHaveLength(1)
    expect((await post({ ...other, propertyId: wilson })).status).toBe(201)
  })

  test('can follow each other on consecutive days', async () => {
    await newTenant()
    const before = { leaseStart: '2026-01-01', leaseEnd: '2026-02-28' }
    await newTenant({ ...andre, propertyId: raymond, ...before })
    const { id } = await newTenant({ ...andre, propertyId: raymond, leaseStart: '2027-03-01' })
    await newTenant({ ...andre, propertyId: raymond })
    const earlier = await put(id, { leaseStart: '2027-02-28' })
    expect([earlier.status, earlier.body.fields]).toEqual([409, { leaseStart: taken }])
    const castle = (await w.call('ada', 'GET', `${list}?search=castle`)).body[0].id
    expect((await put(castle, { leaseEnd: null })).body.fields).toEqual({
      leaseEnd: 'Leased to Andre Wells from Mar 1, 2027 on',
    })
  })

  test('of twenty concurrent new leases one is created; the others are a 409', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        post({
          ...andre,
          propertyId: raymond,
          leaseStart: `2026-05-${String(n + 1).padStart(2, '0')}`,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    expect(await w.db.select().from(tenants)).toHaveLength(1)
  })

  test('of twenty tenants who are moved to one home concurrently, one is', async () => {
    const ids = Array.from({ length: 20 }, newId)
    await w.db
      .insert(tenants)
      .values(ids.map((id) => ({ ...andre, id, leaseStart: null, leaseEnd: null })))
    const home = { propertyId: raymond, leaseStart: '2026-05-01', leaseEnd: '2026-05-31' }
    const answers = await Promise.all(ids.map((id) => put(id, home)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
  })
})

test('two tenants can swap homes by concurrent changes', async () => {
  const one = await newTenant()
  const other = await newTenant({ ...renee, ...lease(), propertyId: wilson, ...nextYear })
  const answers = await Promise.all([
    put(one.id, { propertyId: wilson }),
    put(other.id, { propertyId: raymond }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

describe('the list', () => {
  const names = async (query = '') =>
    (await w.call('ada', 'GET', `${list}?${query}`)).body.map(
      ({ firstName, lastName }: Tenant) => `${firstName} ${lastName}`,
    )

  test('is sorted by last name ignoring case, then by first name, in pages', async () => {
    const people = ['Bo Castle', 'Al Castle', 'Cy de Vries', 'Di Zimmer', 'Ed Adams']
    for (const [n, person] of people.entries()) {
      const [firstName, ...rest] = person.split(' ')
      const { id } = await newTenant({
        ...{ firstName, lastName: rest.join(' '), propertyId: await newHome(`${n} Elm`) },
        ...{ leaseStart: '2026-11-01', monthlyRent: `${n + 1}00` },
      })
      await addPayment(id, '2026-11', '50', wilson)
    }
    const sorted = ['Ed Adams', 'Al Castle', 'Bo Castle', 'Cy de Vries', 'Di Zimmer']
    const { body: whole } = await w.call('ada', 'GET', list)
    expect(await names()).toEqual(sorted)
    expect(whole.map(({ balance }: Tenant) => balance)).toEqual([
      ...['450.00', '150.00', '50.00', '250.00', '350.00'],
    ])
    const paged: Tenant[] = []
    let url: string | undefined = `${list}?limit=2`
    while (url) {
      const { body, headers } = await w.call('ada', 'GET', url)
      expect(headers['x-total-count']).toBe('5')
      paged.push(...body)
      url = /<(.*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    }
    expect(paged).toEqual(whole)
    expect((await w.call('ada', 'GET', `${list}?limit=2&after=x`)).body.fields).toEqual({
      after: 'Not a valid cursor',
    })
  })

  test('searches name, email, phone and address, and filters', async () => {
    const { id } = await newTenant({ ...renee, ...lease(), email: 'rc@example.com' })
    await newTenant({ firstName: 'Joel', lastName: 'Sand', propertyId: wilson, phone: '630-1' })
    expect(await names('search=renee%20cas')).toEqual(['Renee Castle'])
    expect(await names('search=RC@example')).toEqual(['Renee Castle'])
    expect(await names('search=630')).toEqual(['Joel Sand'])
    expect(await names('search=wilson')).toEqual(['Joel Sand'])
    expect(await names('search=%25')).toEqual([])
    expect(await names(`propertyId=${raymond}`)).toEqual(['Renee Castle'])
    await w.call('ada', 'POST', `${at(id)}/move-out`, { leaseEnd: '2026-11-19' })
    expect(await names('status=former')).toEqual(['Renee Castle'])
    expect(await names('status=active')).toEqual(['Joel Sand'])
    const { headers } = await w.call('ada', 'GET', `${list}?limit=1&search=raymond`)
    expect([headers['x-total-count'], headers.link]).toEqual(['1', undefined])
    expect((await w.call('ada', 'GET', `${list}?status=x`)).status).toBe(400)
  })
})

describe('a deletion', () => {
  test('removes the lease and its changes', async () => {
    const { id } = await newTenant()
    await w.db
      .insert(leaseChanges)
      .values({ tenantId: id, kind: 'rent', startsOn: '2026-06-01', monthlyRent: '1900' })
    expect((await w.call('ada', 'DELETE', at(id))).status).toBe(204)
    expect((await w.call('ada', 'DELETE', at(id))).status).toBe(404)
    expect(await w.db.select().from(leaseChanges)).toEqual([])
    const publishedEvents = await w.db
      .select()
      .from(events)
      .where(eq(events.name, 'tenant.deleted'))
    expect(publishedEvents).toMatchObject([{ subjectId: id }])
  })

  test('is refused for a tenant with payments or deposit returns', async () => {
    const payer = await newTenant()
    await addPayment(payer.id, '2026-03', '1850')
    const other = await newTenant(renee)
    await w.db
      .insert(depositReturns)
      .values({ tenantId: other.id, amount: '0', returnedOn: '2026-11-01' })
    for (const { id } of [payer, other])
      expect(await w.call('ada', 'DELETE', at(id))).toMatchObject({
        status: 409,
        body: { code: 'tenantHasHistory' },
      })
    expect(await w.db.select().from(tenants)).toHaveLength(2)
  })
})
