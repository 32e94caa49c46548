import { addDays } from '@plumbline/contract/dates.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { throttles } from '../../schema/auth.ts'
import { deliveries } from '../../schema/delivery.ts'
import { invoices } from '../../schema/invoices.ts'
import { settings } from '../../schema/settings.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

const timeZone = 'America/Chicago'

let w: TestApp
let customerId: string
beforeAll(async () => {
  w = await testApp()
  const company = { companyName: 'Ridgeline Builders', timeZone, address: '1200 Shoe Factory Rd' }
  await w.db.insert(settings).values(company)
  const customer = { name: 'Nancy Boyd', contacts: [{ name: 'Nancy', email: 'nancy@example.com' }] }
  customerId = (await w.call('ada', 'POST', '/api/customers', customer)).body.id
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(throttles)
})

const at = (id: string, step = '') => `/api/invoices/${id}${step}`
const read = async (id: string) => (await w.call('ada', 'GET', at(id))).body
const linkOf = async (id: string) => (await w.call('ada', 'GET', at(id, '/link'))).body.path

async function draft(): Promise<string> {
  const lines = [{ description: 'Hanging a door', quantity: '2', unit: 'hour', unitPrice: '60.25' }]
  const body = {
    customerId,
    title: 'Doors',
    basis: { kind: 'lines' },
    lines,
    message: 'Thank you.',
  }
  return (await w.call('ada', 'POST', '/api/invoices', { ...body, note: 'Knocks twice' })).body.id
}
async function issued(body: object = {}) {
  const id = await draft()
  await w.call('ada', 'POST', at(id, '/issue'), body)
  return { id, path: (await linkOf(id)) as string }
}
const open = (path: string) => w.call('nobody', 'GET', path)
const submit = (path: string, fields: Record<string, string>, name?: Name) =>
  w.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      ...{ 'content-type': 'application/x-www-form-urlencoded', host: 'localhost' },
      ...{ 'user-agent': 'Mozilla/5.0 (iPhone) Mobile', cookie: name ? w.cookieOf(name) : '' },
    },
  })
const kindsOf = async (id: string) =>
  (await read(id)).events.map(({ kind }: { kind: string }) => kind)

describe('the link of an invoice', () => {
  test('shows what was issued, and changes nothing', async () => {
    const { id, path } = await issued()
    const page = await open(path)
    expect(page.status).toBe(200)
    for (const words of [
      'Nancy Boyd',
      '$120.50',
      'Hanging a door',
      '2 hour × $60.25',
      'Thank you.',
    ])
      expect(page.text).toContain(words)
    expect(page.text).toContain('in 14 days')
    // The note is for the office.
    expect(page.text).not.toContain('Knocks')
    expect(page.headers['cache-control']).toContain('no-store')
    const pdf = await open(`${path}/invoice.pdf`)
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(await kindsOf(id)).toEqual(['created', 'issued'])
    expect((await read(id)).status).toBe('open')
  })

  test('is there from the day of issue, and ends when it is renewed', async () => {
    expect(await linkOf(await draft())).toBeNull()
    const { id, path } = await issued()
    const renewed = await w.call('ada', 'POST', at(id, '/renew-link'))
    expect(renewed.body.path).not.toBe(path)
    expect(await linkOf(id)).toBe(renewed.body.path)
    const [before, now] = [await open(path), await open(renewed.body.path)]
    expect([before.status, now.status]).toEqual([404, 200])
    expect(before.text).toBe((await open('/i/unknown')).text)
    expect((await open(`${path}/invoice.pdf`)).status).toBe(404)
    // Nor does a question reach the office with the one before.
    expect((await submit(path, { step: 'ask', question: 'Why?' })).statusCode).toBe(404)
    // The token of an invoice is none of a proposal.
    expect((await open(renewed.body.path.replace('/i/', '/p/'))).status).toBe(404)
  })

  test('notes that it was viewed, once in half an hour, and not by the office', async () => {
    const { id, path } = await issued()
    await submit(path, { step: 'viewed' }, 'ada')
    expect((await read(id)).status).toBe('open')
    await submit(path, { step: 'viewed' })
    await submit(path, { step: 'viewed' })
    expect(await read(id)).toMatchObject({
      status: 'viewed',
      events: [{}, {}, { kind: 'viewed', note: 'on a phone', actorName: null }],
    })
    const found = await w.call('ada', 'GET', '/api/invoices?status=viewed')
    expect(found.body.map((one: { id: string }) => one.id)).toContain(id)
    const { now } = w.clock
    w.clock.now = new Date(now.getTime() + 31 * MINUTE_MS)
    await submit(path, { step: 'viewed' })
    w.clock.now = now
    expect(await kindsOf(id)).toEqual(['created', 'issued', 'viewed', 'viewed'])
  })

  test('takes questions, and says what is missing', async () => {
    const { id, path } = await issued()
    const empty = await submit(path, { step: 'ask', question: ' ' })
    expect([empty.statusCode, empty.body.includes('Write your question')]).toEqual([400, true])
    const asked = await submit(path, { step: 'ask', question: 'Which <b>door</b>?' })
    // Another page, whose reload does not ask again.
    expect([asked.statusCode, asked.headers.location]).toEqual([303, `${path}/asked`])
    expect((await open(`${path}/asked`)).text).toContain('We got your question')
    expect((await read(id)).events.at(-1)).toMatchObject({
      ...{ kind: 'question', note: 'Which <b>door</b>?' },
    })
  })

  test('says what is overdue, paid and void', async () => {
    const { id, path } = await issued()
    const { now } = w.clock
    const { dueOn } = await read(id)
    w.clock.now = new Date(`${addDays(dueOn, 3)}T18:00:00Z`)
    expect((await open(path)).text).toContain('3 days overdue')
    w.clock.now = now
    await w.call('ada', 'POST', at(id, '/void'), { reason: 'Wrong door' })
    const page = await open(path)
    expect(page.text).toContain('Nothing is owed')
    expect(page.text).toMatch(/<h1 class="owed"><s>\$[\d,.]+<\/s>/)
    // The reason is for the office.
    expect(page.text).not.toContain('Wrong door')
    expect((await w.call('ada', 'POST', at(id, '/renew-link'))).body.code).toBe('invoiceNotOpen')
  })

  test('sending makes one where it was made under another secret', async () => {
    const { id, path } = await issued()
    await w.db.update(invoices).set({ linkMadeAt: null, linkHash: null }).where(eq(invoices.id, id))
    expect((await open(path)).status).toBe(404)
    await w.call('ada', 'POST', at(id, '/send'), { email: 'nancy@example.com' })
    expect((await open(await linkOf(id))).status).toBe(200)
  })

  test('without a mail server, the addresses are noted and nothing is queued', async () => {
    const { id } = await issued({ email: 'nancy@example.com' })
    expect(await read(id)).toMatchObject({
      ...{ sentTo: 'nancy@example.com', customerEmail: 'nancy@example.com' },
      events: [{}, { kind: 'issued' }, { kind: 'sent', note: 'nancy@example.com' }],
    })
    const again = await w.call('ada', 'POST', at(id, '/send'), { email: 'paul@example.com' })
    expect(again.body).toMatchObject({ sentTo: 'paul@example.com' })
    expect(again.body.events.at(-1)).toMatchObject({ kind: 'sent', note: 'paul@example.com' })
    expect(await w.db.$count(deliveries)).toBe(0)
    const none = await w.call('ada', 'POST', at(await draft(), '/send'), { email: 'a@example.com' })
    expect(none.body.code).toBe('invoiceNotOpen')
  })
})
