import type { Job, NewJob } from '@plumbline/contract/jobs.ts'
import { eq, getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { newId } from '../../platform/db/ids.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import { rentalExpenses } from '../../schema/rentals.ts'
import { settings } from '../../schema/settings.ts'
import { race } from '../../testing/race.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { contentTables } from './queries.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(jobs)
  await w.db.delete(events)
})

const deck = { name: 'Deck and pergola', address: '12 Elm St, Batavia' }
const full = {
  ...deck,
  customerName: 'C. Hale',
  customerEmail: 'hale@example.com',
  customerPhone: '555-0134',
  approvedAmount: 4825075,
  startDate: '2026-12-01',
  endDate: '2026-12-22',
}

const sumOf = (listed: readonly Job[]) =>
  listed.reduce((sum, job) => sum + (job.approvedAmount ?? 0), 0)

async function newJob(body: object = full): Promise<string> {
  const { status, body: job } = await w.call('ada', 'POST', '/api/jobs', body)
  expect(status).toBe(201)
  return job.id
}

describe('creating', () => {
  test('a job has the defaults of the product and exactly what was sent', async () => {
    const { status, body } = await w.call('ada', 'POST', '/api/jobs', {
      ...full,
      clientId: w.idOf('cleo'),
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...full,
      status: 'not_started',
      progress: 0,
      notes: null,
      clientId: w.idOf('cleo'),
      clientName: 'Cleo Clark',
      projectManagerId: null,
      customerAddress: null,
    })
    expect((await w.call('ada', 'GET', `/api/jobs/${body.id}`)).body).toEqual(body)
  })

  test('publishes an event', async () => {
    const id = await newJob()
    expect(await w.db.select().from(events)).toMatchObject([
      { name: 'job.created', jobId: id, actorId: w.idOf('ada') },
    ])
  })

  test.each([
    [{ ...deck, name: '  ' }, { name: 'Name is required' }],
    [{ name: 'Deck' }, { address: 'Address is required' }],
    [{ ...deck, approvedAmount: -1 }, { approvedAmount: 'Amounts cannot be negative' }],
    [{ ...deck, approvedAmount: 10.5 }, { approvedAmount: 'Amounts are whole cents' }],
    [{ ...deck, approvedAmount: '100' }, { approvedAmount: 'Enter an amount' }],
    [{ ...deck, approvedAmount: 2 ** 53 }, { approvedAmount: expect.any(String) }],
    [{ ...deck, approvedAmount: 1e308 }, { approvedAmount: expect.any(String) }],
    [{ ...deck, customerEmail: 'nobody' }, { customerEmail: 'Enter a valid email address' }],
    [
      { ...deck, startDate: '2026-12-22', endDate: '2026-12-01' },
      { endDate: 'The end date cannot be before the start date' },
    ],
    [{ ...deck, startDate: '2025-02-29' }, { startDate: expect.any(String) }],
    [{ ...deck, startDate: '+275760-09-13' }, { startDate: expect.any(String) }],
    [{ ...deck, status: 'done' }, { status: 'Choose a status' }],
    [{ ...deck, progress: 101 }, { progress: 'From 0 to 100' }],
    [{ ...deck, progress: 5.5 }, { progress: 'Whole percent only' }],
    [{ ...deck, name: 'a\0b' }, { name: 'Contains characters that cannot be stored' }],
    [{ ...deck, name: '\ud800' }, { name: 'Contains characters that cannot be stored' }],
    [{ ...deck, name: 'x'.repeat(201) }, { name: 'At most 200 characters' }],
    [{ ...deck, clientId: 'me' }, { clientId: 'Not a valid id' }],
    [[deck], { body: 'Send the job as an object' }],
  ])('refuses %j', async (body, fields) => {
    const answer = await w.call('ada', 'POST', '/api/jobs', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid', message: expect.any(String), fields })
    expect(await w.db.select().from(jobs)).toEqual([])
  })

  test('accepts only a client as client and an admin as manager', async () => {
    for (const [field, id] of [
      ['clientId', newId()],
      ['clientId', w.idOf('sam')],
      ['projectManagerId', w.idOf('cleo')],
      ['projectManagerId', newId()],
    ]) {
      const answer = await w.call('ada', 'POST', '/api/jobs', { ...deck, [field as string]: id })
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body.fields)).toEqual([field])
    }
    expect(await w.db.select().from(jobs)).toEqual([])
    expect(await w.db.select().from(events)).toEqual([])
  })

  test('stores every field of the contract', async () => {
    const customer = (await w.call('ada', 'POST', '/api/customers', { name: 'Maria' })).body
    const whole: Required<z.input<typeof NewJob>> = {
      customerId: customer.id,
      privateNotes: 'Pays late',
      name: 'Kitchen',
      address: '418 Alder Ct',
      clientId: w.idOf('cleo'),
      projectManagerId: w.idOf('ada'),
      status: 'in_progress',
      progress: 35,
      notes: 'The dog is friendly',
      customerName: 'Maria Okafor',
      customerEmail: 'maria@example.com',
      customerPhone: '(630) 555-0142',
      customerAddress: '9 Quarry Rd',
      approvedAmount: 4_825_075,
      startDate: '2026-11-03',
      endDate: '2026-12-18',
    }
    expect((await w.call('ada', 'POST', '/api/jobs', whole)).body).toMatchObject(whole)
  })

  test('an amount that is empty or left out is $0, when creating and when changing', async () => {
    for (const body of [deck, { ...deck, approvedAmount: null }])
      expect((await w.call('ada', 'POST', '/api/jobs', body)).body.approvedAmount).toBe(0)
    const id = await newJob({ ...deck, approvedAmount: 4_825_075 })
    const change = async (body: object) =>
      (await w.call('ada', 'PUT', `/api/jobs/${id}`, body)).body.approvedAmount
    expect(await change({ notes: 'Cedar' })).toBe(4_825_075)
    expect(await change({ approvedAmount: null })).toBe(0)
  })

  test('ignores fields that cannot be set', async () => {
    const own = newId()
    const { body } = await w.call('ada', 'POST', '/api/jobs', {
      ...deck,
      id: own,
      createdAt: '2020-01-01T00:00:00Z',
      secret: 1,
    })
    expect(body.id).not.toBe(own)
    expect(body.createdAt).not.toMatch(/^2020/)
    expect(body).not.toHaveProperty('secret')
  })

  test('accepts a date-time as a day, and empty text as null', async () => {
    const { body } = await w.call('ada', 'POST', '/api/jobs', {
      ...deck,
      startDate: '2026-12-01T23:30:00-10:00',
      endDate: '',
      customerEmail: '',
      notes: '  ',
      clientId: '',
    })
    expect(body).toMatchObject({
      startDate: '2026-12-01',
      endDate: null,
      customerEmail: null,
      notes: null,
      clientId: null,
    })
  })

  test.each([
    'malformed',
    '{"name":',
    '[',
    '{"__proto__":{"role":"admin"},"name":"a","address":"b"}',
  ])('refuses %j as a body', async (text) => {
    const answer = await w.app.inject({
      method: 'POST',
      url: '/api/jobs',
      headers: { cookie: w.cookieOf('ada'), 'content-type': 'application/json' },
      payload: text,
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'malformed' })
  })

  test('a large body is a 413, another content type a 415', async () => {
    const headers = { cookie: w.cookieOf('ada') }
    const large = { ...deck, notes: 'x'.repeat(300_000) }
    expect((await w.call('ada', 'POST', '/api/jobs', large)).status).toBe(413)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const answer = await w.app.inject({
        method: 'POST',
        url: '/api/jobs',
        headers: { ...headers, 'content-type': type },
        payload: 'a=b',
      })
      expect(answer.statusCode).toBe(415)
    }
  })
})

describe('changing', () => {
  test.each([
    ['another client', 'carl'],
    ['nobody', null],
  ] as const)('tells the client of a job that goes to %s', async (_, to) => {
    const [cleo, clientId] = [w.idOf('cleo'), to && w.idOf(to)]
    const id = await newJob({ ...full, clientId: cleo })
    await w.db.delete(events)
    expect((await w.call('ada', 'PUT', `/api/jobs/${id}`, { clientId })).status).toBe(200)
    const published = await w.db.select().from(events)
    // Without it, the screens of the former client would go on showing the job.
    expect(published.filter(({ detail }) => detail?.audience === cleo)).toMatchObject([
      { name: 'job.people', subjectId: id, jobId: id },
    ])
  })

  test('changes only the fields sent, with a new version', async () => {
    const id = await newJob()
    const before = await w.call('ada', 'GET', `/api/jobs/${id}`)
    const match = { 'if-match': String(before.headers.etag) }
    const after = await w.call('ada', 'PUT', `/api/jobs/${id}`, { progress: 35 }, match)
    expect(after.status).toBe(200)
    expect(after.body).toEqual({ ...before.body, progress: 35, updatedAt: after.body.updatedAt })
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })

  test('refuses an end before the stored start', async () => {
    const id = await newJob()
    const answer = await w.call('ada', 'PUT', `/api/jobs/${id}`, { endDate: '2026-11-30' })
    expect(answer.body.fields).toEqual({ endDate: 'The end date cannot be before the start date' })
    expect((await w.call('ada', 'GET', `/api/jobs/${id}`)).body.endDate).toBe('2026-12-22')
  })

  test('answers 404 before 400 for an invalid body', async () => {
    expect((await w.call('ada', 'PUT', `/api/jobs/${newId()}`, { progress: 'all' })).status).toBe(
      404,
    )
  })
})

describe('deleting', () => {
  test('deletes once; a second time is a 404', async () => {
    const id = await newJob()
    expect(await w.call('ada', 'DELETE', `/api/jobs/${id}`)).toMatchObject({
      status: 204,
      text: '',
    })
    expect((await w.call('ada', 'DELETE', `/api/jobs/${id}`)).status).toBe(404)
  })

  test('counts what would be deleted with the job', async () => {
    const id = await newJob()
    const other = await newJob()
    for (const jobId of [id, id, other])
      await w.call('ada', 'POST', '/api/tasks', { jobId, name: 'Footings' })
    const entry = { jobId: id, title: 'Footings', startDate: '2026-03-02', endDate: '2026-03-04' }
    await w.call('ada', 'POST', '/api/schedule', entry)
    const { status, body } = await w.call('ada', 'GET', `/api/jobs/${id}/contents`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ tasks: 2, entries: 1, messages: 0, photos: 0 })
    expect(body).toMatchObject({ bidName: null, rentalExpenses: 0 })
    for (const name of ['sam', 'cleo'] as const) {
      expect((await w.call(name, 'GET', `/api/jobs/${id}/contents`)).status).toBe(403)
    }
  })

  test('names the bid and counts the rental expenses that remain without the job', async () => {
    const { body: bid } = await w.call('ada', 'POST', '/api/pending-bids', {
      ...{ name: 'Porch', address: 'Elm St' },
    })
    const { body: job } = await w.call('ada', 'POST', `/api/pending-bids/${bid.id}/convert`)
    const expense = {
      ...{ jobId: job.id, amount: '80.00' },
      ...{ expenseType: 'Repairs', description: 'Lumber', dateIncurred: '2026-03-02' },
    }
    await w.db.insert(rentalExpenses).values([expense, expense])
    const { body } = await w.call('ada', 'GET', `/api/jobs/${job.id}/contents`)
    expect(body).toMatchObject({ bidName: 'Porch', rentalExpenses: 2 })
  })

  test('every table whose rows are deleted with a job is counted, or listed as minor', async () => {
    const { rows } = await w.pool.query<{ name: string }>(`
      select conrelid::regclass::text as name from pg_constraint
      where confrelid = 'jobs'::regclass and confdeltype = 'c' order by 1`)
    // A new table: list it in `contentTables`, with its noun in `contentNouns`.
    const counted = Object.values(contentTables).map((table) => getTableName(table))
    const minor = [
      ...['job_mutes', 'job_ratings', 'job_subcontractors', 'message_reads', 'notifications'],
      ...['property_jobs', 'schedule_baselines', 'schedule_changes', 'schedule_move_jobs'],
    ]
    expect(rows.map(({ name }) => name)).toEqual([...counted, ...minor].sort())
  })

  test('accepts an empty body with a JSON content type', async () => {
    const id = await newJob()
    const answer = await w.app.inject({
      method: 'DELETE',
      url: `/api/jobs/${id}`,
      headers: { cookie: w.cookieOf('ada'), 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(204)
  })
})

describe('who may see a job', () => {
  test('a client sees their own jobs, a sub those they are on, an admin all, by id and in lists', async () => {
    const mine = await newJob({ ...full, clientId: w.idOf('cleo') })
    const other = await newJob({ ...full, clientId: w.idOf('carl') })
    await w.db.insert(jobSubcontractors).values({ jobId: mine, subcontractorId: w.idOf('sam') })
    const sees = { ada: [mine, other], cleo: [mine], carl: [other], sam: [mine], sue: [] } as const
    for (const [name, ids] of Object.entries(sees)) {
      const list = await w.call(name as 'ada', 'GET', '/api/jobs')
      expect(new Set(list.body.map((job: { id: string }) => job.id))).toEqual(new Set(ids))
      for (const [filter, count] of [
        ['', ids.length],
        ['&status=not_started', ids.length],
        ['&status=completed', 0],
        ['&search=nowhere', 0],
        [`&subcontractorId=${w.idOf('sam')}`, ids.some((id) => id === mine) ? 1 : 0],
        [`&subcontractorId=${w.idOf('sue')}`, 0],
        [`&subcontractorId=${w.idOf('sam')}&status=completed`, 0],
      ] as const) {
        const total = await w.call(name as 'ada', 'GET', `/api/job-totals?${filter.slice(1)}`)
        expect(total.body.count).toBe(count)
        const page = await w.call(name as 'ada', 'GET', `/api/jobs?limit=1${filter}`)
        expect(page.headers['x-total-count']).toBe(String(count))
      }
      const nowhere = await w.call(name as 'ada', 'GET', `/api/jobs/${newId()}`)
      for (const id of [mine, other]) {
        const one = await w.call(name as 'ada', 'GET', `/api/jobs/${id}`)
        const seen = (ids as readonly string[]).includes(id)
        expect(one.status).toBe(seen ? 200 : 404)
        if (!seen) expect(one.text).toBe(nowhere.text)
        expect((await w.call(name as 'ada', 'GET', `/api/jobs/${id}/subcontractors`)).status).toBe(
          seen ? 200 : 404,
        )
      }
    }
  })

  test('a sub sees neither amounts nor the email of the customer, a client sees their own', async () => {
    const id = await newJob({ ...full, clientId: w.idOf('cleo') })
    await w.db.insert(jobSubcontractors).values({ jobId: id, subcontractorId: w.idOf('sam') })
    const sub = (await w.call('sam', 'GET', `/api/jobs/${id}`)).body
    expect(sub).toMatchObject({
      approvedAmount: null,
      customerEmail: null,
      customerName: 'C. Hale',
      customerPhone: '555-0134',
    })
    expect((await w.call('sam', 'GET', '/api/jobs')).body[0]).toEqual(sub)
    expect((await w.call('sam', 'GET', '/api/job-totals')).body.activeApprovedAmount).toBe(0)
    expect((await w.call('cleo', 'GET', `/api/jobs/${id}`)).body).toMatchObject({
      approvedAmount: 4825075,
      startDate: '2026-12-01',
      endDate: '2026-12-22',
    })
  })

  test('a deleted person loses access with the next request', async () => {
    await newJob()
    await w.db.update(users).set({ deletedAt: new Date() })
    expect((await w.call('ada', 'GET', '/api/jobs')).status).toBe(401)
    await w.db.update(users).set({ deletedAt: null })
    expect((await w.call('ada', 'GET', '/api/jobs')).status).toBe(200)
  })
})

describe('lists', () => {
  test('are newest first, filtered by status and by name or address in any case, with literal wildcards', async () => {
    const ids = [
      await newJob({
        ...deck,
        name: 'Kitchen 100% done',
        status: 'completed',
        approvedAmount: 100,
      }),
      await newJob({ ...deck, address: '5 KITCHEN Row', approvedAmount: 250 }),
      await newJob({ ...deck, name: 'Roof' }),
    ]
    const found = async (query: string) =>
      (await w.call('ada', 'GET', `/api/jobs?${query}`)).body.map((job: { id: string }) =>
        ids.indexOf(job.id),
      )
    expect(await found('')).toEqual([2, 1, 0])
    expect(await found('search=kitchen')).toEqual([1, 0])
    expect(await found('search=100%25')).toEqual([0])
    expect(await found('search=_oof')).toEqual([])
    expect(await found('status=completed')).toEqual([0])
    expect((await w.call('ada', 'GET', '/api/job-totals?search=kitchen')).body).toEqual({
      count: 2,
      statuses: { not_started: 1, in_progress: 0, completed: 1, on_hold: 0 },
      approvedAmount: 350,
      activeApprovedAmount: 250,
    })
  })

  test('are found by customer, client and phone number by people who may read these', async () => {
    await w.db
      .update(users)
      .set({ phone: '(312) 555-0177' })
      .where(eq(users.id, w.idOf('cleo')))
    const kitchen = await newJob({
      ...deck,
      name: 'Kitchen',
      clientId: w.idOf('cleo'),
      customerName: 'Maya Okafor',
      customerPhone: '+1 (630) 555-0151',
    })
    await newJob({ ...deck, customerPhone: '630 555 0152' })
    await w.db.insert(jobSubcontractors).values({ jobId: kitchen, subcontractorId: w.idOf('sam') })
    const found = async (name: 'ada' | 'sam' | 'cleo', search: string) => {
      const { body } = await w.call(name, 'GET', `/api/jobs?search=${encodeURIComponent(search)}`)
      return body.map((job: { name: string }) => job.name)
    }
    const numbers = ['6305550151', '630-555-0151', '555-0151', '+1 630 555 0151', '1-630-555-0151']
    for (const who of ['ada', 'sam', 'cleo'] as const)
      for (const search of ['okafor', 'cleo clark', ...numbers])
        expect([search, await found(who, search)]).toEqual([search, ['Kitchen']])
    expect(await found('ada', '630 555')).toEqual([deck.name, 'Kitchen'])
    for (const search of ['51', '630 555 0153', '0151 x', '15550151'])
      expect([search, await found('ada', search)]).toEqual([search, []])
    // Only admins may read the phone number in the client's own record.
    expect(await found('ada', '312.555.0177')).toEqual(['Kitchen'])
    expect(await found('sam', '312.555.0177')).toEqual([])
    expect(await found('cleo', '312.555.0177')).toEqual([])
  })

  test('are filtered, like their totals, by lateness, people and end date', async () => {
    // In the company's time zone it is still the 22nd.
    await w.db.insert(settings).values({ companyName: 'Aspen', timeZone: 'America/Chicago' })
    w.clock.now = new Date('2026-11-23T04:00:00.000Z')
    const [ada, cleo] = [w.idOf('ada'), w.idOf('cleo')]
    const late = { startDate: null, endDate: '2026-11-21', approvedAmount: 100 }
    const roof = await newJob({ ...deck, ...late, name: 'Roof', projectManagerId: ada })
    await newJob({ ...deck, ...late, name: 'Bath', endDate: '2026-11-22', clientId: cleo })
    await newJob({ ...deck, ...late, name: 'Shed', status: 'completed' })
    await newJob({ ...deck, name: 'Porch', approvedAmount: 30, projectManagerId: ada })
    await w.db.insert(jobSubcontractors).values({ jobId: roof, subcontractorId: w.idOf('sam') })
    const expected = {
      'late=true': ['Roof'],
      'active=true': ['Porch', 'Bath', 'Roof'],
      'active=true&status=completed': [],
      [`managerId=${ada}`]: ['Porch', 'Roof'],
      'managerId=none': ['Shed', 'Bath'],
      [`clientId=${cleo}`]: ['Bath'],
      [`subcontractorId=${w.idOf('sam')}`]: ['Roof'],
      [`subcontractorId=${w.idOf('sue')}`]: [],
      'endsFrom=2026-11-22': ['Bath'],
      'endsTo=2026-11-21': ['Shed', 'Roof'],
      [`late=true&managerId=${ada}&endsFrom=2026-11-20&endsTo=2026-11-21&search=roof`]: ['Roof'],
    }
    for (const [filter, names] of Object.entries(expected)) {
      const { body } = await w.call('ada', 'GET', `/api/jobs?${filter}`)
      expect([filter, body.map((job: Job) => job.name)]).toEqual([filter, names])
      const totals = (await w.call('ada', 'GET', `/api/job-totals?${filter}`)).body
      const active = body.filter((job: Job) => job.status !== 'completed')
      expect([filter, totals]).toEqual([
        filter,
        {
          count: names.length,
          statuses: {
            ...{ in_progress: 0, on_hold: 0, not_started: active.length },
            completed: names.length - active.length,
          },
          approvedAmount: sumOf(body),
          activeApprovedAmount: sumOf(active),
        },
      ])
    }
    const { items } = (await w.call('ada', 'GET', '/api/attention')).body
    expect(items.filter(({ kind }: { kind: string }) => kind === 'lateJob')).toHaveLength(1)
    // Other roles filter only the jobs they see, and get no amounts.
    expect((await w.call('sam', 'GET', `/api/jobs?managerId=${ada}`)).body).toHaveLength(1)
    expect((await w.call('sam', 'GET', '/api/job-totals?late=true')).body).toEqual({
      count: 1,
      statuses: { not_started: 1, in_progress: 0, completed: 0, on_hold: 0 },
      approvedAmount: 0,
      activeApprovedAmount: 0,
    })
    expect((await w.call('sue', 'GET', '/api/jobs?late=true')).body).toEqual([])
    await w.db.delete(settings)
  })

  test('are sorted in both directions, with every job once across pages', async () => {
    const jobOf = (name: string, more: object) => newJob({ ...deck, name, ...more })
    await jobOf('b', { approvedAmount: 5, progress: 10, endDate: '2026-12-03' })
    await jobOf('a', { status: 'on_hold', startDate: '2026-12-02', endDate: '2026-12-02' })
    await jobOf('C', { status: 'completed', approvedAmount: 7, startDate: '2026-12-01' })
    await jobOf('d', { status: 'in_progress', progress: 90, approvedAmount: 7 })
    const names = async (order: string) => {
      const listed: string[] = []
      let url = `/api/jobs?limit=1&${order}`
      while (url) {
        const page = await w.call('ada', 'GET', url)
        listed.push(...page.body.map((job: Job) => job.name))
        url = /<(.*)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1] ?? ''
      }
      const whole = (await w.call('ada', 'GET', `/api/jobs?${order}`)).body
      expect(whole.map((job: Job) => job.name)).toEqual(listed)
      return listed.join('')
    }
    // Equal jobs are in the order in which they were created.
    const orders = { name: 'abCd', status: 'bdaC', progress: 'aCbd', amount: 'abCd' }
    const byDay = { start: 'Cabd', end: 'abCd', created: 'baCd' }
    for (const [sort, order] of Object.entries({ ...orders, ...byDay })) {
      expect([sort, await names(`sort=${sort}`)]).toEqual([sort, order])
      expect([sort, await names(`sort=-${sort}`)]).toEqual([sort, [...order].reverse().join('')])
    }
    expect(await names('openFirst=true')).toBe('dabC')
    expect(await names('openFirst=true&sort=created')).toBe('baCd')
  })

  test('are not sorted by amount for people who may not read amounts', async () => {
    for (const approvedAmount of [3, 1, 2]) {
      const id = await newJob({ ...deck, name: `Job ${approvedAmount}`, approvedAmount })
      await w.db.insert(jobSubcontractors).values({ jobId: id, subcontractorId: w.idOf('sam') })
    }
    for (const sort of ['amount', '-amount']) {
      const { body } = await w.call('sam', 'GET', `/api/jobs?sort=${sort}`)
      expect(body.map((job: Job) => job.name)).toEqual(['Job 2', 'Job 1', 'Job 3'])
    }
  })

  test('are counted up to 10,000', async () => {
    const add = (count: number) =>
      w.db.execute(sql`insert into jobs (id, name, address)
        select gen_random_uuid(), 'Shed', 'Elm St' from generate_series(1, ${count}::int)`)
    const count = async () =>
      (await w.call('ada', 'GET', '/api/jobs?limit=1')).headers['x-total-count']
    await add(9999)
    expect(await count()).toBe('9999')
    await add(2)
    expect(await count()).toBe('10000')
    expect((await w.call('ada', 'GET', '/api/job-totals')).body.count).toBe(10_001)
  })

  test('have pages with every job once, the total and a link to the next page', async () => {
    for (let n = 0; n < 7; n++) await newJob({ ...deck, name: `Job ${n}` })
    const names: string[] = []
    let url = '/api/jobs?limit=3&search=job'
    for (let pages = 0; url && pages < 9; pages++) {
      const page = await w.call('ada', 'GET', url)
      expect(page.headers['x-total-count']).toBe('7')
      names.push(...page.body.map((job: { name: string }) => job.name))
      url = /<(.*)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1] ?? ''
    }
    expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Job ${n}`))
  })

  test.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'limit=1&limit=2',
    'after=zzz&limit=2',
    'after=zzz&limit=2&sort=end',
    'status=odd',
    'late=false',
    'managerId=nobody',
    'endsTo=soon',
    'sort=size',
    'search=%00',
    `search=${'x'.repeat(201)}`,
  ])('refuses ?%s', async (query) => {
    expect((await w.call('ada', 'GET', `/api/jobs?${query}`)).status).toBe(400)
  })
})

describe('changing several', () => {
  const change = (ids: readonly string[], fields: object, name: 'ada' | 'sam' = 'ada') =>
    w.call(name, 'POST', '/api/jobs/change', { ids, ...fields })
  const read = async (id: string) => (await w.call('ada', 'GET', `/api/jobs/${id}`)).body

  test('sets a status or manager, with a new version and an event for each job', async () => {
    const ids = [await newJob(), await newJob(), await newJob()]
    const [first = '', second = '', other = ''] = ids
    const before = await read(first)
    await w.db.delete(events)
    const answer = await change([first, second, first], { status: 'on_hold' })
    expect(answer).toMatchObject({ status: 200, body: { changed: 2 } })
    for (const id of [first, second]) expect((await read(id)).status).toBe('on_hold')
    expect((await read(other)).status).toBe('not_started')
    expect((await read(first)).updatedAt > before.updatedAt).toBe(true)
    expect(await w.db.select().from(events)).toMatchObject(
      [first, second].toSorted().map((id) => ({ name: 'job.changed', jobId: id })),
    )
    expect((await change(ids, { projectManagerId: w.idOf('ada') })).body).toEqual({ changed: 3 })
    expect((await read(other)).projectManagerName).toBe('Ada Adler')
    // Jobs that already have the manager are not changed.
    expect((await change(ids, { projectManagerId: w.idOf('ada') })).body).toEqual({ changed: 0 })
    expect((await change([second], { projectManagerId: null })).body).toEqual({ changed: 1 })
    expect((await read(second)).projectManagerId).toBeNull()
  })

  test('completes them on a day, with a progress of 100', async () => {
    const ids = [await newJob(), await newJob({ ...deck, progress: 40 })]
    const late = await change(ids, { status: 'completed', endDate: '2026-11-30' })
    expect(late.body.fields).toEqual({ endDate: '1 of these jobs starts after that day' })
    await change(ids, { status: 'completed', endDate: '2026-12-01' })
    for (const id of ids)
      expect(await read(id)).toMatchObject({
        ...{ status: 'completed', progress: 100, endDate: '2026-12-01' },
      })
  })

  test('are locked before the day of their completion is compared with their start', async () => {
    const id = await newJob()
    const move = `update jobs set start_date = '2026-12-20' where id = '${id}'`
    const answers = await race(w, move, () =>
      change([id], { status: 'completed', endDate: '2026-12-10' }),
    )
    for (const { body } of answers)
      expect(body.fields).toEqual({ endDate: '1 of these jobs starts after that day' })
    expect(await read(id)).toMatchObject({ status: 'not_started', endDate: '2026-12-22' })
  })

  test('is for admins, and changes none if one is refused', async () => {
    const id = await newJob()
    await w.db.insert(jobSubcontractors).values({ jobId: id, subcontractorId: w.idOf('sam') })
    expect((await change([id], { status: 'on_hold' }, 'sam')).status).toBe(403)
    for (const [ids, fields, problem] of [
      [[], { status: 'on_hold' }, { ids: 'Choose the jobs' }],
      [[id], {}, { status: 'Choose a status or a project manager' }],
      [[id], { status: 'completed' }, { endDate: 'Choose the day the jobs were finished' }],
      [
        [id],
        { projectManagerId: w.idOf('sam') },
        { projectManagerId: 'Choose one of your project managers' },
      ],
      [
        [id, newId()],
        { status: 'on_hold' },
        { ids: 'Some of these jobs were deleted. Choose them again' },
      ],
      [
        Array.from({ length: 1001 }, newId),
        { status: 'on_hold' },
        { ids: 'At most 1000 jobs at once' },
      ],
    ] as const)
      expect(await change(ids, fields)).toMatchObject({ status: 400, body: { fields: problem } })
    expect((await read(id)).status).toBe('not_started')
  })
})

describe('subs on a job', () => {
  test('are added once, listed and removed by an admin', async () => {
    const id = await newJob()
    const path = `/api/jobs/${id}/subcontractors`
    for (let twice = 0; twice < 2; twice++) {
      const added = await w.call('ada', 'POST', path, { subcontractorId: w.idOf('sam') })
      expect(added).toMatchObject({
        status: 201,
        body: [{ id: w.idOf('sam'), firstName: 'Sam', email: 'sam@example.com' }],
      })
    }
    expect((await w.call('sam', 'GET', `/api/jobs/${id}`)).status).toBe(200)
    expect((await w.call('ada', 'DELETE', `${path}/${w.idOf('sam')}`)).status).toBe(204)
    expect((await w.call('ada', 'DELETE', `${path}/${w.idOf('sam')}`)).status).toBe(404)
    expect((await w.call('sam', 'GET', `/api/jobs/${id}`)).status).toBe(404)
  })

  test('must be subs, and a client reads only their names', async () => {
    const id = await newJob({ ...deck, clientId: w.idOf('cleo') })
    const path = `/api/jobs/${id}/subcontractors`
    const answer = await w.call('ada', 'POST', path, { subcontractorId: w.idOf('cleo') })
    expect(answer.body.fields).toEqual({ subcontractorId: 'Choose one of your subcontractors' })
    await w.call('ada', 'POST', path, { subcontractorId: w.idOf('sue') })
    expect((await w.call('cleo', 'GET', path)).body).toEqual([
      {
        id: w.idOf('sue'),
        firstName: 'Sue',
        lastName: 'Summers',
        email: null,
        specialty: 'Drywall',
      },
    ])
  })

  test('who are taken off are unassigned from open work, with a line in its history', async () => {
    const [here, elsewhere] = [await newJob(), await newJob()]
    const sam = w.idOf('sam')
    const task = async (jobId: string, status: string, assigneeId = sam) =>
      (await w.call('ada', 'POST', '/api/tasks', { jobId, name: status, status, assigneeId })).body
        .id
    const days = { startDate: '2026-12-01', endDate: '2026-12-02' }
    const entry = async (jobId: string, status: string, internal = false) =>
      (
        await w.call('ada', 'POST', '/api/schedule', {
          ...{ jobId, title: status, status, internal, assignedSubcontractorId: sam },
          ...days,
        })
      ).body.id
    const made = {
      open: [await task(here, 'not_started'), await task(here, 'in_progress')],
      done: [await task(here, 'completed'), await task(elsewhere, 'not_started')],
      sues: await task(here, 'in_progress', w.idOf('sue')),
      openEntries: [
        await entry(here, 'scheduled'),
        await entry(here, 'in_progress'),
        await entry(here, 'delayed', true),
      ],
      doneEntries: [
        await entry(here, 'completed'),
        await entry(here, 'cancelled'),
        await entry(elsewhere, 'scheduled'),
      ],
    }
    await w.db.delete(events)
    const path = `/api/jobs/${here}/subcontractors/${sam}`
    expect((await w.call('ada', 'DELETE', path)).status).toBe(204)

    const assignees = new Map(
      (await w.call('ada', 'GET', '/api/tasks')).body.map((one: Record<string, string>) => [
        one.id,
        one.assigneeId,
      ]),
    )
    expect(made.open.map((id) => assignees.get(id))).toEqual([null, null])
    expect(made.done.map((id) => assignees.get(id))).toEqual([sam, sam])
    expect(assignees.get(made.sues)).toBe(w.idOf('sue'))
    const subs = new Map(
      (await w.call('ada', 'GET', '/api/schedule')).body.map((one: Record<string, string>) => [
        one.id,
        one.assignedSubcontractorId,
      ]),
    )
    expect(made.openEntries.map((id) => subs.get(id))).toEqual([null, null, null])
    expect(made.doneEntries.map((id) => subs.get(id))).toEqual([sam, sam, sam])

    for (const id of made.open) {
      expect((await w.call('ada', 'GET', `/api/tasks/${id}/correspondence`)).body).toMatchObject([
        {
          type: 'assignee',
          userName: 'Ada Adler',
          message: 'Sam Stone was taken off the job and is no longer assigned',
        },
      ])
    }
    for (const id of made.done)
      expect((await w.call('ada', 'GET', `/api/tasks/${id}/correspondence`)).body).toEqual([])
    for (const id of made.openEntries) {
      expect((await w.call('ada', 'GET', `/api/schedule/${id}/changes`)).body[0]).toMatchObject({
        changeType: 'assignedSubcontractorId',
        oldValue: 'Sam Stone',
        newValue: null,
        reason: 'Sam Stone was taken off the job',
      })
    }
    const publishedEvents = (await w.db.select().from(events)).map(
      ({ name, subjectId, readers }) => `${name} ${subjectId} ${readers}`,
    )
    expect(publishedEvents.sort()).toEqual(
      [
        `job.people ${here} null`,
        ...made.open.map((id) => `task.changed ${id} null`),
        // Clients learn nothing of the internal entry.
        ...made.openEntries.map((id, n) => `schedule.changed ${id} ${n === 2 ? 'crew' : null}`),
      ].sort(),
    )
    expect(
      (await w.call('sam', 'GET', '/api/tasks')).body.map((one: { jobId: string }) => one.jobId),
    ).toEqual([elsewhere])
    expect(
      (await w.call('sam', 'GET', '/api/schedule')).body.map((one: { jobId: string }) => one.jobId),
    ).toEqual([elsewhere])
    expect((await w.call('ada', 'DELETE', path)).status).toBe(404)
  })

  test('can be taken off by only one of ten concurrent calls', async () => {
    const id = await newJob()
    await w.call('ada', 'POST', `/api/jobs/${id}/subcontractors`, {
      subcontractorId: w.idOf('sam'),
    })
    const path = `/api/jobs/${id}/subcontractors/${w.idOf('sam')}`
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => w.call('ada', 'DELETE', path)),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, ...Array(9).fill(404)])
  })
})
