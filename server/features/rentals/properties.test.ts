import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { propertyJobs, rentalExpenses, rentalIncome, tenants } from '../../schema/rentals.ts'
import { settings } from '../../schema/settings.ts'
import { clearRentals } from '../../testing/rentals.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  // In Denver it is still the evening of June 30.
  w.clock.now = new Date('2026-07-01T03:00:00Z')
  const company = { companyName: 'Ridgeline', holdingsName: 'Ridgeline Holdings' }
  await w.db.insert(settings).values({ ...company, timeZone: 'America/Denver' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await clearRentals(w.db)
  await w.db.delete(jobs)
})

const list = '/api/rental-properties'
const oak = { address: '9 Oak St', city: 'Bend', state: 'OR', zipCode: '97701' }
const least = { ...oak, propertyType: 'Single family' }
const full = {
  ...least,
  bedrooms: 3,
  bathrooms: 1.5,
  squareFeet: 1400,
  purchasePrice: '310000.00',
  purchaseDate: '2019-05-02',
  monthlyRent: '1850.10',
  securityDeposit: '1850.00',
  propertyManager: 'Dana Poole',
  notes: 'Key in the shed',
}
async function add(body: object = least) {
  const answer = await w.call('ada', 'POST', list, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const put = (id: string, body: object) => w.call('ada', 'PUT', `${list}/${id}`, body)
const get = async (url: string) => (await w.call('ada', 'GET', url)).body
const one = (id: string) => get(`${list}/${id}`)
const publishedEvents = async () =>
  (await w.db.select().from(events).orderBy(events.id)).map((e) => e.name)

async function lease(propertyId: string, leaseStart: string | null, leaseEnd: string | null) {
  const person = { firstName: 'Ann', lastName: 'Ash', monthlyRent: '1800' }
  const [row] = await w.db
    .insert(tenants)
    .values({ ...person, propertyId, leaseStart, leaseEnd })
    .returning()
  return row?.id ?? ''
}

describe('a property', () => {
  test('has exactly what was sent', async () => {
    const property = await add(full)
    expect(property).toEqual({
      ...full,
      id: expect.any(String),
      ...{ status: 'vacant', statusSetByHand: false, tenantId: null, tenantName: null },
      ...{ archivedAt: null, createdAt: expect.any(String), updatedAt: expect.any(String) },
    })
    expect(await one(property.id)).toEqual(property)
    expect(await get(list)).toEqual([property])
    expect(await publishedEvents()).toEqual(['rentalProperty.created'])
  })

  test('needs only its address and type', async () => {
    expect(await add()).toMatchObject({
      ...least,
      ...{ bedrooms: null, bathrooms: null, squareFeet: null, purchasePrice: null },
      ...{ purchaseDate: null, monthlyRent: null, securityDeposit: null, notes: null },
    })
  })

  test.each([
    [{ address: '' }, { address: 'Address is required' }],
    [{ city: undefined }, { city: 'City is required' }],
    [{ state: ' ' }, { state: 'State is required' }],
    [{ zipCode: null }, { zipCode: 'ZIP code is required' }],
    [{ propertyType: 'x'.repeat(51) }, { propertyType: 'At most 50 characters' }],
    [{ monthlyRent: '-1' }, { monthlyRent: 'Amounts cannot be negative' }],
    [{ monthlyRent: '1.005' }, { monthlyRent: 'Amounts have at most two decimals' }],
    [{ securityDeposit: '100000000' }, { securityDeposit: 'That amount is too large' }],
    [{ purchasePrice: '1,5' }, { purchasePrice: 'Enter an amount such as 48,250.75' }],
    [{ purchaseDate: '2026-02-30' }, { purchaseDate: 'Enter a date as YYYY-MM-DD' }],
    [{ bedrooms: 1.5 }, { bedrooms: 'Enter a whole number' }],
    [{ bathrooms: 1.25 }, { bathrooms: 'At most one decimal' }],
    [{ bathrooms: 100 }, { bathrooms: 'At most 99.9' }],
    [{ squareFeet: -1 }, { squareFeet: 'Not negative' }],
    [{ status: 'sold' }, { status: 'Choose a status' }],
  ])('refuses %j', async (wrong, fields) => {
    const refused = await w.call('ada', 'POST', list, { ...least, ...wrong })
    expect([refused.status, refused.body.fields]).toEqual([400, fields])
    expect(await get(list)).toEqual([])
    if (Object.values(wrong)[0] === undefined) return
    const { id } = await add()
    expect((await put(id, wrong)).body.fields).toEqual(fields)
  })

  test('changes only what is sent', async () => {
    const before = await add(full)
    const after = await put(before.id, { monthlyRent: '1900', bathrooms: 2, notes: '' })
    expect(after.body).toEqual({
      ...before,
      ...{ monthlyRent: '1900.00', bathrooms: 2, notes: null, updatedAt: expect.any(String) },
    })
    expect((await put(before.id, { bathrooms: null })).body.bathrooms).toBeNull()
    const latest = await one(before.id)
    expect((await put(before.id, {})).body).toEqual(latest)
    expect(await publishedEvents()).toEqual([
      'rentalProperty.created',
      'rentalProperty.changed',
      'rentalProperty.changed',
    ])
  })

  test('is for admins only, and a 404 if unknown', async () => {
    const { id } = await add()
    const calls = (of: string) =>
      [
        ['GET', list, undefined],
        ['GET', `${list}/stats`, undefined],
        ['POST', list, least],
        ['GET', `${list}/${of}`, undefined],
        ['PUT', `${list}/${of}`, { city: 'Sisters' }],
        ['DELETE', `${list}/${of}`, undefined],
        ['GET', `${list}/${of}/photos`, undefined],
        ['GET', `${list}/${of}/jobs`, undefined],
        ['POST', `${list}/${of}/jobs`, { name: 'Roof', address: '9 Oak St' }],
      ] as const
    for (const name of ['sam', 'cleo', 'nobody'] as const satisfies (Name | 'nobody')[])
      for (const [method, url, body] of calls(id))
        expect([url, (await w.call(name, method, url, body)).status]).toEqual([
          url,
          name === 'nobody' ? 401 : 403,
        ])
    for (const absent of [newId(), '1'])
      for (const [method, url, body] of calls(absent).slice(3))
        expect([url, (await w.call('ada', method, url, body)).status]).toEqual([url, 404])
    expect(await get(list)).toHaveLength(1)
    expect(await w.db.select().from(jobs)).toEqual([])
  })
})

describe('the status', () => {
  test.each([
    ['over since yesterday', '2025-07-01', '2026-06-29', 'vacant'],
    ['ending today', '2025-07-01', '2026-06-30', 'occupied'],
    ['starting today', '2026-06-30', null, 'occupied'],
    ['starting tomorrow', '2026-07-01', null, 'vacant'],
    ['without dates', null, null, 'vacant'],
  ])('follows a lease that is %s, by the day of the company', async (_, start, end, status) => {
    const { id } = await add()
    const tenantId = await lease(id, start, end)
    expect(await one(id)).toMatchObject(
      status === 'occupied'
        ? { status, tenantId, tenantName: 'Ann Ash' }
        : { status, tenantId: null, tenantName: null },
    )
  })

  test('can be set by hand until it is reset to follow the leases', async () => {
    const { id } = await add({ ...least, status: 'maintenance' })
    expect(await one(id)).toMatchObject({ status: 'maintenance', statusSetByHand: true })
    await lease(id, '2026-01-01', null)
    expect(await one(id)).toMatchObject({ status: 'maintenance', tenantName: 'Ann Ash' })
    expect((await put(id, { status: 'vacant' })).body).toMatchObject({ status: 'vacant' })
    expect((await put(id, { notes: 'x' })).body).toMatchObject({ statusSetByHand: true })
    expect((await put(id, { status: null })).body).toMatchObject({
      ...{ status: 'occupied', statusSetByHand: false },
    })
    expect(await add({ ...least, status: null })).toMatchObject({ statusSetByHand: false })
  })
})

describe('archiving and deleting', () => {
  test('an archived property is only in the archived list, and can be restored', async () => {
    const { id } = await add({ ...least, monthlyRent: '1000' })
    await lease(id, '2024-01-01', '2026-06-29')
    await w.db.update(tenants).set({ status: 'former' })
    const archived = (await put(id, { archived: true })).body
    expect(archived.archivedAt).toBe('2026-07-01T03:00:00.000Z')
    expect(await get(list)).toEqual([])
    expect(await get(`${list}?archived=true`)).toEqual([archived])
    expect(await one(id)).toEqual(archived)
    expect(await get(`${list}/stats`)).toMatchObject({ totalProperties: 0 })
    w.clock.now = new Date('2026-07-01T04:00:00Z')
    expect((await put(id, { archived: true })).body.archivedAt).toBe(archived.archivedAt)
    w.clock.now = new Date('2026-07-01T03:00:00Z')
    expect((await put(id, { archived: false })).body.archivedAt).toBeNull()
    expect(await get(list)).toHaveLength(1)
  })

  test.each([
    ['covers today', '2026-01-01', '2026-06-30'],
    ['ran out although nobody moved out', '2026-01-01', '2026-03-31'],
    ['has no end', '2026-01-01', null],
    ['begins later', '2027-01-01', '2027-12-31'],
  ])('archiving is refused with a lease that %s', async (_, start, end) => {
    const { id } = await add()
    await lease(id, start, end)
    const refused = await put(id, { archived: true, notes: 'Sold' })
    expect([refused.status, refused.body.code]).toEqual([409, 'propertyLeased'])
    expect(await one(id)).toMatchObject({ archivedAt: null, notes: null })
  })

  test('only a property without tenants and entries can be deleted', async () => {
    const used = await Promise.all([1, 2, 3].map((n) => add({ ...least, address: `${n} Oak` })))
    const [a, b, c] = used.map(({ id }) => id)
    await lease(a, null, null)
    const entry = { amount: '5', description: 'x' }
    await w.db.insert(rentalIncome).values({
      ...{ ...entry, propertyId: b, incomeType: 'Other', kind: 'other' },
      dateReceived: '2026-01-01',
    })
    await w.db.insert(rentalExpenses).values({
      ...{ ...entry, propertyId: c, expenseType: 'Taxes', dateIncurred: '2026-01-01' },
    })
    for (const { id } of used) {
      const refused = await w.call('ada', 'DELETE', `${list}/${id}`)
      expect([refused.status, refused.body.code]).toEqual([409, 'propertyHasHistory'])
    }
    const { id } = await add()
    const removals = [1, 2, 3].map(() => w.call('ada', 'DELETE', `${list}/${id}`))
    const statuses = (await Promise.all(removals)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([204, 404, 404])
    expect(await get(list)).toHaveLength(3)
    expect(
      (await publishedEvents()).filter((name) => name === 'rentalProperty.deleted'),
    ).toHaveLength(1)
  })
})

describe('the list', () => {
  const addresses = async (query: string) =>
    (await get(`${list}?${query}`)).map(({ address }: { address: string }) => address)

  test('is sorted by address, filtered by status, and searched', async () => {
    const elm = await add({ ...least, address: '7 Elm St', city: 'Sisters', zipCode: '97759' })
    await add()
    const ivy = await add({ ...least, address: '5% Ivy', status: 'maintenance' })
    await lease(elm.id, '2026-01-01', null)
    await lease(ivy.id, '2026-01-01', null)
    expect(await addresses('')).toEqual(['5% Ivy', '7 Elm St', '9 Oak St'])
    expect(await addresses('status=occupied')).toEqual(['7 Elm St'])
    expect(await addresses('status=vacant')).toEqual(['9 Oak St'])
    expect(await addresses('status=maintenance')).toEqual(['5% Ivy'])
    expect(await addresses('search=5%25')).toEqual(['5% Ivy'])
    expect(await addresses('search=sisters')).toEqual(['7 Elm St'])
    expect(await addresses('search=97759')).toEqual(['7 Elm St'])
    expect(await addresses('search=ann+a&status=occupied')).toEqual(['7 Elm St'])
    expect(await addresses('search=nobody')).toEqual([])
  })

  test('has pages with every property once, by the value of their numbers', async () => {
    for (const n of [10, 1, 1, 1, 2]) await add({ ...least, address: `${n} Oak` })
    expect(await addresses('')).toEqual(['1 Oak', '1 Oak', '1 Oak', '2 Oak', '10 Oak'])
    const all = (await get(list)).map(({ id }: { id: string }) => id)
    const seen: string[] = []
    let next = `${list}?limit=2&search=oak&status=vacant`
    for (; next; ) {
      const { body, headers } = await w.call('ada', 'GET', next)
      expect(headers['x-total-count']).toBe('5')
      seen.push(...body.map(({ id }: { id: string }) => id))
      next = /<(.*)>; rel="next"/.exec(String(headers.link))?.[1] ?? ''
    }
    expect(seen).toEqual(all)
  })

  test.each([
    ['limit=0', 'limit'],
    ['after=x', 'after'],
    ['status=sold', 'status'],
    ['archived=false', 'archived'],
  ])('refuses ?%s', async (query, field) => {
    const refused = await w.call('ada', 'GET', `${list}?${query}`)
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]])
  })

  test('takes as many statements for more properties', async () => {
    await add()
    const few = await statementsOf(() => w.call('ada', 'GET', list))
    for (const n of [1, 2, 3, 4]) await add({ ...least, address: `${n} Oak` })
    expect(await statementsOf(() => w.call('ada', 'GET', list))).toHaveLength(few.length)
  })
})

describe('the figures', () => {
  test('are zero without properties', async () => {
    expect(await get(`${list}/stats`)).toEqual({
      ...{ totalProperties: 0, occupied: 0, vacant: 0, occupancyRate: 0 },
      ...{ monthlyRentRoll: '0.00', annualRevenue: '0.00' },
    })
  })

  test('are exact to the cent, without archived properties', async () => {
    const rents = ['1850.10', '0.20', null, '99999999.99', '1395.00', '0', '0.01', '7.7']
    const all: { id: string }[] = []
    for (const monthlyRent of rents) all.push(await add({ ...least, monthlyRent }))
    const ids = all.map(({ id }) => id)
    for (const id of ids.slice(0, 5)) await lease(id, '2026-01-01', null)
    await put(ids[0] ?? '', { status: 'maintenance' })
    await put(ids[6] ?? '', { status: 'occupied' })
    await put(ids[7] ?? '', { archived: true })
    expect(await get(`${list}/stats`)).toEqual({
      ...{ totalProperties: 7, occupied: 5, vacant: 2, occupancyRate: 71 },
      ...{ monthlyRentRoll: '100003245.30', annualRevenue: '1200038943.60' },
    })
  })
})

describe('jobs at a property', () => {
  const roof = { name: 'Roof', address: '9 Oak St', approvedAmount: 480_000 }

  test('are created with it, and listed with the expenses booked for it', async () => {
    const { id } = await add()
    const other = await add({ ...least, address: '7 Elm St' })
    const made = await w.call('ada', 'POST', `${list}/${id}/jobs`, {
      ...{ ...roof, clientId: w.idOf('cleo') },
    })
    expect([made.status, made.body.clientName]).toEqual([201, 'Cleo Clark'])
    expect(await get(`/api/jobs/${made.body.id}`)).toEqual(made.body)
    const second = await w.call('ada', 'POST', `${list}/${id}/jobs`, { ...roof, name: 'Gutter' })
    const entry = { expenseType: 'Repairs', description: 'x', dateIncurred: '2026-01-01' }
    const jobId = made.body.id
    const [first] = await w.db
      .insert(rentalExpenses)
      .values({ ...entry, propertyId: id, jobId, amount: '4800.10' })
      .returning()
    await w.db.insert(rentalExpenses).values([
      { ...entry, propertyId: id, jobId, amount: '0.25' },
      { ...entry, propertyId: id, jobId, amount: '-4800.10', reversesId: first?.id ?? null },
      { ...entry, propertyId: other.id, jobId, amount: '70' },
      { ...entry, propertyId: id, amount: '9' },
    ])
    const facts = { status: 'not_started', startDate: null, endDate: null, approvedAmount: 480_000 }
    expect(await get(`${list}/${id}/jobs`)).toEqual([
      { ...facts, id: second.body.id, name: 'Gutter', booked: '0.00' },
      { ...facts, id: jobId, name: 'Roof', booked: '0.25' },
    ])
    expect(await get(`${list}/${other.id}/jobs`)).toEqual([])
    expect((await publishedEvents()).filter((name) => name === 'job.created')).toHaveLength(2)
    await w.call('ada', 'DELETE', `/api/jobs/${jobId}`)
    expect(await get(`${list}/${id}/jobs`)).toHaveLength(1)
    expect(await w.db.select().from(rentalExpenses)).toHaveLength(5)
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ approvedAmount: -1 }, 'approvedAmount'],
    [{ clientId: newId() }, 'clientId'],
    [{ startDate: '2026-02-02', endDate: '2026-02-01' }, 'endDate'],
  ])('are not created with %j', async (wrong, field) => {
    const { id } = await add()
    const refused = await w.call('ada', 'POST', `${list}/${id}/jobs`, { ...roof, ...wrong })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]])
    expect(await w.db.select().from(jobs)).toEqual([])
    expect(await w.db.select().from(propertyJobs)).toEqual([])
  })
})
