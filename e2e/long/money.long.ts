import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { Server } from '../harness/server.ts'
import { size } from './options.ts'
import { approve as approveAt, newJob, type Sent, sentBid, sentChange } from './signing.ts'

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

const approve = (sent: Sent, total = '1300.00') => approveAt(server.url, sent, total)

const rivals: Readonly<Record<string, (sent: Sent) => Promise<unknown>>> = {
  'another approval': (sent) => approve(sent),
  'a withdrawal': ({ id }) => admin.call('POST', `/api/proposals/${id}/withdraw`, {}),
  'a new link': ({ id }) => admin.call('POST', `/api/proposals/${id}/renew-link`),
  'a new version': ({ subjectId }) =>
    admin.call('POST', `/api/pending-bids/${subjectId}/proposals`, {}),
  'Approve by the office': ({ subjectId }) =>
    admin.call('POST', `/api/pending-bids/${subjectId}/convert`),
  'the deletion of the bid': ({ subjectId }) =>
    admin.call('DELETE', `/api/pending-bids/${subjectId}`),
}

test.each(Object.entries(rivals))('an approval beside %s has one outcome', async (name, rival) => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const sent = await sentBid(admin)
    // The rival comes at any moment of the approval.
    const later = sleep(round % 40).then(() => rival(sent))
    await Promise.all([approve(sent), later])
    const found = await admin.call('GET', `/api/pending-bids/${sent.subjectId}`)
    if (found.status === 404) {
      outcomes.add('deleted')
      continue
    }
    const { status, jobId } = found.body as { status: string; jobId: string | null }
    const versions = await admin.request<{ id: string; status: string }[]>(
      'GET',
      `/api/pending-bids/${sent.subjectId}/proposals`,
    )
    const states = versions.map((version) => version.status)
    const isSigned = states.includes('approved')
    outcomes.add(isSigned ? 'signed' : 'not signed')
    expect(states.filter((state) => ['approved', 'sent'].includes(state)).length).toBeLessThan(2)
    // A signed bid is approved, and an approved one has one job of its total.
    if (isSigned) expect(status).toBe('approved')
    if (status !== 'approved') continue
    const job = await admin.request<{ approvedAmount: number }>('GET', `/api/jobs/${jobId}`)
    expect(job.approvedAmount).toBe(130_000)
  }
  // Neither of the two always comes first.
  expect([...outcomes]).toContain('signed')
  if (name !== 'another approval') expect(outcomes.size).toBeGreaterThan(1)
})

interface ContractOf {
  readonly current: number
  readonly original: number
  readonly changes: readonly { readonly status: string; readonly total: number }[]
}
const contractOf = (jobId: string) =>
  admin.request<ContractOf>('GET', `/api/jobs/${jobId}/contract`)

test('change orders of one job that are signed at once all count', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await newJob(admin)
    const sent = [
      await sentChange(admin, id),
      await sentChange(admin, id),
      await sentChange(admin, id),
    ]
    const answers = await Promise.all(
      [...sent, sent[0] as Sent].map((one) => approve(one, '100.00')),
    )
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect((await contractOf(id)).current).toBe(30_000)
  }
})

const changeRivals: Readonly<Record<string, (sent: Sent, jobId: string) => Promise<unknown>>> = {
  'a withdrawal': ({ id }) => admin.call('POST', `/api/proposals/${id}/withdraw`, {}),
  'a new version': ({ subjectId }) =>
    admin.call('POST', `/api/change-orders/${subjectId}/proposals`, {}),
  'Approve by the office': ({ subjectId }) =>
    admin.call('POST', `/api/change-orders/${subjectId}/accept`, { note: 'By phone' }),
  'an edit': ({ subjectId }) =>
    admin.call('PUT', `/api/change-orders/${subjectId}`, { title: 'Days', daysAdded: 3 }),
  'another amount of the job': (_, jobId) =>
    admin.call('PUT', `/api/jobs/${jobId}`, { approvedAmount: 500 }),
  'the deletion of the job': (_, jobId) => admin.call('DELETE', `/api/jobs/${jobId}`),
}

test.each(Object.entries(changeRivals))(
  'an approval of a change order beside %s has one outcome',
  async (_, rival) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await newJob(admin)
      const sent = await sentChange(admin, id)
      const later = sleep(round % 30).then(() => rival(sent, id))
      await Promise.all([approve(sent, '100.00'), later])
      if ((await admin.call('GET', `/api/jobs/${id}`)).status === 404) continue
      const { current, original, changes } = await contractOf(id)
      const [{ status, total } = { status: '', total: 0 }] = changes
      expect([0, 500]).toContain(original)
      expect(current - original).toBe(status === 'approved' ? total : 0)
      if (status === 'approved') expect(total).toBe(10_000)
    }
  },
)
