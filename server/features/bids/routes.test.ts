import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { pendingBids } from '../../schema/bids.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { proposals } from '../../schema/proposals.ts'
import { settings } from '../../schema/settings.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { unassignWork } from '../people/removePerson.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(pendingBids)
  await w.db.delete(jobs)
  await w.db.delete(events)
})

const lake = { name: 'Lake house', address: '14 Lake Dr' }
const full = {
  ...lake,
  estimatedAmount: 5_200_000,
  customerName: 'A. Duarte',
  customerEmail: 'duarte@example.com',
  customerPhone: '555-0177',
  customerAddress: '9 Oak St',
  scope: 'New roof.\n\nShingles: 30 years.',
  notes: 'Steep drive',
  leadSource: 'Referral',
  priority: 'high',
}
async function newBid(body: object = full) {
  const answer = await w.call('ada', 'POST', '/api/pending-bids', body)
  expect(answer.status).toBe(201)
  return answer.body
}
const put = (id: string, body: object) => w.call('ada', 'PUT', `/api/pending-bids/${id}`, body)
const convert = (id: string) => w.call('ada', 'POST', `/api/pending-bids/${id}/convert`)

describe('a bid', () => {
  test('has the default values and exactly what was sent', async () => {
    expect(await newBid()).toMatchObject({
      ...full,
      status: 'pending',
      jobId: null,
      followUpDate: null,
    })
    expect(await newBid(lake)).toMatchObject({
      priority: 'medium',
      estimatedAmount: null,
      scope: null,
      customerEmail: null,
    })
  })

  test.each([
    [{ ...lake, name: '' }, { name: 'Project name is required' }],
    [{ name: 'Lake' }, { address: 'Address is required' }],
    [{ ...lake, estimatedAmount: -5 }, { estimatedAmount: 'Amounts cannot be negative' }],
    [{ ...lake, estimatedAmount: 0.5 }, { estimatedAmount: 'Amounts are whole cents' }],
    [{ ...lake, customerEmail: 'duarte' }, { customerEmail: 'Enter a valid email address' }],
    [{ ...lake, priority: 'critical' }, { priority: 'Choose a priority' }],
    [{ ...lake, scope: 'x'.repeat(10_001) }, { scope: 'At most 10000 characters' }],
    [{ ...lake, scope: 'New\0roof' }, { scope: 'Contains characters that cannot be stored' }],
    [{ ...lake, scope: 7 }, { scope: 'Must be text' }],
  ])('refuses %j', async (body, fields) => {
    expect((await w.call('ada', 'POST', '/api/pending-bids', body)).body).toMatchObject({
      code: 'invalid',
      fields,
    })
    expect(await w.db.select().from(pendingBids)).toEqual([])
  })

  test('has a scope of up to 10,000 characters that can be changed and removed', async () => {
    const { id } = await newBid()
    const change = async (scope: string | null) => (await put(id, { scope })).body.scope
    const longest = 'x'.repeat(10_000)
    expect(await change(longest)).toBe(longest)
    expect((await put(id, { scope: `${longest}x` })).body.fields).toEqual({
      scope: 'At most 10000 characters',
    })
    expect((await put(id, { notes: 'Steep drive' })).body.scope).toBe(longest)
    expect(await change('  ')).toBeNull()
  })

  test('is for admins only', async () => {
    const { id } = await newBid()
    for (const name of ['sam', 'cleo'] as const) {
      for (const url of [
        '/api/pending-bids',
        '/api/bid-totals',
        `/api/pending-bids/${id}`,
        `/api/pending-bids/${id}/history`,
      ]) {
        expect((await w.call(name, 'GET', url)).status).toBe(403)
      }
      expect((await w.call(name, 'POST', `/api/pending-bids/${id}/convert`)).status).toBe(403)
    }
  })
})

describe('the status of a bid', () => {
  test('can be rejected with a reason, reopened and followed up, each in the history', async () => {
    const { id } = await newBid()
    expect((await put(id, { status: 'rejected', reason: 'Too dear' })).body.status).toBe('rejected')
    expect((await put(id, { status: 'pending' })).body.status).toBe('pending')
    expect((await put(id, { status: 'follow_up' })).body.fields).toEqual({
      followUpDate: 'Choose the day to follow up',
    })
    expect(
      (await put(id, { status: 'follow_up', followUpDate: '2026-12-01', followUpNotes: 'Call' }))
        .body,
    ).toMatchObject({
      status: 'follow_up',
      followUpDate: '2026-12-01',
    })
    const { body } = await w.call('ada', 'GET', `/api/pending-bids/${id}/history`)
    expect(body).toMatchObject([
      { name: 'bid.status', actorName: 'Ada Adler', detail: { from: 'pending', to: 'follow_up' } },
      { name: 'bid.status', detail: { from: 'rejected', to: 'pending', reason: null } },
      { name: 'bid.status', detail: { from: 'pending', to: 'rejected', reason: 'Too dear' } },
      { name: 'bid.created' },
    ])
  })

  test('is approved only by a conversion, and cannot be changed after it', async () => {
    const { id } = await newBid()
    expect((await put(id, { status: 'approved' })).body.code).toBe('bidDecided')
    expect((await convert(id)).status).toBe(200)
    expect((await put(id, { status: 'pending' })).body.code).toBe('bidDecided')
    expect((await put(id, { notes: 'Signed' })).body).toMatchObject({
      status: 'approved',
      notes: 'Signed',
    })
  })
})

describe('converting', () => {
  test('copies customer, address and amount, and links the job', async () => {
    const { id } = await newBid()
    const { body: job } = await convert(id)
    const {
      leadSource: _,
      priority: __,
      notes: ___,
      scope: ____,
      estimatedAmount,
      ...carried
    } = full
    expect(job).toMatchObject({
      ...carried,
      approvedAmount: estimatedAmount,
      status: 'not_started',
      progress: 0,
      bidId: id,
    })
    expect((await w.call('ada', 'GET', `/api/pending-bids/${id}`)).body).toMatchObject({
      status: 'approved',
      jobId: job.id,
    })
    expect((await w.call('ada', 'GET', `/api/jobs/${job.id}`)).body).toEqual(job)
  })

  test('gives the job the client of the bid, unless they have left', async () => {
    const clientId = w.idOf('cleo')
    const { id } = await newBid({ ...lake, clientId })
    expect((await convert(id)).body).toMatchObject({ clientId, clientName: 'Cleo Clark' })
    expect((await w.call('cleo', 'GET', '/api/jobs')).body).toMatchObject([{ name: 'Lake house' }])

    const later = await newBid({ ...lake, clientId })
    await unassignWork(w.db, w.idOf('ada'), clientId, new Date(), 'left the company')
    expect((await convert(later.id)).body.clientId).toBeNull()
  })

  test('needs a client who is one', async () => {
    const refused = { code: 'invalid', fields: { clientId: 'Choose one of your clients' } }
    const bid = { ...lake, clientId: w.idOf('sam') }
    expect((await w.call('ada', 'POST', '/api/pending-bids', bid)).body).toMatchObject(refused)
    const { id } = await newBid(lake)
    expect((await put(id, { clientId: newId() })).body).toMatchObject(refused)
    expect((await put(id, { clientId: w.idOf('cleo') })).body.clientId).toBe(w.idOf('cleo'))
  })

  test('keeps what the office wrote about the customer on the bid only', async () => {
    const { id } = await newBid({ ...full, notes: 'Haggles, pays late', scope: 'Shingles' })
    await put(id, {
      status: 'follow_up',
      followUpDate: '2026-12-01',
      followUpNotes: 'Call the wife',
    })
    await put(id, { status: 'pending', reason: 'Haggled again' })
    const answer = await convert(id)
    expect(answer.body).toMatchObject({ notes: null, privateNotes: null })
    const change = { clientId: w.idOf('cleo') }
    await w.call('ada', 'PUT', `/api/jobs/${answer.body.id}`, change)
    const sub = { subcontractorId: w.idOf('sam') }
    await w.call('ada', 'POST', `/api/jobs/${answer.body.id}/subcontractors`, sub)
    for (const name of ['ada', 'sam', 'cleo'] as const) {
      const { status, text, body } = await w.call(name, 'GET', `/api/jobs/${answer.body.id}`)
      expect(status).toBe(200)
      for (const words of ['Haggle', 'wife', 'Referral', 'Shingles'])
        expect(text).not.toContain(words)
      expect(body.bidId).toBe(name === 'ada' ? id : null)
    }
    expect((await w.call('ada', 'GET', `/api/pending-bids/${id}`)).body).toMatchObject({
      notes: 'Haggles, pays late',
      scope: 'Shingles',
    })
  })

  test('without an amount the job has $0.00', async () => {
    const { id } = await newBid(lake)
    expect((await convert(id)).body.approvedAmount).toBe(0)
  })

  test('a bid to follow up can be converted, but only once', async () => {
    const { id } = await newBid()
    await put(id, { status: 'follow_up', followUpDate: '2026-12-01' })
    const answer = await convert(id)
    expect(answer.status).toBe(200)
    expect((await w.call('ada', 'GET', `/api/pending-bids/${id}`)).body).toMatchObject({
      status: 'approved',
      jobId: answer.body.id,
    })
    expect((await convert(id)).body.code).toBe('bidDecided')
  })

  test('twenty concurrent conversions make one job; a rejected bid is not converted', async () => {
    const { id } = await newBid()
    const answers = await Promise.all(Array.from({ length: 20 }, () => convert(id)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await w.db.select().from(jobs)).toHaveLength(1)
    const other = await newBid()
    await put(other.id, { status: 'rejected' })
    expect((await convert(other.id)).body.code).toBe('bidDecided')
  })
})

describe('undoing a conversion', () => {
  const undo = (id: string) => w.call('ada', 'POST', `/api/pending-bids/${id}/undo-convert`)

  test('deletes the untouched job and leaves the bid as it was', async () => {
    const { id } = await newBid()
    const { body: job } = await convert(id)
    const { status, body } = await undo(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...full, status: 'pending', jobId: null })
    expect((await w.call('ada', 'GET', `/api/jobs/${job.id}`)).status).toBe(404)
    const { body: history } = await w.call('ada', 'GET', `/api/pending-bids/${id}/history`)
    expect(history[0]).toMatchObject({
      name: 'bid.status',
      detail: { from: 'approved', to: 'pending' },
    })
    expect((await convert(id)).status).toBe(200)
  })

  test.each([
    ['changed', (id: string) => w.call('ada', 'PUT', `/api/jobs/${id}`, { progress: 5 })],
    [
      'written to',
      (jobId: string) => w.call('ada', 'POST', '/api/messages', { jobId, content: 'Hi' }),
    ],
    [
      'given a task',
      (jobId: string) => w.call('ada', 'POST', '/api/tasks', { jobId, name: 'Demo' }),
    ],
  ])('is refused once the job was %s', async (_, touch) => {
    const { id } = await newBid()
    const { body: job } = await convert(id)
    expect((await touch(job.id)).status).toBeLessThan(300)
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'jobTouched' } })
    expect((await w.call('ada', 'GET', `/api/pending-bids/${id}`)).body.status).toBe('approved')
  })

  test('makes a bid pending whose job was deleted, and it can become a job again', async () => {
    const { id } = await newBid()
    await put(id, { status: 'follow_up' })
    const { body: job } = await convert(id)
    await w.call('ada', 'POST', '/api/tasks', { jobId: job.id, name: 'Demo' })
    await w.call('ada', 'DELETE', `/api/jobs/${job.id}`)
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const { body: bid } = await w.call('ada', 'GET', `/api/pending-bids/${id}`)
    expect([bid.status, bid.jobId]).toEqual(['pending', null])
    const again = await convert(id)
    expect([again.status, again.body.bidId]).toEqual([200, id])
    expect(again.body.id).not.toBe(job.id)
  })

  test('is a 409 without a job, a 404 for an unknown bid, and a 403 for everybody but admins', async () => {
    const { id } = await newBid()
    expect((await undo(id)).status).toBe(409)
    expect((await undo(newId())).status).toBe(404)
    for (const name of ['sam', 'cleo'] as const)
      expect((await w.call(name, 'POST', `/api/pending-bids/${id}/undo-convert`)).status).toBe(403)
  })

  test('of twenty concurrent requests one deletes the job', async () => {
    const { id } = await newBid()
    await convert(id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await w.db.select().from(jobs)).toHaveLength(0)
  })
})

describe('the list', () => {
  test('searches name, address and customer, filters, and counts', async () => {
    await w.call('ada', 'POST', '/api/jobs', { name: 'J', address: 'A', approvedAmount: 1_000 })
    await w.call('ada', 'POST', '/api/jobs', {
      name: 'J',
      address: 'A',
      approvedAmount: 500,
      status: 'completed',
    })
    const names = ['Garage', 'Porch', 'Attic']
    await newBid({ name: 'Garage', address: '1 Pine St', priority: 'low' })
    await newBid({ name: 'Porch', address: '2 Elm St', customerName: 'Pine, B.' })
    const { id } = await newBid({ name: 'Attic', address: '3 Elm St' })
    await put(id, { status: 'rejected' })
    const found = async (query: string) =>
      (await w.call('ada', 'GET', `/api/pending-bids?${query}`)).body.map(
        (bid: { name: string }) => bid.name,
      )
    expect(await found('')).toEqual(names.toReversed())
    expect(await found('search=pine')).toEqual(['Porch', 'Garage'])
    expect(await found('status=rejected')).toEqual(['Attic'])
    expect(await found('priority=low')).toEqual(['Garage'])
    expect(await found('limit=1')).toEqual(['Attic'])
    expect((await w.call('ada', 'GET', '/api/bid-totals')).body).toEqual({
      totalJobsValue: 1_500,
      activeJobs: 1,
      pendingBids: 2,
    })
    expect(
      (await w.call('ada', 'GET', '/api/bid-totals?search=pine&priority=low')).body.pendingBids,
    ).toBe(1)
  })

  test('is searched by the number of a proposal that was sent, too', async () => {
    const { id } = await newBid()
    await newBid(lake)
    await w.db.insert(proposals).values({
      ...{ bidId: id, number: 'P-2026-0031', version: 1, content: '{}', sha256: '0'.repeat(64) },
      ...{ total: 100, costs: {}, lastDay: '2026-12-30', linkMadeAt: w.clock.now },
    })
    const found = async (search: string) =>
      (await w.call('ada', 'GET', `/api/pending-bids?search=${search}&limit=6`)).body.map(
        (bid: { id: string }) => bid.id,
      )
    for (const number of ['P-2026-0031', 'p-2026', '0031'])
      expect(await found(number)).toEqual([id])
    expect(await found('P-2026-0032')).toEqual([])
  })

  test('is sorted in both directions, with every bid once across pages', async () => {
    const plan = [
      ['b', 'pending', 'low', 200, 'Zoe', null],
      ['A', 'rejected', 'high', null, null, '2026-12-01'],
      ['c', 'follow_up', 'medium', 100, 'yan', '2026-12-02'],
      ['D', 'approved', 'medium', 0, null, null],
      ['e', 'follow_up', 'medium', 100, 'Xi', '2026-12-02'],
    ] as const
    for (const [name, status, priority, estimatedAmount, customerName, followUpDate] of plan) {
      const row = { name, address: 'Elm St', status, priority, estimatedAmount, customerName }
      await w.db.insert(pendingBids).values({ ...row, followUpDate })
    }
    const all = async (order: string) => {
      const seen: string[] = []
      let path: string | undefined = `/api/pending-bids?limit=2&${order}`
      while (path) {
        const { body, headers } = await w.call('ada', 'GET', path)
        seen.push(...body.map(({ name }: { name: string }) => name))
        path = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
      }
      return seen.join('')
    }
    for (const [sort, order] of [
      ['name', 'AbcDe'],
      ['customer', 'ecbAD'],
      ['status', 'bceDA'],
      ['priority', 'bcDeA'],
      ['followUp', 'cebAD'],
      ['amount', 'DcebA'],
      ['created', 'bAcDe'],
    ] as const) {
      expect([sort, await all(`sort=${sort}`)]).toEqual([sort, order])
      expect([sort, await all(`sort=-${sort}`)]).toEqual([sort, [...order].toReversed().join('')])
    }
    expect(await all('openFirst=true')).toBe('ecbDA')
    expect(await all('openFirst=true&sort=created')).toBe('bAcDe')
    for (const query of ['sort=notes', 'sort=name&limit=2&after=x', 'open=maybe'])
      expect((await w.call('ada', 'GET', `/api/pending-bids?${query}`)).status).toBe(400)
  })

  test('counts and sums the bids that match a filter', async () => {
    await newBid({ ...lake, estimatedAmount: 150_000_000_00 })
    await newBid({ ...lake, estimatedAmount: 50 })
    const { id } = await newBid({ ...full, estimatedAmount: 1 })
    await newBid(lake)
    await put(id, { status: 'rejected' })
    const sums = async (query: string) =>
      (await w.call('ada', 'GET', `/api/bid-sums?${query}`)).body
    expect(await sums('sort=amount')).toEqual({
      count: 4,
      statuses: { pending: 3, approved: 0, rejected: 1, follow_up: 0 },
      estimatedAmount: 150_000_000_51,
    })
    expect(await sums('open=true')).toMatchObject({ count: 3, estimatedAmount: 150_000_000_50 })
    expect(await sums('search=nothing')).toEqual({
      count: 0,
      statuses: { pending: 0, approved: 0, rejected: 0, follow_up: 0 },
      estimatedAmount: 0,
    })
    expect((await w.call('sam', 'GET', '/api/bid-sums')).status).toBe(403)
  })

  test("a follow-up is due on the company's day, not on UTC's", async () => {
    await w.db
      .insert(settings)
      .values({ companyName: 'C', holdingsName: 'H', timeZone: 'Pacific/Honolulu' })
    const { id } = await newBid()
    await put(id, { status: 'follow_up', followUpDate: '2026-12-02' })
    const due = async (at: string) => {
      w.clock.now = new Date(at)
      return (await w.call('ada', 'GET', '/api/pending-bids?followUpDue=true')).body.length
    }
    expect(await due('2026-12-02T09:59:59Z')).toBe(0)
    expect(await due('2026-12-02T10:00:00Z')).toBe(1)
    w.clock.now = new Date()
  })
})

describe('the log of follow-ups', () => {
  const log = (id: string, body: object) =>
    w.call('ada', 'POST', `/api/pending-bids/${id}/follow-ups`, body)
  const listed = async (id: string) =>
    (await w.call('ada', 'GET', `/api/pending-bids/${id}/follow-ups`)).body
  const stateOf = async (id: string) => {
    const { status, followUpDate } = (await w.call('ada', 'GET', `/api/pending-bids/${id}`)).body
    return [status, followUpDate]
  }

  test('a follow-up sets the day of the next one, or ends the waiting', async () => {
    const { id } = await newBid()
    const first = await log(id, { way: 'call', day: '2026-11-19', nextDate: '2026-11-26' })
    expect(first).toMatchObject({ status: 201, body: { way: 'call', personName: 'Ada Adler' } })
    expect(await stateOf(id)).toEqual(['follow_up', '2026-11-26'])
    await log(id, { way: 'visit', day: '2026-11-18', note: 'Wants oak' })
    expect(await stateOf(id)).toEqual(['pending', null])
    expect(await listed(id)).toMatchObject([
      { way: 'call', day: '2026-11-19', note: null },
      { way: 'visit', day: '2026-11-18', note: 'Wants oak' },
    ])
    const { body: history } = await w.call('ada', 'GET', `/api/pending-bids/${id}/history`)
    expect(
      history.map(({ name, detail }: { name: string; detail: object }) => [name, detail]),
    ).toEqual([
      ['bid.status', { from: 'follow_up', to: 'pending', reason: null }],
      ['bid.followUp', { way: 'visit' }],
      ['bid.status', { from: 'pending', to: 'follow_up', reason: null }],
      ['bid.followUp', { way: 'call' }],
      ['bid.created', null],
    ])
  })

  test('a rejected bid can be won back, and stays rejected without a next day', async () => {
    const { id } = await newBid()
    await put(id, { status: 'rejected' })
    await log(id, { way: 'text', day: '2026-11-19' })
    expect(await stateOf(id)).toEqual(['rejected', null])
    await log(id, { way: 'text', day: '2026-11-19', nextDate: '2026-12-01' })
    expect(await stateOf(id)).toEqual(['follow_up', '2026-12-01'])
  })

  test('nothing is logged for a day to come, in a wrong order, or on an approved bid', async () => {
    const { id } = await newBid()
    const refused = async (body: object) => {
      const { status, body: answer } = await log(id, { way: 'call', day: '2026-11-19', ...body })
      return [status, answer.fields ?? answer.error]
    }
    expect(await refused({ day: '2100-01-01' })).toEqual([
      400,
      { day: 'This day is still to come' },
    ])
    expect(await refused({ nextDate: '2026-11-19' })).toEqual([
      400,
      { nextDate: 'Choose a day after the follow-up' },
    ])
    expect(await refused({ way: 'pigeon' })).toEqual([
      400,
      { way: 'Choose how you reached the customer' },
    ])
    await convert(id)
    expect((await refused({}))[0]).toBe(409)
    expect(await listed(id)).toEqual([])
  })

  test('deleting one leaves the day of the next', async () => {
    const { id } = await newBid()
    const { body } = await log(id, { way: 'call', day: '2026-11-19', nextDate: '2026-11-26' })
    expect((await w.call('ada', 'DELETE', `/api/bid-follow-ups/${body.id}`)).status).toBe(204)
    expect(await listed(id)).toEqual([])
    expect(await stateOf(id)).toEqual(['follow_up', '2026-11-26'])
  })
})

describe('appointments', () => {
  test('are created, changed and deleted', async () => {
    const { id } = await newBid()
    const path = `/api/pending-bids/${id}/appointments`
    const made = await w.call('ada', 'POST', path, {
      title: 'Site visit',
      scheduledDate: '2026-12-03T10:00:00-06:00',
      assignedToId: w.idOf('sam'),
    })
    expect(made).toMatchObject({
      status: 201,
      body: {
        duration: 60,
        appointmentType: 'consultation',
        status: 'scheduled',
        scheduledDate: '2026-12-03T16:00:00.000Z',
        assignedToName: 'Sam Stone',
      },
    })
    const one = `/api/bid-appointments/${made.body.id}`
    expect((await w.call('ada', 'PUT', one, { status: 'no_show' })).body).toMatchObject({
      status: 'no_show',
      title: 'Site visit',
    })
    expect((await w.call('ada', 'PUT', one, {})).status).toBe(200)
    expect((await w.call('ada', 'GET', path)).body).toMatchObject([
      { id: made.body.id, status: 'no_show' },
    ])
    expect((await w.call('ada', 'DELETE', one)).status).toBe(204)
    expect((await w.call('ada', 'DELETE', one)).status).toBe(404)
  })

  test('of all bids are listed by days of the company, without cancelled ones', async () => {
    await w.db.delete(settings)
    await w.db.insert(settings).values({ companyName: 'C', timeZone: 'America/Chicago' })
    const [roof, porch] = [await newBid(), await newBid({ name: 'Porch', address: 'Elm St' })]
    const add = (id: string, title: string, scheduledDate: string, more: object = {}) =>
      w.call('ada', 'POST', `/api/pending-bids/${id}/appointments`, {
        ...{ title, scheduledDate, ...more },
      })
    await add(roof.id, 'Walk-through', '2026-12-04T05:59:00Z', { assignedToId: w.idOf('ada') })
    await add(porch.id, 'Measure', '2026-12-03T06:00:00Z', { status: 'completed' })
    await add(porch.id, 'Before', '2026-12-03T05:59:00Z')
    await add(roof.id, 'After', '2026-12-04T06:00:00Z')
    await add(roof.id, 'Called off', '2026-12-03T16:00:00Z', { status: 'cancelled' })
    const listed = async (query: string) => {
      const { body } = await w.call('ada', 'GET', `/api/bid-appointments?${query}`)
      return body.map(({ title }: { title: string }) => title)
    }
    const day = 'from=2026-12-03&to=2026-12-03'
    expect(await listed(day)).toEqual(['Measure', 'Walk-through'])
    expect(await listed(`${day}&open=true`)).toEqual(['Walk-through'])
    expect(await listed('')).toEqual(['Before', 'Measure', 'Walk-through', 'After'])
    expect(await listed('limit=1')).toEqual(['Before'])
    for (const search of ['through', 'lake', 'duarte', '555-0177'])
      expect(await listed(`from=2026-12-03&search=${search}&limit=1`)).toEqual(['Walk-through'])
    expect((await w.call('ada', 'GET', `/api/bid-appointments?${day}&open=true`)).body).toEqual([
      {
        ...{ id: expect.any(String), bidId: roof.id, title: 'Walk-through', duration: 60 },
        ...{ scheduledDate: '2026-12-04T05:59:00.000Z', appointmentType: 'consultation' },
        ...{ status: 'scheduled', assignedToName: 'Ada Adler', bidName: 'Lake house' },
        ...{ address: '14 Lake Dr', customerName: 'A. Duarte', customerPhone: '555-0177' },
      },
    ])
    await w.db.delete(settings)
  })

  test.each([
    [{ scheduledDate: '2026-12-03T10:00:00Z' }, { title: 'Title is required' }],
    [{ title: 'Visit' }, { scheduledDate: expect.any(String) }],
    [
      { title: 'Visit', scheduledDate: '2026-12-03T10:00:00Z', duration: -1 },
      { duration: 'Not negative' },
    ],
    [
      { title: 'Visit', scheduledDate: '2026-12-03T10:00:00Z', status: 'late' },
      { status: 'Choose a status' },
    ],
    [
      { title: 'Visit', scheduledDate: '2026-12-03T10:00:00Z', assignedToId: newId() },
      { assignedToId: expect.any(String) },
    ],
  ])('refuse %j', async (body, fields) => {
    const { id } = await newBid()
    expect(
      (await w.call('ada', 'POST', `/api/pending-bids/${id}/appointments`, body)).body,
    ).toMatchObject({ fields })
  })
})

describe('changing several', () => {
  const change = (ids: readonly string[], fields: object, name: 'ada' | 'sam' = 'ada') =>
    w.call(name, 'POST', '/api/pending-bids/change', { ids, ...fields })
  const read = async (id: string) => (await w.call('ada', 'GET', `/api/pending-bids/${id}`)).body
  const later = { status: 'follow_up', followUpDate: '2026-12-01' }

  test('sets a follow-up day, a new version and a history entry for each', async () => {
    const [first, second, other] = [await newBid(), await newBid(), await newBid()]
    await put(second.id, { ...later, followUpDate: '2026-11-01', followUpNotes: 'Call' })
    const before = await read(first.id)
    await w.db.delete(events)
    const answer = await change([second.id, first.id, second.id], later)
    expect(answer).toMatchObject({ status: 200, body: { changed: 2, kept: [] } })
    expect(await read(first.id)).toMatchObject({ ...full, ...later })
    expect((await read(first.id)).updatedAt > before.updatedAt).toBe(true)
    expect(await read(second.id)).toMatchObject({ ...later, followUpNotes: 'Call' })
    expect((await read(other.id)).status).toBe('pending')
    expect(await w.db.select().from(events)).toMatchObject([
      { subjectId: first.id, name: 'bid.status', detail: { from: 'pending', to: 'follow_up' } },
      { subjectId: second.id, name: 'bid.changed', detail: null },
    ])
  })

  test('rejects them for a reason, and lists those that stay as they are', async () => {
    const bids = []
    for (const name of ['Open', 'Approved', 'Rejected']) bids.push(await newBid({ ...lake, name }))
    const [open, approved, rejected] = bids
    const ids = bids.map(({ id }) => id)
    await convert(approved.id)
    await put(rejected.id, { status: 'rejected', reason: 'Too dear' })
    const unchanged = { id: approved.id, name: 'Approved', status: 'approved' }
    const answer = await change(ids, { status: 'rejected', reason: 'Out of season' })
    expect(answer.body).toEqual({
      changed: 1,
      kept: [unchanged, { id: rejected.id, name: 'Rejected', status: 'rejected' }],
    })
    const { body } = await w.call('ada', 'GET', `/api/pending-bids/${open.id}/history`)
    expect(body[0].detail).toEqual({ from: 'pending', to: 'rejected', reason: 'Out of season' })
    expect(
      (await w.call('ada', 'GET', `/api/pending-bids/${rejected.id}/history`)).body,
    ).toHaveLength(2)
    // A rejected bid may still be followed up, as on its page.
    expect((await change(ids, later)).body).toEqual({ changed: 2, kept: [unchanged] })
    expect(await read(approved.id)).toMatchObject({ status: 'approved', followUpDate: null })
    expect((await change([approved.id], later)).body).toEqual({ changed: 0, kept: [unchanged] })
  })

  test('is for admins, and changes none when a bid is missing or the change is invalid', async () => {
    const { id } = await newBid()
    expect((await change([id], { status: 'rejected' }, 'sam')).status).toBe(403)
    for (const [ids, fields, problem] of [
      [[], later, { ids: 'Choose the bids' }],
      [[id], {}, { status: 'Choose to reject the bids or to follow up' }],
      [[id], { status: 'approved' }, { status: 'Choose to reject the bids or to follow up' }],
      [[id], { ...later, followUpDate: null }, { followUpDate: 'Choose the day to follow up' }],
      [[id, newId()], later, { ids: 'Some of these bids were deleted. Choose them again' }],
      [Array.from({ length: 1001 }, newId), later, { ids: 'At most 1000 bids at once' }],
    ] as const)
      expect(await change(ids, fields)).toMatchObject({ status: 400, body: { fields: problem } })
    expect((await read(id)).status).toBe('pending')
  })
})
