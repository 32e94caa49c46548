import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { Server } from '../harness/server.ts'
import { size } from './options.ts'

const ROUNDS = size(200, 10)

let server: Server
let admin: ApiClient

beforeAll(async () => {
  server = new Server({ from: inject('company'), env: { RATE_CALLS: '1000000' } })
  await server.start()
  admin = await signIn(server.url, owner.email)
})
afterAll(() => server.remove())

interface Thing {
  readonly id: string
  readonly customerId?: string
}
const post = (path: string, body: object) => admin.request<Thing>('POST', path, body)
const customer = () => post('/api/customers', { name: 'Maya Okafor' })

test('a merge beside new bids, jobs and other merges leaves nothing with the merged customer', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [into, from, third] = [await customer(), await customer(), await customer()]
    const work = { name: 'Hall bath', address: '418 Alder Ct', customerId: from.id }
    const old = await post('/api/jobs', work)
    const merge = (at: Thing, { id: customerId }: Thing) =>
      admin.call('POST', `/api/customers/${at.id}/merge`, { customerId })
    const [bid, job, ...merges] = await Promise.all([
      post('/api/pending-bids', work),
      post('/api/jobs', work),
      merge(into, from),
      merge(third, into),
      merge(into, from),
    ])
    expect(merges.map(({ status }) => status)).toContain(200)
    const heads = await admin.request<Thing[]>('GET', '/api/customers')
    for (const path of [`pending-bids/${bid.id}`, `jobs/${job.id}`, `jobs/${old.id}`]) {
      const { customerId } = await admin.request<Thing>('GET', `/api/${path}`)
      expect(heads.map(({ id }) => id)).toContain(customerId)
    }
    const undone = await admin.call('POST', `/api/customers/${from.id}/undo-merge`)
    expect([200, 409]).toContain(undone.status)
  }
})
