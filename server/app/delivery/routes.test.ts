import { DAY_MS } from '@plumbline/contract/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessions } from '../../schema/auth.ts'
import { deliveries, pushDevices, pushKeys, refusedAddresses } from '../../schema/delivery.ts'
import { events } from '../../schema/live.ts'
import { notificationChannels, quietHours } from '../../schema/notifications.ts'
import { settings as company } from '../../schema/settings.ts'
import { newBrowser } from '../../testing/pushCatcher.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { isPushService } from './pushKeys.ts'
import { deleteOldDeliveries } from './queries.ts'
import { unsubscribeToken } from './unsubscribeToken.ts'

const SETTINGS = '/api/notification-settings'
const DEVICES = '/api/push-subscriptions'
const smtp = { url: 'smtp://127.0.0.1:1', from: undefined }
const publicUrl = 'https://plumbline.example.com'

let w: TestApp
beforeAll(async () => {
  w = await testApp({ smtp, publicUrl })
  await w.db.insert(company).values({ companyName: 'Ridgeline', timeZone: 'America/Chicago' })
})
afterAll(() => w.close())
beforeEach(async () => {
  for (const table of [pushDevices, quietHours, notificationChannels, refusedAddresses])
    await w.db.delete(table)
  await w.db.delete(events)
})

const published = async () =>
  (await w.db.select().from(events)).map(({ name, subjectId }) => [name, subjectId])
const put = (name: Name, change: object) => w.call(name, 'PUT', SETTINGS, change)
const emailOf = async (name: Name, kind: string) => {
  const { body } = await w.call(name, 'GET', SETTINGS)
  return body.channels.find((one: { kind: string }) => one.kind === kind)?.email
}

describe('the notification settings of a person', () => {
  test('have the defaults of their role', async () => {
    const { body } = await w.call('cleo', 'GET', SETTINGS)
    expect(body).toEqual({
      channels: [
        { kind: 'message', email: 'immediately', push: true },
        { kind: 'schedule', email: 'immediately', push: true },
        { kind: 'photo', email: 'daily', push: false },
        { kind: 'bid', email: 'immediately', push: true },
        { kind: 'invoice', email: 'immediately', push: true },
        { kind: 'update', email: 'immediately', push: true },
      ],
      quietFrom: null,
      quietTo: null,
      timeZone: 'America/Chicago',
      noEmail: null,
    })
  })

  test('change only in the fields that are sent, and refresh other tabs of the person', async () => {
    const photo = { kind: 'photo', email: 'off', push: true }
    const first = await put('cleo', { channels: [photo] })
    expect(first.status).toBe(200)
    expect(first.body.channels).toContainEqual(photo)
    const quiet = { quietFrom: '21:00', quietTo: '07:00' }
    const second = await put('cleo', quiet)
    expect(second.body).toMatchObject(quiet)
    expect(second.body.channels).toEqual(first.body.channels)
    expect((await put('cleo', { channels: [{ ...photo, email: 'daily' }] })).body).toMatchObject(
      quiet,
    )
    expect((await put('cleo', { quietFrom: null, quietTo: null })).body.quietFrom).toBeNull()
    expect((await w.call('carl', 'GET', SETTINGS)).body.channels).not.toContainEqual(photo)
    expect(await published()).toEqual(Array(4).fill(['notification.changed', w.idOf('cleo')]))
  })

  test.each([
    [{ channels: [{ kind: 'invite', email: 'off', push: true }] }, 'channels.0.kind'],
    [{ channels: [{ kind: 'message', email: 'weekly', push: true }] }, 'channels.0.email'],
    [{ quietFrom: '21:00' }, 'quietTo'],
    [{ quietFrom: '21:00', quietTo: '24:00' }, 'quietTo'],
    [{ quietFrom: '21:00', quietTo: '21:00' }, 'quietTo'],
  ])('reject %j', async (change, field) => {
    const { status, body } = await put('cleo', change)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  test('say why no emails are sent', async () => {
    const reasons = async (changes: Parameters<typeof testApp>[0]) => {
      const other = await testApp(changes)
      const { body } = await other.call('ada', 'GET', SETTINGS)
      await other.close()
      return [body.noEmail, body.timeZone]
    }
    expect(await reasons({ publicUrl })).toEqual(['smtp', 'UTC'])
    expect(await reasons({ smtp })).toEqual(['publicUrl', 'UTC'])
    const refusal = { personId: w.idOf('cleo'), address: 'CLEO@example.com', reason: '550' }
    await w.db.insert(refusedAddresses).values(refusal)
    expect((await w.call('cleo', 'GET', SETTINGS)).body.noEmail).toBe('refused')
    // A different address of the same person is not refused.
    await w.db.update(refusedAddresses).set({ address: 'old@example.com' })
    expect((await w.call('cleo', 'GET', SETTINGS)).body.noEmail).toBeNull()
  })

  test('cannot be read by an admin who views as the person', async () => {
    expect((await w.call('ada', 'POST', `/api/users/${w.idOf('cleo')}/view-as`)).status).toBe(204)
    for (const url of [SETTINGS, DEVICES, '/api/push-key']) {
      const viewing = { 'x-view-as': w.idOf('cleo') }
      expect((await w.call('ada', 'GET', url, undefined, viewing)).status).toBe(403)
    }
  })
})

describe('a device', () => {
  const subscription = () => newBrowser('https://fcm.googleapis.com/fcm/send/').subscription()
  const add = (name: Name, body: object) =>
    w.call(name, 'POST', DEVICES, body, { 'user-agent': 'Firefox on Linux' })

  test('can be added, listed and removed by its person only', async () => {
    const { status, body } = await add('cleo', subscription())
    expect([status, body.userAgent, body.current]).toEqual([201, 'Firefox on Linux', true])
    expect((await w.call('cleo', 'GET', DEVICES)).body).toEqual([body])
    expect((await w.call('carl', 'GET', DEVICES)).body).toEqual([])
    expect((await w.call('carl', 'DELETE', `${DEVICES}/${body.id}`)).status).toBe(404)
    expect((await w.call('cleo', 'DELETE', `${DEVICES}/${body.id}`)).status).toBe(204)
    expect((await w.call('cleo', 'DELETE', `${DEVICES}/${body.id}`)).status).toBe(404)
  })

  test('is marked as current in its own session only', async () => {
    const here = (await add('cleo', subscription())).body
    const otherDevice = (await add('cleo', subscription())).body
    const sidOfAda = sql`(select sid from ${sessions} where sess->>'userId' = ${w.idOf('ada')} limit 1)`
    await w.db.update(pushDevices).set({ sid: sidOfAda }).where(eq(pushDevices.id, otherDevice.id))
    const { body } = await w.call('cleo', 'GET', DEVICES)
    const current = body.map((device: typeof here) => [device.id, device.current])
    expect(Object.fromEntries(current)).toEqual({ [here.id]: true, [otherDevice.id]: false })
  })

  test('belongs to the person who added it last', async () => {
    const same = subscription()
    const first = await add('cleo', same)
    const second = await add('carl', same)
    expect(second.body.id).toBe(first.body.id)
    expect((await w.call('cleo', 'GET', DEVICES)).body).toEqual([])
    expect((await w.call('carl', 'GET', DEVICES)).body).toHaveLength(1)
  })

  test('replaces the oldest of ten', async () => {
    const added: string[] = []
    for (let n = 0; n < 12; n++) {
      w.clock.now = new Date(w.clock.now.getTime() + 1_000)
      added.push((await add('cleo', subscription())).body.id)
    }
    const { body } = await w.call('cleo', 'GET', DEVICES)
    expect(body.map(({ id }: { id: string }) => id)).toEqual(added.slice(2).reverse())
  })

  test('ends with its session', async () => {
    await add('carl', subscription())
    await add('cleo', subscription())
    await w.db
      .update(pushDevices)
      .set({ sid: 'over' })
      .where(eq(pushDevices.personId, w.idOf('cleo')))
    expect((await w.call('cleo', 'GET', DEVICES)).body).toEqual([])
    await w.call('carl', 'POST', '/api/logout')
    await deleteOldDeliveries(w.db, w.clock.now)
    expect(await w.db.select().from(pushDevices)).toEqual([])
    expect(await w.db.select().from(sessions)).not.toEqual([])
  })

  test.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user@fcm.googleapis.com/x',
    'https://push.apple.com.evil.example/',
    'https://evilpush.apple.com/',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://notify.windows.com.example/',
  ])('with the unknown push service %s is rejected', async (endpoint) => {
    const { status, body } = await add('cleo', { ...subscription(), endpoint })
    expect([status, body.code]).toEqual([400, 'unknownPushService'])
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
  ])('with the push service %s is accepted', (endpoint) =>
    expect(isPushService(new URL(endpoint))).toBe(true),
  )

  test.each([
    { keys: { p256dh: 'abc', auth: 'abc' } },
    { keys: {} },
    { endpoint: 'no address' },
    { endpoint: undefined },
  ])('without valid keys and an endpoint is rejected: %j', async (change) => {
    expect((await add('cleo', { ...subscription(), ...change })).status).toBe(400)
  })

  test('always gets the same public key; the private key is stored sealed', async () => {
    const keys = await Promise.all(
      (['ada', 'sam', 'cleo'] as const).map((name) => w.call(name, 'GET', '/api/push-key')),
    )
    const [row, ...others] = await w.db.select().from(pushKeys)
    expect(others).toEqual([])
    expect(keys.map(({ body }) => body)).toEqual(Array(3).fill({ publicKey: row?.publicKey }))
    expect(Buffer.from(row?.publicKey ?? '', 'base64url')).toHaveLength(65)
    expect(Buffer.from(row?.privateKey ?? '', 'base64url').length).toBeGreaterThan(60)
  })
})

describe('an email address that was rejected', () => {
  const url = () => `/api/users/${w.idOf('cleo')}/retry-email`

  test('can be cleared by an admin', async () => {
    const refusal = { personId: w.idOf('cleo'), address: 'cleo@example.com', reason: '550' }
    await w.db.insert(refusedAddresses).values(refusal)
    for (const name of ['cleo', 'sam'] as const)
      expect((await w.call(name, 'POST', url())).status).toBe(403)
    expect((await w.call('ada', 'POST', url())).status).toBe(204)
    expect((await w.call('ada', 'POST', url())).status).toBe(204)
    expect(await w.db.select().from(refusedAddresses)).toEqual([])
    expect(await published()).toEqual([['person.changed', w.idOf('cleo')]])
  })
})

describe('the link in an email', () => {
  const link = (what: Parameters<typeof unsubscribeToken>[1], name: Name = 'cleo') =>
    `/api/unsubscribe/${unsubscribeToken(w.idOf(name), what, w.settings.sessionSecret)}`
  const oneClick = (url: string) =>
    w.call('nobody', 'POST', url, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    })

  test('is short enough for a part of an address', () => {
    expect(link('schedule').split('/').at(-1)?.length).toBeLessThanOrEqual(100)
  })

  test('is a page that changes nothing by itself, and signs nobody in', async () => {
    const { status, text, headers } = await w.call('nobody', 'GET', link('message'))
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/html')
    expect(headers['set-cookie']).toBeUndefined()
    expect(text).toContain('You will receive no more emails about messages from Ridgeline.')
    expect(text).toContain('<form method="post">')
    expect(await emailOf('cleo', 'message')).toBe('immediately')
  })

  test.each<[string, Record<string, string>]>([
    ['a mail provider', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a mail provider as multipart', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['without a body', {}],
    ['its own page', { origin: publicUrl, 'sec-fetch-site': 'same-origin' }],
  ])('turns emails of its kind off when it is posted by %s', async (_, headers) => {
    const body = 'content-type' in headers ? 'List-Unsubscribe=One-Click' : undefined
    const { status, text } = await w.call('nobody', 'POST', link('message'), body, headers)
    expect([status, text]).toEqual([200, expect.stringContaining('You are unsubscribed')])
    expect(await emailOf('cleo', 'message')).toBe('off')
    expect(await emailOf('cleo', 'schedule')).toBe('immediately')
    expect((await w.call('cleo', 'GET', SETTINGS)).body.channels[0].push).toBe(true)
    expect(await published()).toEqual([['notification.changed', w.idOf('cleo')]])
  })

  test('has no further effect when posted again', async () => {
    await oneClick(link('message'))
    expect((await oneClick(link('message'))).status).toBe(200)
    expect(await published()).toHaveLength(1)
  })

  test('of a daily email turns off all daily emails', async () => {
    await oneClick(link('digest', 'ada'))
    const { body } = await w.call('ada', 'GET', SETTINGS)
    expect(new Set(body.channels.map(({ email }: { email: string }) => email))).toEqual(
      new Set(['immediately', 'off']),
    )
  })

  test.each(['x', 'A'.repeat(90)])(
    'with an invalid token shows a friendly page: %s',
    async (token) => {
      for (const method of ['GET', 'POST'] as const) {
        const { status, text } = await w.call('nobody', method, `/api/unsubscribe/${token}`)
        expect([status, text]).toEqual([404, expect.stringContaining('This link does not work')])
      }
    },
  )

  test('is refused when another site posts it', async () => {
    const { status } = await w.call('nobody', 'POST', link('message'), undefined, {
      origin: 'https://evil.example',
    })
    expect(status).toBe(403)
    expect(await emailOf('cleo', 'message')).toBe('immediately')
  })
})

test('deliveries that ended a month ago are deleted', async () => {
  const personId = w.idOf('cleo')
  const at = (days: number) => new Date(w.clock.now.getTime() - days * DAY_MS)
  const row = { personId, channel: 'email' as const, dueAt: w.clock.now }
  await w.db.insert(deliveries).values([
    { ...row, digestDay: '2026-01-01', state: 'sent', finishedAt: at(31) },
    { ...row, digestDay: '2026-01-02', state: 'sent', finishedAt: at(29) },
    { ...row, digestDay: '2026-01-03' },
  ])
  await deleteOldDeliveries(w.db, w.clock.now)
  const remaining = await w.db.select().from(deliveries).where(eq(deliveries.personId, personId))
  expect(remaining.map(({ digestDay }) => digestDay).sort()).toEqual(['2026-01-02', '2026-01-03'])
})
