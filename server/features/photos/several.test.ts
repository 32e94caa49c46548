import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Photo } from '@plumbline/contract/photos.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { fileDeletions } from '../../schema/files.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { photos } from '../../schema/photos.ts'
import { tasks } from '../../schema/tasks.ts'
import { auditedOf } from '../../testing/auditedOf.ts'
import { upright } from '../../testing/pictures/make.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { twoJobs } from '../../testing/twoJobs.ts'
import { unzip } from '../../testing/zips.ts'

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
  ;({ deck, bath } = await twoJobs(w))
})

async function newPhoto(name: Name, fields: Record<string, string> = {}): Promise<Photo> {
  const file = { field: 'photo', content: picture }
  const answer = await w.upload(name, '/api/photos', file, fields)
  expect(answer.status, answer.text).toBe(201)
  await w.db.delete(events)
  return answer.body
}
const post = (name: Name, path: string, body: object) =>
  w.call(name, 'POST', `/api/photos/${path}`, body)
const zip = (name: Name, ...ids: readonly string[]) =>
  w.call(name, 'GET', `/api/photos/zip?ids=${ids.join(',')}`)
const read = async (id: string): Promise<Photo> =>
  (await w.call('ada', 'GET', `/api/photos/${id}`)).body
const publishedEvents = async () =>
  (await w.db.select().from(events).orderBy(events.id)).map(
    ({ name, subjectId, jobId, readers }) => [name, subjectId, jobId, readers],
  )

describe('moving', () => {
  test('moved photos leave their tasks, and each job gets one event for each photo', async () => {
    const [task] = await w.db.insert(tasks).values({ jobId: deck, name: 'Dig' }).returning()
    const one = await newPhoto('sam', { jobId: deck, taskId: task?.id ?? '' })
    const hidden = await newPhoto('ada', { jobId: deck, clientVisible: 'false' })
    const onBath = await newPhoto('ada', { jobId: bath })
    const ids = [one.id, hidden.id, onBath.id, one.id]
    const answer = await post('ada', 'move', { ids, jobId: bath })
    expect(answer).toMatchObject({ status: 200, body: { changed: 2 } })
    expect(await read(one.id)).toMatchObject({ jobId: bath, jobName: 'Bath', taskId: null })
    expect(await publishedEvents()).toEqual([
      ['photo.changed', one.id, deck, null],
      ['photo.changed', one.id, bath, null],
      ['photo.changed', hidden.id, deck, 'crew'],
      ['photo.changed', hidden.id, bath, 'crew'],
    ])
    expect((await auditedOf(w, bath)).at(-1)).toMatchObject({
      action: 'photo.moved',
      subject: 'Bath',
      detail: { photos: 2 },
    })
    expect((await post('ada', 'move', { ids, jobId: bath })).body).toEqual({ changed: 0 })
  })

  test('locks both jobs before the photo, as the deletion of a job does', async () => {
    const file = { size: 1, sha256: '' }
    const files = { thumb: file, full: file, original: file }
    const facts = { files, contentType: 'image/webp', width: 1, height: 1, url: '' }
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    for (const jobId of [deck, bath]) {
      const id = newId()
      const photo = { id, jobId: deck, uploadedById: w.idOf('ada'), storageKey: id, ...facts }
      await w.db.insert(photos).values(photo)
      let moving: ReturnType<typeof post> | undefined
      await w.db.transaction(async (tx) => {
        await tx.select().from(jobs).where(eq(jobs.id, jobId)).for('update')
        moving = post('ada', 'move', { ids: [id], jobId: bath })
        const isWaiting = async () => (await w.db.execute(waiting)).rows.length > 0
        await expect.poll(isWaiting).toBe(true)
        const free = tx.select({ id: photos.id }).from(photos).where(eq(photos.id, id))
        expect(await free.for('update', { skipLocked: true })).toEqual([{ id }])
      })
      expect((await moving)?.status).toBe(200)
    }
  })

  test('rejects unknown photos and jobs, and everybody but the office', async () => {
    const { id } = await newPhoto('sam', { jobId: deck })
    const move = (body: object) => post('ada', 'move', body)
    const fields = async (body: object) => (await move(body)).body.fields
    expect(await fields({ ids: [id], jobId: newId() })).toEqual({
      jobId: 'Choose one of your jobs',
    })
    expect(await fields({ ids: [id, newId()], jobId: bath })).toEqual({
      ids: 'One of these photos does not exist',
    })
    expect(await fields({ ids: [], jobId: bath })).toEqual({ ids: 'Choose at least one photo' })
    for (const name of ['sam', 'cleo'] as const)
      expect((await post(name, 'move', { ids: [id], jobId: bath })).status).toBe(403)
    expect((await read(id)).jobId).toBe(deck)
  })
})

describe('a sub', () => {
  test('captions, deletes and downloads only their own photos', async () => {
    const own = await newPhoto('sam', { jobId: deck })
    const others = await newPhoto('ada', { jobId: deck })
    const elsewhere = await newPhoto('ada', { jobId: bath })
    const caption = ' North wall '
    expect((await post('sam', 'caption', { ids: [own.id], caption })).body).toEqual({ changed: 1 })
    expect((await read(own.id)).caption).toBe('North wall')
    for (const [path, body] of [
      ['caption', { caption: 'Mine' }],
      ['delete', {}],
    ] as const) {
      const refused = (id: string) => post('sam', path, { ids: [own.id, id], ...body })
      expect((await refused(others.id)).status).toBe(403)
      expect((await refused(elsewhere.id)).status).toBe(400)
      expect((await post('cleo', path, { ids: [others.id], ...body })).status).toBe(403)
    }
    expect((await zip('sam', own.id, others.id)).status).toBe(403)
    expect((await zip('sam', own.id)).status).toBe(200)
    expect((await zip('cleo', others.id)).status).toBe(403)
    await w.db.delete(events)
    expect((await post('sam', 'delete', { ids: [own.id] })).status).toBe(204)
    expect(await publishedEvents()).toEqual([['photo.deleted', own.id, deck, null]])
    expect((await w.db.select().from(photos)).map(({ id }) => id).sort()).toEqual(
      [others.id, elsewhere.id].sort(),
    )
  })
})

describe('the office', () => {
  test('sets the same caption for all selected photos, or removes it', async () => {
    const ids = [
      (await newPhoto('sam', { jobId: deck, caption: 'A' })).id,
      (await newPhoto('ada', { caption: 'B' })).id,
    ]
    expect((await post('ada', 'caption', { ids, caption: 'B' })).body).toEqual({ changed: 1 })
    expect((await post('ada', 'caption', { ids, caption: '' })).body).toEqual({ changed: 2 })
    for (const id of ids) expect((await read(id)).caption).toBe(null)
    const [ofDeck, loose] = ids
    expect(await publishedEvents()).toEqual([
      ['photo.changed', ofDeck, deck, null],
      ['photo.changed', ofDeck, deck, null],
      ['photo.changed', loose, null, null],
    ])
    const tooLong = await post('ada', 'caption', { ids, caption: 'x'.repeat(2001) })
    expect(tooLong.body.fields).toEqual({ caption: 'At most 2000 characters' })
  })

  test('deletes photos with their files and an audit entry each', async () => {
    const first = await newPhoto('sam', { jobId: deck })
    const second = await newPhoto('ada')
    const ids = [first.id, second.id]
    expect((await post('ada', 'delete', { ids: [...ids, newId()] })).status).toBe(400)
    expect((await post('ada', 'delete', { ids })).status).toBe(204)
    expect(await w.db.select().from(photos)).toEqual([])
    const stored = async () =>
      (await readdir(path.join(w.settings.dataDir, 'files/photos'))).filter((file) =>
        ids.some((id) => file.startsWith(id)),
      )
    await expect.poll(stored).toEqual([])
    await expect.poll(() => w.db.$count(fileDeletions)).toBe(0)
    for (const id of ids)
      expect((await auditedOf(w, id)).map(({ action }) => action)).toEqual(['photo.deleted'])
  })

  test('downloads a zip file with the originals in a folder for each job', async () => {
    const first = await newPhoto('sam', { jobId: deck })
    const second = await newPhoto('ada')
    await w.db
      .update(photos)
      .set({ takenAt: new Date('2026-03-05T12:00:00Z') })
      .where(eq(photos.id, first.id))
    const answer = await zip('ada', first.id, second.id)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/zip')
    expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length)
    const files = await unzip(answer.bytes)
    expect(files.get(`Deck/2026-03-05-${first.id.slice(-6)}.jpg`)).toEqual(picture)
    expect([...files.keys()].sort()).toEqual([
      `Deck/2026-03-05-${first.id.slice(-6)}.jpg`,
      expect.stringMatching(/^Without a job\/\d{4}-\d\d-\d\d-.{6}\.jpg$/),
    ])
    expect((await zip('ada', newId())).status).toBe(400)
    expect((await zip('ada', 'x')).status).toBe(400)
  })
})
