import type { FastifyRequest } from 'fastify'
import { takeTurns } from '../platform/limits/turns.ts'
import { isMultipart } from './upload.ts'

/**
 * The number of calls of one person that run at a time. A browser opens six connections to a
 * server.
 */
const MAX_CONCURRENT = 6
/** The number of calls of one person that may wait. */
const MAX_QUEUED = 600

/**
 * Limits the calls of one person that run at a time, so that nobody takes all database connections.
 * Further calls wait, and get a 429 when too many do. Uploads are exempt: they have limits of their
 * own, and take as long as the network of their sender.
 */
export function callTurns() {
  const inTurn = takeTurns({ each: MAX_CONCURRENT }, { each: MAX_QUEUED })
  return <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    const id = request.person?.id
    if (id === undefined || isMultipart(request)) return work()
    return inTurn(id, work)
  }
}
