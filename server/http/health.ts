import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type DatabaseHealth, databaseHealth } from '../platform/db/health.ts'
import { isLocalRequest } from '../platform/loopback.ts'
import { reason } from '../platform/systemError.ts'
import type { Services } from './services.ts'

/** A check that contributes one part of the report. */
export type HealthCheck = (
  services: Services,
  database: DatabaseHealth,
) => Promise<{
  /** The reported value, as JSON. */
  readonly value: unknown
  /** Whether the value needs no attention. */
  readonly isGood: boolean
}>

interface Report {
  readonly status: 'ok' | 'degraded'
  /** The values by the names of the checks. */
  readonly details: Readonly<Record<string, unknown>>
}

/** The time for which a report is reused, in milliseconds. */
const REPORT_MAX_AGE_MS = 1000
/** The time limit of one check, so that a slow one does not block the report. In milliseconds. */
const CHECK_TIMEOUT_MS = 2000

type Checks = Readonly<Record<string, HealthCheck>>

/** @throws while the database cannot be reached */
async function examine(
  services: Services,
  checks: Checks,
  log: FastifyBaseLogger,
  checkTimeout: number,
) {
  const database = await databaseHealth(services.database.db)
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const limit = new AbortController()
      const timeout = sleep(checkTimeout, undefined, { signal: limit.signal }).then(() => {
        throw new Error('it took too long')
      })
      try {
        return { name, ...(await Promise.race([check(services, database), timeout])) }
      } catch (error) {
        log.warn(`The health check ${name} failed: ${reason(error)}`)
        return { name, value: null, isGood: false }
      } finally {
        limit.abort()
        timeout.catch(() => undefined)
      }
    }),
  )
  const status = results.every(({ isGood }) => isGood) ? 'ok' : 'degraded'
  const details = Object.fromEntries(results.map(({ name, value }) => [name, value]))
  return { status, details } satisfies Report
}

/** Returns the last report, or makes a new one when the last is too old and none is in progress. */
function reports(services: Services, checks: Checks, log: FastifyBaseLogger, checkTimeout: number) {
  let last: { at: number; isDone: boolean; report: Promise<Report> } | undefined
  return () => {
    const at = services.now().getTime()
    if (last && (!last.isDone || Math.abs(at - last.at) < REPORT_MAX_AGE_MS)) return last.report
    const made = { at, isDone: false, report: examine(services, checks, log, checkTimeout) }
    void made.report
      .catch(() => undefined)
      .finally(() => {
        made.isDone = true
      })
    last = made
    return made.report
  }
}

/**
 * The route for the health check of a proxy, under any host name: 200 while the database is
 * reachable, with the status `degraded` when something needs attention. Only requests from the
 * machine itself get the details.
 * @param checkTimeout the time limit of one check, in milliseconds
 */
export function registerHealth(
  app: FastifyInstance,
  services: Services,
  checks: Checks,
  checkTimeout = CHECK_TIMEOUT_MS,
) {
  const report = reports(services, checks, app.log, checkTimeout)
  app.get('/api/health', { config: { anyHost: true } }, async (request, reply) => {
    const { status, details } = await report()
    const body = isLocalRequest(request) ? { status, database: 'ok', ...details } : { status }
    return reply.header('cache-control', 'no-store').send(body)
  })
}
