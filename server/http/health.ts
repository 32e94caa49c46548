import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type DatabaseHealth, databaseHealth } from '../platform/db/health.ts'
import { isHere } from '../platform/loopback.ts'
import { reason } from '../platform/systemError.ts'
import type { Services } from './services.ts'

/** One part of the report. */
export type HealthCheck = (
  services: Services,
  database: DatabaseHealth,
) => Promise<{
  /** What is reported, as JSON. */
  readonly value: unknown
  /** Whether it needs no attention. */
  readonly isGood: boolean
}>

interface Report {
  readonly status: 'ok' | 'degraded'
  /** By the names of the checks. */
  readonly details: Readonly<Record<string, unknown>>
}

/** How long a report counts. Milliseconds. */
const FRESH = 1000
/** How long one check may take, which must not keep the others from being reported. Milliseconds. */
const LONGEST = 2000

type Checks = Readonly<Record<string, HealthCheck>>

/** @throws while the database cannot be reached */
async function examine(
  services: Services,
  checks: Checks,
  log: FastifyBaseLogger,
  longest: number,
) {
  const database = await databaseHealth(services.database.db)
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const limit = new AbortController()
      const tooLong = sleep(longest, undefined, { signal: limit.signal }).then(() => {
        throw new Error('it took too long')
      })
      try {
        return { name, ...(await Promise.race([check(services, database), tooLong])) }
      } catch (error) {
        log.warn(`The health check ${name} failed: ${reason(error)}`)
        return { name, value: null, isGood: false }
      } finally {
        limit.abort()
        tooLong.catch(() => undefined)
      }
    }),
  )
  const status = results.every(({ isGood }) => isGood) ? 'ok' : 'degraded'
  const details = Object.fromEntries(results.map(({ name, value }) => [name, value]))
  return { status, details } satisfies Report
}

/** The last report; a new one where that is no longer fresh, and none is being made. */
function reports(services: Services, checks: Checks, log: FastifyBaseLogger, longest: number) {
  let last: { at: number; isMade: boolean; report: Promise<Report> } | undefined
  return () => {
    const at = services.now().getTime()
    if (last && (!last.isMade || Math.abs(at - last.at) < FRESH)) return last.report
    const made = { at, isMade: false, report: examine(services, checks, log, longest) }
    void made.report
      .catch(() => undefined)
      .finally(() => {
        made.isMade = true
      })
    last = made
    return made.report
  }
}

/**
 * For the health check of a proxy, by whatever name it calls the server: 200 while the database can be reached, with the
 * status `degraded` where something needs attention. Only requests from the machine itself are told what.
 * @param longest how long one check may take; milliseconds
 */
export function registerHealth(
  app: FastifyInstance,
  services: Services,
  checks: Checks,
  longest = LONGEST,
) {
  const report = reports(services, checks, app.log, longest)
  app.get('/api/health', { config: { anyHost: true } }, async (request, reply) => {
    const { status, details } = await report()
    const body = isHere(request) ? { status, database: 'ok', ...details } : { status }
    return reply.header('cache-control', 'no-store').send(body)
  })
}
