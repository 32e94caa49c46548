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
      return {
        match: async (url: string) => cache.get(url)?.clone(),
        put: async (url: string, reply: Response) => void cache.set(url, reply),
        delete: async (url: string) => cache.delete(url),
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
