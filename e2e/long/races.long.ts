import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ApiClient } from '../harness/apiClient.ts'
import { join, owner, PASSWORD, setup, signIn } from '../harness/company.ts'
import { Server } from '../harness/server.ts'
import { size } from './options.ts'

interface Job {
  readonly id: string
  readonly progress: number
}

const TIMES = size(10, 2)
const job = { name: 'Kiln Road', address: '1 Kiln Road' }

let server: Server
let admin: ApiClient

beforeAll(async () => {
  server = new Server({
    from: inject('company'),
    env: { RATE_CALLS: '1000000', RATE_SIGN_IN: '1000000' },
  })
  await server.start()
  admin = await signIn(server.url, owner.email)
})
afterAll(() => server.remove())

/** The sorted statuses of so many parallel requests of the same kind. */
async function atOnce(
  count: number,
  call: (number: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, (_, number) => call(number)))
  return answers.map((answer) => answer.status).sort()
}

const one = (status: number, others: number, count: number) =>
  [status, ...Array<number>(count - 1).fill(others)].sort()

test('of twenty parallel set-ups one succeeds', async () => {
  const fresh = new Server()
  await fresh.start()
  const anonymous = new ApiClient(fresh.url)
  const statuses = await atOnce(20, (number) =>
    anonymous.call('POST', '/api/setup', { ...setup, email: `owner${number}@example.com` }),
  )
  await fresh.remove()
  expect(statuses).toEqual(one(201, 409, 20))
})

test('one invite is accepted once, however many parallel requests use it', async () => {
  for (let time = 0; time < TIMES; time++) {
    const person = {
      email: `race${time}@example.com`,
      firstName: 'Race',
      lastName: 'Client',
      role: 'client',
      projectIds: [],
    }
    const { inviteLink } = await admin.request<{ inviteLink: string }>(
      'POST',
      '/api/users/invite',
      person,
    )
    const path = new URL(inviteLink).pathname
    const statuses = await atOnce(50, () =>
      new ApiClient(server.url).call('POST', path, { password: PASSWORD }),
    )
    expect(statuses.filter((status) => status < 300)).toHaveLength(1)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  }
})

test('of twenty parallel invites of one email address one succeeds', async () => {
  for (let time = 0; time < TIMES; time++) {
    const person = {
      firstName: 'Twin',
      lastName: 'Client',
      role: 'client',
      email: `twin${time}@example.com`,
    }
    const statuses = await atOnce(20, (number) =>
      admin.call(
        'POST',
        '/api/users',
        number % 2 ? person : { ...person, email: person.email.toUpperCase() },
      ),
    )
    expect(statuses).toEqual(one(201, 409, 20))
  }
})

test('of twenty parallel changes to one version of a job one succeeds', async () => {
  for (let time = 0; time < TIMES; time++) {
    const made = await admin.call<Job>('POST', '/api/jobs', job)
    const path = `/api/jobs/${made.body.id}`
    const version = { 'if-match': made.headers.get('etag') ?? '' }
    const statuses = await atOnce(20, (number) =>
      admin.call('PUT', path, { progress: number + 1 }, version),
    )
    expect(statuses).toEqual(one(200, 412, 20))
    expect((await admin.request<Job>('GET', path)).progress).toBeGreaterThan(0)
  }
})

test('of twenty parallel deletions of one job one succeeds', async () => {
  for (let time = 0; time < TIMES; time++) {
    const { id } = await admin.request<Job>('POST', '/api/jobs', job)
    expect(await atOnce(20, () => admin.call('DELETE', `/api/jobs/${id}`))).toEqual(
      one(204, 404, 20),
    )
  }
})

test('a sub who is assigned to a job by twenty parallel requests is on it once', async () => {
  const { id: subcontractorId } = await join(admin, 'subcontractor', 'Sam')
  for (let time = 0; time < TIMES; time++) {
    const { id } = await admin.request<Job>('POST', '/api/jobs', job)
    const path = `/api/jobs/${id}/subcontractors`
    const statuses = await atOnce(20, () => admin.call('POST', path, { subcontractorId }))
    expect(statuses).toEqual(Array(20).fill(201))
    expect(await admin.request('GET', path)).toHaveLength(1)
  }
})

test('assigning people to a job while it is deleted leaves no partial rows', async () => {
  const { id: subcontractorId } = await join(admin, 'subcontractor', 'Sue')
  for (let time = 0; time < TIMES; time++) {
    const { id } = await admin.request<Job>('POST', '/api/jobs', job)
    const statuses = await atOnce(10, (number) =>
      number === 5
        ? admin.call('DELETE', `/api/jobs/${id}`)
        : admin.call('POST', `/api/jobs/${id}/subcontractors`, { subcontractorId }),
    )
    expect(statuses.filter((status) => ![201, 204, 404].includes(status))).toEqual([])
    expect((await admin.call('GET', `/api/jobs/${id}`)).status).toBe(404)
  }
})
