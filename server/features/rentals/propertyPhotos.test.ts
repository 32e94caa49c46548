import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { diskStore } from '../../platform/files/disk.ts'
import { checkFiles } from '../../platform/files/integrity.ts'
import { propertyPhotos, rentalExpenses } from '../../schema/rentals.ts'
import { phonePicture } from '../../testing/pictures/make.ts'
import { clearRentals } from '../../testing/rentals.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { rentalFiles } from './queries.ts'

let w: TestApp
let picture: Buffer
let id: string
beforeAll(async () => {
  w = await testApp()
  picture = await phonePicture({ orientation: 6 })
})
afterAll(() => w.close())
beforeEach(async () => {
  await clearRentals(w.db)
  await rm(folder('files'), { recursive: true, force: true })
  id = await newProperty()
})

const oak = { address: '9 Oak St', city: 'Bend', state: 'OR', zipCode: '97701' }
const newProperty = async (): Promise<string> =>
  (await w.call('ada', 'POST', '/api/rental-properties', { ...oak, propertyType: 'Condo' })).body.id
const folder = (name: string) => path.join(w.settings.dataDir, name)
const storedFiles = async () => (await readdir(folder('files/properties')).catch(() => [])).sort()
const filesOf = (photoId: string) => ['full', 'original', 'thumb'].map((s) => `${photoId}-${s}`)
const photosAt = (of = id) => `/api/rental-properties/${of}/photos`
const send = (fields = {}, content = picture, name: Name | 'nobody' = 'ada', of = id) =>
  w.upload(name, photosAt(of), { field: 'photo', content }, fields)
async function newPhoto(fields = {}) {
  const answer = await send(fields)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

describe('photos of a property', () => {
  test('are stored in three sizes and shown in two', async () => {
    const photo = await newPhoto({ caption: ' Kitchen ' })
    expect(photo).toEqual({
      ...{ id: expect.any(String), propertyId: id, uploadedByName: 'Ada Adler' },
      ...{ url: `/api/property-photos/${photo.id}/image`, caption: 'Kitchen' },
      ...{ width: 640, height: 480, createdAt: expect.any(String) },
    })
    expect(await storedFiles()).toEqual(filesOf(photo.id))
    for (const query of ['', '?size=full', '?size=thumb']) {
      const image = await w.call('ada', 'GET', photo.url + query)
      expect([image.status, image.headers['content-type']]).toEqual([200, 'image/webp'])
      expect(image.bytes.subarray(8, 12).toString()).toBe('WEBP')
    }
    const refused = await w.call('ada', 'GET', `${photo.url}?size=original`)
    expect(refused.body.fields).toEqual({ size: 'size is thumb or full' })
  })

  test('are listed newest first, in pages', async () => {
    const first = await newPhoto()
    const second = await newPhoto()
    const other = await newProperty()
    expect((await w.call('ada', 'GET', photosAt())).body).toEqual([second, first])
    expect((await w.call('ada', 'GET', photosAt(other))).body).toEqual([])
    const page = await w.call('ada', 'GET', `${photosAt()}?limit=1`)
    expect([page.body, page.headers['x-total-count']]).toEqual([[second], '2'])
    const next = /<(.*)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? ''
    expect((await w.call('ada', 'GET', next)).body).toEqual([first])
    expect((await w.call('ada', 'GET', `${photosAt()}?after=x`)).status).toBe(400)
  })

  test.each([
    ['a file that is not a picture', {}, Buffer.from('MZ not a picture'), 415, 'notPicture'],
    ['a truncated picture', {}, undefined, 400, 'badPicture'],
    ['a caption that is too long', { caption: 'x'.repeat(2001) }, picture, 400, 'invalid'],
  ])('are refused as %s, and no file is stored', async (_, fields, content, status, code) => {
    const answer = await send(fields, content ?? picture.subarray(0, 2000))
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await storedFiles()).toEqual([])
    expect(await w.db.select().from(propertyPhotos)).toEqual([])
  })

  test('are for admins only, and a 404 if unknown', async () => {
    const photo = await newPhoto()
    const at = `/api/property-photos/${photo.id}`
    for (const [name, status] of [
      ['sam', 403],
      ['cleo', 403],
      ['nobody', 401],
    ] as const) {
      expect((await send({}, picture, name)).status).toBe(status)
      expect((await w.call(name, 'GET', photosAt())).status).toBe(status)
      expect((await w.call(name, 'GET', photo.url)).status).toBe(status)
      expect((await w.call(name, 'DELETE', at)).status).toBe(status)
    }
    expect((await send({}, picture, 'ada', newId())).status).toBe(404)
    const absent = `/api/property-photos/${newId()}`
    expect((await w.call('ada', 'GET', `${absent}/image`)).status).toBe(404)
    expect((await w.call('ada', 'DELETE', absent)).status).toBe(404)
    expect(await storedFiles()).toEqual(filesOf(photo.id))
  })

  test('are deleted with their files, once, and with their property', async () => {
    const [removed, remaining] = [await newPhoto(), await newPhoto()]
    const removals = [1, 2, 3].map(() =>
      w.call('ada', 'DELETE', `/api/property-photos/${removed.id}`),
    )
    const statuses = (await Promise.all(removals)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([204, 404, 404])
    expect(await storedFiles()).toEqual(filesOf(remaining.id))
    expect((await w.call('ada', 'DELETE', `/api/rental-properties/${id}`)).status).toBe(204)
    expect(await storedFiles()).toEqual([])
  })

  test('leave no row and no file if their property is deleted during the upload', async () => {
    const uploads = [1, 2, 3].map(() => send())
    await Promise.race(uploads)
    expect((await w.call('ada', 'DELETE', `/api/rental-properties/${id}`)).status).toBe(204)
    for (const { status } of await Promise.all(uploads)) expect([201, 404]).toContain(status)
    expect(await w.db.select().from(propertyPhotos)).toEqual([])
    expect(await storedFiles()).toEqual([])
  })
})

test('the file check includes property photos and receipts', async () => {
  const photo = await newPhoto()
  const entry = { amount: '5', expenseType: 'Taxes', description: 'x', dateIncurred: '2026-01-01' }
  const file = { size: 3, sha256: '' }
  await w.db.insert(rentalExpenses).values([
    entry,
    {
      ...entry,
      receiptKey: 'receipts/pdf',
      receiptType: 'application/pdf',
      receiptFiles: { original: file },
    },
    {
      ...{ ...entry, receiptKey: 'receipts/jpg', receiptType: 'image/jpeg' },
      receiptFiles: { thumb: file, full: file, original: file },
    },
  ])
  const check = () => checkFiles(diskStore(folder('files')), rentalFiles(w.db), { now: new Date() })
  const receipts = ['receipts/jpg-full', 'receipts/jpg-original', 'receipts/jpg-thumb']
  const found = await check()
  expect([...found.missing].sort()).toEqual([...receipts, 'receipts/pdf-original'])
  expect([found.changed, found.orphaned]).toEqual([[], []])
  await rm(path.join(folder('files'), `properties/${photo.id}-full`))
  await writeFile(path.join(folder('files'), `properties/${photo.id}-thumb`), 'x')
  const worse = await check()
  expect(worse.missing).toContain(`properties/${photo.id}-full`)
  expect(worse.changed).toEqual([`properties/${photo.id}-thumb`])
})
