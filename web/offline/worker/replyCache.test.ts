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
        match: async (url: string) => cache.get(url),
        put: async (url: string, reply: Response) => void cache.set(url, reply),
        delete: async (url: string) => cache.delete(url),
      }
    },
    delete: async (name: string) => stored.delete(name),
  })
  return { stored, answer }
}

const replyTo = (owner: string) =>
  new Response('{}', {
    headers: { [CACHE_OWNER_HEADER]: owner, 'content-type': 'application/json' },
  })

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
