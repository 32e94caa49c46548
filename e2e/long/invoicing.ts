import { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { type Node, startNode } from '../harness/nodes.ts'
import { Server } from '../harness/server.ts'
import type { Tap } from '../harness/tcpProxy.ts'

/** Two nodes on one database, and the admin on each. */
export interface Pair {
  /** The node that runs the database. It is never killed. */
  readonly home: Server
  readonly other: Node
  readonly admin: ApiClient
  readonly elsewhere: ApiClient
  remove(): Promise<void>
}

interface PairOptions {
  /** The settings of both nodes, beside those that every pair has. */
  readonly env?: Record<string, string>
  /** The settings of the other one alone. */
  readonly otherEnv?: Record<string, string>
  /** Receives what the other one sends to the database. */
  readonly tap?: Tap
}

/** Starts two nodes on a copy of a company. */
export async function startPair(
  company: string,
  { env = {}, otherEnv = {}, tap }: PairOptions = {},
): Promise<Pair> {
  const common = {
    RATE_CALLS: '1000000',
    SESSION_SECRET: 'the secret that all nodes of a test share',
    ...env,
  }
  const home = new Server({ from: company, env: common })
  await home.start()
  const other = await startNode(home, { env: { ...common, ...otherEnv } }, tap)
  const admin = await signIn(home.url, owner.email)
  return {
    ...{ home, other, admin },
    elsewhere: new ApiClient(other.server.url, admin.cookie),
    async remove() {
      await other.remove()
      await home.remove()
    },
  }
}

interface Thing {
  readonly id: string
}
interface Invoice extends Thing {
  readonly number: string | null
  readonly status: string
  readonly paid: number
  readonly owed: number
}
interface Account {
  readonly owed: number
  readonly credit: number
}

/** Adds a customer, with an address where they have one. */
export async function newCustomer(by: ApiClient, email?: string): Promise<string> {
  const contacts = email === undefined ? [] : [{ name: 'Maya Okafor', email }]
  const customer = { name: 'Maya Okafor', contacts }
  return (await by.request<Thing>('POST', '/api/customers', customer)).id
}

/** Adds a draft of $100. */
export async function newDraft(by: ApiClient, customerId: string): Promise<string> {
  const lines = [{ description: 'Door', quantity: '1', unitPrice: '100' }]
  const draft = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines }
  return (await by.request<Thing>('POST', '/api/invoices', draft)).id
}

export const issue = (by: ApiClient, id: string, body: object = {}) =>
  by.call<Invoice>('POST', `/api/invoices/${id}/issue`, body)

/** Issues an invoice of $100. */
export async function newInvoice(by: ApiClient, customerId: string): Promise<string> {
  const id = await newDraft(by, customerId)
  await by.request('POST', `/api/invoices/${id}/issue`, {})
  return id
}

/** Records a check of cents, in equal parts for invoices. What is for none of them is credit. */
export function pay(by: ApiClient, customerId: string, amount: number, ...invoiceIds: string[]) {
  const part = amount / invoiceIds.length
  return by.call<Thing>('POST', '/api/payments', {
    ...{ customerId, day: '2026-01-15', amount, method: 'check', keepCredit: true },
    allocations: invoiceIds.map((invoiceId) => ({ invoiceId, amount: part })),
  })
}

export const voidInvoice = (by: ApiClient, id: string) =>
  by.call('POST', `/api/invoices/${id}/void`, { reason: 'Twice' })

export const reverse = (by: ApiClient, paymentId: string) =>
  by.call('POST', `/api/payments/${paymentId}/reverse`, { note: 'It bounced' })

export const applyCredit = (by: ApiClient, customerId: string, invoiceId: string, amount: number) =>
  by.call('POST', `/api/customers/${customerId}/apply-credit`, {
    allocations: [{ invoiceId, amount }],
  })

export const invoiceOf = (by: ApiClient, id: string) =>
  by.request<Invoice>('GET', `/api/invoices/${id}`)

export const accountOf = (by: ApiClient, customerId: string) =>
  by.request<Account>('GET', `/api/customers/${customerId}/account`)

/** The statuses of answers, in order. */
export const statusesOf = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).sort()
