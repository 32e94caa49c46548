import { KEEP_FOR, OFFLINE_SINCE } from '@plumbline/contract/offline.ts'
import { askForRead } from './network.ts'

/** What the names of all caches of replies begin with. */
const PREFIX = 'kept-'
/** Read once for each load of the application, after which there is time to tidy up. */
const ME = '/api/auth/user'
/** The moment at which the server could not be reached any more, kept beside the reads. */
const SINCE = '/offline-since'
/** When a reply was kept, as a header of it. */
const KEPT_AT = 'x-kept-at'
/** Those that are passed on with a reply that was kept. */
const HEADERS = ['content-type', 'content-disposition', 'etag', 'link', 'x-total-count']

const MOST = { reads: 200, pictures: 300 }
/** Bytes of one reply. */
const LARGEST = 500_000
const LONGEST = 14 * 24 * 3_600_000

/** What is kept for the person signed in. */
interface PersonCaches {
  readonly personId: string
  readonly reads: Cache
  readonly pictures: Cache
}

/** Moves when somebody signs out or another person signs in: what was asked for before says nothing of who that is. */
let epoch = 0
/** Whom things are kept for. */
let personId: string | undefined
/** Whether a moment may be kept since when the server cannot be reached. */
let mayBeOffline = true
let current: Promise<PersonCaches | undefined> = ofLastTime()

async function open(personId: string): Promise<PersonCaches> {
  const [reads, pictures] = await Promise.all([
    caches.open(`${PREFIX}reads-${personId}`),
    caches.open(`${PREFIX}pictures-${personId}`),
  ])
  return { personId, reads, pictures }
}

/** What was kept when the worker ran before. */
async function ofLastTime(): Promise<PersonCaches | undefined> {
  const begin = `${PREFIX}reads-`
  const name = (await caches.keys()).find((each) => each.startsWith(begin))
  if (name === undefined) return undefined
  personId = name.slice(begin.length)
  return open(personId)
}

async function deleteAll() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** Deletes all that was kept, and goes on with this person. */
function startAgain(next?: string) {
  epoch += 1
  personId = next
  const before = current
  current = (async () => {
    await before
    await deleteAll()
    return next === undefined ? undefined : open(next)
  })()
}

/** Deletes all that was kept of whoever was signed in. Replies that are on their way are not kept either. */
export async function forget(): Promise<void> {
  startAgain()
  await current
}

const isPicture = ({ destination }: Request) => destination === 'image'
const cacheFor = (kept: PersonCaches, request: Request) =>
  isPicture(request) ? kept.pictures : kept.reads

/**
 * Keeps a reply for the person it was made for, or deletes an earlier one that they may not see any more. A reply for
 * another person means that they have signed in, unless it was asked for before.
 */
async function keep(request: Request, reply: Response, began: number) {
  if (reply.status === 401) return forget()
  await current
  const owner = reply.headers.get(KEEP_FOR)
  // A picture may come from the cache of the browser.
  if (owner && owner !== personId && began === epoch && !isPicture(request)) startAgain(owner)
  const kept = await current
  if (!kept) return
  const cache = cacheFor(kept, request)
  if (reply.status === 403 || reply.status === 404) await cache.delete(request.url)
  if (reply.status !== 200 || owner !== kept.personId) return
  const body = await reply.blob()
  if (body.size > LARGEST) return
  const headers = new Headers({ [KEPT_AT]: String(Date.now()) })
  for (const name of HEADERS) {
    const value = reply.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  // Where the cache was deleted meanwhile, this goes with it.
  await cache.put(request.url, new Response(body, { headers }))
  if (new URL(request.url).pathname !== ME) return
  await Promise.all([trim(kept.reads, MOST.reads), trim(kept.pictures, MOST.pictures)])
}

const isOld = (reply: Response | undefined) =>
  Date.now() - Number(reply?.headers.get(KEPT_AT)) > LONGEST

/** Deletes what is too old, and what was kept longest ago where there is too much. */
async function trim(cache: Cache, most: number) {
  const keys = await cache.keys()
  const surplus = keys.length - most
  await Promise.all(
    keys.map(async (key, index) => {
      if (index < surplus || isOld(await cache.match(key))) await cache.delete(key)
    }),
  )
}

/** A reply that was kept, with the moment since when the server cannot be reached. */
async function find(
  kept: PersonCaches | undefined,
  request: Request,
): Promise<Response | undefined> {
  const found = kept && (await cacheFor(kept, request).match(request.url))
  if (!found || isOld(found)) return undefined
  const headers = new Headers(found.headers)
  headers.set(OFFLINE_SINCE, await offlineSince(kept))
  return new Response(found.body, { headers })
}

async function offlineSince({ reads }: PersonCaches): Promise<string> {
  mayBeOffline = true
  const known = await reads.match(SINCE)
  if (known) return known.text()
  const now = new Date().toISOString()
  await reads.put(SINCE, new Response(now, { headers: { [KEPT_AT]: String(Date.now()) } }))
  return now
}

async function nowOnline() {
  if (!mayBeOffline) return
  mayBeOffline = false
  await (await current)?.reads.delete(SINCE)
}

/**
 * The reply to a read: of the server, or where that cannot be reached the last one that it gave to this person.
 * @param later keeps the worker running for what need not be waited for
 */
export async function read(request: Request, later: (work: Promise<unknown>) => void) {
  const began = epoch
  const kept = await current
  try {
    const isKept = async () => (await find(kept, request)) !== undefined
    const reply = await askForRead(request, isKept)
    later(nowOnline())
    later(keep(request, reply.clone(), began))
    return reply
  } catch (error) {
    if (request.signal.aborted) throw error
    const found = began === epoch ? await find(kept, request) : undefined
    if (found) return found
    throw error
  }
}
