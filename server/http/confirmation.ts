import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyRequest } from 'fastify'

/** How long a sign-in, or a password entered again, counts for what asks for it; milliseconds. */
const CONFIRMED_FOR = 10 * 60_000

type Confirmed = Pick<FastifyRequest, 'confirmedAt'>

/** Whether the person has signed in, or entered their password again, within the last ten minutes in this session. */
export function isConfirmed({ confirmedAt }: Confirmed, now: Date): boolean {
  const age = confirmedAt ? now.getTime() - confirmedAt.getTime() : Number.POSITIVE_INFINITY
  return age >= 0 && age <= CONFIRMED_FOR
}

/** Refuses (403 passwordRequired) what needs the password again of who is not {@link isConfirmed}; its repeat needs it too. */
export function requireConfirmed(
  request: Pick<FastifyRequest, 'confirmedAt' | 'neededConfirmation'>,
  now: Date,
) {
  if (!isConfirmed(request, now)) throw new Failure('passwordRequired')
  request.neededConfirmation = true
}
