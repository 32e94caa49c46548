import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { savedViews } from '../../schema/savedViews.ts'
import { race } from '../../testing/race.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(savedViews)
})

const late = { screen: 'jobs', name: 'Late', query: 'late=true&sort=end' }
const create = (body: object = late, name: Name = 'ada') =>
  w.call(name, 'POST', '/api/saved-views', body)
const names = async () =>
  (await w.call('ada', 'GET', '/api/saved-views?screen=jobs')).body.map(
    (view: { name: string }) => view.name,
  )

test('a view can be created, renamed, changed and deleted', async () => {
  const made = await create()
  expect(made).toMatchObject({ status: 201, body: late })
  expect((await create({ ...late, name: 'Porches', query: 'search=porch' })).status).toBe(201)
  expect(await names()).toEqual(['Late', 'Porches'])
  const path = `/api/saved-views/${made.body.id}`
  expect((await w.call('ada', 'PUT', path, { name: 'Past due' })).body).toMatchObject({
    name: 'Past due',
    query: late.query,
  })
  expect((await w.call('ada', 'PUT', path, { query: 'late=true' })).body.query).toBe('late=true')
  expect((await w.call('ada', 'PUT', path, {})).status).toBe(200)
  expect((await w.call('ada', 'DELETE', path)).status).toBe(204)
  expect((await w.call('ada', 'DELETE', path)).status).toBe(404)
  expect(await names()).toEqual(['Porches'])
})

test('a person has at most 20 views of a screen, also when several are added at once', async () => {
  for (let n = 0; n < 19; n++) await create({ ...late, name: `View ${n}` })
  const lock = `select pg_advisory_xact_lock(hashtext('plumbline views ${w.idOf('ada')}'))`
  const added = await race(w, lock, () => create({ ...late, name: 'View 19' }))
  expect(added.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(await create()).toMatchObject({ status: 409, body: { code: 'tooManyViews' } })
  expect(await names()).toHaveLength(20)
})

test.each([
  [{ ...late, name: ' ' }, { name: 'Name is required' }],
  [{ ...late, query: '' }, { query: 'Filter or sort the list first' }],
  [{ ...late, screen: 'photos' }, { screen: 'Not a screen with views' }],
])('refuses %j', async (body, fields) => {
  expect(await create(body)).toMatchObject({ status: 400, body: { fields } })
})

test('views are private to their person, and for admins only', async () => {
  const other = newId()
  const { body } = await create()
  await w.db.insert(savedViews).values({
    ...{ id: other, personId: w.idOf('cleo'), name: 'Mine', query: 'late=true', screen: 'jobs' },
  })
  expect(await names()).toEqual(['Late'])
  for (const id of [other, newId()])
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await w.call('ada', method, `/api/saved-views/${id}`, {})).status).toBe(404)
  for (const name of ['sam', 'cleo'] as const) {
    expect((await create(late, name)).status).toBe(403)
    expect((await w.call(name, 'GET', '/api/saved-views')).status).toBe(403)
    expect((await w.call(name, 'DELETE', `/api/saved-views/${body.id}`)).status).toBe(403)
  }
})
