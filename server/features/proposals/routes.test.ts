import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readProposal, sha256Of } from '../../documents/canonical.ts'
import { auditEntries } from '../../schema/audit.ts'
import { throttles } from '../../schema/auth.ts'
import { pendingBids } from '../../schema/bids.ts'
import { jobs } from '../../schema/jobs.ts'
import { proposalHistory, proposals } from '../../schema/proposals.ts'
import { settings } from '../../schema/settings.ts'
import { invitePerson } from '../../testing/invitedPeople.ts'
import { race } from '../../testing/race.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  const company = {
    companyName: 'Ridgeline Builders',
    timeZone: 'America/Chicago',
    phone: '555-0199',
  }
  await w.db.insert(settings).values(company)
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(throttles)
})

const line = (description: string, unitPrice: string, facts: object = {}) => ({
  ...{
    description,
    quantity: '1',
    unitPrice,
    unitCost: '77.31',
    category: 'subcontract',
    ...facts,
  },
})
const pricing = {
  sections: [
    { title: 'Room', lines: [line('Footings', '1000')] },
    {
      title: 'Extras',
      kind: 'optional',
      lines: [line('Heated floor', '300'), line('Screens', '50', { chosen: false })],
    },
    {
      title: 'Floor',
      kind: 'choose_one',
      lines: [line('Vinyl', '0'), line('Tile', '200', { chosen: false })],
    },
  ],
  schedule: [{ title: 'On signing', share: { kind: 'amount', value: '100' } }, { title: 'Rest' }],
}

async function pricedBid(): Promise<string> {
  const bid = { name: 'Three-season room', address: '14 Lake Dr', customerName: 'Nancy Boyd' }
  const { id } = (await w.call('ada', 'POST', '/api/pending-bids', bid)).body
  await w.call('ada', 'PUT', `/api/pending-bids/${id}/pricing`, pricing)
  return id
}
const sendBid = (id: string, body: object = {}, headers = {}) =>
  w.call('ada', 'POST', `/api/pending-bids/${id}/proposals`, body, headers)
const linkOf = async (id: string): Promise<string> =>
  (await w.call('ada', 'GET', `/api/proposals/${id}/link`)).body.path
/** A sent bid: the ids of bid and proposal, and the path of the link. */
async function sent() {
  const bidId = await pricedBid()
  const { id, sha256 } = (await sendBid(bidId)).body
  return { bidId, id, sha256, path: await linkOf(id) }
}
const open = (path: string) => w.call('nobody', 'GET', path)
const submit = (path: string, fields: Record<string, string>, cookie = '') =>
  w.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      ...{ 'content-type': 'application/x-www-form-urlencoded', host: 'localhost', cookie },
      'user-agent': 'Mozilla/5.0 (iPhone) Mobile',
    },
  })
const statusOf = async (id: string) =>
  (await w.db.select().from(proposals).where(eq(proposals.id, id)))[0]?.status
const kindsOf = async (id: string) =>
  (
    await w.db
      .select()
      .from(proposalHistory)
      .where(eq(proposalHistory.proposalId, id))
      .orderBy(proposalHistory.id)
  ).map(({ kind }) => kind)
const signature = (sha256: string, total: string, facts: Record<string, string> = {}) => ({
  ...{ step: 'approve', name: 'Nancy Boyd', consent: 'yes', way: 'typed', strokes: '' },
  ...{ version: sha256, total, ...facts },
})

describe('sending', () => {
  test('freezes a version without costs, under its hash and a number of the year', async () => {
    const bidId = await pricedBid()
    const answer = await sendBid(bidId, { email: 'nancy@example.com' })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      ...{ version: 1, status: 'sent', total: '1300.00', sentTo: 'nancy@example.com' },
      ...{ number: expect.stringMatching(/^P-\d{4}-\d{4}$/) },
      events: [{ kind: 'sent', actorName: expect.any(String) }],
    })
    const [row] = await w.db.select().from(proposals).where(eq(proposals.bidId, bidId))
    expect(sha256Of(row?.content ?? '')).toBe(answer.body.sha256)
    expect(row?.content).not.toMatch(/77|subcontract|null|true|false/)
    expect(readProposal(row?.content ?? '').sections[1]?.lines[1]).toMatchObject({
      ...{ description: 'Screens', unitPrice: '50', chosen: false, unit: null },
    })
    expect(row?.costs).toEqual({ subcontract: '231.93' })
  })

  test('again makes the next version and ends the link before', async () => {
    const first = await sent()
    const second = (await sendBid(first.bidId)).body
    expect(second).toMatchObject({ version: 2 })
    const list = await w.call('ada', 'GET', `/api/pending-bids/${first.bidId}/proposals`)
    expect(
      list.body.map(({ version, status, number }: Record<string, unknown>) => [
        version,
        status,
        number === second.number,
      ]),
    ).toEqual([
      [2, 'sent', true],
      [1, 'replaced', true],
    ])
    expect((await open(first.path)).status).toBe(404)
    expect(await linkOf(first.id)).toBeNull()
    expect((await open(await linkOf(second.id))).status).toBe(200)
  })

  test('is refused as stale if it is not of the total that was shown', async () => {
    const bidId = await pricedBid()
    expect((await sendBid(bidId, { total: '1.00' })).status).toBe(412)
    expect((await sendBid(bidId, { total: '1300.00' })).status).toBe(201)
  })

  test('is refused for what offers nothing, is decided, asks for too much, or has changed', async () => {
    const bare = (
      await w.call('ada', 'POST', '/api/pending-bids', { name: 'Porch', address: '1 Elm St' })
    ).body.id
    expect((await sendBid(bare)).body.code).toBe('nothingToSend')
    const bidId = await pricedBid()
    const read = await w.call('ada', 'GET', `/api/pending-bids/${bidId}/pricing`)
    // Without the options it may be 1,000.00.
    const schedule = [
      { title: 'Start', share: { kind: 'amount', value: '1000.01' } },
      pricing.schedule[1],
    ]
    await w.call('ada', 'PUT', `/api/pending-bids/${bidId}/pricing`, { ...pricing, schedule })
    expect((await sendBid(bidId)).body.fields).toEqual({
      schedule: 'The payments are more than the smallest total that can be chosen',
    })
    const stale = await sendBid(bidId, {}, { 'if-match': String(read.headers.etag) })
    expect(stale.status).toBe(412)
    await w.call('ada', 'POST', `/api/pending-bids/${bidId}/convert`)
    expect((await sendBid(bidId)).body.code).toBe('bidDecided')
    expect(await w.db.$count(proposals, eq(proposals.bidId, bidId))).toBe(0)
  })
})

describe('what would be sent now', () => {
  const versionsOf = async (bidId: string) =>
    (await w.call('ada', 'GET', `/api/pending-bids/${bidId}/proposals`)).body
  const differs = async (bidId: string): Promise<boolean> => (await versionsOf(bidId))[0].differs
  const put = (bidId: string, part: '' | '/pricing', body: object) =>
    w.call('ada', 'PUT', `/api/pending-bids/${bidId}${part}`, body)

  test.each<[string, '' | '/pricing', object]>([
    ['the heading', '', { name: 'Four-season room' }],
    ['the site', '', { address: '15 Lake Dr' }],
    ['the customer', '', { customerPhone: '847-555-0153' }],
    ['the scope', '', { scope: 'All of it' }],
    ['the introduction', '/pricing', { ...pricing, introduction: 'Hello' }],
    ['the title of a payment', '/pricing', { ...pricing, schedule: [{ title: 'At once' }] }],
  ])('differs from the version by %s', async (_, part, change) => {
    const { bidId } = await sent()
    expect(await differs(bidId)).toBe(false)
    expect((await put(bidId, part, change)).status).toBe(200)
    expect(await differs(bidId)).toBe(true)
    await sendBid(bidId)
    const [second, first] = await versionsOf(bidId)
    expect([second.differs, first.differs]).toEqual([false, false])
  })

  test('is the same with other costs, notes and days to answer', async () => {
    const { bidId } = await sent()
    const lines = [line('Footings', '1000', { unitCost: '99', category: 'labor' })]
    const [, ...others] = pricing.sections
    const sections = [{ title: 'Room', lines }, ...others]
    await put(bidId, '/pricing', { ...pricing, sections, validDays: 60 })
    await put(bidId, '', { notes: 'Call again', priority: 'high' })
    expect(await differs(bidId)).toBe(false)
  })

  test('is not compared with a version that was withdrawn', async () => {
    const { bidId, id } = await sent()
    await w.call('ada', 'POST', `/api/proposals/${id}/withdraw`, {})
    await put(bidId, '', { name: 'Four-season room' })
    expect(await differs(bidId)).toBe(false)
  })
})

test('a rejected bid has no open link', async () => {
  const { bidId, id, path } = await sent()
  await w.call('ada', 'PUT', `/api/pending-bids/${bidId}`, { status: 'rejected' })
  expect(await statusOf(id)).toBe('withdrawn')
  expect((await open(path)).status).toBe(404)
  const other = await sent()
  const change = { ids: [other.bidId], status: 'rejected' }
  await w.call('ada', 'POST', '/api/pending-bids/change', change)
  expect(await statusOf(other.id)).toBe('withdrawn')
})

test.each([
  [{ note: ' By phone, July 3 ' }, 'By phone, July 3'],
  [{ note: '' }, 'The customer said yes to the office'],
  [undefined, 'The customer said yes to the office'],
])(
  'approving in the office ends the link, and notes how the customer said yes: %j',
  async (body, note) => {
    const { bidId, id, path } = await sent()
    const answer = await w.call('ada', 'POST', `/api/pending-bids/${bidId}/convert`, body)
    expect(answer.status, answer.text).toBe(200)
    expect((await open(path)).status).toBe(404)
    const list = (await w.call('ada', 'GET', `/api/pending-bids/${bidId}/proposals`)).body
    const event = { kind: 'withdrawn', actorName: 'Ada Adler', note }
    expect(list).toMatchObject([{ id, status: 'withdrawn', events: [{ kind: 'sent' }, event] }])
  },
)

test('approving in the office refuses a note that is no text', async () => {
  const { bidId, id } = await sent()
  for (const body of [{ note: 7 }, { note: 'a'.repeat(2001) }, []]) {
    const answer = await w.call('ada', 'POST', `/api/pending-bids/${bidId}/convert`, body)
    expect(answer.status, answer.text).toBe(400)
  }
  expect(await statusOf(id)).toBe('sent')
})

test('a renewed link ends the one before, a withdrawn one ends for good', async () => {
  const { id, path } = await sent()
  const renewed = await w.call('ada', 'POST', `/api/proposals/${id}/renew-link`)
  expect((await open(path)).status).toBe(404)
  expect((await open(renewed.body.path)).status).toBe(200)
  const withdrawn = await w.call('ada', 'POST', `/api/proposals/${id}/withdraw`, { note: 'Sick' })
  expect(withdrawn.body).toMatchObject({ status: 'withdrawn' })
  expect((await open(renewed.body.path)).status).toBe(404)
  const again = await w.call('ada', 'POST', `/api/proposals/${id}/withdraw`, {})
  expect(again.body.code).toBe('proposalClosed')
  expect(await kindsOf(id)).toEqual(['sent', 'renewed', 'withdrawn'])
})

describe('the page of a link', () => {
  test('shows what is offered, and a GET changes nothing', async () => {
    const { id, path } = await sent()
    const before = await w.db.select().from(proposals).where(eq(proposals.id, id))
    const page = await open(path)
    expect(page.headers).toMatchObject({
      ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    })
    for (const text of ['Three-season room', 'Heated floor', '$1,300.00', 'noindex'])
      expect(page.text).toContain(text)
    expect(page.text).not.toMatch(/77\.31|subcontract/)
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = { host: 'localhost', 'sec-purpose': 'prefetch;prerender' }
      expect((await w.app.inject({ method, url: path, headers })).statusCode).toBe(200)
    }
    expect(await w.db.select().from(proposals).where(eq(proposals.id, id))).toEqual(before)
    expect(await kindsOf(id)).toEqual(['sent'])
  })

  test('is one friendly page for every link that does not work, and 429 after thirty', async () => {
    const unknown = await open(`/p/${'x'.repeat(43)}`)
    expect(unknown.status).toBe(404)
    expect(unknown.text).toContain('This link no longer works')
    // The token of an invite is no link of a proposal.
    const { inviteLink } = await invitePerson(w)
    const invite = await open(`/p/${inviteLink.split('/').at(-1)}`)
    expect([invite.status, invite.text]).toEqual([404, unknown.text])
    const { id, path } = await sent()
    await w.call('ada', 'POST', `/api/proposals/${id}/withdraw`, {})
    expect((await open(path)).text).toBe(unknown.text)
    const expired = await sent()
    await w.db.update(proposals).set({ lastDay: '2020-01-01' }).where(eq(proposals.id, expired.id))
    expect((await open(expired.path)).text).toBe(unknown.text)
    expect((await submit(expired.path, signature(expired.sha256, '1300.00'))).statusCode).toBe(404)
    const renewed = await w.call('ada', 'POST', `/api/proposals/${expired.id}/renew-link`)
    expect(renewed.body.code).toBe('linkEnded')
    const statuses = await Promise.all(
      Array.from({ length: 31 }, (_, n) => open(`/p/${String(n).padStart(43, 'y')}`)),
    )
    expect(statuses.some(({ status }) => status === 429)).toBe(true)
  })

  test('counts the choices, and refuses what is not offered', async () => {
    const { path } = await sent()
    const update = (fields: Record<string, string>) =>
      submit(path, { step: 'update', choices: '1', ...fields })
    expect((await update({ 'o1-1': 'yes', c2: '1' })).body).toContain('$1,250.00')
    // Enter presses the first button.
    expect(/<button[^>]*>/.exec((await open(path)).text)?.[0]).toContain('value="update"')
    for (const fields of [{ c2: '7' }, { c2: '1', 'o1-9': 'yes' }, {}]) {
      const answer = await update(fields)
      expect(answer.statusCode, JSON.stringify(fields)).toBe(400)
    }
  })

  test('has the choices of this browser again on every way back, and after a problem', async () => {
    const { id, path, sha256 } = await sent()
    const choices = { choices: '1', 'o1-1': 'yes', c2: '1' }
    const boxes = (text: string) =>
      [...text.matchAll(/<input type="(?:radio|checkbox)"[^>]*>/g)].map(([one]) =>
        one.includes(' checked'),
      )
    const chosen = [false, true, false, true]
    const asSent = [true, false, true, false]
    const openWith = async (at: string, cookie: string) =>
      boxes((await w.call('nobody', 'GET', at, undefined, { cookie })).text)
    for (const step of ['update', 'sign', 'ask']) {
      const answer = await submit(path, { step, question: 'Which tile?', ...choices })
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
      expect(await openWith(path, cookie), step).toEqual(chosen)
    }
    // An empty question is a problem on the page with the choices.
    expect(boxes((await submit(path, { step: 'ask', ...choices })).body)).toEqual(chosen)
    // The page to sign carries them on with a question or a refusal.
    const sign = (await submit(path, { step: 'sign', ...choices })).body
    expect(sign.match(/name="o1-1" value="yes"/g)).toHaveLength(2)
    for (const step of ['ask', 'decline'])
      expect(sign).toContain(`name="step" value="${step}" form="answer"`)
    // Choices of another proposal, or that are not offered, leave it as it was sent.
    const other = await sent()
    const cookie = `plumbline_choices=${id}.o1-1.c2_1`
    expect(await openWith(other.path, cookie)).toEqual(asSent)
    expect(await openWith(path, `plumbline_choices=${id}.o7-1.c2_9`)).toEqual(asSent)
    const signed = await submit(path, signature(sha256, '1250.00', choices))
    expect(String(signed.headers['set-cookie'])).toMatch(/^plumbline_choices=; Max-Age=0/)
  })

  test('is noted as seen, but not by the office, and a question is', async () => {
    const { id, path } = await sent()
    await submit(path, { step: 'viewed' }, w.cookieOf('ada'))
    expect(await kindsOf(id)).toEqual(['sent'])
    await submit(path, { step: 'viewed' })
    await submit(path, { step: 'viewed' })
    expect((await submit(path, { step: 'ask', question: ' ' })).statusCode).toBe(400)
    const asked = await submit(path, { step: 'ask', question: 'Which tile?' })
    // Another page, whose reload does not ask again.
    expect([asked.statusCode, asked.headers.location]).toEqual([303, `${path}/asked`])
    expect((await open(`${path}/asked`)).text).toContain('We got your question')
    const { body } = await w.call(
      'ada',
      'GET',
      `/api/pending-bids/${(await bidOf(id)) ?? ''}/proposals`,
    )
    expect(body[0].events.map(({ kind, note }: Record<string, string>) => [kind, note])).toEqual([
      ['sent', null],
      ['viewed', 'on a phone'],
      ['question', 'Which tile?'],
    ])
  })

  test('declines with a reason, which ends the link and leaves the bid open', async () => {
    const { bidId, id, path } = await sent()
    const answer = await submit(path, { step: 'decline', reason: 'Too dear' })
    expect(answer.body).toContain('You declined')
    expect(await statusOf(id)).toBe('declined')
    expect((await open(path)).status).toBe(404)
    expect((await sendBid(bidId)).body.version).toBe(2)
  })

  test('declines nothing by a link that was renewed meanwhile', async () => {
    const { id, path } = await sent()
    const renew = `update proposals set link_hash = 'renewed' where id = '${id}'`
    const answers = await race(w, renew, () => submit(path, { step: 'decline' }))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect(await statusOf(id)).toBe('sent')
  })
})

const bidOf = async (id: string) =>
  (await w.db.select().from(proposals).where(eq(proposals.id, id)))[0]?.bidId

describe('approving', () => {
  const choices = { choices: '1', 'o1-1': 'yes', c2: '1' }

  test('gives the client of the bid the job and the signed copy', async () => {
    const { bidId, id, path, sha256 } = await sent()
    await w.call('ada', 'PUT', `/api/pending-bids/${bidId}`, { clientId: w.idOf('cleo') })
    const document = `/api/proposals/${id}/document.pdf`
    expect((await w.call('cleo', 'GET', document)).status).toBe(404)
    await submit(path, signature(sha256, '1250.00', choices))
    expect((await w.call('cleo', 'GET', document)).status).toBe(200)
    for (const name of ['sam', 'carl'] as const)
      expect([403, 404]).toContain((await w.call(name, 'GET', document)).status)
    const [bid] = await w.db.select().from(pendingBids).where(eq(pendingBids.id, bidId))
    const { body } = await w.call('cleo', 'GET', `/api/jobs/${bid?.jobId}/contract`)
    expect(body).toMatchObject({
      ...{ original: 125_000, isSigned: true, changes: [], newTaxRate: null },
      proposal: { id, signedBy: 'Nancy Boyd' },
    })
    const entries = await w.db
      .select({ action: auditEntries.action, actorId: auditEntries.actorId })
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, bid?.jobId ?? ''))
    expect(entries).toContainEqual({ action: 'job.clientChanged', actorId: null })
  })

  test('makes the job of the chosen total, once, with a signed copy and its evidence', async () => {
    const { bidId, id, path, sha256 } = await sent()
    const signed = signature(sha256, '1250.00', {
      ...choices,
      ...{ way: 'drawn', strokes: '[[[10,10],[20,30],[40,50],[60,60]]]' },
    })
    const answers = [await submit(path, signed), await submit(path, signed)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303])
    const [bid] = await w.db.select().from(pendingBids).where(eq(pendingBids.id, bidId))
    expect(bid?.status).toBe('approved')
    const made = await w.db
      .select()
      .from(jobs)
      .where(eq(jobs.id, bid?.jobId ?? ''))
    expect(made.map(({ approvedAmount }) => approvedAmount)).toEqual([125_000])
    expect(await kindsOf(id)).toEqual(['sent', 'approved'])
    const [row] = await w.db.select().from(proposals).where(eq(proposals.id, id))
    expect(row?.evidence).toMatchObject({
      ...{ name: 'Nancy Boyd', total: '1250.00', sha256, address: '127.0.0.1' },
      ...{ browser: 'Mozilla/5.0 (iPhone) Mobile', consent: expect.stringContaining('I agree') },
      choices: [
        { section: 'Extras', lines: ['Screens'] },
        { section: 'Floor', lines: ['Tile'] },
      ],
    })
    const page = await open(path)
    for (const text of [
      'Approved and signed',
      'Nancy Boyd',
      '$1,250.00',
      'Extras: Screens',
      'Floor: Tile',
      sha256,
      '<svg',
    ])
      expect(page.text).toContain(text)
    const copy = await w.app.inject({ url: `${path}/signed.pdf`, headers: { host: 'localhost' } })
    expect(sha256Of(copy.rawPayload)).toBe(row?.copySha256)
    expect(copy.headers['cache-control']).toBe('no-store')
    // A signed bid can neither be deleted nor reopened.
    for (const [method, url] of [
      ['DELETE', `/api/pending-bids/${bidId}`],
      ['POST', `/api/pending-bids/${bidId}/undo-convert`],
      ['DELETE', `/api/jobs/${bid?.jobId}`],
    ] as const)
      expect((await w.call('ada', method, url)).body.code).toBe('signed')
  })

  test('leaves a link that works for 90 days more', async () => {
    const { path, sha256 } = await sent()
    const before = w.clock.now
    await submit(path, signature(sha256, '1250.00', choices))
    const statusAfter = async (days: number) => {
      w.clock.now = new Date(before.getTime() + days * 86_400_000)
      return (await open(path)).status
    }
    expect([await statusAfter(89), await statusAfter(91)]).toEqual([200, 404])
    w.clock.now = before
  })

  test.each([
    [{ name: ' ' }, 400, 'Enter your name'],
    [{ name: 'x'.repeat(10_000) }, 400, 'At most 200 characters'],
    [{ consent: '' }, 400, 'Please agree to sign electronically'],
    [{ way: 'drawn' }, 400, 'Sign in the box, or type your name'],
    [{ way: 'drawn', strokes: '[[[1,1]]]' }, 400, 'Sign in the box, or type your name'],
    [{ way: 'drawn', strokes: '[[[1,9999],[2,2],[3,3],[4,4]]]' }, 400, 'Sign in the box'],
    [{ way: 'drawn', strokes: 'x'.repeat(60_001) }, 400, 'This drawing is too large'],
    [{ total: '1.00' }, 409, 'This has changed'],
    [{ version: 'another' }, 409, 'This has changed'],
  ])('is refused with %j, and nothing is written', async (facts, status, text) => {
    const { bidId, id, path, sha256 } = await sent()
    const fields = signature(sha256, '1250.00', {
      ...choices,
      ...(facts as Record<string, string>),
    })
    const answer = await submit(path, fields)
    expect(answer.statusCode).toBe(status)
    expect(answer.body).toContain(text)
    expect(await statusOf(id)).toBe('sent')
    expect((await w.call('ada', 'GET', `/api/pending-bids/${bidId}`)).body.status).toBe('pending')
  })

  test('a form that is too large gets a page, and nothing is written', async () => {
    const { id, path, sha256 } = await sent()
    const fields = signature(sha256, '1250.00', { way: 'drawn', strokes: 'x'.repeat(5_000_000) })
    const answer = await submit(path, fields)
    expect(answer.statusCode).toBe(413)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.body).toContain('The request is too large')
    expect(await statusOf(id)).toBe('sent')
  })

  const rivals: [string, (made: Awaited<ReturnType<typeof sent>>) => Promise<unknown>][] = [
    ['another approval', ({ path, sha256 }) => submit(path, signature(sha256, '1300.00'))],
    ['a withdrawal', ({ id }) => w.call('ada', 'POST', `/api/proposals/${id}/withdraw`, {})],
    ['a new version', ({ bidId }) => sendBid(bidId)],
    [
      'Approve by the office',
      ({ bidId }) => w.call('ada', 'POST', `/api/pending-bids/${bidId}/convert`),
    ],
    [
      'the deletion of the bid',
      ({ bidId }) => w.call('ada', 'DELETE', `/api/pending-bids/${bidId}`),
    ],
  ]
  test.each(rivals)('beside %s has one outcome', async (_, rival) => {
    for (let round = 0; round < 2; round++) {
      const made = await sent()
      const approval = () => submit(made.path, signature(made.sha256, '1300.00'))
      await Promise.all(round % 2 ? [approval(), rival(made)] : [rival(made), approval()])
      const [bid] = await w.db.select().from(pendingBids).where(eq(pendingBids.id, made.bidId))
      const status = await statusOf(made.id)
      const jobCount = bid?.jobId ? await w.db.$count(jobs, eq(jobs.id, bid.jobId)) : 0
      const isSigned = status === 'approved'
      // Signed: the bid is approved with one job. Otherwise the proposal is closed or gone.
      if (isSigned) expect([bid?.status, jobCount]).toEqual(['approved', 1])
      else expect([undefined, 'withdrawn', 'replaced']).toContain(status)
    }
  })
})
