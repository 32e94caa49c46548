import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { type Node, startNode } from '../harness/nodes.ts'
import { Server } from '../harness/server.ts'
import { random, seed, size } from './options.ts'

const ROUNDS = size(200, 4)
const KILLS = size(50, 2)
const chance = random(seed)

const env = {
  RATE_CALLS: '1000000',
  SESSION_SECRET: 'the secret that all nodes of a test share',
}

let home: Server
let other: Node
let admin: ApiClient
/** The same person on another node. */
let elsewhere: ApiClient

beforeAll(async () => {
  home = new Server({ from: inject('company'), env })
  await home.start()
  other = await startNode(home, { env })
  admin = await signIn(home.url, owner.email)
  elsewhere = new ApiClient(other.server.url, admin.cookie)
})
afterAll(async () => {
  await other.remove()
  await home.remove()
})

interface Thing {
  readonly id: string
}
interface Invoice extends Thing {
  readonly number: string | null
  readonly status: string
  readonly paid: number
  readonly owed: number
}

const post = (path: string, body: object) => admin.request<Thing>('POST', path, body)
const newCustomer = async () => (await post('/api/customers', { name: 'Maya Okafor' })).id

/** A draft of $100. */
async function newDraft(customerId: string): Promise<string> {
  const lines = [{ description: 'Door', quantity: '1', unitPrice: '100' }]
  const draft = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines }
  return (await post('/api/invoices', draft)).id
}
async function newInvoice(customerId: string): Promise<string> {
  const id = await newDraft(customerId)
  await post(`/api/invoices/${id}/issue`, {})
  return id
}

const payment = (customerId: string, amount: number, invoiceIds: readonly string[]) => ({
  ...{ customerId, day: '2026-01-15', amount, method: 'check', keepCredit: true },
  allocations: invoiceIds.map((invoiceId) => ({ invoiceId, amount: amount / invoiceIds.length })),
})
const pay = (by: ApiClient, customerId: string, amount: number, ...invoiceIds: string[]) =>
  by.call<Thing>('POST', '/api/payments', payment(customerId, amount, invoiceIds))
const voidAt = (by: ApiClient, id: string) =>
  by.call('POST', `/api/invoices/${id}/void`, { reason: 'Twice' })
const reverseAt = (by: ApiClient, id: string) =>
  by.call('POST', `/api/payments/${id}/reverse`, { note: 'It bounced' })
const invoice = (id: string) => admin.request<Invoice>('GET', `/api/invoices/${id}`)
const account = (id: string) =>
  admin.request<{ owed: number; credit: number }>('GET', `/api/customers/${id}/account`)
const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).sort()

/** The place of each number in its year, sorted: `2026-0042` as 42. */
const places = (numbers: readonly (string | null)[]) =>
  numbers.map((number) => Number(number?.split('-').at(-1))).sort((a, b) => a - b)

/** Expects numbers that follow each other. @returns the last one */
function expectNoGap(numbers: readonly number[], last: number): number {
  expect(numbers).toEqual(numbers.map((_, at) => last + 1 + at))
  return last + numbers.length
}

test('twenty invoices issued at once on two nodes, of which half fail, have no gap', async () => {
  const customerId = await newCustomer()
  const first = await newInvoice(customerId)
  let last = places([(await invoice(first)).number])[0] ?? 0
  for (let round = 0; round < ROUNDS; round++) {
    const drafts = await Promise.all(Array.from({ length: 20 }, () => newDraft(customerId)))
    const answers = await Promise.all(
      drafts.map((id, at) =>
        (at % 4 < 2 ? admin : elsewhere).call<Invoice>('POST', `/api/invoices/${id}/issue`, {
          // Every other one has another total on screen, which is refused.
          total: at % 2 === 0 ? 10_000 : 9999,
        }),
      ),
    )
    expect(statuses(answers)).toEqual([...Array(10).fill(200), ...Array(10).fill(412)])
    const issued = answers.filter(({ status }) => status === 200)
    last = expectNoGap(places(issued.map(({ body }) => body.number)), last)
  }
})

test('of two payments of the last cent on two nodes one is recorded', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const customerId = await newCustomer()
    const id = await newInvoice(customerId)
    await pay(admin, customerId, 9999, id)
    const answers = await Promise.all([
      pay(admin, customerId, 1, id),
      pay(elsewhere, customerId, 1, id),
    ])
    expect(statuses(answers)).toEqual([201, 400])
    expect(await invoice(id)).toMatchObject({ status: 'paid', paid: 10_000, owed: 0 })
  }
})

test('a payment beside a void, or beside its reversal, has one outcome', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const customerId = await newCustomer()
    const [first, second] = [await newInvoice(customerId), await newInvoice(customerId)]
    const [paid, voided] = await Promise.all([
      sleep(chance() * 20).then(() => pay(admin, customerId, 10_000, first)),
      sleep(chance() * 20).then(() => voidAt(elsewhere, first)),
    ])
    outcomes.add(paid.status === 201 ? 'paid' : 'void')
    expect([paid.status === 201, voided.status]).toEqual(
      paid.status === 201 ? [true, 409] : [false, 200],
    )
    const { body: before } = await pay(admin, customerId, 4000, second)
    const [reversed, more] = await Promise.all([
      reverseAt(elsewhere, before.id),
      pay(admin, customerId, 6000, second),
    ])
    expect([reversed.status, more.status]).toEqual([200, 201])
    expect(await invoice(second)).toMatchObject({ paid: 6000, owed: 4000 })
    const left = paid.status === 201 ? 0 : undefined
    expect((await account(customerId)).credit).toBe(left ?? 0)
  }
  // Neither of the two always comes first.
  if (ROUNDS > 20) expect(outcomes.size).toBe(2)
})

test('one credit that is used twice at once on two nodes is used once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const customerId = await newCustomer()
    const ids = [await newInvoice(customerId), await newInvoice(customerId)]
    await pay(admin, customerId, 10_000)
    const answers = await Promise.all(
      ids.map((invoiceId, at) =>
        (at === 0 ? admin : elsewhere).call('POST', `/api/customers/${customerId}/apply-credit`, {
          allocations: [{ invoiceId, amount: 10_000 }],
        }),
      ),
    )
    expect(statuses(answers)).toEqual([200, 400])
    expect(await account(customerId)).toMatchObject({ owed: 10_000, credit: 0 })
  }
})

test('a node that is killed while it issues and records leaves all or nothing', async () => {
  const customerId = await newCustomer()
  const issued = async () =>
    places(
      (await admin.request<Invoice[]>('GET', `/api/invoices?customerId=${customerId}`)).flatMap(
        ({ number }) => number ?? [],
      ),
    )
  await newInvoice(customerId)
  const [start = 0] = await issued()
  let acknowledged = 1
  for (let kill = 0; kill < KILLS; kill++) {
    const drafts = await Promise.all(Array.from({ length: 6 }, () => newDraft(customerId)))
    const [one, two] = [await newInvoice(customerId), await newInvoice(customerId)]
    acknowledged += 2
    const work = Promise.allSettled([
      ...drafts.map((id) => elsewhere.call('POST', `/api/invoices/${id}/issue`, {})),
      pay(elsewhere, customerId, 10_000, one, two),
    ])
    await sleep(chance() * 60)
    await other.server.kill()
    const answers = (await work).slice(0, -1)
    acknowledged += answers.filter(
      (answer) => answer.status === 'fulfilled' && answer.value.status === 200,
    ).length
    await other.server.start()
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
