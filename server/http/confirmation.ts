import { Failure } from '@plumbline/contract/failures.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import type { FastifyRequest } from 'fastify'

/**
 * The time for which a sign-in or a repeated password counts as a confirmation, in milliseconds.
 */
const CONFIRMATION_LIFETIME_MS = 10 * MINUTE_MS

type Confirmed = Pick<FastifyRequest, 'confirmedAt'>

/**
 * Whether the person has signed in, or entered their password again, within the last ten minutes of
 * this session.
 */
export function isConfirmed({ confirmedAt }: Confirmed, now: Date): boolean {
  const age = confirmedAt ? now.getTime() - confirmedAt.getTime() : Number.POSITIVE_INFINITY
  return age >= 0 && age <= CONFIRMATION_LIFETIME_MS
}

/**
 * Refuses (403 passwordRequired) a request that needs a recent password unless {@link isConfirmed}.
 * A repeat of the request with the same idempotency key needs one too.
 */
export function requireConfirmed(
  request: Pick<FastifyRequest, 'confirmedAt' | 'neededConfirmation'>,
  now: Date,
) {
  if (!isConfirmed(request, now)) throw new Failure('passwordRequired')
  request.neededConfirmation = true
}
