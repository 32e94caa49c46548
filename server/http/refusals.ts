import type { FailureName } from '@plumbline/contract/failures.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit } from '../events/recordAudit.ts'
import type { Services } from './services.ts'
import { network } from './throttle.ts'

/** The failures that refuse somebody who may be trying what is not theirs, and so belong to the security log. */
const refusals = [
  'forbidden',
  'foreignOrigin',
  'unknownHost',
  'malformedRequest',
  'tooMany',
] as const

/** What was refused: one of these failures, a link that does not work, or a wrong set-up code. */
type Refusal = (typeof refusals)[number] | 'link' | 'setUpCode'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request is refused, if it is and somebody may have to look into it. */
    refusal: Refusal | null
  }
}

/** The refusal that a failure is, if it is one. */
export const refusalOf = (name: FailureName): Refusal | null =>
  refusals.find((refusal) => refusal === name) ?? null

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How many entries of the audit log the refusals of one person leave in an hour. */
const ENTRIES = 10
/** How many lines of the log the refusals of one network leave in a minute, and those of all together. */
const LINES_OF_NETWORK = 5
const LINES_OF_ALL = 100

/** Whether a span of time that began at `start` is over; also one that begins in the future: the clock was set back. */
const isOver = (start: Date, length: number, now: Date) =>
  now < start || now.getTime() - start.getTime() >= length

/** Says which refusals of people get an entry: each call once an hour, and no more than {@link ENTRIES}. */
export function entriesOfPeople() {
  let start = new Date(0)
  const calls = new Map<string, Set<string>>()
  return (personId: string, call: string, now: Date): boolean => {
    if (isOver(start, HOUR, now)) {
      start = now
      calls.clear()
    }
    const theirs = calls.get(personId) ?? new Set()
    if (theirs.has(call) || theirs.size >= ENTRIES) return false
    calls.set(personId, theirs.add(call))
    return true
  }
}

/** Says which refusals get a line of the log, and counts the others. */
export function linesOfNetworks() {
  let start = new Date(0)
  let written = 0
  let leftOut = 0
  const networks = new Map<string, number>()
  return {
    take(address: string, now: Date): boolean {
      if (isOver(start, MINUTE, now)) {
        start = now
        written = 0
        networks.clear()
      }
      const key = network(address)
      const count = networks.get(key) ?? 0
      if (count >= LINES_OF_NETWORK || written >= LINES_OF_ALL) {
        leftOut++
        return false
      }
      networks.set(key, count + 1)
      written++
      return true
    },
    /** How many were left out since the last time this was asked. */
    takeLeftOut(): number {
      const count = leftOut
      leftOut = 0
      return count
    },
  }
}

/** Whether the answer says that a secret link does not work. */
const isDeadLink = ({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply) =>
  statusCode === 404 && routeOptions.url?.includes('/:token')

/** Whether a page of another site made the browser ask: it could lead anybody into trying what is not theirs. */
const isLed = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'

/**
 * Writes refused attempts to the security log, before they are answered: those of people who are signed in to the audit
 * log, all others and what is beyond its limits as a line of the program's log (decision 33). They are told by the pattern
 * of their path; nothing that was sent is in them.
 */
export function registerRefusals(
  app: FastifyInstance,
  { database, now }: Pick<Services, 'database' | 'now'>,
) {
  const getsEntry = entriesOfPeople()
  const lines = linesOfNetworks()
  app.decorateRequest('refusal', null)

  app.addHook('onSend', async (request, reply) => {
    const refused = request.refusal ?? (isDeadLink(request, reply) ? 'link' : null)
    if (refused === null) return
    const { person, isViewing, ip, method, routeOptions, log } = request
    const call = `${method} ${routeOptions.url ?? 'unknown'}`
    // Whom an admin views as has tried nothing.
    const isTheirs = person && !isViewing && !isLed(request)
    if (isTheirs && getsEntry(person.id, `${refused} ${call}`, now())) {
      const entry = { action: 'request.refused', detail: { refused, call } } as const
      await recordAudit(database.db, request, entry).catch((err) => log.error({ err }))
    } else if (lines.take(ip, now()))
      log.warn({ refused: { refused, call, address: ip, personId: person?.id } }, 'Refused')
  })

  const sayLeftOut = () => {
    const leftOut = lines.takeLeftOut()
    if (leftOut > 0) app.log.warn({ leftOut }, 'More was refused than the log has lines of')
  }
  const timer = setInterval(sayLeftOut, MINUTE).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    sayLeftOut()
  })
}
