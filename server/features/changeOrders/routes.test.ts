import { addDays } from '@plumbline/contract/dates.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../schema/audit.ts'
import { throttles } from '../../schema/auth.ts'
import { changeOrders } from '../../schema/changeOrders.ts'
import { customers } from '../../schema/customers.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
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
beforeEach(async () => {
  await w.db.delete(throttles)
})

const line = (description: string, unitPrice: string, facts: object = {}) => ({
  ...{ description, quantity: '1', unitPrice, unitCost: '77.31', ...facts },
})
const lighting = {
  title: 'Under-cabinet lighting',
  reason: 'You asked for light on the counter.',
  lines: [line('LED strips', '740'), line('Wire, switch and driver', '500')],
  daysAdded: 3,
}

/** A job of Cleo with a contract of $86,400 that ends on a Friday. */
async function newJob(facts: object = {}): Promise<string> {
  const job = { name: 'Kitchen remodel', address: '418 Alder Ct', clientId: w.idOf('cleo') }
  const dates = { startDate: '2026-11-03', endDate: '2026-12-18' }
  const body = { ...job, ...dates, approvedAmount: 8_640_000, ...facts }
  return (await w.call('ada', 'POST', '/api/jobs', body)).body.id
}
const add = (jobId: string, body: object = lighting) =>
  w.call('ada', 'POST', `/api/jobs/${jobId}/change-orders`, body)
const at = (id: string, step = '') => `/api/change-orders/${id}${step}`
const send = (id: string, body: object = {}) => w.call('ada', 'POST', at(id, '/proposals'), body)
const offerOf = (name: Name, id: string) => w.call(name, 'GET', at(id, '/offer'))
const contractOf = async (name: Name, jobId: string) =>
  (await w.call(name, 'GET', `/api/jobs/${jobId}/contract`)).body

/** A change order that waits for Cleo. */
async function waiting(body: object = lighting, jobFacts: object = {}) {
  const jobId = await newJob(jobFacts)
  const { id } = (await add(jobId, body)).body
  const proposal = (await send(id)).body
  return { jobId, id, proposal }
}
async function approve(id: string, change: object = {}, name: Name = 'cleo') {
  const { total, version } = (await offerOf('cleo', id)).body
  const body = { name: 'Cleo Clark', consent: true, total, version, ...change }
  return w.call(name, 'POST', at(id, '/approve'), body)
}
const accept = (id: string) => w.call('ada', 'POST', at(id, '/accept'), { note: 'By phone, Nov 5' })
const jobOf = async (id: string) => (await w.db.select().from(jobs).where(eq(jobs.id, id)))[0]
const nameOf = (id: string | null) => (['ada', 'cleo'] as const).find((name) => w.idOf(name) === id)
const eventsOf = async (jobId: string) =>
  (await w.db.select().from(events).where(eq(events.jobId, jobId)).orderBy(events.id))
    .filter(({ name }) => name.startsWith('changeOrder'))
    .map(({ name, readers, actorId }) => [name, readers, nameOf(actorId)])
const setCustomer = (name: Name, customerId: string | null) =>
  w.db
    .update(users)
    .set({ customerId })
    .where(eq(users.id, w.idOf(name)))
const linkOf = async (proposalId: string): Promise<string> =>
  (await w.call('ada', 'GET', `/api/proposals/${proposalId}/link`)).body.path
const submit = (path: string, fields: Record<string, string>) =>
  w.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost' },
  })

describe('a draft', () => {
  test('is numbered by job, with its total and what it changes', async () => {
    const jobId = await newJob()
    const first = await add(jobId, {
      ...lighting,
      lines: [...lighting.lines, line('Old fixture', '40', { quantity: '-1', taxable: true })],
      taxRate: '8.25',
    })
    expect(first.status, first.text).toBe(201)
    expect(first.body).toMatchObject({
      ...{
        number: 1,
        status: 'draft',
        total: '1196.70',
        taxRate: '8.25',
        jobName: 'Kitchen remodel',
      },
      effect: {
        ...{ amountBefore: 8_640_000, amountAfter: 8_759_670 },
        // Three working days after Friday, December 18.
        ...{ endBefore: '2026-12-18', endAfter: '2026-12-23' },
      },
    })
    expect(
      (await add(jobId, { title: 'Days alone', daysAdded: 1, movesEnd: false })).body,
    ).toMatchObject({
      ...{ number: 2, total: '0.00', lines: [] },
      effect: { amountAfter: 8_640_000, endAfter: '2026-12-18' },
    })
    const other = await newJob()
    expect((await add(other)).body.number).toBe(1)
    expect(await contractOf('cleo', jobId)).toMatchObject({ current: 8_640_000, changes: [] })
    expect((await contractOf('ada', jobId)).changes).toHaveLength(2)
    expect(await eventsOf(jobId)).toEqual([
      ['changeOrder.created', 'office', 'ada'],
      ['changeOrder.created', 'office', 'ada'],
    ])
  })

  test('two at once get two numbers', async () => {
    const jobId = await newJob()
    const made = await Promise.all([1, 2, 3, 4].map(() => add(jobId)))
    expect(made.map(({ body }) => body.number).sort()).toEqual([1, 2, 3, 4])
  })

  test.each<[string, object]>([
    ['lines.0.quantity', { lines: [line('Wire', '5', { quantity: '0' })] }],
    ['lines.0.quantity', { lines: [line('Wire', '5', { quantity: '1.2345' })] }],
    ['lines.0.unitPrice', { lines: [line('Wire', '5.12345')] }],
    ['lines.0.unitPrice', { lines: [line('Wire', '1000000000000000')] }],
    ['lines', { lines: Array.from({ length: 101 }, () => line('Wire', '5')) }],
    ['lines', { lines: [line('Wire', '99999999', { quantity: '1000000' })] }],
    ['taxRate', { taxRate: '31' }],
    ['daysAdded', { daysAdded: -1 }],
    ['daysAdded', { daysAdded: 1.5 }],
    ['title', { title: ' ' }],
    ['title', { title: 'a'.repeat(10_000) }],
  ])('with a wrong %s is refused', async (field, wrong) => {
    const { status, body } = await add(await newJob(), { ...lighting, ...wrong })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
  })

  test('is changed and deleted, but not once it was sent', async () => {
    const { id, jobId, proposal } = await waiting()
    const changed = await w.call('ada', 'PUT', at(id), { ...lighting, title: 'Two strips' })
    expect(changed.body).toMatchObject({
      ...{ title: 'Two strips', status: 'sent', differsFromSent: true, clientName: 'Cleo Clark' },
    })
    // The customer answers what was sent.
    const longer = await w.call('ada', 'PUT', at(id), { ...lighting, daysAdded: 30 })
    expect(longer.body.effect).toMatchObject({ endAfter: '2026-12-23', amountAfter: 8_764_000 })
    const restored = await w.call('ada', 'PUT', at(id), lighting)
    expect(restored.body).toMatchObject({ differsFromSent: false })
    await w.call('ada', 'PUT', at(id), { ...lighting, title: 'Two strips' })
    expect((await offerOf('cleo', id)).body.title).toBe(lighting.title)
    expect((await w.call('ada', 'DELETE', at(id))).body.message).toMatch(/was sent, so it stays/)
    await w.call('ada', 'POST', `/api/proposals/${proposal.id}/withdraw`, {})
    expect((await w.call('ada', 'DELETE', at(id))).status).toBe(409)
    expect((await offerOf('cleo', id)).status).toBe(404)
    const draft = (await add(jobId)).body.id
    expect((await w.call('ada', 'DELETE', at(draft))).status).toBe(204)
    const stale = { 'if-match': '"0"' }
    expect((await w.call('ada', 'PUT', at(id), lighting, stale)).status).toBe(412)
  })
})

describe('sending', () => {
  test('freezes it without costs, with two weeks to answer', async () => {
    const { id, jobId, proposal } = await waiting()
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'America/Chicago' }).format(new Date())
    expect(proposal).toMatchObject({
      ...{ number: 'Change order 1', version: 1, status: 'sent', total: '1240.00' },
      ...{ bidId: null, changeOrderId: id, lastDay: addDays(today, 14) },
    })
    const [row] = await w.db.select().from(proposals).where(eq(proposals.id, proposal.id))
    expect(row?.content).not.toMatch(/77|unitCost|category/)
    expect(row?.costs).toEqual({ other: '154.62' })
    expect((await offerOf('cleo', id)).body).toMatchObject({
      ...{ status: 'sent', total: '1240.00', daysAdded: 3, signer: 'Cleo Clark' },
      lines: [{ description: 'LED strips', amount: '740.00' }, { amount: '500.00' }],
      effect: { amountBefore: 8_640_000, amountAfter: 8_764_000, endAfter: '2026-12-23' },
    })
    expect(await contractOf('cleo', jobId)).toMatchObject({
      waiting: 124_000,
      changes: [{ number: 1, status: 'sent', total: 124_000, proposalId: proposal.id }],
    })
    expect((await w.call('cleo', 'GET', '/api/dashboard')).body.decisions).toContainEqual({
      ...{ id, jobId, jobName: 'Kitchen remodel', number: 1, title: lighting.title },
      ...{ total: '1240.00', daysAdded: 3, lastDay: proposal.lastDay },
    })
  })

  test('again replaces what the customer has', async () => {
    const { id, jobId, proposal } = await waiting()
    const before = await linkOf(proposal.id)
    await w.call('ada', 'PUT', at(id), { ...lighting, lines: [line('LED strips', '700')] })
    const second = (await send(id, { total: '700.00' })).body
    expect(second).toMatchObject({ version: 2, number: 'Change order 1' })
    expect((await w.call('nobody', 'GET', before)).status).toBe(404)
    expect((await contractOf('cleo', jobId)).changes).toMatchObject([{ total: 70_000 }])
  })

  test('is refused for nothing, another total, a day that is over, and too large a credit', async () => {
    const jobId = await newJob()
    const { id: nothing } = (await add(jobId, { title: 'Nothing' })).body
    expect((await send(nothing)).status).toBe(409)
    const { id } = (await add(jobId)).body
    expect((await send(id, { total: '1.00' })).status).toBe(412)
    for (const lastDay of ['2020-01-01', '2040-01-01'])
      expect((await send(id, { lastDay })).body.fields).toEqual({ lastDay: expect.any(String) })
    const credit = { title: 'Less', lines: [line('Credit', '86400.01', { quantity: '-1' })] }
    const { id: less } = (await add(jobId, credit)).body
    expect((await send(less)).body.message).toBe('The contract would be below zero')
    expect(
      await w.db.$count(proposals, inArray(proposals.changeOrderId, [nothing, id, less])),
    ).toBe(0)
  })
})

describe('the answer of the client', () => {
  test('a signature moves the contract and the end, with evidence and a signed copy', async () => {
    const { id, jobId, proposal } = await waiting()
    // A change by the office meanwhile was not signed.
    await w.call('ada', 'PUT', at(id), { title: 'Another one', daysAdded: 9 })
    const answer = await approve(id)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ status: 'approved', signedBy: 'Cleo Clark', effect: null })
    expect(await jobOf(jobId)).toMatchObject({ approvedAmount: 8_764_000, endDate: '2026-12-23' })
    const [row] = await w.db.select().from(proposals).where(eq(proposals.id, proposal.id))
    expect(row?.evidence).toMatchObject({
      ...{ name: 'Cleo Clark', total: '1240.00', sha256: row?.sha256, strokes: null },
      ...{ account: 'cleo@example.com', address: '127.0.0.1' },
    })
    expect(row?.copyKey).toMatch(/^proposals\//)
    expect((await w.call('cleo', 'GET', `/api/proposals/${proposal.id}/document.pdf`)).status).toBe(
      200,
    )
    expect((await w.call('ada', 'GET', at(id))).body).toMatchObject({
      ...{
        title: lighting.title,
        status: 'approved',
        total: '1240.00',
        daysAdded: 3,
        effect: null,
      },
    })
    expect(await contractOf('cleo', jobId)).toMatchObject({
      ...{ original: 8_640_000, approvedChanges: 124_000, current: 8_764_000, waiting: 0 },
      ...{ daysAdded: 3, isSigned: true },
      changes: [{ status: 'approved', approvedBy: 'Cleo Clark', proposalId: proposal.id }],
    })
    expect((await approve(id)).body.status).toBe('approved')
    expect((await jobOf(jobId))?.approvedAmount).toBe(8_764_000)
    expect(await eventsOf(jobId)).toEqual([
      ['changeOrder.created', 'office', 'ada'],
      ['changeOrder.sent', 'client', 'ada'],
      ['changeOrder.changed', 'office', 'ada'],
      ['changeOrder.approved', 'client', 'cleo'],
    ])
    const audited = await w.db
      .select({ detail: auditEntries.detail })
      .from(auditEntries)
      .where(sql`${auditEntries.subjectId} = ${jobId} and action = 'job.amountChanged'`)
    expect(audited).toEqual([{ detail: { before: 8_640_000, after: 8_764_000 } }])
  })

  test('what was signed stays: no edit, no deletion, no other amount of the job', async () => {
    const { id, jobId } = await waiting()
    await approve(id)
    expect((await w.call('ada', 'PUT', at(id), lighting)).status).toBe(409)
    expect((await w.call('ada', 'DELETE', at(id))).status).toBe(409)
    expect((await send(id)).status).toBe(409)
    expect((await accept(id)).status).toBe(409)
    expect((await w.call('ada', 'DELETE', `/api/jobs/${jobId}`)).status).toBe(409)
    const amount = (approvedAmount: number) =>
      w.call('ada', 'PUT', `/api/jobs/${jobId}`, { approvedAmount })
    expect((await amount(1)).body.message).toMatch(/Add a change order/)
    expect((await amount(8_764_000)).status).toBe(200)
    // Another change order counters it.
    const credit = { title: 'No lighting', lines: [line('Lighting', '1240', { quantity: '-1' })] }
    const { id: counter } = (await add(jobId, credit)).body
    await send(counter)
    await approve(counter)
    expect(await contractOf('ada', jobId)).toMatchObject({ approvedChanges: 0, current: 8_640_000 })
  })

  test('the end of a finished job stays, and subs hear nothing of the amount', async () => {
    const { id, jobId } = await waiting(lighting, { status: 'completed' })
    await approve(id)
    expect(await jobOf(jobId)).toMatchObject({ approvedAmount: 8_764_000, endDate: '2026-12-18' })
    const [changed] = await w.db
      .select()
      .from(events)
      .where(sql`${events.jobId} = ${jobId} and name = 'job.changed'`)
    expect(changed?.readers).toBe('client')
  })

  test('is refused for another total or version, and without a name or consent', async () => {
    const { id, jobId } = await waiting()
    expect((await approve(id, { total: '1.00' })).status).toBe(409)
    expect((await approve(id, { version: 'a'.repeat(64) })).status).toBe(409)
    for (const [field, value] of Object.entries({ name: ' ', consent: false }))
      expect((await approve(id, { [field]: value })).body.fields).toHaveProperty(field)
    expect((await jobOf(jobId))?.approvedAmount).toBe(8_640_000)
  })

  test('a change order is declined with a reason, changed, and approved', async () => {
    const { id, jobId, proposal } = await waiting()
    const declined = await w.call('cleo', 'POST', at(id, '/decline'), { reason: 'Too much' })
    expect(declined.body).toMatchObject({ status: 'declined', decidedAt: expect.any(String) })
    expect((await approve(id)).status).toBe(409)
    expect((await contractOf('cleo', jobId)).changes).toMatchObject([{ status: 'declined' }])
    const list = await w.call('ada', 'GET', at(id, '/proposals'))
    expect(list.body[0]).toMatchObject({ id: proposal.id, status: 'declined' })
    expect(list.body[0].events.at(-1)).toMatchObject({ kind: 'declined', note: 'Too much' })
    await w.call('ada', 'PUT', at(id), { ...lighting, lines: [line('LED strips', '700')] })
    await send(id)
    await approve(id)
    expect(await contractOf('cleo', jobId)).toMatchObject({ current: 8_710_000 })
  })

  test('is noted when the client has it on screen, once in half an hour', async () => {
    const { id, jobId } = await waiting()
    for (let views = 0; views < 2; views++)
      expect((await w.call('cleo', 'POST', at(id, '/view'))).status).toBe(204)
    const [version] = (await w.call('ada', 'GET', at(id, '/proposals'))).body
    expect(version.events.slice(1)).toMatchObject([{ kind: 'viewed', actorName: 'Cleo Clark' }])
    expect((await contractOf('ada', jobId)).changes[0].viewedAt).toEqual(expect.any(String))
    expect((await w.call('ada', 'POST', at(id, '/view'))).status).toBe(403)
    expect((await w.call('carl', 'POST', at(id, '/view'))).status).toBe(404)
  })

  test('a question stays open, and only until the last day', async () => {
    const { id, proposal } = await waiting()
    const asked = await w.call('cleo', 'POST', at(id, '/ask'), { question: 'Which color?' })
    expect(asked.body.status).toBe('sent')
    const list = await w.call('ada', 'GET', at(id, '/proposals'))
    expect(list.body[0].events.at(-1)).toMatchObject({
      ...{ kind: 'question', note: 'Which color?', actorName: 'Cleo Clark' },
    })
    await w.db.update(proposals).set({ lastDay: '2026-01-01' }).where(eq(proposals.id, proposal.id))
    const { decisions } = (await w.call('cleo', 'GET', '/api/dashboard')).body
    expect(decisions).not.toContainEqual(expect.objectContaining({ id }))
    expect((await offerOf('cleo', id)).body).toMatchObject({ status: 'expired', effect: null })
    for (const [step, body] of Object.entries({ decline: {}, ask: { question: 'And now?' } }))
      expect((await w.call('cleo', 'POST', at(id, `/${step}`), body)).status).toBe(409)
    expect((await approve(id)).status).toBe(409)
  })

  test('is that of the client for whom it is, and of nobody else', async () => {
    const { id, jobId, proposal } = await waiting()
    for (const name of ['sam', 'carl', 'ada'] as const) {
      expect([403, 404]).toContain((await approve(id, {}, name)).status)
      if (name === 'ada') continue
      expect([403, 404]).toContain((await offerOf(name, id)).status)
      expect([403, 404]).toContain(
        (await w.call(name, 'GET', `/api/jobs/${jobId}/contract`)).status,
      )
      expect([403, 404]).toContain(
        (await w.call(name, 'GET', `/api/proposals/${proposal.id}/document.pdf`)).status,
      )
    }
  })

  test('a client who signs in for another customer reads the amounts of the contract alone', async () => {
    const { id, jobId } = await waiting()
    await approve(id)
    const { id: second } = (await add(jobId)).body
    const proposal = (await send(second)).body
    const [own, other] = await w.db
      .insert(customers)
      .values([{ name: 'Cleo Clark' }, { name: 'The landlord' }])
      .returning({ id: customers.id })
    await setCustomer('cleo', own?.id ?? null)
    try {
      await w.db
        .update(changeOrders)
        .set({ customerId: other?.id })
        .where(eq(changeOrders.jobId, jobId))
      await w.db
        .update(proposals)
        .set({ customerId: other?.id })
        .where(inArray(proposals.changeOrderId, [id, second]))
      expect((await offerOf('cleo', second)).status).toBe(404)
      expect((await w.call('cleo', 'POST', at(second, '/decline'), {})).status).toBe(404)
      const document = `/api/proposals/${proposal.id}/document`
      expect((await w.call('cleo', 'GET', document)).status).toBe(404)
      expect(await contractOf('cleo', jobId)).toMatchObject({
        ...{ original: 8_640_000, approvedChanges: 124_000, current: 8_764_000 },
        ...{ waiting: 0, isSigned: true, changes: [] },
      })
      const { decisions } = (await w.call('cleo', 'GET', '/api/dashboard')).body
      expect(decisions).not.toContainEqual(expect.objectContaining({ id: second }))
      // The other customer was merged into theirs.
      await w.db
        .update(customers)
        .set({ mergedIntoId: own?.id })
        .where(eq(customers.id, other?.id ?? ''))
      expect((await offerOf('cleo', second)).status).toBe(200)
    } finally {
      await setCustomer('cleo', null)
    }
  })

  test('a new client of the job does not read what was sent to the customer before', async () => {
    const [first, second] = await w.db
      .insert(customers)
      .values([{ name: 'Cleo Clark' }, { name: 'Carl Case' }])
      .returning({ id: customers.id })
    await setCustomer('cleo', first?.id ?? null)
    await setCustomer('carl', second?.id ?? null)
    try {
      const { id, jobId, proposal } = await waiting(lighting, { customerId: first?.id })
      expect((await offerOf('cleo', id)).status).toBe(200)
      const moved = { customerId: second?.id, clientId: w.idOf('carl') }
      expect((await w.call('ada', 'PUT', `/api/jobs/${jobId}`, moved)).status).toBe(200)
      expect((await offerOf('carl', id)).status).toBe(404)
      expect((await w.call('carl', 'GET', `/api/proposals/${proposal.id}/document`)).status).toBe(
        404,
      )
      expect((await contractOf('carl', jobId)).changes).toEqual([])
      expect((await offerOf('cleo', id)).status).toBe(404)
      // Nor once the customer before has no jobs any more: a customer with a change order stays.
      const removal = await w.call('ada', 'DELETE', `/api/customers/${first?.id}`)
      expect(removal.body.code).toBe('customerInUse')
      // Sent again, it is for the new customer.
      await send(id)
      expect((await offerOf('carl', id)).status).toBe(200)
      expect((await w.call('carl', 'GET', `/api/proposals/${proposal.id}/document`)).status).toBe(
        404,
      )
    } finally {
      await setCustomer('cleo', null)
      await setCustomer('carl', null)
    }
  })

  test('two signed at once both count', async () => {
    const { id, jobId } = await waiting()
    const { id: other } = (await add(jobId, { ...lighting, title: 'Glass doors' })).body
    await send(other)
    const answers = await Promise.all([approve(id), approve(other), approve(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await jobOf(jobId)).toMatchObject({ approvedAmount: 8_888_000 })
  })
})

describe('the link', () => {
  test('signs a change order on the page of the link', async () => {
    const { id, jobId, proposal } = await waiting()
    const path = await linkOf(proposal.id)
    const page = await w.call('nobody', 'GET', path)
    for (const words of [
      ...[
        'Change order 1',
        'Answer by',
        lighting.title,
        lighting.reason,
        'LED strips',
        '$1,240.00',
      ],
      'The job takes 3 working days longer, and its end moves by them.',
      'Decline this change order',
    ])
      expect(page.text).toContain(words)
    const fields = { step: 'approve', name: 'Cleo Clark', consent: 'yes', choices: '1' }
    const signed = await submit(path, { ...fields, total: '1240.00', version: proposal.sha256 })
    expect(signed.statusCode, signed.body).toBe(303)
    expect(await jobOf(jobId)).toMatchObject({ approvedAmount: 8_764_000, endDate: '2026-12-23' })
    expect((await w.call('nobody', 'GET', path)).text).toContain('Approved and signed.')
    expect((await offerOf('cleo', id)).body).toMatchObject({ status: 'approved' })
    const audited = await w.db
      .select({ actorId: auditEntries.actorId, detail: auditEntries.detail })
      .from(auditEntries)
      .where(sql`${auditEntries.subjectId} = ${jobId} and action = 'job.amountChanged'`)
    expect(audited).toEqual([{ actorId: null, detail: { before: 8_640_000, after: 8_764_000 } }])
  })

  test('declines it', async () => {
    const { jobId, proposal } = await waiting()
    const path = await linkOf(proposal.id)
    const page = await submit(path, { step: 'decline', reason: 'Not now' })
    expect(page.body).toContain('You declined this change order')
    expect((await contractOf('ada', jobId)).changes).toMatchObject([{ status: 'declined' }])
  })
})

describe('a yes in another way', () => {
  test('is noted by the office: the draft counts, and the link ends', async () => {
    const { id, jobId, proposal } = await waiting()
    const path = await linkOf(proposal.id)
    await w.call('ada', 'PUT', at(id), { ...lighting, lines: [line('LED strips', '700')] })
    const answer = await accept(id)
    expect(answer.body).toMatchObject({
      ...{ status: 'approved', total: '700.00', acceptedByName: 'Ada Adler' },
      acceptNote: 'By phone, Nov 5',
    })
    expect((await w.call('nobody', 'GET', path)).status).toBe(404)
    expect(await contractOf('cleo', jobId)).toMatchObject({
      ...{ current: 8_710_000, isSigned: true },
      changes: [{ status: 'approved', approvedBy: 'Ada Adler', proposalId: null }],
    })
    expect((await offerOf('cleo', id)).body).toMatchObject({
      ...{ status: 'approved', total: '700.00', version: null, lastDay: null },
    })
    // It was agreed, as what was signed.
    const amount = { approvedAmount: 8_800_000 }
    expect((await w.call('ada', 'PUT', `/api/jobs/${jobId}`, amount)).status).toBe(409)
    expect((await w.call('ada', 'DELETE', `/api/jobs/${jobId}`)).status).toBe(409)
  })

  test('is refused for a change order that changes nothing', async () => {
    const { id } = (await add(await newJob(), { title: 'Nothing' })).body
    expect((await accept(id)).body.message).toBe('Add lines, an amount or days first')
  })

  test('is refused where the contract would be below zero', async () => {
    const credit = { title: 'Less', lines: [line('Credit', '1000', { quantity: '-1' })] }
    const { id, jobId } = await waiting(credit)
    await w.call('ada', 'PUT', `/api/jobs/${jobId}`, { approvedAmount: 99_999 })
    expect((await accept(id)).body.message).toBe('The contract would be below zero')
    expect((await approve(id)).status).toBe(409)
    expect((await contractOf('cleo', jobId)).changes).toMatchObject([{ status: 'sent' }])
  })
})

test('are found by number and title, by a client as they were sent', async () => {
  const { jobId, id } = await waiting({ ...lighting, title: 'Pendant over the island' })
  await w.call('ada', 'PUT', at(id), { ...lighting, title: 'Skylight' })
  await add(jobId, { ...lighting, title: 'Pendant draft' })
  const withdrawn = (await add(jobId, { ...lighting, title: 'Pendant withdrawn' })).body.id
  const { id: proposalId } = (await send(withdrawn)).body
  await w.call('ada', 'POST', `/api/proposals/${proposalId}/withdraw`, {})
  const found = async (name: Name, search: string) => {
    const { body } = await w.call(name, 'GET', `/api/change-orders?search=${search}&limit=10`)
    return body.map((one: { number: number; title: string }) => [one.number, one.title])
  }
  expect(await found('ada', 'pendant')).toEqual([
    [3, 'Pendant withdrawn'],
    [2, 'Pendant draft'],
    [1, 'Skylight'],
  ])
  expect(await found('cleo', 'pendant')).toEqual([[1, 'Pendant over the island']])
  expect(await found('cleo', 'change 1 island')).toEqual([[1, 'Pendant over the island']])
  for (const search of ['skylight', 'change 2 pendant', 'withdrawn'])
    expect(await found('cleo', search)).toEqual([])
  expect(await found('ada', 'skilight&alike=true')).toEqual([[1, 'Skylight']])
  expect((await w.call('sam', 'GET', '/api/change-orders?search=pendant')).status).toBe(403)
  // Another customer's client finds nothing of it.
  expect(await found('carl', 'pendant')).toEqual([])
})
