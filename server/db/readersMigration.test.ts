import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Name, type TestApp, testApp } from '../testing/testApp.ts'
import { newId } from './ids.ts'
import { bundledMigrations, migrate } from './migrate.ts'
import { connect } from './open.ts'
import { emptyDatabase, quiet } from './testing.ts'

const [jobId, senderId, photoId] = [newId(), newId(), newId()]
let w: TestApp
let drop: () => Promise<void>

/** A database of the version before readers could be chosen, with a job, then brought up to date. */
beforeAll(async () => {
  const empty = await emptyDatabase()
  drop = empty.drop
  const database = connect(empty.url, quiet)
  const all = bundledMigrations()
  const before = all.slice(
    0,
    all.findIndex(({ tag }) => tag === '0007_readers'),
  )
  await migrate(database.pool, before)
  await database.pool.query(`
    insert into settings (company_name, holdings_name, time_zone) values ('Ridgeline', 'Ridge', 'UTC');
    insert into users (id, email, first_name, last_name, role)
      values ('${senderId}', 'olga@example.com', 'Olga', 'Olsen', 'admin');
    insert into jobs (id, name, address, notes) values ('${jobId}', 'Deck', 'Elm St', 'The dog is friendly');
    insert into messages (id, job_id, sender_id, content)
      values ('${newId()}', '${jobId}', '${senderId}', 'We begin Monday');
    insert into photos (id, job_id, uploaded_by_id, url, storage_key, files, content_type, width, height)
      values ('${photoId}', '${jobId}', '${senderId}', '/p', 'k', '{"original":{"size":1}}', 'image/jpeg', 1, 1);
  `)
  await migrate(database.pool)
  w = await testApp({}, database)
  await w.call('ada', 'PUT', `/api/jobs/${jobId}`, { clientId: w.idOf('cleo') })
  const sam = { subcontractorId: w.idOf('sam') }
  await w.call('ada', 'POST', `/api/jobs/${jobId}/subcontractors`, sam)
})
afterAll(async () => {
  await w.close()
  await drop()
})

test.each<Name>(['ada', 'sam', 'cleo'])('%s still reads what everyone read', async (name) => {
  const read = async (url: string) => (await w.call(name, 'GET', url)).body
  expect((await read(`/api/jobs/${jobId}`)).notes).toBe('The dog is friendly')
  expect(await read(`/api/jobs/${jobId}/messages`)).toMatchObject([
    { content: 'We begin Monday', audience: 'all', removedAt: null },
  ])
  expect(await read('/api/photos')).toMatchObject([{ id: photoId, clientVisible: true }])
})

test('subs go on sharing their photos at once, the names stay, and no first steps appear', async () => {
  expect((await w.call('ada', 'GET', '/api/settings')).body).toMatchObject({
    holdingsName: 'Ridge',
    subPhotosShared: true,
    checklistDismissed: true,
  })
})
