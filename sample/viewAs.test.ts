import { authRoutes } from '@plumbline/contract/auth.ts'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesOf } from '../server/testing/addresses.ts'
import { type SampleApp, sampleApp } from './testing.ts'

/** What an admin reads as somebody else is what that person reads: every read, byte for byte. */
const rows = allRows.filter(({ method }) => method === 'GET')
const own = rows.filter((row) => row.own)

let app: SampleApp
const ids = new Map<string, string>()

beforeAll(async () => {
  app = await sampleApp()
  for (const role of viewed) {
    ids.set(role, (await app.call(role, 'GET', authRoutes.me.path)).body.id)
    await app.call('admin', 'POST', `/api/users/${ids.get(role)}/view-as`)
  }
}, 120_000)
afterAll(() => app.close())

const viewed = ['subcontractor', 'client'] as const

/** Addresses of things that the person may see and of others: the first few that there are for an admin and for them. */
async function urlsOf(path: string, role: (typeof viewed)[number]): Promise<string[]> {
  if (path === calendarRoutes.subscribe.path) return ['/api/calendar/none.ics']
  const get = (as: 'admin' | typeof role) => (url: string) => app.call(as, 'GET', url)
  // Of a list that the person may not read, or that has nothing for them, there are only those of the admin.
  const theirs = await addressesOf(path, get(role)).catch(() => [])
  const all = await addressesOf(path, get('admin')).catch(() => [])
  const few = [...theirs.slice(0, 6), ...all.slice(0, 3)]
  if (few.length === 0) return [path.replaceAll(/:\w+/g, '0192f000-0000-7000-8000-000000000000')]
  return [...new Set(few)]
}

/** All of a response that is not about this one request. */
async function read(as: 'admin' | (typeof viewed)[number], url: string, headers = {}) {
  const { status, headers: answered, bytes } = await app.call(as, 'GET', url, undefined, headers)
  const of = Object.entries(answered).filter(
    ([name]) => !/^(date|x-request-id|x-ratelimit-.*)$/.test(name),
  )
  return { url, status, headers: Object.fromEntries(of), body: bytes.toString('base64') }
}

describe.each(viewed)('an admin who views as a %s', (role) => {
  const viewing = () => ({ 'x-view-as': ids.get(role) ?? '' })

  test.each(rows.filter((row) => !row.own).map((row) => [row.path, row] as const))(
    'reads the same at GET %s',
    async (path, row) => {
      const takesLimit = 'limit' in ((row.query as { shape?: object } | undefined)?.shape ?? {})
      for (const url of await urlsOf(path, role))
        for (const page of takesLimit ? ['', '?limit=2', '?limit=none'] : ['']) {
          const theirs = await read(role, url + page)
          expect(await read('admin', url + page, viewing())).toEqual(theirs)
        }
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
  expect(own.map(({ path }) => path)).toEqual([authRoutes.sessions.path, calendarRoutes.feed.path])
})
