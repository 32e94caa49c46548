import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ApiClient } from '../harness/apiClient.ts'
import {
  accountOf,
  applyCredit,
  invoiceOf,
  issue,
  newCustomer,
  newDraft,
  newInvoice,
  type Pair,
  pay,
  reverse,
  startPair,
  statusesOf,
  voidInvoice,
} from './invoicing.ts'
import { random, seed, size } from './options.ts'

const ROUNDS = size(200, 4)
const KILLS = size(50, 2)
const chance = random(seed)

let pair: Pair
let admin: ApiClient
/** The same person on another node. */
let elsewhere: ApiClient

beforeAll(async () => {
  pair = await startPair(inject('company'))
  ;({ admin, elsewhere } = pair)
})
afterAll(() => pair.remove())

const invoice = (id: string) => invoiceOf(admin, id)
const account = (id: string) => accountOf(admin, id)

interface Thing {
  readonly id: string
}
interface Numbered {
  readonly number: string | null
}
interface Refused {
  readonly code: string
}
const post = (path: string, body: object) => admin.request<Thing>('POST', path, body)
const lines = {
  basis: { kind: 'lines' },
  lines: [{ description: 'Door', quantity: '1', unitPrice: '100' }],
}

/** The place of each number in its year, sorted: `2026-0042` as 42. */
const places = (numbers: readonly (string | null)[]) =>
  numbers.map((number) => Number(number?.split('-').at(-1))).sort((a, b) => a - b)

/** Expects numbers that follow each other. @returns the last one */
function expectNoGap(numbers: readonly number[], last: number): number {
  expect(numbers).toEqual(numbers.map((_, at) => last + 1 + at))
  return last + numbers.length
}

test('twenty invoices issued at once on two nodes, of which half fail, have no gap', async () => {
  const customerId = await newCustomer(admin)
  const first = await newInvoice(admin, customerId)
  let last = places([(await invoice(first)).number])[0] ?? 0
  for (let round = 0; round < ROUNDS; round++) {
    const drafts = await Promise.all(Array.from({ length: 20 }, () => newDraft(admin, customerId)))
    const answers = await Promise.all(
      drafts.map((id, at) =>
        // Every other one has another total on screen, which is refused.
        issue(at % 4 < 2 ? admin : elsewhere, id, { total: at % 2 === 0 ? 10_000 : 9999 }),
      ),
    )
    expect(statusesOf(answers)).toEqual([...Array(10).fill(200), ...Array(10).fill(412)])
    const issued = answers.filter(({ status }) => status === 200)
    last = expectNoGap(places(issued.map(({ body }) => body.number)), last)
  }
})

test('of two payments of the last cent on two nodes one is recorded', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const customerId = await newCustomer(admin)
    const id = await newInvoice(admin, customerId)
    await pay(admin, customerId, 9999, id)
    const answers = await Promise.all([
      pay(admin, customerId, 1, id),
      pay(elsewhere, customerId, 1, id),
    ])
    expect(statusesOf(answers)).toEqual([201, 400])
    expect(await invoice(id)).toMatchObject({ status: 'paid', paid: 10_000, owed: 0 })
  }
})

test('a payment beside a void has one outcome', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const customerId = await newCustomer(admin)
    const id = await newInvoice(admin, customerId)
    const [paid, voided] = await Promise.all([
      sleep(chance() * 20).then(() => pay(admin, customerId, 10_000, id)),
      sleep(chance() * 20).then(() => voidInvoice(elsewhere, id)),
    ])
    const isPaid = paid.status === 201
    outcomes.add(isPaid ? 'paid' : 'void')
    expect([paid.status, voided.status]).toEqual(isPaid ? [201, 409] : [400, 200])
    expect(await invoice(id)).toMatchObject({ paid: isPaid ? 10_000 : 0, owed: 0 })
    expect(await account(customerId)).toMatchObject({ owed: 0, credit: 0 })
  }
  // Neither of the two always comes first.
  if (ROUNDS > 20) expect(outcomes.size).toBe(2)
})

test('a reversal beside a payment of the same invoice, and beside itself, has one outcome', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const customerId = await newCustomer(admin)
    const id = await newInvoice(admin, customerId)
    const { body: before } = await pay(admin, customerId, 4000, id)
    // All of it is owed only once the check has bounced.
    const [paid, ...reversed] = await Promise.all([
      sleep(chance() * 20).then(() => pay(admin, customerId, 10_000, id)),
      sleep(chance() * 20).then(() => reverse(elsewhere, before.id)),
      sleep(chance() * 20).then(() => reverse(admin, before.id)),
    ])
    expect(statusesOf(reversed)).toEqual([200, 409])
    expect([201, 400]).toContain(paid.status)
    const received = paid.status === 201 ? 10_000 : 0
    outcomes.add(received > 0 ? 'paid' : 'refused')
    expect(await invoice(id)).toMatchObject({ paid: received, owed: 10_000 - received })
    expect(await account(customerId)).toMatchObject({ owed: 10_000 - received, credit: 0 })
  }
  if (ROUNDS > 20) expect(outcomes.size).toBe(2)
})

test('credit that is used while its payment is reversed is neither used nor left', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const customerId = await newCustomer(admin)
    const id = await newInvoice(admin, customerId)
    const { body: deposit } = await pay(admin, customerId, 10_000)
    const [applied, reversed] = await Promise.all([
      sleep(chance() * 20).then(() => applyCredit(admin, customerId, id, 10_000)),
      sleep(chance() * 20).then(() => reverse(elsewhere, deposit.id)),
    ])
    expect([200, 400]).toContain(applied.status)
    expect(reversed.status).toBe(200)
    expect(await invoice(id)).toMatchObject({ paid: 0, owed: 10_000 })
    expect(await account(customerId)).toMatchObject({ owed: 10_000, credit: 0 })
  }
})

const schedule = [
  { title: 'Deposit', share: { kind: 'percent', value: '30' } },
  { title: 'On completion' },
]

/** A job from a bid of $1,000 that is paid in two steps, with an approved change order of $100. */
async function scheduledJob(customerId: string) {
  const work = { name: 'Primary bath', address: '230 Third St', customerId }
  const { id: bidId } = await admin.request<Thing>('POST', '/api/pending-bids', work)
  const line = { description: 'Tile', quantity: '1', unitPrice: '1000' }
  const sections = [{ title: 'Bath', lines: [line] }]
  await admin.request('PUT', `/api/pending-bids/${bidId}/pricing`, { sections, schedule })
  const { id } = await admin.request<Thing>('POST', `/api/pending-bids/${bidId}/convert`)
  const order = { title: 'Rail', lines: [{ ...line, unitPrice: '100' }] }
  const change = await admin.request<Thing>('POST', `/api/jobs/${id}/change-orders`, order)
  await admin.request('POST', `/api/change-orders/${change.id}/accept`, { note: 'By phone' })
  return { id, changeOrderId: change.id }
}

interface Invoicing {
  readonly invoiced: { readonly amount: number }
  readonly steps: readonly { readonly invoiceId: string | null }[]
  readonly changes: readonly { readonly invoiceId: string | null }[]
}

test('a step of a schedule, and a change order, that is invoiced twice at once is on one invoice', async () => {
  const customerId = await newCustomer(admin)
  for (let round = 0; round < ROUNDS; round++) {
    const job = await scheduledJob(customerId)
    const invoicing = () => admin.request<Invoicing>('GET', `/api/jobs/${job.id}/invoicing`)
    const common = { customerId, jobId: job.id, title: 'Deposit' }
    const deposit = { ...common, basis: { kind: 'step', step: 0 } }
    const changed = { changeOrderIds: [job.changeOrderId] }
    const bodies = [deposit, { ...deposit, ...changed }, { ...common, ...lines, ...changed }]
    /** Adds them on both nodes while a draft becomes the first. @returns those that are there */
    const rush = async (draftId: string) => {
      const answers = await Promise.all([
        ...bodies.flatMap((body) => [
          admin.call<Thing>('POST', '/api/invoices', body),
          elsewhere.call<Thing>('POST', '/api/invoices', body),
        ]),
        elsewhere.call<Thing>('PUT', `/api/invoices/${draftId}`, deposit),
      ])
      const refused = answers.filter(({ status }) => status >= 300)
      const reasons = refused.map(({ status, body }) => [
        status,
        (body as Thing & Partial<Refused>).code,
      ])
      for (const reason of reasons) expect(reason).toEqual([409, 'alreadyInvoiced'])
      const { steps, changes } = await invoicing()
      const sources = [steps[0]?.invoiceId, changes[0]?.invoiceId]
      const made = answers.filter(({ status }) => status < 300).map(({ body }) => body.id)
      // Each that was added has one of the two, and nobody else has it.
      expect(new Set(sources)).toEqual(new Set(made))
      return made
    }
    const first = await rush((await post('/api/invoices', { ...common, ...lines })).id)
    const issued = await Promise.all(
      first.flatMap((id) => [issue(admin, id), issue(elsewhere, id)]),
    )
    expect(statusesOf(issued)).toEqual(first.flatMap(() => [200, 409]).sort())
    // One has both, or the change order is beside another line of $100.
    expect((await invoicing()).invoiced.amount).toBe(first.length === 1 ? 40_000 : 50_000)
    // Void ones set them free, again for one invoice each.
    for (const id of first) expect((await voidInvoice(admin, id)).status).toBe(200)
    await rush(await newDraft(admin, customerId))
  }
})

test('one credit that is used twice at once on two nodes is used once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const customerId = await newCustomer(admin)
    const ids = [await newInvoice(admin, customerId), await newInvoice(admin, customerId)]
    await pay(admin, customerId, 10_000)
    const answers = await Promise.all(
      ids.map((invoiceId, at) =>
        applyCredit(at === 0 ? admin : elsewhere, customerId, invoiceId, 10_000),
      ),
    )
    expect(statusesOf(answers)).toEqual([200, 400])
    expect(await account(customerId)).toMatchObject({ owed: 10_000, credit: 0 })
  }
})

test('a node that is killed while it issues and records leaves all or nothing', async () => {
  const customerId = await newCustomer(admin)
  const issued = async () =>
    places(
      (await admin.request<Numbered[]>('GET', `/api/invoices?customerId=${customerId}`)).flatMap(
        ({ number }) => number ?? [],
      ),
    )
  await newInvoice(admin, customerId)
  const [start = 0] = await issued()
  let acknowledged = 1
  for (let kill = 0; kill < KILLS; kill++) {
    const drafts = await Promise.all(Array.from({ length: 6 }, () => newDraft(admin, customerId)))
    const [one, two] = [await newInvoice(admin, customerId), await newInvoice(admin, customerId)]
    acknowledged += 2
    const work = Promise.allSettled([
      ...drafts.map((id) => issue(elsewhere, id)),
      pay(elsewhere, customerId, 10_000, one, two),
    ])
    await sleep(chance() * 60)
    await pair.other.server.kill()
    const answers = (await work).slice(0, -1)
    acknowledged += answers.filter(
      (answer) => answer.status === 'fulfilled' && answer.value.status === 200,
    ).length
    await pair.other.server.start()
    // Every number is there once, also of an invoice whose answer was lost.
    const numbers = await issued()
    expect(numbers).toEqual(numbers.map((_, at) => start + at))
    expect(numbers.length).toBeGreaterThanOrEqual(acknowledged)
    acknowledged = numbers.length
    // A payment is there with both of its invoices, or not at all.
    const paid = await Promise.all([invoice(one), invoice(two)])
    expect([0, 5000]).toContain(paid[0]?.paid)
    expect(paid[1]?.paid).toBe(paid[0]?.paid)
  }
})
