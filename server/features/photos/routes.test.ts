import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { diskStore } from '../../platform/files/disk.ts'
import { checkFiles } from '../../platform/files/integrity.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import { photos } from '../../schema/photos.ts'
import { settings } from '../../schema/settings.ts'
import { tasks } from '../../schema/tasks.ts'
import { phonePicture, upright } from '../../testing/pictures/make.ts'
import { type Name, type TestApp, testApp, testPeople } from '../../testing/testApp.ts'
import { twoJobs } from '../../testing/twoJobs.ts'
import { photoFiles } from './queries.ts'

let w: TestApp
let deck: string
let bath: string
let picture: Buffer
beforeAll(async () => {
  w = await testApp()
  picture = await phonePicture({ orientation: 6, width: 64, height: 48 })
})
afterAll(() => w.close())
beforeEach(async () => {
  for (const { id } of await w.db.select().from(photos))
    await w.call('ada', 'DELETE', `/api/photos/${id}`)
  ;({ deck, bath } = await twoJobs(w))
})

const everyone = [...(Object.keys(testPeople) as Name[])]
const send = (
  name: Name | 'nobody',
  fields: Record<string, string> = {},
  content = picture,
  headers = {},
) => w.upload(name, '/api/photos', { field: 'photo', content }, fields, headers)

async function newPhoto(name: Name = 'sam', fields: Record<string, string> = { jobId: deck }) {
  const answer = await send(name, fields)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const folder = (name: string) => path.join(w.settings.dataDir, name)
const storedFiles = () => readdir(folder('files/photos')).catch(() => [])
const pendingUploads = () => readdir(folder('uploads')).catch(() => [])
const publishedEvents = async () =>
  (await w.db.select().from(events).orderBy(events.id)).map(
    ({ name, subjectId, jobId, detail }) => ({
      name,
      subjectId,
      jobId,
      detail,
    }),
  )

describe('uploading', () => {
  test('returns the photo, stores its pictures, and publishes one event', async () => {
    const photo = await newPhoto('sam', { jobId: deck, caption: '  Footings  ' })
    expect(photo).toEqual({
      id: expect.any(String),
      jobId: deck,
      jobName: 'Deck',
      taskId: null,
      uploadedById: w.idOf('sam'),
      uploadedByName: 'Sam Stone',
      url: `/api/photos/${photo.id}/image`,
      caption: 'Footings',
      clientVisible: true,
      contentType: 'image/jpeg',
      width: 64,
      height: 48,
      size: picture.length,
      takenAt: '2026-03-05T16:11:12.000Z',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect((await w.call('sam', 'GET', '/api/photos')).body).toEqual([photo])
    await expect.poll(storedFiles).toHaveLength(3)
    await expect.poll(pendingUploads).toEqual([])
    expect(await publishedEvents()).toEqual([
      { name: 'photo.created', subjectId: photo.id, jobId: deck, detail: null },
    ])
  })

  test('without a job, a photo is visible to its uploader and admins only', async () => {
    for (const name of ['ada', 'sam'] as const) {
      const photo = await newPhoto(name, {})
      expect(photo).toMatchObject({ jobId: null, jobName: null })
      for (const other of everyone) {
        const sees = other === name || other === 'ada'
        expect((await w.call(other, 'GET', photo.url)).status).toBe(sees ? 200 : 404)
        expect((await w.call(other, 'GET', '/api/photos')).text.includes(photo.id)).toBe(sees)
      }
      expect((await publishedEvents()).at(-1)).toMatchObject({
        jobId: null,
        detail: { audience: w.idOf(name) },
      })
    }
  })

  test('a photo can be read by people on its job, by a client without its task', async () => {
    const [task] = await w.db.insert(tasks).values({ jobId: deck, name: 'Rails' }).returning()
    const photo = await newPhoto('sam', { jobId: deck, taskId: task?.id ?? '' })
    const at = `/api/photos/${photo.id}`
    const answer = await w.call('sam', 'GET', at)
    expect([answer.status, answer.body]).toEqual([200, photo])
    expect(answer.headers.etag).toBeTruthy()
    expect((await w.call('ada', 'GET', at)).body).toEqual(photo)
    expect((await w.call('cleo', 'GET', at)).body).toEqual({ ...photo, taskId: null })
    const absent = await w.call('carl', 'GET', `/api/photos/${newId()}`)
    for (const name of everyone) {
      const sees = ['ada', 'sam', 'cleo'].includes(name)
      const { status, text } = await w.call(name, 'GET', at)
      expect([name, status]).toEqual([name, sees ? 200 : 404])
      if (!sees) expect(text).toBe(absent.text)
    }
    expect((await w.call('ada', 'GET', '/api/photos/1')).status).toBe(404)
  })

  test('accepts a task of the job, and empty fields as null', async () => {
    const [task] = await w.db.insert(tasks).values({ jobId: deck, name: 'Footings' }).returning()
    expect(
      await newPhoto('sam', { jobId: deck, taskId: task?.id ?? '', caption: ' ' }),
    ).toMatchObject({
      taskId: task?.id,
      caption: null,
    })
    expect(await newPhoto('ada', { jobId: '', taskId: '', caption: '' })).toMatchObject({
      jobId: null,
      taskId: null,
    })
  })

  test('reads a camera time without a zone in the time zone of the company', async () => {
    await w.db
      .insert(settings)
      .values({ companyName: 'A', holdingsName: 'B', timeZone: 'Pacific/Honolulu' })
    const exif = { IFD2: { DateTimeOriginal: '2026:03:05 10:11:12' } }
    const content = await (await upright(8, 6)).withExif(exif).jpeg().toBuffer()
    expect((await send('sam', { jobId: deck }, content)).body.takenAt).toBe(
      '2026-03-05T20:11:12.000Z',
    )
    await w.db.delete(settings)
  })

  test('a repeated Idempotency-Key returns the first photo and stores nothing again', async () => {
    const key = { 'idempotency-key': newId() }
    const first = await send('sam', { jobId: deck }, picture, key)
    const again = await send('sam', { jobId: deck }, picture, key)
    expect(first.status).toBe(201)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect((await send('sam', { jobId: deck, caption: 'Other' }, picture, key)).body.code).toBe(
      'keyReused',
    )
    const other = await sharp(picture).flop().jpeg().toBuffer()
    expect((await send('sam', { jobId: deck }, other, key)).body.code).toBe('keyReused')
    expect(await w.db.select().from(photos)).toHaveLength(1)
    await expect.poll(storedFiles).toHaveLength(3)
    expect((await w.call('sam', 'GET', first.body.url)).status).toBe(200)
  })

  test('is limited to 120 a minute for each person, whether it succeeds or not', async () => {
    const few = await testApp({ rateUploads: 3 })
    const cut = { field: 'photo', content: Buffer.from('no picture') }
    const upload = async () => (await few.upload('ada', '/api/photos', cut)).status
    expect([await upload(), await upload(), await upload(), await upload()]).toEqual([
      415, 415, 415, 429,
    ])
    expect((await few.upload('sam', '/api/photos', cut)).status).toBe(415)
    few.clock.now = new Date(few.clock.now.getTime() + 61_000)
    expect(await upload()).toBe(415)
    await few.close()
  })
})

test('original files are limited by their size in a minute, one by one and as a zip file', async () => {
  const few = await testApp({ rateDownloads: 2 })
  const upload = { field: 'photo', content: picture }
  const { body } = await few.upload('ada', '/api/photos', upload)
  const original = () => few.call('ada', 'GET', `${body.url}?size=original`)
  const zip = () => few.call('ada', 'GET', `/api/photos/zip?ids=${body.id}`)
  expect([(await original()).status, (await zip()).status]).toEqual([200, 200])
  expect([(await original()).status, (await zip()).status]).toEqual([429, 429])
  expect((await few.call('ada', 'GET', body.url)).status).toBe(200)
  few.clock.now = new Date(few.clock.now.getTime() + 61_000)
  expect((await zip()).status).toBe(200)
  await few.close()
})

describe('uploads with bad input', () => {
  const expectNothingStored = async () => {
    expect(await w.db.select().from(photos)).toEqual([])
    expect(await storedFiles()).toEqual([])
    await expect.poll(pendingUploads).toEqual([])
    expect(await publishedEvents()).toEqual([])
  }
  const raw = (name: Name, payload: string | Buffer, type = 'multipart/form-data; boundary=b') =>
    w.call(name, 'POST', '/api/photos', payload, { 'content-type': type })
  const part = (disposition: string, content = 'x') =>
    `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
  const form = (...parts: string[]) => `${parts.join('')}--b--\r\n`

  test('by an anonymous person or a client store nothing', async () => {
    expect((await send('nobody')).status).toBe(401)
    expect((await send('cleo', { jobId: deck })).body).toEqual({
      message: 'Forbidden',
      code: 'forbidden',
    })
    await expectNothingStored()
  })

  test('to a job of others store nothing, and are answered like an unknown job', async () => {
    const wrong = await send('sam', { jobId: bath })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { jobId: 'This does not exist' } } })
    expect((await send('sam', { jobId: newId() })).text).toBe(wrong.text)
    expect((await send('ada', { jobId: newId() })).text).toBe(wrong.text)
    await expectNothingStored()
  })

  test('to a task of another job store nothing, and are answered like an unknown task', async () => {
    const [task] = await w.db.insert(tasks).values({ jobId: bath, name: 'Tiles' }).returning()
    const wrong = await send('sam', { jobId: deck, taskId: task?.id ?? '' })
    expect(wrong).toMatchObject({
      status: 400,
      body: { fields: { taskId: 'This does not exist' } },
    })
    expect((await send('sam', { jobId: deck, taskId: newId() })).text).toBe(wrong.text)
    const jobless = await send('sam', { taskId: task?.id ?? '' })
    expect(jobless.body.fields).toEqual({ taskId: 'A photo of a task needs its job' })
    await expectNothingStored()
  })

  test.each([
    [{ jobId: 'deck' }, { jobId: 'Not a valid id' }],
    [{ caption: 'x'.repeat(2001) }, { caption: 'At most 2000 characters' }],
    [{ caption: 'a\0b' }, { caption: 'Contains characters that cannot be stored' }],
  ])('with the invalid fields %j store nothing', async (fields, problems) => {
    expect(await send('ada', fields as Record<string, string>)).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: problems },
    })
    await expectNothingStored()
  })

  test('without a file, with another field name, or not as a form store nothing', async () => {
    const missing = { status: 400, body: { fields: { photo: 'Please select a file' } } }
    expect(await raw('ada', form(part('name="caption"')))).toMatchObject(missing)
    expect(await raw('ada', form())).toMatchObject(missing)
    expect(await raw('ada', form(part('name="file"; filename="a.jpg"')))).toMatchObject(missing)
    expect(await raw('ada', form(part('name="photo"; filename=""', '')))).toMatchObject(missing)
    expect((await w.call('ada', 'POST', '/api/photos', { caption: 'x' })).status).toBe(415)
    expect((await w.call('ada', 'POST', '/api/photos')).status).toBe(415)
    await expectNothingStored()
  })

  test.each([
    ['no boundary', '--b', 'multipart/form-data'],
    ['nothing', '', 'multipart/form-data; boundary=b'],
    ['no end', part('name="photo"; filename="a.jpg"'), 'multipart/form-data; boundary=b'],
    [
      'an end in mid file',
      '--b\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\n\r\nabc',
      undefined,
    ],
    ['an end in mid head', '--b\r\ncontent-dispo', undefined],
    [
      'another boundary',
      form(part('name="photo"; filename="a.jpg"')),
      'multipart/form-data; boundary=c',
    ],
  ])('as a damaged form store nothing: %s', async (_, payload, type) => {
    expect((await raw('ada', payload, type)).body.code).toMatch(/^(malformedUpload|invalid)$/)
    await expectNothingStored()
  })

  test('over the limits of size, files, fields and parts store nothing', async () => {
    const big = Buffer.alloc(25 * 1024 * 1024 + 1)
    expect((await send('ada', {}, big)).body).toMatchObject({ code: 'fileTooLarge' })
    const file = part('name="photo"; filename="a.jpg"')
    const field = (n: number) => part(`name="f${n}"`)
    for (const parts of [
      [file, file],
      Array.from({ length: 6 }, (_, n) => field(n)),
      [part('name="caption"', 'x'.repeat(16_385))],
      Array.from({ length: 9 }, () => part('filename="without a name"')),
    ]) {
      expect((await raw('ada', form(...parts))).status).toBe(413)
    }
    expect((await raw('ada', Buffer.alloc(26 * 1024 * 1024 + 1, 'x'))).status).toBe(413)
    await expectNothingStored()
  })

  test('of exactly 25 MiB are not too large', async () => {
    expect((await send('ada', {}, Buffer.alloc(25 * 1024 * 1024))).body).toMatchObject({
      code: 'notPicture',
    })
    await expectNothingStored()
  })

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'notPicture', 415],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'notPicture', 415],
    ['nothing', Buffer.alloc(0), 'invalid', 400],
    ['a byte', Buffer.from('a'), 'notPicture', 415],
    ['three bytes of JPEG', Buffer.from('ffd8ff', 'hex'), 'badPicture', 400],
  ])('that are not pictures store nothing: %s', async (_, content, code, status) => {
    expect(await send('ada', { jobId: deck }, content)).toMatchObject({ status, body: { code } })
    await expectNothingStored()
  })

  test('with a path as file name are downloaded under a safe name', async () => {
    for (const name of [
      '../../etc/passwd',
      'a\0b.jpg',
      'a\r\nx: y.jpg',
      'x'.repeat(300),
      '\u202egpj.exe',
    ]) {
      const answer = await w.upload('ada', '/api/photos', {
        field: 'photo',
        content: picture,
        name,
        type: 'text/html',
      })
      expect(answer.status).toBe(201)
      const image = await w.call('ada', 'GET', `${answer.body.url}?size=original`)
      expect(image.headers['content-disposition']).toMatch(
        /^attachment; filename="photo-[\w-]+\.jpg"$/,
      )
      expect(image.headers['content-type']).toBe('image/jpeg')
      await w.call('ada', 'DELETE', `/api/photos/${answer.body.id}`)
    }
    expect(await storedFiles()).toEqual([])
  })

  test('with fields named like properties of every object ignore them', async () => {
    const answer = await w.upload(
      'ada',
      '/api/photos',
      { field: 'photo', content: picture },
      { __proto__x: 'a', constructor: 'b', toString: 'c', ['__proto__']: 'd' },
    )
    expect(answer.status).toBe(201)
    expect(answer.body).not.toHaveProperty('constructor', 'b')
  })

  test('ignore fields that cannot be set', async () => {
    const own = newId()
    const { body } = await send('sam', {
      jobId: deck,
      id: own,
      uploadedById: w.idOf('ada'),
      url: 'https://evil.example',
    })
    expect(body).toMatchObject({ uploadedById: w.idOf('sam'), url: `/api/photos/${body.id}/image` })
    expect(body.id).not.toBe(own)
  })
})

describe('the picture', () => {
  test('has a full size and a thumbnail with private caching', async () => {
    const large = await phonePicture({ orientation: 6 })
    const photo = (await send('sam', { jobId: deck }, large)).body
    const sizes = { '': 640, '?size=full': 640, '?size=thumb': 480 }
    for (const [query, width] of Object.entries(sizes)) {
      const image = await w.call('cleo', 'GET', `${photo.url}${query}`)
      expect(image.status).toBe(200)
      expect(image.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(image.bytes.length),
        'cache-control': 'private, max-age=3600',
        vary: 'Cookie',
        'x-content-type-options': 'nosniff',
      })
      expect(image.headers['content-disposition']).toBe(
        `inline; filename="photo-2026-03-05-${photo.id.slice(-6)}.webp"`,
      )
      expect(await sharp(image.bytes).metadata()).toMatchObject({ format: 'webp', width })
    }
  })

  test('has the day on which it was taken in the time zone of the company in its name', async () => {
    await w.db.insert(settings).values({ companyName: 'Ridgeline', timeZone: 'Pacific/Honolulu' })
    const photo = await newPhoto()
    const takenAt = new Date('2026-03-06T09:30:00Z')
    await w.db.update(photos).set({ takenAt }).where(eq(photos.id, photo.id))
    const image = await w.call('cleo', 'GET', photo.url)
    await w.db.delete(settings)
    expect(image.headers['content-disposition']).toContain('photo-2026-03-05-')
  })

  test('is served as uploaded only to admins and its uploader', async () => {
    const photo = await newPhoto()
    const original = await w.call('sam', 'GET', `${photo.url}?size=original`)
    expect(original.bytes.equals(picture)).toBe(true)
    expect(original.headers['content-disposition']).toMatch(/^attachment; /)
    expect((await w.call('ada', 'GET', `${photo.url}?size=original`)).status).toBe(200)
    expect((await w.call('cleo', 'GET', `${photo.url}?size=original`)).body).toMatchObject({
      code: 'forbidden',
    })
    expect((await w.call('carl', 'GET', `${photo.url}?size=original`)).body).toMatchObject({
      code: 'notFound',
    })
  })

  test('is a 304 for a browser that has it', async () => {
    const { url } = await newPhoto()
    const { headers } = await w.call('sam', 'GET', url)
    const tag = String(headers.etag)
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`]) {
      const again = await w.call('sam', 'GET', url, undefined, { 'if-none-match': known })
      expect(again).toMatchObject({ status: 304, text: '' })
      expect(again.headers.etag).toBe(tag)
    }
    expect((await w.call('sam', 'GET', `${url}?size=thumb`)).headers.etag).not.toBe(tag)
    expect((await w.call('sam', 'GET', url, undefined, { 'if-none-match': '"x"' })).status).toBe(
      200,
    )
    expect((await w.call('carl', 'GET', url, undefined, { 'if-none-match': tag })).status).toBe(404)
  })

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, undefined],
    ['bytes=-7', -7, undefined],
    ['bytes=5-999999999', 5, undefined],
  ])('is served in part: %s', async (range, start, end) => {
    const { url } = await newPhoto()
    const whole = (await w.call('sam', 'GET', url)).bytes
    const some = await w.call('sam', 'GET', url, undefined, { range })
    expect(some.status).toBe(206)
    expect(some.bytes.equals(whole.subarray(start, end))).toBe(true)
    const from = start < 0 ? whole.length + start : start
    expect(some.headers['content-range']).toBe(
      `bytes ${from}-${from + some.bytes.length - 1}/${whole.length}`,
    )
  })

  test('refuses ranges that do not exist, and ignores invalid headers', async () => {
    const { url } = await newPhoto()
    const statusOf = async (range: string, headers = {}) =>
      (await w.call('sam', 'GET', url, undefined, { range, ...headers })).status
    expect(await statusOf('bytes=99999999-')).toBe(416)
    expect(await statusOf('bytes=9-3')).toBe(416)
    for (const range of ['bytes=', 'bytes=-', 'items=0-1', 'bytes=0-1,3-4', 'x'])
      expect(await statusOf(range)).toBe(200)
    expect(await statusOf('bytes=0-1', { 'if-range': '"another"' })).toBe(200)
  })

  test('is a 400 in an unknown size', async () => {
    const { url } = await newPhoto()
    expect((await w.call('sam', 'GET', `${url}?size=huge`)).body.fields).toEqual({
      size: 'size is thumb, full or original',
    })
  })

  test('is a 404 without its file, which the file check reports', async () => {
    const photo = await newPhoto()
    const file = path.join(folder('files'), `photos/${photo.id}-thumb`)
    const content = await readFile(file)
    await rm(file)
    expect((await w.call('sam', 'GET', `${photo.url}?size=thumb`)).body).toMatchObject({
      code: 'notFound',
    })
    const check = () =>
      checkFiles(diskStore(folder('files')), photoFiles(w.db), { now: new Date(), contents: true })
    expect(await check()).toEqual({
      missing: [`photos/${photo.id}-thumb`],
      changed: [],
      orphaned: [],
    })
    await writeFile(file, content)
    expect(await check()).toEqual({ missing: [], changed: [], orphaned: [] })
  })

  test('does not count toward the call limit', async () => {
    const few = await testApp({ rateCalls: 3 })
    const { body } = await few.upload('ada', '/api/photos', { field: 'photo', content: picture })
    for (let n = 0; n < 10; n++) expect((await few.call('ada', 'GET', body.url)).status).toBe(200)
    expect((await few.call('ada', 'GET', '/api/photos')).status).toBe(200)
    expect((await few.call('ada', 'GET', '/api/photos')).status).toBe(200)
    expect((await few.call('ada', 'GET', '/api/photos')).status).toBe(429)
    await few.close()
  })
})

describe('who may see and change photos', () => {
  test('every role sees and changes only its photos; others are answered like an unknown one', async () => {
    const samsOnDeck = (await newPhoto('sam')).id
    const adasOnDeck = (await newPhoto('ada')).id
    const suesOnBath = (await newPhoto('sue', { jobId: bath })).id
    const suesOwn = (await newPhoto('sue', {})).id
    const all = { samsOnDeck, adasOnDeck, suesOnBath, suesOwn }
    const sees: Record<Name, string[]> = {
      ada: Object.values(all),
      sam: [samsOnDeck, adasOnDeck],
      sue: [suesOnBath, suesOwn],
      cleo: [samsOnDeck, adasOnDeck],
      carl: [suesOnBath],
    }
    const owns: Record<Name, string[]> = {
      ada: Object.values(all),
      sam: [samsOnDeck],
      sue: [suesOnBath, suesOwn],
      cleo: [],
      carl: [],
    }
    for (const name of everyone) {
      const list = await w.call(name, 'GET', '/api/photos')
      expect(new Set(list.body.map((photo: { id: string }) => photo.id))).toEqual(
        new Set(sees[name]),
      )
      const page = await w.call(name, 'GET', '/api/photos?limit=200')
      expect(page.headers['x-total-count']).toBe(String(sees[name].length))
      const isClient = name === 'cleo' || name === 'carl'
      for (const id of Object.values(all)) {
        const seen = sees[name].includes(id)
        const own = owns[name].includes(id)
        for (const [query, allowed] of [
          ['', seen],
          ['?size=thumb', seen],
          ['?size=original', own],
        ] as const) {
          const image = await w.call(name, 'GET', `/api/photos/${id}/image${query}`)
          expect(image.status).toBe(allowed ? 200 : seen ? 403 : 404)
          const nowhere = await w.call(name, 'GET', `/api/photos/${newId()}/image${query}`)
          if (!seen) expect(image.text).toBe(nowhere.text)
        }
        const changed = await w.call(name, 'PUT', `/api/photos/${id}`, { caption: name })
        expect(changed.status).toBe(isClient ? 403 : own ? 200 : seen ? 403 : 404)
        if (!own)
          expect((await w.call(name, 'DELETE', `/api/photos/${id}`)).status).toBe(changed.status)
      }
    }
    for (const id of Object.values(all)) {
      expect((await w.call('nobody', 'GET', `/api/photos/${id}/image`)).status).toBe(401)
    }
    expect(await w.db.select().from(photos)).toHaveLength(4)
  })

  test('a sub who was taken off a job no longer sees its photos, not even their own', async () => {
    const photo = await newPhoto('sam')
    await w.call('ada', 'DELETE', `/api/jobs/${deck}/subcontractors/${w.idOf('sam')}`)
    expect((await w.call('sam', 'GET', photo.url)).status).toBe(404)
    expect((await w.call('sam', 'GET', `${photo.url}?size=original`)).status).toBe(404)
    expect((await w.call('sam', 'DELETE', `/api/photos/${photo.id}`)).status).toBe(404)
    expect((await w.call('sam', 'GET', '/api/photos')).body).toEqual([])
  })

  test('a photo keeps the name of an uploader who has left', async () => {
    const photo = await newPhoto('sam')
    await w.db
      .update(users)
      .set({ deletedAt: new Date() })
      .where(eq(users.id, w.idOf('sam')))
    expect((await w.call('sam', 'GET', photo.url)).status).toBe(401)
    expect((await w.call('cleo', 'GET', '/api/photos')).body[0].uploadedByName).toBe('Sam Stone')
    await w.db.update(users).set({ deletedAt: null })
  })

  test('a client sees no tasks', async () => {
    const [task] = await w.db.insert(tasks).values({ jobId: deck, name: 'Footings' }).returning()
    await newPhoto('sam', { jobId: deck, taskId: task?.id ?? '' })
    expect((await w.call('cleo', 'GET', '/api/photos')).body[0].taskId).toBeNull()
    expect((await w.call('cleo', 'GET', `/api/photos?taskId=${task?.id}`)).body).toEqual([])
    expect((await w.call('sam', 'GET', `/api/photos?taskId=${task?.id}`)).body).toHaveLength(1)
  })
})

describe('changing', () => {
  test('changes caption and task, only those sent, and publishes an event', async () => {
    const [task] = await w.db.insert(tasks).values({ jobId: deck, name: 'Footings' }).returning()
    const before = await newPhoto('sam', { jobId: deck, caption: 'One' })
    const put = async (body: object) =>
      (await w.call('sam', 'PUT', `/api/photos/${before.id}`, body)).body
    expect(await put({ caption: 'Two' })).toEqual({
      ...before,
      caption: 'Two',
      updatedAt: expect.any(String),
    })
    expect(await put({ taskId: task?.id })).toMatchObject({ caption: 'Two', taskId: task?.id })
    const same = await put({})
    expect(await put({ jobId: bath, uploadedById: w.idOf('ada'), url: 'x' })).toEqual(same)
    expect(await put({ caption: '', taskId: '' })).toMatchObject({ caption: null, taskId: null })
    expect((await publishedEvents()).map(({ name }) => name)).toEqual([
      'photo.created',
      'photo.changed',
      'photo.changed',
      'photo.changed',
    ])
  })

  test('refuses a task of another job, and answers 404 before 400', async () => {
    const [task] = await w.db.insert(tasks).values({ jobId: bath, name: 'Tiles' }).returning()
    const photo = await newPhoto()
    const put = (body: object) => w.call('sam', 'PUT', `/api/photos/${photo.id}`, body)
    const wrong = await put({ taskId: task?.id })
    expect(wrong.body.fields).toEqual({ taskId: 'This does not exist' })
    expect((await put({ taskId: newId() })).text).toBe(wrong.text)
    expect((await put({ caption: 5 })).status).toBe(400)
    expect((await w.call('sam', 'PUT', `/api/photos/${newId()}`, { caption: 5 })).status).toBe(404)
  })
})

describe('deleting', () => {
  test('deletes the row and the files, once', async () => {
    const photo = await newPhoto()
    const remaining = await newPhoto('ada')
    expect((await w.call('sam', 'DELETE', `/api/photos/${photo.id}`)).status).toBe(204)
    expect((await w.call('sam', 'DELETE', `/api/photos/${photo.id}`)).status).toBe(404)
    expect((await w.call('sam', 'GET', photo.url)).status).toBe(404)
    await expect
      .poll(async () => (await storedFiles()).sort())
      .toEqual(['full', 'original', 'thumb'].map((size) => `${remaining.id}-${size}`))
    expect((await publishedEvents()).at(-1)).toMatchObject({
      name: 'photo.deleted',
      subjectId: photo.id,
      jobId: deck,
    })
  })

  test('succeeds for one of ten concurrent calls', async () => {
    const { id } = await newPhoto()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => w.call('ada', 'DELETE', `/api/photos/${id}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
  })

  test('a job deletes its photos and their files, and no others', async () => {
    await newPhoto('sam')
    await newPhoto('ada')
    const other = await newPhoto('sue', { jobId: bath })
    expect((await w.call('ada', 'DELETE', `/api/jobs/${deck}`)).status).toBe(204)
    await expect
      .poll(async () => (await storedFiles()).sort())
      .toEqual(['full', 'original', 'thumb'].map((size) => `${other.id}-${size}`))
  })

  test('a task keeps its photos on the job', async () => {
    const [task] = await w.db.insert(tasks).values({ jobId: deck, name: 'Footings' }).returning()
    const { id } = await newPhoto('sam', { jobId: deck, taskId: task?.id ?? '' })
    await w.call('ada', 'DELETE', `/api/tasks/${task?.id}`)
    expect((await w.call('sam', 'GET', '/api/photos')).body).toMatchObject([{ id, taskId: null }])
  })

  test('a job during uploads leaves no photo and no file', async () => {
    const uploads = Array.from({ length: 6 }, () => send('sam', { jobId: deck }))
    await Promise.race(uploads)
    expect((await w.call('ada', 'DELETE', `/api/jobs/${deck}`)).status).toBe(204)
    for (const { status } of await Promise.all(uploads)) expect([201, 400]).toContain(status)
    expect(await w.db.select().from(photos)).toEqual([])
    expect(await storedFiles()).toEqual([])
  })
})

describe('lists', () => {
  test('have the last taken first, page by page', async () => {
    const taken = [
      '2026-03-05T16:00:00Z',
      null,
      '2099-01-01T00:00:00Z',
      '2019-07-04T12:00:00Z',
      '2026-03-05T17:00:00Z',
    ]
    const ids: string[] = []
    for (const at of taken) {
      const { id } = await newPhoto('ada')
      ids.push(id)
      await w.db
        .update(photos)
        .set({ takenAt: at ? new Date(at) : null })
        .where(eq(photos.id, id))
    }
    // Without a time of its own, or with one later than its upload, a photo counts as taken then.
    const order = [2, 1, 4, 0, 3].map((n) => ids[n])
    const idsOf = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id)
    expect(idsOf(await w.call('ada', 'GET', '/api/photos'))).toEqual(order)
    const read: string[] = []
    for (let next = `/api/photos?jobId=${deck}&limit=2`; next; ) {
      const page = await w.call('ada', 'GET', next)
      read.push(...idsOf(page))
      next = /<(.*)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? ''
    }
    expect(read).toEqual(order)
  })

  test('are filtered by job, task and caption', async () => {
    const one = (await newPhoto('ada', { jobId: deck, caption: '100% done' })).id
    const two = (await newPhoto('ada', { jobId: bath })).id
    const three = (await newPhoto('ada', { jobId: deck })).id
    const ids = async (query: string) =>
      (await w.call('ada', 'GET', `/api/photos?${query}`)).body.map(
        (photo: { id: string }) => photo.id,
      )
    expect(await ids('')).toEqual([three, two, one])
    expect(await ids(`jobId=${deck}`)).toEqual([three, one])
    expect(await ids('search=100%25')).toEqual([one])
    expect(await ids(`taskId=${newId()}`)).toEqual([])
    const first = await w.call('ada', 'GET', `/api/photos?jobId=${deck}&limit=1`)
    expect(first.headers['x-total-count']).toBe('2')
    const next = /<(.*)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await w.call('ada', 'GET', next)
    expect([...first.body, ...second.body].map(({ id }: { id: string }) => id)).toEqual([
      three,
      one,
    ])
    expect(second.headers.link).toBeUndefined()
  })

  test.each(['jobId=x', 'taskId=1', 'limit=0', 'after=z&limit=1', 'jobId=a&jobId=b'])(
    'refuses ?%s',
    async (query) => {
      expect((await w.call('ada', 'GET', `/api/photos?${query}`)).status).toBe(400)
    },
  )
})
