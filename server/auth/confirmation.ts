import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyRequest } from 'fastify'

/** How long a sign-in, or a password entered again, counts for what asks for it; milliseconds. */
const CONFIRMED_FOR = 10 * 60_000

/**
 * Refuses (403 passwordRequired) what needs the password again: the person must have signed in, or entered it again,
 * within the last ten minutes in this session.
 */
export function requireConfirmed({ confirmedAt }: Pick<FastifyRequest, 'confirmedAt'>, now: Date) {
  const age = confirmedAt ? now.getTime() - confirmedAt.getTime() : Number.POSITIVE_INFINITY
  if (age < 0 || age > CONFIRMED_FOR) throw new Failure('passwordRequired')
}
