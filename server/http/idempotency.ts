import { createHash } from 'node:crypto'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { Row } from '@plumbline/contract/route.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../platform/db/handle.ts'
import { idempotencyKeys } from '../schema/idempotency.ts'
import { rawBody } from './body.ts'
import { requireConfirmed } from './confirmation.ts'
import type { HttpResponse } from './responses.ts'
import { seal, unseal } from './seal.ts'
import type { RequestContext } from './steps.ts'

/** The lifetime of a stored key, in milliseconds. */
export const KEY_LIFETIME_MS = DAY_MS

/**
 * The idempotency key of the request: 1 to 255 visible characters (400 otherwise), undefined when
 * none was sent.
 */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ 'Idempotency-Key': 'Idempotency-Key must be 1 to 255 visible characters' })
  }
  return key
}

/**
 * The response of a write, and whether it is the stored response to an earlier request with the
 * same key.
 */
export interface Written {
  readonly response: HttpResponse
  readonly repeated: boolean
}

/** The stored form of a write. It is sealed, since it may contain an invite link. */
interface Stored {
  readonly response: HttpResponse
  /** Whether the write needed a recent password. A repeat of it then needs one too. */
  readonly neededConfirmation: boolean
}

/**
 * Runs a POST once per person, route and `Idempotency-Key`, inside the caller's transaction. The
 * first response is stored with the write and sent again for 24 hours. A request without a key or
 * without a person simply runs. If the first request needed a recent password, so does its repeat,
 * whatever the session.
 * @throws Failure keyReused for another payload, stillRunning while the first request has not ended
 */
export async function oncePerKey(
  row: Row,
  { db, request, person, now, services }: RequestContext<Row>,
  run: () => Promise<HttpResponse>,
): Promise<Written> {
  const key = row.method === 'POST' && person ? keyOf(request) : undefined
  if (key === undefined) return { response: await run(), repeated: false }

  const personId = person.id
  const route = row.path
  const secret = services.settings.sessionSecret
  const lock = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${`${personId} ${route} ${key}`}, 0))`
  const same = and(
    eq(idempotencyKeys.personId, personId),
    eq(idempotencyKeys.route, route),
    eq(idempotencyKeys.key, key),
  )
  const [found] = await db
    .select({ isFree: sql<boolean>`attempt.is_free`, stored: idempotencyKeys })
    .from(sql`(select ${lock} as is_free) as attempt`)
    .leftJoin(idempotencyKeys, same)
  if (!found?.isFree) throw stillRunning()

  const expired = new Date(now.getTime() - KEY_LIFETIME_MS)
  const fingerprint = createHash('sha256')
    .update(`${request.url}\n${rawBody(request)}`)
    .digest('hex')
  if (found.stored && found.stored.createdAt > expired) {
    const first = unseal(found.stored.reply, secret, 'idempotency') as Stored | undefined
    if (found.stored.fingerprint !== fingerprint || first?.response === undefined)
      throw new Failure('keyReused')
    if (first.neededConfirmation) requireConfirmed(request, now)
    return { response: first.response, repeated: true }
  }
  const response = await run()
  const first: Stored = { response, neededConfirmation: request.neededConfirmation }
  const stored = {
    fingerprint,
    status: response.status,
    reply: seal(first, secret, 'idempotency'),
    createdAt: now,
  }
  const inserted = await db
    .insert(idempotencyKeys)
    .values({ personId, route, key, ...stored })
    .onConflictDoUpdate({
      target: [idempotencyKeys.personId, idempotencyKeys.route, idempotencyKeys.key],
      set: stored,
      setWhere: lte(idempotencyKeys.createdAt, expired),
    })
    .returning({ key: idempotencyKeys.key })
  // The first request ended between our read and our lock, so this write is rolled back.
  if (inserted.length === 0) throw stillRunning()
  return { response, repeated: false }
}

const stillRunning = () => new Failure('stillRunning', { retryAfter: 1 })

/** Deletes expired keys. Called by maintenance, not per request. */
export async function deleteExpiredKeys(db: Db, now: Date) {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEY_LIFETIME_MS)))
}
