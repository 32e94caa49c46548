import { createHash } from 'node:crypto'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/handle.ts'
import { rawBody } from './body.ts'
import type { Answer } from './responses.ts'
import { seal, unseal } from './seal.ts'
import { idempotencyKeys } from './table.ts'

/** How long a key is remembered, in milliseconds. */
export const KEY_LIFE = 24 * 3_600_000

/** The request's key: 1 to 255 visible characters (400 otherwise), undefined when none was sent. */
export function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ 'Idempotency-Key': 'Idempotency-Key is 1 to 255 visible characters' })
  }
  return key
}

interface Scope {
  readonly personId: string
  readonly route: string
  readonly key: string
  readonly now: Date
  /** Answers are kept sealed: one may hold an invite link. */
  readonly secret: string
}

/**
 * Runs the write once per person, route and key, inside the caller's transaction: the first answer is kept with the
 * write and given again for 24 hours. The same key with another payload is a 422, one still running a 409.
 */
export async function once(
  db: Db,
  request: FastifyRequest,
  { personId, route, key, now, secret }: Scope,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const lock = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${`${personId} ${route} ${key}`}, 0))`
  const same = and(
    eq(idempotencyKeys.personId, personId),
    eq(idempotencyKeys.route, route),
    eq(idempotencyKeys.key, key),
  )
  const [lane] = await db
    .select({ free: sql<boolean>`lane.free`, kept: idempotencyKeys })
    .from(sql`(select ${lock} as free) as lane`)
    .leftJoin(idempotencyKeys, same)
  if (!lane?.free) throw stillRunning()

  const forgotten = new Date(now.getTime() - KEY_LIFE)
  const fingerprint = createHash('sha256')
    .update(`${request.url}\n${rawBody(request)}`)
    .digest('hex')
  if (lane.kept && lane.kept.createdAt > forgotten) {
    const first = unseal(lane.kept.reply, secret, 'idempotency')
    if (lane.kept.fingerprint !== fingerprint || first === undefined) throw new Failure('keyReused')
    return first as Answer
  }
  const answer = await run()
  const row = {
    fingerprint,
    status: answer.status,
    reply: seal(answer, secret, 'idempotency'),
    createdAt: now,
  }
  const mine = await db
    .insert(idempotencyKeys)
    .values({ personId, route, key, ...row })
    .onConflictDoUpdate({
      target: [idempotencyKeys.personId, idempotencyKeys.route, idempotencyKeys.key],
      set: row,
      setWhere: lte(idempotencyKeys.createdAt, forgotten),
    })
    .returning({ key: idempotencyKeys.key })
  // The first request ended between our look at the table and our lock: what was just written goes with this failure.
  if (mine.length === 0) throw stillRunning()
  return answer
}

const stillRunning = () => new Failure('stillRunning', { retryAfter: 1 })

/** Forgets keys past their life; called once in a while, not per request. */
export async function deleteExpiredKeys(db: Db, now: Date) {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEY_LIFE)))
}
