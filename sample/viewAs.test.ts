import { accountRoutes } from '@plumbline/contract/account.ts'
import { authRoutes } from '@plumbline/contract/auth.ts'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import {
  notificationRoutes,
  notificationSettingsRoutes,
} from '@plumbline/contract/notifications.ts'
import { passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { photoRoutes, pictureSizes } from '@plumbline/contract/photos.ts'
import { mayEver } from '@plumbline/contract/policy.ts'
import type { Row } from '@plumbline/contract/route.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { secondFactorRoutes } from '@plumbline/contract/secondFactor.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesOf } from '../server/testing/addresses.ts'
import { upright } from '../server/testing/pictures/make.ts'
import { type SampleApp, sampleApp } from './testing.ts'

/** What an admin reads as somebody else is what that person reads: every read, byte for byte. */
const rows = allRows.filter(({ method }) => method === 'GET')
const own = rows.filter((row) => row.own)
const viewed = ['subcontractor', 'client'] as const

let app: SampleApp
const ids = new Map<string, string>()
/** A job that both are on, and one that neither is. */
let jobIds: string[]
/** Photos of the first job with files, which the others of the sample have not: the client sees one of them. */
const photoIds: string[] = []

beforeAll(async () => {
  app = await sampleApp()
  for (const role of viewed) {
    ids.set(role, (await app.call(role, 'GET', authRoutes.me.path)).body.id)
    await app.call('admin', 'POST', `/api/users/${ids.get(role)}/view-as`)
  }
  const jobsOf = async (role: 'admin' | (typeof viewed)[number]): Promise<string[]> =>
    (await app.call(role, 'GET', '/api/jobs')).body.map(({ id }: { id: string }) => id)
  const [all, subs, clients] = [
    await jobsOf('admin'),
    await jobsOf('subcontractor'),
    await jobsOf('client'),
  ]
  const both = clients.filter((id) => subs.includes(id))
  const neither = all.filter((id) => !subs.includes(id) && !clients.includes(id))
  jobIds = [...both.slice(0, 1), ...neither.slice(0, 1)]
  const content = await (await upright(8, 6)).jpeg().toBuffer()
  for (const clientVisible of ['true', 'false']) {
    const fields = { jobId: jobIds[0] ?? '', clientVisible }
    const file = { field: 'photo', content }
    photoIds.push((await app.upload('admin', 'POST', '/api/photos', file, fields)).body.id)
  }
  await app.upload('admin', 'PUT', '/api/settings/logo', { field: 'logo', content })
}, 120_000)
afterAll(() => app.close())

/** Addresses of things that the person may see and of others: the first few that there are for an admin and for them. */
async function urlsOf(path: string, role: (typeof viewed)[number]): Promise<string[]> {
  if (path === calendarRoutes.subscribe.path) return ['/api/calendar/none.ics']
  if (path === photoRoutes.image.path)
    return photoIds.flatMap((id) =>
      pictureSizes.map((size) => `/api/photos/${id}/image?size=${size}`),
    )
  const get = (as: 'admin' | typeof role) => (url: string) => app.call(as, 'GET', url)
  // Of a list that the person may not read, or that has nothing for them, there are only those of the admin.
  const theirs = await addressesOf(path, get(role)).catch(() => [])
  const all = await addressesOf(path, get('admin')).catch(() => [])
  const few = [...theirs.slice(0, 6), ...all.slice(0, 3)]
  // Of all people, a person reads their own card.
  if (path === peopleRoutes.one.path) few.push(`/api/users/${ids.get(role)}`)
  if (few.length === 0) return [path.replaceAll(/:\w+/g, '0192f000-0000-7000-8000-000000000000')]
  return [...new Set(few)]
}

/** The ways to ask a row at one of its addresses: all of it, pages, a search, and by a job. */
function queriesOf({ query }: Row): string[] {
  const takes = (param: string) => param in ((query as { shape?: object } | undefined)?.shape ?? {})
  return [
    '',
    ...(takes('limit') ? ['?limit=2', '?limit=none'] : []),
    ...(takes('search') ? ['?search=a', '?search=okafor', '?search=no-such-thing'] : []),
    ...(takes('search') && takes('limit') ? ['?search=e&limit=1'] : []),
    ...(takes('jobId') ? jobIds.map((id) => `?jobId=${id}`) : []),
  ]
}

/** All of a response that is not about this one request; nor whom a browser may keep it for, which is nobody in a view. */
async function read(as: 'admin' | (typeof viewed)[number], url: string, headers = {}) {
  const { status, headers: answered, bytes } = await app.call(as, 'GET', url, undefined, headers)
  const of = Object.entries(answered).filter(
    ([name]) => !/^(date|x-keep-for|x-request-id|x-ratelimit-.*)$/.test(name),
  )
  return { url, status, headers: Object.fromEntries(of), body: bytes.toString('base64') }
}

/** The address of the next page. */
const nextOf = ({ headers }: Awaited<ReturnType<typeof read>>) =>
  /<(.*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]

/**
 * Rows that answer nothing although the person may ask: the secret address of a calendar is nobody's here, and no photos are
 * named that would be saved.
 */
const unanswered: string[] = [calendarRoutes.subscribe.path, photoRoutes.zip.path]

describe.each(viewed)('an admin who views as a %s', (role) => {
  const viewing = () => ({ 'x-view-as': ids.get(role) ?? '' })

  test.each(rows.filter((row) => !row.own).map((row) => [row.path, row] as const))(
    'reads the same at GET %s',
    async (path, row) => {
      const urls = (await urlsOf(path, role)).flatMap((url) =>
        queriesOf(row).map((query) => url + query),
      )
      let answered = 0
      for (const first of urls) {
        // Two pages of a list.
        for (const url of [first, nextOf(await read(role, first))]) {
          if (url === undefined) continue
          const theirs = await read(role, url)
          expect(await read('admin', url, viewing())).toEqual(theirs)
          if (theirs.status === 200) answered++
        }
      }
      const mayAsk = row.may === 'anyone' || mayEver(role, row.may)
      expect(answered > 0).toBe(mayAsk && !unanswered.includes(path))
    },
  )

  test.each(own.map(({ path }) => path))('does not read GET %s', async (path) => {
    const { status, body } = await app.call('admin', 'GET', path, undefined, viewing())
    expect([status, body.code]).toEqual([403, 'viewOnly'])
  })
})

test('most reads have something for each of them, and differ from what the admin reads', async () => {
  let different = 0
  for (const role of viewed)
    for (const { path, own: isOwn } of rows) {
      if (isOwn || path.includes(':')) continue
      const theirs = await read(role, path)
      const admins = await read('admin', path)
      if (theirs.body !== admins.body) different++
    }
  expect(different).toBeGreaterThan(30)
  expect(own.map(({ path }) => path)).toEqual([
    accountRoutes.confirmWays.path,
    accountRoutes.sessions.path,
    secondFactorRoutes.read.path,
    passkeyRoutes.list.path,
    calendarRoutes.feed.path,
    notificationRoutes.list.path,
    notificationRoutes.unread.path,
    notificationRoutes.muted.path,
    notificationSettingsRoutes.read.path,
    notificationSettingsRoutes.pushKey.path,
    notificationSettingsRoutes.devices.path,
  ])
})

test('pictures are fetched by the browser as the admin, who is served more than the person', async () => {
  const [, hidden] = photoIds
  const url = `/api/photos/${hidden}/image`
  const viewing = { 'x-view-as': ids.get('client') ?? '' }
  expect((await read('client', url)).status).toBe(404)
  expect((await read('admin', url, viewing)).status).toBe(404)
  expect((await read('admin', url)).status).toBe(200)
})
