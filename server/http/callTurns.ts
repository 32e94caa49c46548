import type { FastifyRequest } from 'fastify'
import { concurrencyLimit } from '../platform/concurrencyLimit.ts'
import { longLists } from './longList.ts'
import { isMultipart } from './upload.ts'

/** How many calls of one person are worked on at a time; a browser has six connections to a server. */
const AT_ONCE = 6
/** How many more may wait. */
const WAITING = 600

/**
 * Works on few calls of one person at a time, so that nobody has all connections of the database; the others wait (429 when
 * too many do). Not on uploads, which have limits of their own: they take as long as their sender's network.
 */
function personTurns() {
  // As many as there are people who are signed in.
  const turns = new Map<string, ReturnType<typeof concurrencyLimit>>()
  return <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    const id = request.person?.id
    if (id === undefined || isMultipart(request)) return work()
    const inTurn = turns.get(id) ?? concurrencyLimit(AT_ONCE, WAITING)
    turns.set(id, inTurn)
    return inTurn(work)
  }
}

/** Whose call is worked on, and whose long list is sent. */
export const callTurns = () => ({ ofPerson: personTurns(), ofList: longLists() })
