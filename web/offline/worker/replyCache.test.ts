import { CACHE_OWNER_HEADER } from '@plumbline/contract/offline.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { ReplyCache } from './replyCache.ts'

/** Caches in memory, as a browser has them. Their names are only found once `answer` is called. */
function stubCaches(...names: string[]) {
  const stored = new Map(names.map((name) => [name, new Map<string, Response>()]))
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('caches', {
    async keys() {
      await isAnswered
      return [...stored.keys()]
    },
    async open(name: string) {
      const cache = stored.get(name) ?? new Map<string, Response>()
      stored.set(name, cache)
      const keyOf = (key: string | Request) =>
        new URL(typeof key === 'string' ? key : key.url, 'http://localhost').href
      return {
        keys: async () => [...cache.keys()].map((url) => new Request(url)),
        match: async (key: string | Request) => cache.get(keyOf(key))?.clone(),
        put: async (key: string, reply: Response) => void cache.set(keyOf(key), reply),
        delete: async (key: string | Request) => cache.delete(keyOf(key)),
      }
    },
    delete: async (name: string) => stored.delete(name),
  })
  return { stored, answer }
}

const replyTo = (owner: string, status = 200) =>
  new Response('{}', {
    status,
    headers: { [CACHE_OWNER_HEADER]: owner, 'content-type': 'application/json' },
  })

/**
 * A browser in which ada has read two jobs. Without a reply from the server, a read is offline, and
 * resolves to undefined if it is not cached.
 */
async function adaReadsJobs() {
  const { stored, answer } = stubCaches()
  answer()
  const replies = new ReplyCache()
  async function read(path: string, reply?: Response) {
    vi.stubGlobal('fetch', async () => reply ?? Promise.reject(new TypeError('Failed to fetch')))
    const work: Promise<unknown>[] = []
    const request = new Request(`http://localhost${path}`)
    const result = await replies.read(request, (one) => work.push(one)).catch(() => undefined)
    await Promise.all(work)
    return result?.status
  }
  await read('/api/jobs/1', replyTo('ada'))
  await read('/api/jobs/2', replyTo('ada'))
  expect([await read('/api/jobs/1'), await read('/api/jobs/2')]).toEqual([200, 200])
  return { stored, read }
}

afterEach(() => vi.unstubAllGlobals())

test('replies are cached after signing out during the worker start and in again', async () => {
  const { stored, answer } = stubCaches('kept-reads-ada', 'kept-pictures-ada')
  vi.stubGlobal('fetch', async () => replyTo('ada'))
  const replies = new ReplyCache()
  const signedOut = replies.forget()
  answer()
  await signedOut
  expect([...stored.keys()]).toEqual([])

  const work: Promise<unknown>[] = []
  await replies.read(new Request('http://localhost/api/jobs'), (one) => work.push(one))
  await Promise.all(work)
  expect([...(stored.get('kept-reads-ada')?.keys() ?? [])]).toEqual(['http://localhost/api/jobs'])
})

test.each([
  ['a 403 deletes only the cached reply to that read', 403, [undefined, 200]],
  ['a 404 deletes only the cached reply to that read', 404, [undefined, 200]],
  ['a 401 deletes all cached replies', 401, [undefined, undefined]],
  ['a server error deletes no cached reply', 500, [200, 200]],
])('%s', async (_, status, remaining) => {
  const { read } = await adaReadsJobs()
  await read('/api/jobs/1', replyTo('ada', status))
  expect([await read('/api/jobs/1'), await read('/api/jobs/2')]).toEqual(remaining)
})

test('a reply for another person deletes the earlier replies and is cached for them', async () => {
  const { stored, read } = await adaReadsJobs()
  await read('/api/jobs/2', replyTo('bo'))
  expect([...stored.keys()]).toEqual(['kept-reads-bo', 'kept-pictures-bo'])
  expect([await read('/api/jobs/1'), await read('/api/jobs/2')]).toEqual([undefined, 200])
})

const deck = '0198c0de-0000-7000-8000-00000000000d'
const bath = '0198c0de-0000-7000-8000-00000000000b'
const ME = '/api/auth/user'
const TASKS = '/api/tasks?limit=60'
const PICTURE = '/api/photos/p1/image'

/** A browser in which a person of a role has read two jobs, their tasks and a picture. */
async function personReads(role: string) {
  stubCaches().answer()
  const replies = new ReplyCache()
  const bodies: Record<string, unknown> = {
    [ME]: { id: 'ada', role },
    '/api/jobs': [{ id: deck }, { id: bath }],
    [`/api/jobs/${deck}`]: { id: deck },
    [`/api/jobs/${bath}`]: { id: bath },
    [`/api/jobs/${bath}/schedule`]: [],
    [TASKS]: [{ id: 't1', jobId: deck }],
    [`/api/messages?jobId=${bath}`]: [],
    [PICTURE]: 'a picture',
  }
  const asked: string[] = []
  let isOnline = true
  vi.stubGlobal('fetch', async (input: string | Request) => {
    const { pathname, search } = new URL(typeof input === 'string' ? input : input.url, 'http://x')
    if (!isOnline) throw new TypeError('Failed to fetch')
    asked.push(pathname + search)
    const body = bodies[pathname + search]
    return new Response(JSON.stringify(body ?? null), {
      status: body === undefined ? 404 : 200,
      headers: { [CACHE_OWNER_HEADER]: 'ada', 'content-type': 'application/json' },
    })
  })
  const read = async (path: string) => {
    const request = new Request(`http://localhost${path}`)
    if (path === PICTURE) Object.defineProperty(request, 'destination', { value: 'image' })
    const work: Promise<unknown>[] = []
    const reply = await replies.read(request, (one) => work.push(one)).catch(() => undefined)
    await Promise.all(work)
    return reply?.status
  }
  const paths = Object.keys(bodies).filter((path) => path !== '/api/jobs')
  for (const path of paths) await read(path)
  return {
    bodies,
    asked,
    read,
    /** The paths that can be read offline. */
    offline: async () => {
      isOnline = false
      const found = []
      for (const path of paths) if (await read(path)) found.push(path)
      isOnline = true
      return found
    },
  }
}

const ofBath = [`/api/jobs/${bath}`, `/api/jobs/${bath}/schedule`, `/api/messages?jobId=${bath}`]

test('a job that is not found any more takes with it all that names it, and all pictures', async () => {
  const { bodies, read, offline } = await personReads('subcontractor')
  expect(await offline()).toEqual([
    ME,
    `/api/jobs/${deck}`,
    ...ofBath.slice(0, 2),
    TASKS,
    ofBath[2],
    PICTURE,
  ])
  delete bodies[`/api/jobs/${deck}`]
  await read(`/api/jobs/${deck}`)
  expect(await offline()).toEqual([ME, ...ofBath])
})

test('at the next start everything is deleted that names a job the person may not see', async () => {
  const { bodies, read, offline } = await personReads('client')
  bodies['/api/jobs'] = [{ id: deck }]
  await read(ME)
  expect(await offline()).toEqual([ME, `/api/jobs/${deck}`, TASKS])
})

test('a start whose comparison fails shows nothing offline until it has been done', async () => {
  const { bodies, read, offline } = await personReads('subcontractor')
  delete bodies['/api/jobs']
  await read(ME)
  expect(await offline()).toEqual([ME])
  bodies['/api/jobs'] = [{ id: bath }]
  await read(`/api/jobs/${bath}`)
  expect(await offline()).toEqual([ME, ...ofBath])
})

test('a connection that returns is a start, too', async () => {
  const { bodies, read, offline } = await personReads('subcontractor')
  expect(await offline()).toHaveLength(7)
  bodies['/api/jobs'] = [{ id: bath }]
  await read(TASKS)
  expect(await offline()).toEqual([ME, ...ofBath])
})

test('another role deletes everything, and an admin, who sees every job, compares nothing', async () => {
  const { bodies, asked, read, offline } = await personReads('admin')
  await read(ME)
  expect(await offline()).toHaveLength(7)
  expect(asked).not.toContain('/api/jobs')
  bodies[ME] = { id: 'ada', role: 'subcontractor' }
  await read(ME)
  expect(await offline()).toEqual([ME])
})
