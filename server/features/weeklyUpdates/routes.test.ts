import {
  MAX_UPDATE,
  MAX_UPDATE_PHOTOS,
  type WeeklyUpdate,
} from '@plumbline/contract/weeklyUpdates.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { refusedAddresses } from '../../schema/delivery.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { jobMutes, notificationChannels } from '../../schema/notifications.ts'
import { users } from '../../schema/people.ts'
import { photos } from '../../schema/photos.ts'
import { settings } from '../../schema/settings.ts'
import { weeklyUpdates } from '../../schema/weeklyUpdates.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { twoJobs } from '../../testing/twoJobs.ts'

const FRIDAY = '2026-11-20'

let w: TestApp
let deck: string
let bath: string
beforeAll(async () => {
  const smtp = { url: 'smtp://127.0.0.1:1', from: undefined }
  w = await testApp({ smtp, publicUrl: 'https://plumbline.example.com' })
  w.clock.now = new Date('2026-11-19T18:00:00Z')
  await w.db.insert(settings).values({ companyName: 'Ridgeline', timeZone: 'America/Chicago' })
})
afterAll(() => w.close())
beforeEach(async () => {
  ;({ deck, bath } = await twoJobs(w))
})

const call = (
  name: Name | 'nobody',
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
) => w.call(name, method, url, body, { host: 'plumbline.example.com' })
const draft = (jobId: string, day = '2026-11-19', name: Name = 'ada') =>
  call(name, 'POST', `/api/jobs/${jobId}/weekly-updates`, { day })
async function newDraft(jobId = deck, day?: string): Promise<WeeklyUpdate> {
  const { status, body, text } = await draft(jobId, day)
  expect(status, text).toBe(201)
  return body
}
const list = (name: Name, jobId = deck) => call(name, 'GET', `/api/jobs/${jobId}/weekly-updates`)
const put = (id: string, body: object, name: Name = 'ada') =>
  call(name, 'PUT', `/api/weekly-updates/${id}`, body)
const send = (id: string, name: Name = 'ada') =>
  call(name, 'POST', `/api/weekly-updates/${id}/send`)
const remove = (id: string, name: Name = 'ada') => call(name, 'DELETE', `/api/weekly-updates/${id}`)
const publishedEvents = async () =>
  (await w.db.select().from(events).orderBy(events.id)).map(
    ({ name, subjectId, jobId, readers, detail }) => [name, subjectId, jobId, readers, detail],
  )

const file = { size: 1, sha256: '' }
async function newPhoto(jobId: string | null, { clientVisible = true, day = '2026-11-18' } = {}) {
  const id = newId()
  await w.db.insert(photos).values({
    id,
    jobId,
    clientVisible,
    uploadedById: w.idOf('sam'),
    url: `/api/photos/${id}/image`,
    storageKey: `photos/${id}`,
    files: { thumb: file, full: file, original: file },
    contentType: 'image/webp',
    width: 1,
    height: 1,
    createdAt: new Date(`${day}T12:00:00Z`),
  })
  return id
}

test('a draft can be edited, sent and read by the client, with events for its readers', async () => {
  const photo = await newPhoto(deck)
  const made = await newDraft()
  expect(made).toEqual({
    id: expect.any(String),
    jobId: deck,
    jobName: 'Deck',
    week: FRIDAY,
    text: expect.stringContaining('Hello Cleo,'),
    photoIds: [photo],
    sentAt: null,
    sentByName: null,
    byEmail: 'sent',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expect((await list('ada')).body).toEqual([made])
  expect((await list('cleo')).body).toEqual([])
  expect((await call('ada', 'GET', '/api/weekly-updates/drafts')).body).toEqual([made])

  const other = await newPhoto(deck)
  const change = { text: '  All is well.\nSee you. ', photoIds: [other, photo, other] }
  const edited = await put(made.id, change)
  expect(edited).toMatchObject({
    status: 200,
    body: { text: 'All is well.\nSee you.', photoIds: [other, photo], sentAt: null },
  })
  expect((await put(made.id, {})).body).toEqual(edited.body)

  const sent = await send(made.id)
  expect(sent).toMatchObject({
    status: 200,
    body: { sentAt: w.clock.now.toISOString(), sentByName: 'Ada Adler', byEmail: 'sent' },
  })
  expect((await list('cleo')).body).toEqual([{ ...sent.body, byEmail: null }])
  expect((await call('ada', 'GET', '/api/weekly-updates/drafts')).body).toEqual([])
  const { recentUpdates } = (await call('cleo', 'GET', '/api/dashboard')).body
  expect(recentUpdates).toMatchObject([{ name: 'update.sent', detail: { week: FRIDAY } }])
  expect(await publishedEvents()).toEqual([
    ['update.drafted', made.id, deck, 'office', { week: FRIDAY }],
    ['update.changed', made.id, deck, 'office', null],
    ['update.sent', made.id, deck, 'client', { week: FRIDAY }],
  ])
})

test('a sent update cannot be changed', async () => {
  const { id } = await newDraft()
  await send(id)
  for (const again of [send(id), put(id, { text: 'x' }), remove(id)])
    expect(await again).toMatchObject({ status: 409, body: { code: 'updateSent' } })
  expect((await list('cleo')).body[0].text).toContain('Hello Cleo')
})

test('a draft is deleted once, and the week can be drafted again', async () => {
  const { id } = await newDraft()
  expect((await remove(id)).status).toBe(204)
  expect((await remove(id)).status).toBe(404)
  expect((await publishedEvents()).at(-1)).toEqual(['update.deleted', id, deck, 'office', null])
  await newDraft()
})

describe('a week', () => {
  test.each([
    ['2026-11-14', FRIDAY],
    ['2026-11-15', FRIDAY],
    ['2026-11-20', FRIDAY],
    ['2026-11-13', '2026-11-13'],
    ['2020-02-29', '2020-03-06'],
  ])('that contains %s ends on %s', async (day, week) => {
    expect(await newDraft(deck, day)).toMatchObject({ week })
  })

  test('has at most one update for each job', async () => {
    await newDraft()
    expect(await draft(deck, '2026-11-14')).toMatchObject({
      status: 409,
      body: { code: 'updateExists' },
    })
    await newDraft(bath)
  })

  test('is drafted by one of ten concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => draft(deck)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array(9).fill(409)])
    expect(await publishedEvents()).toHaveLength(1)
  })

  test.each([
    ['2026-11-21', 'This week has not begun yet'],
    ['yesterday', 'Enter a date as YYYY-MM-DD'],
    [undefined, 'Enter a date as YYYY-MM-DD'],
  ])('cannot be drafted for %s', async (day, problem) => {
    expect(await call('ada', 'POST', `/api/jobs/${deck}/weekly-updates`, { day })).toMatchObject({
      status: 400,
      body: { fields: { day: problem } },
    })
  })
})

test('the newest 200 updates are listed, newest first', async () => {
  await w.db.insert(weeklyUpdates).values(
    Array.from({ length: 250 }, (_, n) => ({
      jobId: deck,
      week: new Date(Date.UTC(2020, 0, 3 + 7 * n)).toISOString().slice(0, 10),
      text: 'x',
    })),
  )
  const weeks = (await list('ada')).body.map(({ week }: WeeklyUpdate) => week)
  expect(weeks).toHaveLength(200)
  expect(weeks).toEqual([...weeks].sort().reverse())
  expect(weeks[0]).toBe('2024-10-11')
})

describe('photos', () => {
  test('are up to 12 of the week that are visible to the client, newest first', async () => {
    const shared: string[] = []
    for (let n = 0; n < 14; n++) shared.unshift(await newPhoto(deck))
    await newPhoto(deck, { clientVisible: false })
    await newPhoto(deck, { day: '2026-11-13' })
    await newPhoto(bath)
    const { photoIds, text } = await newDraft()
    expect(photoIds).toEqual(shared.slice(0, MAX_UPDATE_PHOTOS))
    expect(text).toContain('There are 14 new photos.')
  })

  test('that are hidden from the client are refused', async () => {
    const { id } = await newDraft()
    for (const photo of [
      await newPhoto(bath),
      await newPhoto(null),
      await newPhoto(deck, { clientVisible: false }),
      newId(),
    ])
      expect(await put(id, { photoIds: [await newPhoto(deck), photo] })).toMatchObject({
        status: 400,
        body: { fields: { photoIds: 'Choose photos of this job that its client sees' } },
      })
    expect((await list('ada')).body[0].photoIds).toEqual([])
  })

  test('that are hidden or deleted later are omitted', async () => {
    const [hidden, deleted, shown] = [
      await newPhoto(deck),
      await newPhoto(deck),
      await newPhoto(deck),
    ]
    const { id } = await newDraft()
    await send(id)
    await w.db.update(photos).set({ clientVisible: false }).where(eq(photos.id, hidden))
    await w.db.delete(photos).where(eq(photos.id, deleted))
    for (const name of ['ada', 'cleo'] as const)
      expect((await list(name)).body[0].photoIds).toEqual([shown])
  })
})

test.each([
  [{ text: '' }, 'text', 'Write what happened'],
  [{ text: 5 }, 'text', 'Must be text'],
  [{ text: 'x'.repeat(MAX_UPDATE + 1) }, 'text', 'At most 10000 characters'],
  [{ photoIds: 'none' }, 'photoIds', 'Send a list of photo ids'],
  [{ photoIds: Array.from({ length: 13 }, newId) }, 'photoIds', 'At most 12 photos'],
])('refuses %#', async (change, field, problem) => {
  const { id } = await newDraft()
  const { status, body } = await put(id, change)
  expect([status, body.fields]).toEqual([400, { [field]: problem }])
})

describe('who may read and write updates', () => {
  test('the client reads sent updates of their own jobs; everything else is for admins', async () => {
    const { id } = await newDraft()
    const statuses = async (name: Name) => [
      (await list(name)).status,
      (await draft(deck, '2026-11-13', name)).status,
      (await put(id, { text: 'x' }, name)).status,
      (await send(id, name)).status,
      (await remove(id, name)).status,
      (await call(name, 'GET', '/api/weekly-updates/drafts')).status,
    ]
    expect(await statuses('cleo')).toEqual([200, 403, 403, 403, 403, 403])
    expect(await statuses('carl')).toEqual([404, 403, 403, 403, 403, 403])
    expect(await statuses('sam')).toEqual([403, 403, 403, 403, 403, 403])
    expect(await statuses('sue')).toEqual([403, 403, 403, 403, 403, 403])
    expect((await call('nobody', 'GET', `/api/jobs/${deck}/weekly-updates`)).status).toBe(401)
  })

  test('an unknown job or update is a 404', async () => {
    for (const id of [newId(), 'x']) {
      expect((await list('ada', id)).status).toBe(404)
      expect((await draft(id)).status).toBe(404)
      expect((await put(id, { text: 'x' })).status).toBe(404)
      expect((await send(id)).status).toBe(404)
    }
  })

  test('an update is deleted with its job', async () => {
    const { id } = await newDraft()
    await call('ada', 'DELETE', `/api/jobs/${deck}`)
    expect((await send(id)).status).toBe(404)
    expect(await w.db.select().from(weeklyUpdates)).toEqual([])
  })
})

test('an update needs a client, who does not have to be able to sign in', async () => {
  const { id } = await newDraft()
  await w.db.update(jobs).set({ clientId: null }).where(eq(jobs.id, deck))
  expect(await send(id)).toMatchObject({ status: 409, body: { code: 'clientMissing' } })
  const [guest] = await w.db
    .insert(users)
    .values({ firstName: 'Gus', lastName: 'Guest', role: 'client' })
    .returning()
  await w.db
    .update(jobs)
    .set({ clientId: guest?.id ?? null })
    .where(eq(jobs.id, deck))
  expect(await send(id)).toMatchObject({ status: 200, body: { byEmail: 'noAddress' } })
})

test('a draft sent and changed concurrently has the change only if it was accepted', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await newDraft(deck, `20${10 + round}-01-01`)
    const [sent, changed, again] = await Promise.all([
      send(id),
      put(id, { text: 'changed' }),
      send(id),
    ])
    expect([sent.status, again.status].sort()).toEqual([200, 409])
    const [row] = await w.db.select().from(weeklyUpdates).where(eq(weeklyUpdates.id, id))
    expect(row?.text === 'changed').toBe(changed.status === 200)
  }
})

describe('byEmail of an update', () => {
  const byEmail = async () => {
    const [first] = (await list('ada')).body
    return first.byEmail
  }
  const cleo = () => w.idOf('cleo')
  const channel = (email: 'immediately' | 'daily' | 'off') =>
    w.db
      .insert(notificationChannels)
      .values({ personId: cleo(), kind: 'update', email, push: true })

  beforeEach(async () => {
    await w.db.delete(notificationChannels)
    await w.db.delete(refusedAddresses)
    await newDraft()
  })

  test('is "sent" by default, and "off" if the client turned email off', async () => {
    expect(await byEmail()).toBe('sent')
    await channel('daily')
    expect(await byEmail()).toBe('sent')
    await w.db.delete(notificationChannels)
    await channel('off')
    expect(await byEmail()).toBe('off')
  })

  test('is "refused" for an address that refuses email, until it changes', async () => {
    const refusal = { personId: cleo(), reason: 'No such mailbox' }
    await w.db.insert(refusedAddresses).values({ ...refusal, address: 'cleo@example.com' })
    expect(await byEmail()).toBe('refused')
    await w.db.update(refusedAddresses).set({ address: 'old@example.com' })
    expect(await byEmail()).toBe('sent')
  })

  test('is "off" for a muted job', async () => {
    await w.db.insert(jobMutes).values({ personId: cleo(), jobId: deck })
    expect(await byEmail()).toBe('off')
  })

  test('is null without a client', async () => {
    await w.db.update(jobs).set({ clientId: null }).where(eq(jobs.id, deck))
    expect(await byEmail()).toBe(null)
  })

  test.each([
    [{}, 'noServer'],
    [{ smtp: { url: 'smtp://127.0.0.1:1', from: undefined } }, 'noPublicUrl'],
  ])('names the missing setting: %j', async (changes, expected) => {
    const silent = await testApp(changes)
    try {
      await silent.db.insert(settings).values({ companyName: 'C', timeZone: 'UTC' })
      const { deck: job } = await twoJobs(silent)
      const url = `/api/jobs/${job}/weekly-updates`
      await silent.call('ada', 'POST', url, { day: '2026-11-19' })
      expect((await silent.call('ada', 'GET', url)).body).toMatchObject([{ byEmail: expected }])
    } finally {
      await silent.close()
    }
  })
})
