import type { FastifyRequest } from 'fastify'
import { concurrencyLimits } from '../platform/concurrencyLimit.ts'
import { longLists } from './longList.ts'
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
function personTurns() {
  const limited = concurrencyLimits(MAX_CONCURRENT, MAX_QUEUED)
  return <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    const id = request.person?.id
    if (id === undefined || isMultipart(request)) return work()
    return limited(id, work)
  }
}

/** The limits on calls, and on the long lists being sent. */
export const callTurns = () => ({ ofPerson: personTurns(), ofList: longLists() })
