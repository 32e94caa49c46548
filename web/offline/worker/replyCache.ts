import { CACHE_OWNER_HEADER, OFFLINE_SINCE_HEADER } from '@plumbline/contract/offline.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { dropJobs, hiddenJobs, jobReadAt } from './jobAccess.ts'
import { fetchRead } from './network.ts'

/** The prefix of the names of all caches of replies. */
const PREFIX = 'kept-'
/** Requested once per load of the application. The caches are trimmed after it. */
const ME = '/api/auth/user'
/** The key of the time when the server became unreachable, stored beside the reads. */
const SINCE_KEY = '/offline-since'
/** The jobs that the person may see. */
const JOBS = '/api/jobs'
/** The key of the person's role, while what is cached has not been compared with those jobs. */
const UNCOMPARED_KEY = '/uncompared'
/** The header with the time at which a reply was cached, in milliseconds since the epoch. */
const CACHED_AT = 'x-kept-at'
/** The headers that a cached reply retains. */
const CACHED_HEADERS = ['content-type', 'content-disposition', 'etag', 'link', 'x-total-count']

const MAX_ENTRIES = { reads: 200, pictures: 300 }
/** The maximum size of one cached reply, in bytes. */
const MAX_REPLY_BYTES = 500_000
const MAX_AGE_MS = 14 * DAY_MS

/** The caches for the person who is signed in. */
interface PersonCaches {
  readonly personId: string
  readonly reads: Cache
  readonly pictures: Cache
}

async function openCaches(personId: string): Promise<PersonCaches> {
  const [reads, pictures] = await Promise.all([
    caches.open(`${PREFIX}reads-${personId}`),
    caches.open(`${PREFIX}pictures-${personId}`),
  ])
  return { personId, reads, pictures }
}

async function deleteAll() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** A reply that the worker makes itself. */
const replyOf = (text: string, headers = {}) =>
  new Response(text, { headers: { [CACHED_AT]: String(Date.now()), ...headers } })
const roleOf = async (me: Response) => ((await me.clone().json()) as { role?: string }).role ?? ''

const isPicture = ({ destination }: Request) => destination === 'image'
const cacheFor = (personCaches: PersonCaches, request: Request) =>
  isPicture(request) ? personCaches.pictures : personCaches.reads

const isOld = (reply: Response | undefined) =>
  Date.now() - Number(reply?.headers.get(CACHED_AT)) > MAX_AGE_MS

/** Deletes entries that are too old, and the oldest ones above the maximum. */
async function trim(cache: Cache, maxEntries: number) {
  const keys = await cache.keys()
  const surplus = keys.length - maxEntries
  await Promise.all(
    keys.map(async (key, index) => {
      if (index < surplus || isOld(await cache.match(key))) await cache.delete(key)
    }),
  )
}

/** The last replies to the reads of the person who is signed in. */
export class ReplyCache {
  /**
   * Incremented when somebody signs out or another person signs in. Earlier requests do not show
   * who is signed in now.
   */
  #epoch = 0
  /** The person whose replies are cached. */
  #personId: string | undefined
  /** Whether the time at which the server became unreachable may be stored. */
  #mayBeOffline = true
  /** The comparison of the cached jobs with the visible ones that is running. */
  #comparison: Promise<void> | undefined
  /** The caches of that person, once the earlier ones are deleted; undefined for nobody. */
  #current = this.#openExisting()

  /** The caches from the previous run of the worker. */
  async #openExisting(): Promise<PersonCaches | undefined> {
    const prefix = `${PREFIX}reads-`
    const name = (await caches.keys()).find((each) => each.startsWith(prefix))
    // Somebody may have signed out meanwhile, which deletes these caches.
    if (name === undefined || this.#epoch > 0) return undefined
    this.#personId = name.slice(prefix.length)
    return openCaches(this.#personId)
  }

  /**
   * The reply to a read: from the server or, where that cannot be reached, the last one that this
   * person received.
   * @param waitUntil keeps the worker running for work that the reply does not depend on
   */
  async read(request: Request, waitUntil: (work: Promise<unknown>) => void) {
    const startEpoch = this.#epoch
    const personCaches = await this.#current
    try {
      const isCached = async () => (await this.#find(personCaches, request)) !== undefined
      const reply = await fetchRead(request, isCached)
      waitUntil(this.#endOffline())
      waitUntil(this.#cacheReply(request, reply.clone(), startEpoch))
      return reply
    } catch (error) {
      if (request.signal.aborted) throw error
      const found = startEpoch === this.#epoch ? await this.#find(personCaches, request) : undefined
      if (found) return found
      throw error
    }
  }

  /**
   * Deletes all cached replies of the person who was signed in. Replies in flight are not cached
   * either.
   */
  async forget(): Promise<void> {
    this.#switchTo()
    await this.#current
  }

  /** Deletes all cached replies, and caches those for the next person from now on. */
  #switchTo(next?: string) {
    this.#epoch += 1
    this.#personId = next
    const before = this.#current
    this.#current = (async () => {
      await before
      await deleteAll()
      return next === undefined ? undefined : openCaches(next)
    })()
  }

  /**
   * Caches a reply for the person it was made for, or deletes an earlier one that they may not see
   * any more. A reply for another person means that they have signed in, unless it was requested
   * before the last change of person.
   */
  async #cacheReply(request: Request, reply: Response, startEpoch: number) {
    if (reply.status === 401) return this.forget()
    await this.#current
    const owner = reply.headers.get(CACHE_OWNER_HEADER)
    const isOther = owner && owner !== this.#personId && startEpoch === this.#epoch
    // A picture may come from the browser's HTTP cache.
    if (isOther && !isPicture(request)) this.#switchTo(owner)
    const personCaches = await this.#current
    if (!personCaches) return
    const cache = cacheFor(personCaches, request)
    const hiddenJob = reply.status === 404 && jobReadAt(request.url)
    if (reply.status === 403 || reply.status === 404) await cache.delete(request.url)
    if (hiddenJob) await this.#drop(personCaches, [hiddenJob])
    if (reply.status !== 200 || owner !== personCaches.personId) return
    const body = await reply.blob()
    if (body.size > MAX_REPLY_BYTES) return
    const headers = new Headers({ [CACHED_AT]: String(Date.now()) })
    for (const name of CACHED_HEADERS) {
      const value = reply.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    const cached = new Response(body, { headers })
    if (new URL(request.url).pathname === ME) return this.#cacheMe(personCaches, request, cached)
    // If the cache was deleted meanwhile, this entry is deleted with it.
    await cache.put(request.url, cached)
    await this.#compare(personCaches)
  }

  /**
   * Caches the person, who is read at every start, and compares what is cached with what they may
   * see now. Until that is done, nothing of it is shown offline.
   */
  async #cacheMe(personCaches: PersonCaches, request: Request, me: Response) {
    const { personId, reads, pictures } = personCaches
    const [before, role] = [await reads.match(request.url), await roleOf(me)]
    if (before && (await roleOf(before)) !== role) {
      // The replies to another role may contain more than the person may see now.
      this.#switchTo(personId)
      await (await this.#current)?.reads.put(request.url, me)
      return
    }
    await reads.put(request.url, me)
    await Promise.all([
      this.#compareAgain(personCaches, role),
      trim(reads, MAX_ENTRIES.reads),
      trim(pictures, MAX_ENTRIES.pictures),
    ])
  }

  /** Compares what is cached, also where that has been done before. */
  async #compareAgain(personCaches: PersonCaches, role: string) {
    await personCaches.reads.put(UNCOMPARED_KEY, replyOf(role))
    // A comparison that is ending may have begun before.
    await this.#comparison
    await this.#compare(personCaches)
  }

  /** Compares the cached jobs with those that the person may see, unless that has been done. */
  #compare(personCaches: PersonCaches): Promise<void> {
    this.#comparison ??= this.#compareOnce(personCaches).finally(() => {
      this.#comparison = undefined
    })
    return this.#comparison
  }

  async #compareOnce(personCaches: PersonCaches) {
    const { personId, reads } = personCaches
    const role = await (await reads.match(UNCOMPARED_KEY))?.text()
    if (role === undefined) return
    // Admins see every job.
    if (role !== 'admin') {
      const visible = await fetch(JOBS).catch(() => undefined)
      if (visible?.status !== 200 || visible.headers.get(CACHE_OWNER_HEADER) !== personId) return
      const jobs = await visible.text()
      await this.#drop(personCaches, await hiddenJobs(reads, jobs))
      // The next comparison begins with these jobs.
      await reads.put(JOBS, replyOf(jobs, { 'content-type': 'application/json' }))
    }
    await reads.delete(UNCOMPARED_KEY)
  }

  /**
   * Deletes the replies that name one of the jobs, and all pictures, which do not name their job.
   */
  async #drop({ reads, pictures }: PersonCaches, jobIds: readonly string[]) {
    if ((await dropJobs(reads, jobIds)) === 0) return
    for (const picture of await pictures.keys()) await pictures.delete(picture)
  }

  /** A cached reply, with the time at which the server became unreachable. */
  async #find(
    personCaches: PersonCaches | undefined,
    request: Request,
  ): Promise<Response | undefined> {
    const found = personCaches && (await cacheFor(personCaches, request).match(request.url))
    if (!found || isOld(found)) return undefined
    const isCompared = (await personCaches.reads.match(UNCOMPARED_KEY)) === undefined
    if (!isCompared && new URL(request.url).pathname !== ME) return undefined
    const headers = new Headers(found.headers)
    headers.set(OFFLINE_SINCE_HEADER, await this.#offlineSince(personCaches))
    return new Response(found.body, { headers })
  }

  async #offlineSince({ reads }: PersonCaches): Promise<string> {
    this.#mayBeOffline = true
    const known = await reads.match(SINCE_KEY)
    if (known) return known.text()
    const now = new Date().toISOString()
    await reads.put(SINCE_KEY, replyOf(now))
    return now
  }

  /**
   * Ends the time without a connection, if there was one. Jobs may have been taken away meanwhile,
   * so what is cached is compared again.
   */
  async #endOffline() {
    if (!this.#mayBeOffline) return
    this.#mayBeOffline = false
    const personCaches = await this.#current
    if (!personCaches || !(await personCaches.reads.delete(SINCE_KEY))) return
    const me = await personCaches.reads.match(ME)
    if (!me) return
    await this.#compareAgain(personCaches, await roleOf(me))
  }
}
