import type { FailureName } from '@plumbline/contract/failures.ts'
import { HOUR_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit } from '../events/recordAudit.ts'
import { network } from '../platform/network.ts'
import type { Services } from './services.ts'

/**
 * The failures that may be somebody probing for access, and are therefore logged as security
 * events.
 */
const refusals = [
  'forbidden',
  'foreignOrigin',
  'unknownHost',
  'malformedRequest',
  'tooMany',
] as const

/**
 * The reason for a refusal: one of these failures, a link that does not work, or a wrong setup
 * code.
 */
type Refusal = (typeof refusals)[number] | 'link' | 'setUpCode'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request is refused, if it is refused for a reason that is logged. */
    refusal: Refusal | null
  }
}

/** The refusal for a failure, or null if it is not one. */
export const refusalOf = (name: FailureName): Refusal | null =>
  refusals.find((refusal) => refusal === name) ?? null

/** The most audit log entries that refusals of one person make in an hour. */
const MAX_ENTRIES_PER_PERSON = 10
/** The most program log lines that refusals make in a minute: for one network, and in total. */
const MAX_LINES_PER_NETWORK = 5
const MAX_LINES_TOTAL = 100

/**
 * Whether a period that began at `start` is over. Also true if it begins in the future: the clock
 * was set back.
 */
const isOver = (start: Date, length: number, now: Date) =>
  now < start || now.getTime() - start.getTime() >= length

/**
 * Decides which refusals of people get an audit entry: each call once an hour, and at most
 * {@link MAX_ENTRIES_PER_PERSON} per person.
 */
export function auditEntryLimit() {
  let start = new Date(0)
  const calls = new Map<string, Set<string>>()
  return (personId: string, call: string, now: Date): boolean => {
    if (isOver(start, HOUR_MS, now)) {
      start = now
      calls.clear()
    }
    const theirs = calls.get(personId) ?? new Set()
    if (theirs.has(call) || theirs.size >= MAX_ENTRIES_PER_PERSON) return false
    calls.set(personId, theirs.add(call))
    return true
  }
}

/** Decides which refusals get a line in the program log, and counts the others. */
export function logLineLimit() {
  let start = new Date(0)
  let written = 0
  let skipped = 0
  const networks = new Map<string, number>()
  return {
    take(address: string, now: Date): boolean {
      if (isOver(start, MINUTE_MS, now)) {
        start = now
        written = 0
        networks.clear()
      }
      const key = network(address)
      const count = networks.get(key) ?? 0
      if (count >= MAX_LINES_PER_NETWORK || written >= MAX_LINES_TOTAL) {
        skipped++
        return false
      }
      networks.set(key, count + 1)
      written++
      return true
    },
    /** Returns the number of refusals without a line, and resets it. */
    takeSkipped(): number {
      const count = skipped
      skipped = 0
      return count
    },
  }
}

/** Whether the response says that a secret link does not work. */
const isDeadLink = ({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply) =>
  statusCode === 404 && routeOptions.url?.includes('/:token')

/**
 * Whether a page of another origin caused the request. Such a page can make any visitor send
 * requests that are refused.
 */
const isCrossOrigin = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'

/**
 * Logs refused attempts before the response is sent: those of signed-in people in the audit log,
 * all others, and those beyond its limits, as lines of the program log. An entry contains the route
 * pattern and nothing that was sent.
 */
export function registerRefusals(
  app: FastifyInstance,
  { database, now }: Pick<Services, 'database' | 'now'>,
) {
  const getsEntry = auditEntryLimit()
  const lines = logLineLimit()
  app.decorateRequest('refusal', null)

  app.addHook('onSend', async (request, reply) => {
    const refused = request.refusal ?? (isDeadLink(request, reply) ? 'link' : null)
    if (refused === null) return
    const { person, isViewing, ip, method, routeOptions, log } = request
    const call = `${method} ${routeOptions.url ?? 'unknown'}`
    // The person an admin views as has done nothing.
    const isTheirs = person && !isViewing && !isCrossOrigin(request)
    if (isTheirs && getsEntry(person.id, `${refused} ${call}`, now())) {
      const entry = { action: 'request.refused', detail: { refused, call } } as const
      await recordAudit(database.db, request, entry).catch((err) => log.error({ err }))
    } else if (lines.take(ip, now()))
      log.warn({ refused: { refused, call, address: ip, personId: person?.id } }, 'Refused')
  })

  const logSkipped = () => {
    const leftOut = lines.takeSkipped()
    if (leftOut > 0) app.log.warn({ leftOut }, 'More was refused than the log has lines of')
  }
  const timer = setInterval(logSkipped, MINUTE_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    logSkipped()
  })
}
