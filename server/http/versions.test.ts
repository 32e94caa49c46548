import type { OutgoingHttpHeader } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pendingBids } from '../bids/table.ts'
import { newId } from '../db/ids.ts'
import { jobs } from '../jobs/table.ts'
import { photos } from '../photos/table.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'

let w: TestApp
let bidUrl: string
let jobId: string
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(pendingBids)
  await w.db.delete(jobs)
  const site = { name: 'Deck', address: 'Elm St' }
  bidUrl = `/api/pending-bids/${(await w.call('ada', 'POST', '/api/pending-bids', site)).body.id}`
  jobId = (await w.call('ada', 'POST', '/api/jobs', site)).body.id
})

async function newPhoto(): Promise<string> {
  const id = newId()
  const file = { size: 1, sha256: '' }
  await w.db.insert(photos).values({
    id,
    jobId,
    uploadedById: w.idOf('sam'),
    url: `/api/photos/${id}/image`,
    storageKey: `photos/${id}`,
    files: { thumb: file, full: file, original: file },
    contentType: 'image/webp',
    width: 1,
    height: 1,
  })
  return `/api/photos/${id}`
}
const created = async (url: string, body: object): Promise<string> =>
  (await w.call('ada', 'POST', url, body)).body.id

const days = { startDate: '2026-03-02', endDate: '2026-03-04' }

/** How each thing is made, and a field to edit. */
const things: Record<string, { make: () => Promise<string>; field: string }> = {
  photo: { make: newPhoto, field: 'caption' },
  bid: { make: async () => bidUrl, field: 'notes' },
  appointment: {
    make: async () => {
      const visit = { title: 'Visit', scheduledDate: '2026-12-03T10:00:00Z' }
      return `/api/bid-appointments/${await created(`${bidUrl}/appointments`, visit)}`
    },
    field: 'title',
  },
  job: { make: async () => `/api/jobs/${jobId}`, field: 'notes' },
  task: {
    make: async () => `/api/tasks/${await created('/api/tasks', { jobId, name: 'Dig' })}`,
    field: 'name',
  },
  entry: {
    make: async () =>
      `/api/schedule/${await created('/api/schedule', { jobId, title: 'Dig', ...days })}`,
    field: 'title',
  },
}

describe.each(Object.entries(things))('If-Match on PUT of a %s', (_, { make, field }) => {
  const put = (url: string, value: string, version?: OutgoingHttpHeader) =>
    w.call('ada', 'PUT', url, { [field]: value }, version ? { 'if-match': String(version) } : {})

  test('a stale version answers 412 and leaves the row as it was; the current one is taken', async () => {
    const url = await make()
    const stale = (await put(url, 'first')).headers.etag
    const second = await put(url, 'second', stale)
    expect(second).toMatchObject({ status: 200, body: { [field]: 'second' } })
    expect(await put(url, 'third', stale)).toMatchObject({ status: 412, body: { code: 'stale' } })
    const unchanged = await w.call('ada', 'PUT', url, {})
    expect(unchanged.body).toEqual(second.body)
    expect(unchanged.headers.etag).toBe(second.headers.etag)
  })

  test('of ten edits at once with one version exactly one is taken', async () => {
    const url = await make()
    const version = (await put(url, 'first')).headers.etag
    const answers = await Promise.all(
      Array.from({ length: 10 }, (__, n) => put(url, `Title ${n}`, version)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
  })
})
