import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { photos } from '../../schema/photos.ts'
import { settings } from '../../schema/settings.ts'
import { phonePicture } from '../../testing/pictures/make.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { twoJobs } from '../../testing/twoJobs.ts'

let w: TestApp
let jobId: string
let content: Buffer
beforeAll(async () => {
  w = await testApp()
  const made = await twoJobs(w)
  jobId = made.deck
  content = await phonePicture()
  await w.db.insert(settings).values({ companyName: 'Ridgeline', timeZone: 'UTC' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(photos)
  await w.call('ada', 'PUT', '/api/settings', { personQuotaMb: null, companyQuotaMb: null })
})

const send = (name: Name) => w.upload(name, '/api/photos', { field: 'photo', content }, { jobId })

/** Adds a photo of the person that takes one byte less than `megabytes`. */
async function fill(name: Name, megabytes: number) {
  const bytes = megabytes * 1_000_000 - 1
  const file = { size: 0, sha256: '' }
  const id = w.idOf(name)
  await w.db.insert(photos).values({
    ...{ jobId, uploadedById: id, url: '', storageKey: `photos/${name}`, contentType: 'image/png' },
    ...{
      files: { thumb: file, full: file, original: { ...file, size: bytes } },
      width: 1,
      height: 1,
    },
  })
}

describe('GET /api/storage', () => {
  test('sums the stored bytes of every size, and lists who stores the most', async () => {
    await fill('sam', 3)
    expect((await send('ada')).status).toBe(201)
    const sent = (await w.db.select().from(photos)).find(({ bytes }) => bytes < 2_000_000)
    const { thumb, full, original } = sent?.files ?? {}
    const bytes = (thumb?.size ?? 0) + (full?.size ?? 0) + (original?.size ?? 0)
    expect(sent?.bytes).toBe(bytes)
    const { body } = await w.call('ada', 'GET', '/api/storage')
    expect(body).toEqual({
      photoBytes: 2_999_999 + bytes,
      receiptBytes: 0,
      largest: [
        { id: w.idOf('sam'), firstName: 'Sam', lastName: 'Stone', bytes: 2_999_999 },
        { id: w.idOf('ada'), firstName: 'Ada', lastName: 'Adler', bytes },
      ],
      freeBytes: expect.any(Number),
      isLow: false,
      checksumFailures: 0,
      postgresVersion: expect.stringMatching(/^\d+\.\d+$/),
      ownPostgres: true,
      untrustedProxy: false,
    })
  })

  test.each(['sam', 'cleo'] as const)('is refused to %s', async (name) => {
    expect((await w.call(name, 'GET', '/api/storage')).status).toBe(403)
  })
})

describe('a limit', () => {
  test('of a person refuses uploads beyond it, but not those of others', async () => {
    await w.call('ada', 'PUT', '/api/settings', { personQuotaMb: 5 })
    await fill('sam', 5)
    const refused = await send('sam')
    expect(refused).toMatchObject({ status: 507, body: { code: 'quotaReached' } })
    expect(refused.body.message).toBe(
      'Your photos may take 5 MB, which are used up; nothing was saved',
    )
    expect((await send('ada')).status).toBe(201)
    expect(await w.db.select().from(photos)).toHaveLength(2)
  })

  test('accepts only one of several concurrent uploads if only one fits', async () => {
    await w.call('ada', 'PUT', '/api/settings', { personQuotaMb: 5 })
    await fill('sam', 5)
    const [full] = await w.db.select().from(photos)
    const size = 5_000_000 - Math.round(1.5 * content.length)
    const original = { size, sha256: '' }
    await w.db
      .update(photos)
      .set({ files: { ...full?.files, original } as typeof photos.$inferInsert.files })
    const sent = await Promise.all(Array.from({ length: 4 }, () => send('sam')))
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 507, 507, 507])
    expect(await w.db.select().from(photos)).toHaveLength(2)
  })

  test('of the company refuses the uploads of everybody until something is deleted', async () => {
    await w.call('ada', 'PUT', '/api/settings', { companyQuotaMb: 5 })
    await fill('sam', 5)
    expect((await send('ada')).body.code).toBe('quotaReached')
    const [stored] = await w.db.select().from(photos)
    expect((await w.call('ada', 'DELETE', `/api/photos/${stored?.id}`)).status).toBe(204)
    expect((await send('ada')).status).toBe(201)
  })

  test('the stored bytes include receipts and property photos', async () => {
    const property = await w.call('ada', 'POST', '/api/rental-properties', {
      ...{ address: '1 Elm St', city: 'Joliet', state: 'IL', zipCode: '60431' },
      propertyType: 'Single Family',
    })
    const url = `/api/rental-properties/${property.body.id}/photos`
    await w.upload('ada', url, { field: 'photo', content })
    const expense = await w.call('ada', 'POST', '/api/rental-expenses', {
      ...{ propertyId: property.body.id, amount: '10.00', expenseType: 'Repairs' },
      ...{ description: 'Faucet', dateIncurred: '2026-01-05' },
    })
    await w.upload('ada', `/api/rental-expenses/${expense.body.id}/receipt`, {
      ...{ field: 'receipt', content },
    })
    const { body } = await w.call('ada', 'GET', '/api/storage')
    expect(body.photoBytes).toBeGreaterThan(content.length)
    expect(body.receiptBytes).toBe(body.photoBytes)
  })
})
