import { MAX_PHOTOS, type Photo, pictureSizes } from '@plumbline/contract/photos.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { events } from '../../schema/live.ts'
import { photos } from '../../schema/photos.ts'
import { settings } from '../../schema/settings.ts'
import { tasks } from '../../schema/tasks.ts'
import { upright } from '../../testing/pictures/make.ts'
import { type Name, type TestApp, testApp, testPeople } from '../../testing/testApp.ts'
import { twoJobs } from '../../testing/twoJobs.ts'

let w: TestApp
let deck: string
let bath: string
let picture: Buffer
beforeAll(async () => {
  w = await testApp()
  picture = await (await upright(8, 6)).jpeg().toBuffer()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(photos)
  await w.db.delete(settings)
  ;({ deck, bath } = await twoJobs(w))
})

const everyone = Object.keys(testPeople) as Name[]
const send = (name: Name, fields: Record<string, string>) =>
  w.upload(name, '/api/photos', { field: 'photo', content: picture }, fields)
async function newPhoto(name: Name, fields: Record<string, string> = {}): Promise<Photo> {
  const answer = await send(name, fields)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const put = (name: Name, id: string, body: object) => w.call(name, 'PUT', `/api/photos/${id}`, body)
const share = (name: Name | 'nobody', body: object) =>
  w.call(name, 'POST', '/api/photos/share', body)
const subPhotosShared = (shared: boolean) =>
  w.db.insert(settings).values({ companyName: 'A', timeZone: 'UTC', subPhotosShared: shared })
/** The ids of the photos that the person may see. */
const seenBy = async (name: Name) =>
  (await w.call(name, 'GET', '/api/photos')).body.map(({ id }: Photo) => id)
const publishedEvents = async () =>
  (await w.db.select().from(events).orderBy(events.id)).map(({ name, subjectId }) => [
    name,
    subjectId,
  ])
const sorted = (ids: readonly string[]) => [...ids].sort()

describe('who may see a photo', () => {
  test('a hidden photo is visible to the office and its subs, but not to the client', async () => {
    const canary = { shown: 'canary shown', hidden: 'canary hidden', elsewhere: 'canary elsewhere' }
    const shown = await newPhoto('ada', { jobId: deck, caption: canary.shown })
    const hidden = await newPhoto('ada', {
      jobId: deck,
      caption: canary.hidden,
      clientVisible: 'false',
    })
    const elsewhere = await newPhoto('sue', { jobId: bath, caption: canary.elsewhere })
    await put('ada', elsewhere.id, { clientVisible: false })
    const all = { shown, hidden, elsewhere }
    const sees: Record<Name, (keyof typeof all)[]> = {
      ada: ['shown', 'hidden', 'elsewhere'],
      sam: ['shown', 'hidden'],
      sue: ['elsewhere'],
      cleo: ['shown'],
      carl: [],
    }
    for (const name of everyone) {
      const captions = sees[name].map((key) => canary[key]).sort()
      const found = async (address: string) =>
        sorted(((await w.call(name, 'GET', address)).text.match(/canary \w+/g) ?? []) as string[])
      expect(await found('/api/photos'), name).toEqual(captions)
      expect(await found('/api/photos?search=canary'), name).toEqual(captions)
      expect(await found(`/api/photos?jobId=${deck}`), name).toEqual(
        captions.filter((caption) => caption !== canary.elsewhere),
      )
      const page = await w.call(name, 'GET', '/api/photos?limit=1')
      expect(page.headers['x-total-count'], name).toBe(String(captions.length))
      expect(page.headers.link === undefined, name).toBe(captions.length < 2)

      for (const [key, { id }] of Object.entries(all)) {
        const isSeen = (sees[name] as string[]).includes(key)
        const one = await w.call(name, 'GET', `/api/photos/${id}`)
        const absent = await w.call(name, 'GET', `/api/photos/${newId()}`)
        expect(one.status, `${name}, ${key}`).toBe(isSeen ? 200 : 404)
        if (!isSeen) expect(one.text).toBe(absent.text)
      }
    }
  })

  /**
   * The statuses of thumb, full and original, in this order. The photos are by Ada and Sam on Deck,
   * and by Sue on Bath.
   */
  const served: Record<Name, Record<string, string>> = {
    ada: {
      shown: '200 200 200',
      hidden: '200 200 200',
      samsShown: '200 200 200',
      samsHidden: '200 200 200',
      samsOwn: '200 200 200',
      elsewhere: '200 200 200',
      elsewhereHidden: '200 200 200',
    },
    sam: {
      shown: '200 200 403',
      hidden: '200 200 403',
      samsShown: '200 200 200',
      samsHidden: '200 200 200',
      samsOwn: '200 200 200',
      elsewhere: '404 404 404',
      elsewhereHidden: '404 404 404',
    },
    sue: {
      shown: '404 404 404',
      hidden: '404 404 404',
      samsShown: '404 404 404',
      samsHidden: '404 404 404',
      samsOwn: '404 404 404',
      elsewhere: '200 200 200',
      elsewhereHidden: '200 200 200',
    },
    cleo: {
      shown: '200 200 403',
      hidden: '404 404 404',
      samsShown: '200 200 403',
      samsHidden: '404 404 404',
      samsOwn: '404 404 404',
      elsewhere: '404 404 404',
      elsewhereHidden: '404 404 404',
    },
    carl: {
      shown: '404 404 404',
      hidden: '404 404 404',
      samsShown: '404 404 404',
      samsHidden: '404 404 404',
      samsOwn: '404 404 404',
      elsewhere: '200 200 403',
      elsewhereHidden: '404 404 404',
    },
  }

  test('originals are served only to the office and the uploader', async () => {
    const all: Record<string, Photo> = {
      shown: await newPhoto('ada', { jobId: deck }),
      hidden: await newPhoto('ada', { jobId: deck, clientVisible: 'false' }),
      samsShown: await newPhoto('sam', { jobId: deck }),
      samsHidden: await newPhoto('sam', { jobId: deck }),
      samsOwn: await newPhoto('sam'),
      elsewhere: await newPhoto('sue', { jobId: bath }),
      elsewhereHidden: await newPhoto('sue', { jobId: bath }),
    }
    for (const key of ['samsHidden', 'elsewhereHidden'])
      await put('ada', all[key]?.id ?? '', { clientVisible: false })
    for (const name of everyone) {
      const found: [string, string][] = []
      for (const [key, { id }] of Object.entries(all)) {
        const statuses: number[] = []
        for (const size of pictureSizes) {
          const at = (photoId: string) => `/api/photos/${photoId}/image?size=${size}`
          const image = await w.call(name, 'GET', at(id))
          statuses.push(image.status)
          // A tag that was passed on by somebody else reveals nothing either.
          const tag = { 'if-none-match': String((await w.call('ada', 'GET', at(id))).headers.etag) }
          const again = await w.call(name, 'GET', at(id), undefined, tag)
          expect([key, size, again.status]).toEqual([
            key,
            size,
            image.status === 200 ? 304 : image.status,
          ])
          const isUploaded = image.bytes.equals(picture)
          expect([key, size, isUploaded]).toEqual([
            key,
            size,
            image.status === 200 && size === 'original',
          ])
          if (image.status === 404)
            expect(image.bytes).toEqual((await w.call(name, 'GET', at(newId()))).bytes)
          if (image.status === 403) expect(image.body.code).toBe('forbidden')
        }
        found.push([key, statuses.join(' ')])
        const withoutSize = await w.call(name, 'GET', `/api/photos/${id}/image`)
        expect(withoutSize.status, `${name}, ${key}`).toBe(statuses[1])
      }
      expect([name, Object.fromEntries(found)]).toEqual([name, served[name]])
    }
  })

  test('a hidden picture is a 404 even for a browser of the client that has it', async () => {
    const { id, url } = await newPhoto('ada', { jobId: deck })
    const { headers } = await w.call('cleo', 'GET', url)
    await put('ada', id, { clientVisible: false })
    const again = await w.call('cleo', 'GET', url, undefined, {
      'if-none-match': String(headers.etag),
    })
    expect(again.status).toBe(404)
  })

  test('a client does not see the task of a photo, and cannot filter by it', async () => {
    const [task] = await w.db.insert(tasks).values({ jobId: deck, name: 'Rails' }).returning()
    const { id } = await newPhoto('sam', { jobId: deck, taskId: task?.id ?? '' })
    expect((await w.call('cleo', 'GET', `/api/photos/${id}`)).body.taskId).toBeNull()
    expect((await w.call('cleo', 'GET', `/api/photos?taskId=${task?.id}`)).body).toEqual([])
    expect((await w.call('sam', 'GET', `/api/photos/${id}`)).body.taskId).toBe(task?.id)
  })
})

describe('uploads', () => {
  test.each([
    ['ada', true, undefined, true],
    ['ada', false, undefined, true],
    ['ada', true, 'false', false],
    ['ada', false, 'true', true],
    ['sam', true, undefined, true],
    ['sam', false, undefined, false],
  ] as const)(
    'by %s, with subPhotosShared %s and clientVisible %s: visible to the client %s',
    async (name, shared, clientVisible, isSeen) => {
      await subPhotosShared(shared)
      const photo = await newPhoto(name, { jobId: deck, ...(clientVisible && { clientVisible }) })
      expect(photo.clientVisible).toBe(isSeen)
      expect(await seenBy('cleo')).toEqual(isSeen ? [photo.id] : [])
      expect(await seenBy('sam')).toEqual([photo.id])
    },
  )

  test('before the company is set up are visible to the client', async () => {
    expect((await newPhoto('sam', { jobId: deck })).clientVisible).toBe(true)
  })

  test('are not affected by a later change of the setting', async () => {
    await subPhotosShared(true)
    const before = await newPhoto('sam', { jobId: deck })
    await w.call('ada', 'PUT', '/api/settings', { subPhotosShared: false })
    const between = await newPhoto('sam', { jobId: deck })
    await w.call('ada', 'PUT', '/api/settings', { subPhotosShared: true })
    expect(await seenBy('cleo')).toEqual([before.id])
    expect(await seenBy('sam')).toEqual([between.id, before.id])
  })

  test('follow a setting that only admins change', async () => {
    await subPhotosShared(true)
    const change = (name: Name, shared: unknown) =>
      w.call(name, 'PUT', '/api/settings', { subPhotosShared: shared })
    for (const name of ['sam', 'cleo'] as const)
      expect((await change(name, false)).status).toBe(403)
    const wrong = await change('ada', 'no')
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['subPhotosShared']])
    expect((await newPhoto('sam', { jobId: deck })).clientVisible).toBe(true)
  })

  test('by a sub with clientVisible are refused, and store nothing', async () => {
    for (const clientVisible of ['true', 'false']) {
      const answer = await send('sam', { jobId: deck, clientVisible })
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    }
    expect(await w.db.select().from(photos)).toEqual([])
    expect(await publishedEvents()).toEqual([])
  })

  test.each(['', 'yes', '0', 'TRUE'])('with clientVisible %j are a 400', async (clientVisible) => {
    const answer = await send('ada', { jobId: deck, clientVisible })
    expect([answer.status, answer.body.fields]).toEqual([400, { clientVisible: 'true or false' }])
  })
})

describe('one photo', () => {
  test('is hidden and shown by an admin, with an event each', async () => {
    const { id } = await newPhoto('sam', { jobId: deck })
    const hidden = await put('ada', id, { clientVisible: false })
    expect([hidden.status, hidden.body.clientVisible]).toEqual([200, false])
    expect(await seenBy('cleo')).toEqual([])
    expect((await put('ada', id, { clientVisible: true })).body.clientVisible).toBe(true)
    expect(await seenBy('cleo')).toEqual([id])
    expect(await publishedEvents()).toEqual([
      ['photo.created', id],
      ['photo.changed', id],
      ['photo.shared', id],
    ])
  })

  test('cannot be shared or hidden by its uploader, and the whole change is refused', async () => {
    const photo = await newPhoto('sam', { jobId: deck, caption: 'Rails' })
    for (const clientVisible of [false, true]) {
      const answer = await put('sam', photo.id, { caption: 'Other', clientVisible })
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    }
    expect((await w.call('sam', 'GET', `/api/photos/${photo.id}`)).body).toEqual(photo)
    expect((await put('sam', photo.id, { caption: 'Other' })).status).toBe(200)
    expect((await put('cleo', photo.id, { clientVisible: false })).status).toBe(403)
  })

  test.each(['true', 1, null])('clientVisible %j is a 400', async (clientVisible) => {
    const { id } = await newPhoto('ada', { jobId: deck })
    const answer = await put('ada', id, { clientVisible })
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { clientVisible: 'Must be true or false' },
    ])
  })
})

describe('several photos', () => {
  test('are shared and hidden together, with events for changed ones only', async () => {
    const one = await newPhoto('ada', { jobId: deck, clientVisible: 'false' })
    const two = await newPhoto('ada', { jobId: bath, clientVisible: 'false' })
    const loose = await newPhoto('sam')
    const seen = await newPhoto('ada', { jobId: deck })
    await w.db.delete(events)
    const ids = [one.id, two.id, loose.id, seen.id]
    const answer = await share('ada', { ids: [...ids, one.id], clientVisible: true })
    expect([answer.status, answer.body]).toEqual([200, { changed: 2 }])
    expect(sorted(await seenBy('cleo'))).toEqual(sorted([one.id, seen.id]))
    expect(await seenBy('carl')).toEqual([two.id])
    expect((await publishedEvents()).sort()).toEqual(
      [one.id, two.id].sort().map((id) => ['photo.shared', id]),
    )
    // A photo that was shared already keeps its version.
    const untouched = await w.call('ada', 'GET', `/api/photos/${seen.id}`)
    expect(untouched.body).toEqual(seen)

    expect((await share('ada', { ids, clientVisible: false })).body).toEqual({ changed: 4 })
    expect((await share('ada', { ids, clientVisible: false })).body).toEqual({ changed: 0 })
    expect(await seenBy('cleo')).toEqual([])
    const [row] = await w.db.select().from(events).where(eq(events.subjectId, loose.id))
    expect(row).toMatchObject({ jobId: null, detail: { audience: w.idOf('sam') } })
  })

  test('are not changed if one of them is unknown', async () => {
    const { id } = await newPhoto('ada', { jobId: deck })
    const answer = await share('ada', { ids: [id, newId()], clientVisible: false })
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { ids: 'One of these photos does not exist' },
    ])
    expect(await seenBy('cleo')).toEqual([id])
    expect(await publishedEvents()).toEqual([['photo.created', id]])
  })

  test('can be shared by admins only', async () => {
    const { id } = await newPhoto('sam', { jobId: deck })
    for (const name of ['sam', 'sue', 'cleo', 'carl'] as const) {
      expect((await share(name, { ids: [id], clientVisible: false })).status).toBe(403)
      expect((await share(name, { ids: [newId()], clientVisible: 'x' })).status).toBe(403)
    }
    expect((await share('nobody', { ids: [id], clientVisible: false })).status).toBe(401)
    expect(await seenBy('cleo')).toEqual([id])
  })

  test.each([
    [{}, ['ids', 'clientVisible']],
    [{ ids: [], clientVisible: true }, ['ids']],
    [{ ids: 'all', clientVisible: true }, ['ids']],
    [{ ids: ['1'], clientVisible: true }, ['ids.0']],
    [{ ids: [null], clientVisible: true }, ['ids.0']],
    [{ ids: Array.from({ length: MAX_PHOTOS + 1 }, newId), clientVisible: true }, ['ids']],
    [{ ids: [newId()] }, ['clientVisible']],
    [{ ids: [newId()], clientVisible: 'false' }, ['clientVisible']],
  ])('refuses the body %#', async (body, fields) => {
    const answer = await share('ada', body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual(fields)
  })

  test('end all shared or all hidden after concurrent calls', async () => {
    const made: string[] = []
    for (const jobId of [deck, bath, deck, bath])
      made.push((await newPhoto('ada', { jobId, clientVisible: 'false' })).id)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        share('ada', { ids: n % 3 ? made : made.toReversed(), clientVisible: n % 2 === 0 }),
      ),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      // Never only some of them.
      expect([0, made.length]).toContain(body.changed)
    }
    expect([0, made.length]).toContain((await seenBy('cleo')).length * 2)
  })

  test('are all shared or none while one of them is deleted', async () => {
    const made: string[] = []
    for (let n = 0; n < 4; n += 1)
      made.push((await newPhoto('ada', { jobId: deck, clientVisible: 'false' })).id)
    const [first = ''] = made
    const [shared, deleted] = await Promise.all([
      share('ada', { ids: made, clientVisible: true }),
      w.call('ada', 'DELETE', `/api/photos/${first}`),
    ])
    expect(deleted.status).toBe(204)
    expect([200, 400]).toContain(shared.status)
    expect(await seenBy('cleo')).toHaveLength(shared.status === 200 ? 3 : 0)
  })

  test('are shared, or refused with a 400, while a job of theirs is deleted', async () => {
    const one = await newPhoto('ada', { jobId: deck, clientVisible: 'false' })
    const two = await newPhoto('ada', { jobId: bath, clientVisible: 'false' })
    const [shared, deleted] = await Promise.all([
      share('ada', { ids: [two.id, one.id], clientVisible: true }),
      w.call('ada', 'DELETE', `/api/jobs/${deck}`),
    ])
    expect(deleted.status).toBe(204)
    expect([200, 400]).toContain(shared.status)
    expect(await seenBy('carl')).toHaveLength(shared.status === 200 ? 1 : 0)
  })
})
