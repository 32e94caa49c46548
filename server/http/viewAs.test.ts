import { allRows } from '@plumbline/contract/routes.ts'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../platform/db/ids.ts'
import { sessions } from '../schema/auth.ts'
import { events } from '../schema/live.ts'
import { users } from '../schema/people.ts'
import { type Name, type TestApp, testApp } from '../testing/testApp.ts'
import { cookieName, newSession } from './session.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const begin = (name: Name | 'nobody', id: string) =>
  w.call(name, 'POST', `/api/users/${id}/view-as`)
const as = (id: string) => ({ 'x-view-as': id })
const me = (name: Name | 'nobody', id: string) =>
  w.call(name, 'GET', '/api/auth/user', undefined, as(id))

describe('beginning to view as another person', () => {
  test('is allowed to admins, as clients and subs, and publishes an event', async () => {
    for (const name of ['cleo', 'sam'] as const) {
      expect((await begin('ada', w.idOf(name))).status).toBe(204)
      const [event] = await w.db.select().from(events).orderBy(desc(events.id)).limit(1)
      expect(event).toMatchObject({
        name: 'person.viewedAs',
        subjectId: w.idOf(name),
        actorId: w.idOf('ada'),
        jobId: null,
      })
    }
    expect((await begin('sam', w.idOf('cleo'))).status).toBe(403)
    expect((await begin('cleo', w.idOf('cleo'))).status).toBe(403)
    expect((await begin('nobody', w.idOf('cleo'))).status).toBe(401)
    const admin = await begin('ada', w.idOf('ada'))
    expect([admin.status, admin.body.code]).toEqual([409, 'cannotViewAs'])
    for (const id of [newId(), 'none']) expect((await begin('ada', id)).status).toBe(404)
  })

  test('twice stores the person once', async () => {
    const id = w.idOf('sue')
    await begin('ada', id)
    await begin('ada', id)
    const rows = await w.db.select({ sess: sessions.sess }).from(sessions)
    const [sess] = rows.map((row) => row.sess).filter(({ userId }) => userId === w.idOf('ada'))
    expect(sess?.viewAs?.filter((one) => one === id)).toEqual([id])
  })
})

describe('reading as another person', () => {
  beforeEach(async () => {
    await begin('ada', w.idOf('cleo'))
  })

  test('responds as that person, and as the admin without the header', async () => {
    expect((await me('ada', w.idOf('cleo'))).text).toBe(
      (await w.call('cleo', 'GET', '/api/auth/user')).text,
    )
    expect((await w.call('ada', 'GET', '/api/auth/user')).body.id).toBe(w.idOf('ada'))
    expect(
      (await w.call('ada', 'GET', '/api/pending-bids', undefined, as(w.idOf('cleo')))).status,
    ).toBe(403)
    const head = await w.app.inject({
      method: 'HEAD',
      url: '/api/auth/user',
      headers: { cookie: w.cookieOf('ada'), ...as(w.idOf('cleo')) },
    })
    expect(head.statusCode).toBe(200)
  })

  test('is rejected for people whom this session does not view as', async () => {
    for (const id of [w.idOf('carl'), w.idOf('ada'), newId(), 'none', '']) {
      const { status, body } = await me('ada', id)
      expect([id, status, body]).toEqual([id, 403, { message: 'Forbidden', code: 'forbidden' }])
    }
    expect((await me('nobody', w.idOf('cleo'))).status).toBe(401)
    expect((await me('sam', w.idOf('cleo'))).status).toBe(403)
    expect((await me('cleo', w.idOf('cleo'))).status).toBe(403)
  })

  test('is rejected in another session of the same admin', async () => {
    const facts = { userId: w.idOf('ada'), userAgent: 'phone', address: '127.0.0.1' }
    const token = await newSession(w.db, { settings: w.settings, now: () => w.clock.now }, facts)
    const cookie = `${cookieName(w.settings)}=${token}`
    const answer = await w.call('nobody', 'GET', '/api/auth/user', undefined, {
      cookie,
      ...as(w.idOf('cleo')),
    })
    expect(answer.status).toBe(403)
  })

  test('rejects every write without any effect', async () => {
    const before = await w.db.$count(events)
    for (const { method, path } of allRows.filter((row) => row.method !== 'GET')) {
      if (!w.app.hasRoute({ method, url: path })) continue
      const url = path.replaceAll(/:\w+/g, w.idOf('cleo'))
      const { status, body } = await w.call('ada', method, url, undefined, as(w.idOf('cleo')))
      expect([method, path, status, body?.code]).toEqual([method, path, 403, 'viewOnly'])
    }
    expect(await w.db.$count(events)).toBe(before)
  })

  test('rejects the sign-in pages, including sign-out', async () => {
    for (const url of ['/api/logout', '/api/login', '/api/forgot-password'])
      expect((await w.call('ada', 'GET', url, undefined, as(w.idOf('cleo')))).status).toBe(403)
    expect((await w.call('ada', 'GET', '/api/auth/user')).status).toBe(200)
    expect((await w.call('ada', 'GET', '/api/none', undefined, as(w.idOf('cleo')))).status).toBe(
      404,
    )
  })

  test('ends when the person becomes an admin or is removed, or the admin is demoted', async () => {
    const setRole = (id: string, role: 'admin' | 'client') =>
      w.db.update(users).set({ role }).where(eq(users.id, id))
    await setRole(w.idOf('cleo'), 'admin')
    expect((await me('ada', w.idOf('cleo'))).status).toBe(403)
    await setRole(w.idOf('ada'), 'client')
    await setRole(w.idOf('cleo'), 'client')
    expect((await me('ada', w.idOf('cleo'))).status).toBe(403)
    await setRole(w.idOf('ada'), 'admin')
    expect((await me('ada', w.idOf('cleo'))).status).toBe(200)

    await begin('ada', w.idOf('carl'))
    expect((await w.call('ada', 'DELETE', `/api/users/${w.idOf('carl')}`)).status).toBe(204)
    expect((await me('ada', w.idOf('carl'))).status).toBe(403)
  })

  test('works for a person without an email address', async () => {
    await w.db
      .update(users)
      .set({ email: null })
      .where(eq(users.id, w.idOf('sue')))
    await begin('ada', w.idOf('sue'))
    const { status, body } = await me('ada', w.idOf('sue'))
    expect([status, body.email]).toEqual([200, null])
  })
})

test('counts calls for the admin', async () => {
  const busy = await testApp({ rateCalls: 3 })
  await busy.call('ada', 'POST', `/api/users/${busy.idOf('cleo')}/view-as`)
  const status = async (name: Name, headers = {}) =>
    (await busy.call(name, 'GET', '/api/auth/user', undefined, headers)).status
  const viewing = as(busy.idOf('cleo'))
  expect([await status('ada', viewing), await status('ada', viewing)]).toEqual([200, 200])
  expect([await status('ada', viewing), await status('cleo')]).toEqual([429, 200])
  await busy.close()
})
