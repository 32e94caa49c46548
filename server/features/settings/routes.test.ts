import path from 'node:path'
import { tagOf } from '@plumbline/contract/route.ts'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyFiles } from '../../access/company/queries.ts'
import { diskStore } from '../../platform/files/disk.ts'
import { checkFiles } from '../../platform/files/integrity.ts'
import { settings } from '../../schema/settings.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.db
    .insert(settings)
    .values({ companyName: 'Ridgeline', holdingsName: 'Ridge Homes', timeZone: 'UTC' })
})
afterAll(() => w.close())

describe('/api/settings', () => {
  test('can be read by everybody signed in, and changed by admins, field by field', async () => {
    const { body } = await w.call('cleo', 'GET', '/api/settings')
    expect(body).toMatchObject({
      companyName: 'Ridgeline',
      timeZone: 'UTC',
      workingDays: [1, 2, 3, 4, 5],
      clientsSeeSubs: true,
    })
    expect((await w.call('sam', 'PUT', '/api/settings', { companyName: 'X' })).status).toBe(403)
    const changed = await w.call('ada', 'PUT', '/api/settings', {
      phone: ' 555 0100 ',
      address: '',
      workingDays: [6, 1, 6],
      timeZone: 'America/Denver',
      clientsSeeSubs: false,
      weeklyUpdates: false,
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
      logoGround: null,
      subPhotosShared: true,
      weeklyUpdates: false,
      checklistDismissed: false,
      backupsKept: 7,
      personQuotaMb: null,
      companyQuotaMb: null,
      adminsNeedSecondFactor: false,
      sample: false,
      timeZone: 'America/Denver',
      clientsSeeSubs: false,
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

  test('are null for roles that may not read them', async () => {
    for (const [name, subPhotosShared, checklistDismissed, weeklyUpdates] of [
      ['ada', true, false, false],
      ['sam', true, null, null],
      ['cleo', null, null, null],
    ] as const) {
      const { body } = await w.call(name, 'GET', '/api/settings')
      expect(body).toMatchObject({ subPhotosShared, checklistDismissed, weeklyUpdates })
    }
  })

  test.each([
    [{ companyName: '' }, 'companyName'],
    [{ companyName: null }, 'companyName'],
    [{ holdingsName: 7 }, 'holdingsName'],
    [{ holdingsName: 'x'.repeat(201) }, 'holdingsName'],
    [{ checklistDismissed: 'no' }, 'checklistDismissed'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ workingDays: [] }, 'workingDays'],
    [{ workingDays: [0] }, 'workingDays.0'],
    [{ workingDays: [1.5] }, 'workingDays.0'],
    [{ holidays: [{ day: '2026-02-30', name: 'x' }] }, 'holidays.0.day'],
    [{ holidays: 'none' }, 'holidays'],
    [{ clientsSeeSubs: 'no' }, 'clientsSeeSubs'],
    [{ weeklyUpdates: 1 }, 'weeklyUpdates'],
  ])('refuse %j', async (body, field) => {
    const answer = await w.call('ada', 'PUT', '/api/settings', body)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
  })

  test.each([null, '', '  '])('accept %j as no holdings company', async (holdingsName) => {
    const changed = await w.call('ada', 'PUT', '/api/settings', { holdingsName })
    expect([changed.status, changed.body.holdingsName]).toEqual([200, null])
    await w.call('ada', 'PUT', '/api/settings', { holdingsName: 'Ridge Homes' })
  })

  test('have their version as ETag, and ignore undeclared fields', async () => {
    const { headers, body: read } = await w.call('ada', 'GET', '/api/settings')
    expect(headers.etag).toBe(tagOf(read))
    const body = { phone: '1', sample: true, id: 2, logoKey: '/etc/passwd' }
    expect((await w.call('ada', 'PUT', '/api/settings', body)).body.sample).toBe(false)
    expect(await w.db.select().from(settings)).toMatchObject([{ id: 1, logoKey: null }])
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
  const intact = { missing: [], changed: [], orphaned: [] }

  test('can be set, replaced and removed by an admin, and leaves no unused files', async () => {
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
    // The logo stays transparent.
    expect(await sharp(seen.bytes).metadata()).toMatchObject({
      width: 480,
      height: 160,
      hasAlpha: true,
    })

    const second = await put('ada')
    expect(second.body.logoUrl).not.toBe(logoUrl)
    expect(await check()).toEqual(intact)
    expect((await w.call('ada', 'DELETE', '/api/settings/logo')).status).toBe(204)
    expect((await w.call('ada', 'DELETE', '/api/settings/logo')).status).toBe(404)
    expect((await w.call('ada', 'GET', '/api/settings')).body.logoUrl).toBeNull()
    expect(await check()).toEqual(intact)
  })

  test.each([
    ['dark strokes', '#123456', 0.2, 'light'],
    ['light strokes', '#ffffff', 0.2, 'dark'],
    ['a color in between', '#c2410c', 0.2, 'light'],
    ['a filled rectangle', '#ffffff', 1, null],
  ] as const)('of %s has the background it needs', async (_, background, share, ground) => {
    const strokes = {
      create: { width: 600 * share, height: 100, channels: 4 as const, background },
    }
    const content = await sharp({
      create: { width: 600, height: 100, channels: 4, background: '#ffffff00' },
    })
      .composite([{ input: await sharp(strokes).png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer()
    expect((await put('ada', content)).body.logoGround).toBe(ground)
    expect((await w.call('sam', 'GET', '/api/settings')).body.logoGround).toBe(ground)
    expect((await w.call('ada', 'DELETE', '/api/settings/logo')).status).toBe(204)
    expect((await w.call('ada', 'GET', '/api/settings')).body.logoGround).toBeNull()
  })

  test('without a stored background gets a light one', async () => {
    await put('ada', await drawn.png().toBuffer())
    await w.db.update(settings).set({ logoFiles: sql`${settings.logoFiles} - 'ground'` })
    expect((await w.call('ada', 'GET', '/api/settings')).body.logoGround).toBe('light')
    await w.call('ada', 'DELETE', '/api/settings/logo')
  })

  test('is not replaced by a file that is not a picture, or by anybody but an admin', async () => {
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
    expect(await check()).toEqual(intact)
  })
})
