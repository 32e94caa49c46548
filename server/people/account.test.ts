import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { diskStore } from '../files/disk.ts'
import { checkFiles } from '../files/integrity.ts'
import { cookieFrom, joined, PASSWORD } from '../testing/joined.ts'
import { type World, world } from '../testing/world.ts'
import { companyFiles } from './company.ts'
import { settings, throttles } from './table.ts'

const NEW = 'seven copper kettles'

let w: World
beforeAll(async () => {
  w = await world()
  await w.db
    .insert(settings)
    .values({ companyName: 'Ridgeline', holdingsName: 'Ridge Homes', timeZone: 'UTC' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(throttles)
})

const as = (cookie: string) => ({
  get: (url: string) => w.call('nobody', 'GET', url, undefined, { cookie }),
  post: (url: string, body: object) => w.call('nobody', 'POST', url, body, { cookie }),
  delete: (url: string) => w.call('nobody', 'DELETE', url, undefined, { cookie }),
})
const signIn = async (email: string, agent = 'test') => {
  const { headers } = await w.call(
    'nobody',
    'POST',
    '/api/login',
    { email, password: PASSWORD },
    { 'user-agent': agent },
  )
  return cookieFrom(headers)
}

describe('POST /api/account/password', () => {
  const change = (cookie: string, currentPassword: string, newPassword: string) =>
    as(cookie).post('/api/account/password', { currentPassword, newPassword })

  test('changes it, keeps this session and ends the others', async () => {
    const kim = await joined(w)
    const here = await signIn(kim.email)
    expect((await change(here, PASSWORD, NEW)).status).toBe(204)
    expect((await as(here).get('/api/auth/user')).status).toBe(200)
    expect((await as(kim.cookie).get('/api/auth/user')).status).toBe(401)
    expect(
      (await w.call('nobody', 'POST', '/api/login', { email: kim.email, password: NEW })).status,
    ).toBe(200)
  })

  test('refuses a wrong current password, a weak new one and the same one, beside the field', async () => {
    const kim = await joined(w)
    for (const [current, next, fields] of [
      ['wrong-password-x', NEW, { currentPassword: 'That is not your current password' }],
      [
        PASSWORD,
        'ridgeline-2026',
        { newPassword: 'It is built from your name, your e-mail or the name of the company' },
      ],
      [PASSWORD, 'short', { newPassword: 'Use at least 12 characters' }],
      [PASSWORD, PASSWORD, { newPassword: 'Choose another one than before' }],
      [PASSWORD, '', { newPassword: 'Password is required' }],
    ] as const) {
      const answer = await change(kim.cookie, current, next)
      expect(answer).toMatchObject({ status: 400, body: { fields } })
    }
    expect((await as(kim.cookie).get('/api/auth/user')).status).toBe(200)
  })

  test('guesses at the current password are slowed down as at sign-in', async () => {
    const kim = await joined(w)
    for (let n = 0; n < 6; n++)
      expect((await change(kim.cookie, 'wrong-password-x', NEW)).status).toBe(400)
    expect((await change(kim.cookie, PASSWORD, NEW)).status).toBe(429)
  })

  test('an older sign-in that is still under way opens no session', async () => {
    const kim = await joined(w)
    const attempts = await Promise.all([
      ...Array.from({ length: 4 }, () =>
        w.call('nobody', 'POST', '/api/login', { email: kim.email, password: PASSWORD }),
      ),
      change(kim.cookie, PASSWORD, NEW),
    ])
    for (const { status, headers } of attempts.slice(0, 4)) {
      if (status === 200)
        expect((await as(cookieFrom(headers)).get('/api/auth/user')).status).toBe(401)
      else expect(status).toBe(401)
    }
  })
})

describe('where one is signed in', () => {
  test('is listed for oneself alone, with this place marked', async () => {
    const kim = await joined(w)
    w.clock.now = new Date(w.clock.now.getTime() + 1000)
    const phone = await signIn(kim.email, 'Phone <b>1</b>')
    const { status, body } = await as(phone).get('/api/account/sessions')
    expect(status).toBe(200)
    expect(body).toHaveLength(2)
    expect(body[0]).toMatchObject({
      current: true,
      userAgent: 'Phone <b>1</b>',
      address: '127.0.0.1',
    })
    expect(body[1]).toMatchObject({ current: false })
    expect(Date.parse(body[0].expiresAt) - Date.parse(body[0].createdAt)).toBe(30 * 86_400_000)
    expect(JSON.stringify(body)).not.toContain(phone.split('=')[1])
  })

  test('can be ended one by one and all but this one; those of others are not found', async () => {
    const kim = await joined(w)
    const lee = await joined(w)
    const [phone, tablet] = [await signIn(kim.email), await signIn(kim.email)]
    const sidOf = async (cookie: string) =>
      (await as(cookie).get('/api/account/sessions')).body.find(
        (place: { current: boolean }) => place.current,
      ).sid
    const phoneSid = await sidOf(phone)
    expect((await as(lee.cookie).delete(`/api/account/sessions/${phoneSid}`)).status).toBe(404)
    expect((await as(tablet).delete(`/api/account/sessions/${phoneSid}`)).status).toBe(204)
    expect((await as(tablet).delete(`/api/account/sessions/${phoneSid}`)).status).toBe(404)
    expect((await as(phone).get('/api/auth/user')).status).toBe(401)
    expect((await as(tablet).delete('/api/account/sessions')).status).toBe(204)
    expect((await as(tablet).get('/api/account/sessions')).body).toHaveLength(1)
    expect((await as(kim.cookie).get('/api/auth/user')).status).toBe(401)
    expect((await as(lee.cookie).get('/api/auth/user')).status).toBe(200)
  })
})

describe('settings', () => {
  test('are read by everybody signed in and changed by admins, field by field', async () => {
    const { body } = await w.call('cleo', 'GET', '/api/settings')
    expect(body).toMatchObject({
      companyName: 'Ridgeline',
      timeZone: 'UTC',
      workingDays: [1, 2, 3, 4, 5],
    })
    expect((await w.call('sam', 'PUT', '/api/settings', { companyName: 'X' })).status).toBe(403)
    const changed = await w.call('ada', 'PUT', '/api/settings', {
      phone: ' 555 0100 ',
      address: '',
      workingDays: [6, 1, 6],
      timeZone: 'America/Denver',
      holidays: [
        {
          day: '2026-12-25',
          name: 'Christmas',
        },
        {
          day: '2026-07-04T00:00:00Z',
          name: 'Independence Day',
        },
      ],
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      companyName: 'Ridgeline',
      holdingsName: 'Ridge Homes',
      address: null,
      phone: '555 0100',
      logoUrl: null,
      sample: false,
      timeZone: 'America/Denver',
      workingDays: [1, 6],
      holidays: [
        {
          day: '2026-07-04',
          name: 'Independence Day',
        },
        {
          day: '2026-12-25',
          name: 'Christmas',
        },
      ],
      updatedAt: expect.any(String),
    })
    expect((await w.call('ada', 'PUT', '/api/settings', {})).body).toEqual(changed.body)
  })

  test.each([
    [{ companyName: '' }, 'companyName'],
    [{ holdingsName: null }, 'holdingsName'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ workingDays: [] }, 'workingDays'],
    [{ workingDays: [0] }, 'workingDays.0'],
    [{ workingDays: [1.5] }, 'workingDays.0'],
    [{ holidays: [{ day: '2026-02-30', name: 'x' }] }, 'holidays.0.day'],
    [{ holidays: 'none' }, 'holidays'],
  ])('refuse %j', async (body, field) => {
    const answer = await w.call('ada', 'PUT', '/api/settings', body)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
  })

  test('know versions, and nothing else of themselves can be set', async () => {
    const { headers } = await w.call('ada', 'GET', '/api/settings')
    const match = { 'if-match': String(headers.etag) }
    const body = { phone: '1', sample: true, id: 2, logoKey: '/etc/passwd' }
    expect((await w.call('ada', 'PUT', '/api/settings', body, match)).body.sample).toBe(false)
    expect((await w.call('ada', 'PUT', '/api/settings', body, match)).status).toBe(412)
    expect((await w.db.select().from(settings))[0]?.logoKey).toBeNull()
  })
})

describe('the logo', () => {
  const red = { r: 200, g: 30, b: 30, alpha: 0.5 }
  const drawn = sharp({ create: { width: 600, height: 200, channels: 4, background: red } })
  const put = async (name: 'ada' | 'sam' | 'nobody', content?: Buffer) =>
    w.upload(
      name,
      '/api/settings/logo',
      { field: 'logo', content: content ?? (await drawn.png().toBuffer()) },
      {},
      {},
      'PUT',
    )
  const check = async () => {
    const files = diskStore(path.join(w.settings.dataDir, 'files'))
    const rows = async function* () {
      yield* await companyFiles(w.db)
    }
    return checkFiles(files, rows(), { now: new Date(Date.now() + 7_200_000), contents: true })
  }
  const well = { missing: [], changed: [], orphaned: [] }

  test('is given, replaced and taken away by an admin, seen by everybody signed in, and leaves nothing behind', async () => {
    expect((await w.call('ada', 'GET', '/api/settings/logo')).status).toBe(404)
    const first = await put('ada')
    expect(first.status).toBe(200)
    const { logoUrl } = first.body
    expect((await w.call('cleo', 'GET', '/api/settings')).body.logoUrl).toBe(logoUrl)
    const seen = await w.call('cleo', 'GET', logoUrl)
    expect(seen.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=3600',
    })
    // What is behind it shines through.
    expect(await sharp(seen.bytes).metadata()).toMatchObject({
      width: 480,
      height: 160,
      hasAlpha: true,
    })

    const second = await put('ada')
    expect(second.body.logoUrl).not.toBe(logoUrl)
    expect(await check()).toEqual(well)
    expect((await w.call('ada', 'DELETE', '/api/settings/logo')).status).toBe(204)
    expect((await w.call('ada', 'DELETE', '/api/settings/logo')).status).toBe(404)
    expect((await w.call('ada', 'GET', '/api/settings')).body.logoUrl).toBeNull()
    expect(await check()).toEqual(well)
  })

  test('is refused where it is no picture, and to who is no admin; the one there stays', async () => {
    const { logoUrl } = (await put('ada')).body
    expect((await put('sam')).status).toBe(403)
    expect((await put('nobody')).status).toBe(401)
    expect((await w.call('sam', 'DELETE', '/api/settings/logo')).status).toBe(403)
    expect((await w.call('nobody', 'GET', logoUrl)).status).toBe(401)
    expect(
      (await put('ada', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).body.code,
    ).toBe('notPicture')
    expect((await w.call('ada', 'PUT', '/api/settings/logo', {})).status).toBe(415)
    expect((await w.call('ada', 'GET', '/api/settings')).body.logoUrl).toBe(logoUrl)
    expect((await w.call('ada', 'GET', logoUrl)).status).toBe(200)
    expect(await check()).toEqual(well)
  })
})
