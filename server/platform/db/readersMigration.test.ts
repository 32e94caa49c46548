import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrationsBefore } from '../../testing/migrationsBefore.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { newId } from './ids.ts'
import { migrate } from './migrate.ts'
import { connect } from './open.ts'
import { emptyDatabase, silentLog } from './testing.ts'

const [olga, deck, bath, bidId, openBidId] = [newId(), newId(), newId(), newId(), newId()]
const [photoId, entryId, internalId] = [newId(), newId(), newId()]
let w: TestApp
let drop: () => Promise<void>

/**
 * A database of the version before readers could be chosen, migrated to the current one. Deck has
 * everything a job can have. Bath was made from a bid and has the notes of the bid. Afterwards Deck
 * is Cleo's with Sam on it, and Bath is Carl's with Sue.
 */
beforeAll(async () => {
  const empty = await emptyDatabase()
  drop = empty.drop
  const database = connect(empty.url, silentLog)
  await migrate(database.pool, migrationsBefore('0007_readers'))
  await database.pool.query(`
    insert into settings (company_name, holdings_name, time_zone) values ('Ridgeline', 'Ridge', 'UTC');
    insert into users (id, email, first_name, last_name, role)
      values ('${olga}', 'olga@example.com', 'Olga', 'Olsen', 'admin');
    insert into jobs (id, name, address, notes, customer_email, approved_amount) values
      ('${deck}', 'Deck', 'Elm St', 'The dog is friendly', 'cleo@example.com', 5000),
      ('${bath}', 'Bath', 'Oak St', 'Haggles, but pays', null, 7000);
    insert into pending_bids (id, name, address, notes, status, job_id) values
      ('${bidId}', 'Bath', 'Oak St', 'Haggles, but pays', 'approved', '${bath}'),
      ('${openBidId}', 'Attic', 'Oak St', 'Wants it by June', 'pending', null);
    insert into schedule_entries (id, job_id, title, start_date, end_date, priority, notes, completion_notes, internal)
      values
      ('${entryId}', '${deck}', 'Rails', '2026-05-04', '2026-05-06', 'high', 'Bring the long drill', 'One post is loose', false),
      ('${internalId}', '${deck}', 'Order rails', '2026-05-01', '2026-05-01', 'high', 'Ask twice', null, true);
    insert into messages (id, job_id, sender_id, content) values
      ('${newId()}', '${deck}', '${olga}', 'We begin Monday'),
      ('${newId()}', '${bath}', '${olga}', 'Tiles are in');
    insert into photos (id, job_id, uploaded_by_id, url, storage_key, files, content_type, width, height)
      values ('${photoId}', '${deck}', '${olga}', '/p', 'k', '{"original":{"size":1}}', 'image/jpeg', 1, 1);
  `)
  await migrate(database.pool)
  w = await testApp({}, database)
  for (const [jobId, client, sub] of [
    [deck, 'cleo', 'sam'],
    [bath, 'carl', 'sue'],
  ] as const) {
    await w.call('ada', 'PUT', `/api/jobs/${jobId}`, { clientId: w.idOf(client) })
    const body = { subcontractorId: w.idOf(sub) }
    await w.call('ada', 'POST', `/api/jobs/${jobId}/subcontractors`, body)
  }
})
afterAll(async () => {
  await w.close()
  await drop()
})

const read = async (name: Name, url: string) => (await w.call(name, 'GET', url)).body

describe('after the migration, what everyone on a job could read', () => {
  test.each<Name>(['ada', 'sam', 'cleo'])('is still readable for %s', async (name) => {
    expect((await read(name, `/api/jobs/${deck}`)).notes).toBe('The dog is friendly')
    expect(await read(name, `/api/jobs/${deck}/messages`)).toMatchObject([
      { content: 'We begin Monday', audience: 'all', removedAt: null },
    ])
    expect(await read(name, '/api/photos')).toMatchObject([{ id: photoId, clientVisible: true }])
  })

  test.each<Name>(['sue', 'carl'])(
    'is not readable for %s, who is on another job',
    async (name) => {
      const nowhere = await w.call(name, 'GET', `/api/jobs/${newId()}`)
      for (const url of [
        `/api/jobs/${deck}`,
        `/api/jobs/${deck}/messages`,
        `/api/schedule/${entryId}`,
        `/api/photos/${photoId}`,
      ])
        expect((await w.call(name, 'GET', url)).text, url).toBe(nowhere.text)
      expect(await read(name, '/api/photos')).toEqual([])
      expect(await read(name, '/api/schedule')).toEqual([])
    },
  )
})

test.each([
  ['ada', 'Haggles, but pays', bidId],
  ['sue', 'Haggles, but pays', null],
  ['carl', 'Haggles, but pays', null],
] as const)(
  'notes copied from a bid remain on its job for %s, the bid itself only for admins',
  async (name, notes, bid) => {
    expect(await read(name, `/api/jobs/${bath}`)).toMatchObject({
      notes,
      privateNotes: null,
      bidId: bid,
    })
    const response = await w.call(name, 'GET', `/api/pending-bids/${bidId}`)
    expect([response.status, response.body.notes]).toEqual(
      name === 'ada' ? [200, notes] : [403, undefined],
    )
  },
)

test('a bid that was open keeps its notes off its job', async () => {
  const { status, body } = await w.call('ada', 'POST', `/api/pending-bids/${openBidId}/convert`)
  expect([status, body.notes, body.privateNotes, body.bidId]).toEqual([200, null, null, openBidId])
  expect((await read('ada', `/api/pending-bids/${openBidId}`)).notes).toBe('Wants it by June')
})

test.each([
  ['ada', { notes: 'Bring the long drill', completionNotes: 'One post is loose' }, 5000],
  ['sam', { notes: 'Bring the long drill', completionNotes: 'One post is loose' }, null],
  ['cleo', { notes: null, completionNotes: null, priority: null }, 5000],
] as const)('%s can read entries and amounts as before', async (name, entry, approvedAmount) => {
  const entries = await read(name, '/api/schedule')
  const titles = entries.map(({ title }: { title: string }) => title)
  expect(titles).toEqual(name === 'cleo' ? ['Rails'] : ['Order rails', 'Rails'])
  expect(entries.at(-1)).toMatchObject(entry)
  const job = await read(name, `/api/jobs/${deck}`)
  expect([job.approvedAmount, job.customerEmail]).toEqual([
    approvedAmount,
    name === 'sam' ? null : 'cleo@example.com',
  ])
})

test('an existing company retains its settings, and sees no first steps', async () => {
  expect(await read('ada', '/api/settings')).toMatchObject({
    holdingsName: 'Ridge',
    subPhotosShared: true,
    checklistDismissed: true,
  })
})
