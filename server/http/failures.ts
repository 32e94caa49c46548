import type { Server } from 'node:http'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isConnectionError } from '../platform/db/connectionErrors.ts'
import { NoSpaceError } from '../platform/files/room.ts'
import { StoreError } from '../platform/files/store.ts'
import { causeOf, isCode, reason } from '../platform/systemError.ts'
import { refusalOf } from './refusals.ts'

/** The field of a violated foreign key: `Key (client_id)=(…) is not present` gives `clientId`. */
function columnOf(error: { detail?: string }): string {
  const column = /\((\w+)\)/.exec(error.detail ?? '')?.[1] ?? 'body'
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function fromDatabase(error: Error): Failure | undefined {
  const cause = causeOf(error)
  const code = cause.code ?? ''
  if (isConnectionError(error)) return new Failure('unavailable', { retryAfter: 2 })
  // A deadlock, a lost race or a lock timeout: nothing was written, and the same call may succeed.
  if (code === '40001' || code === '40P01' || code === '55P03') return new Failure('conflict')
  if (code === '53100') return new Failure('noSpace')
  if (code === '57014') return new Failure('unavailable', { retryAfter: 5 })
  // The constraints of the database are a second line of defense behind the schemas.
  if (code === '23503') return invalid({ [columnOf(cause)]: 'This does not exist' })
  // A unique or exclusion constraint: no two leases of a property share a day.
  if (code === '23505' || code === '23P01') return new Failure('conflict')
  if (code === '23514' || code.startsWith('22')) return new Failure('invalid')
  return undefined
}

function fromFiles(error: Error): Failure | undefined {
  if (error instanceof NoSpaceError || isCode(error, 'ENOSPC', 'EDQUOT'))
    return new Failure('noSpace')
  return error instanceof StoreError
    ? new Failure('storeUnavailable', { retryAfter: 5 })
    : undefined
}

function fromFramework(error: FastifyError): Failure | undefined {
  if (error.statusCode === 413) return new Failure('tooLarge')
  if (error.statusCode === 415) return new Failure('unsupportedType')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Failure('invalid', { message: error.message })
  }
  return undefined
}

/** The failure to send for any error. An unexpected error is a 500. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (!(error instanceof Error)) return new Failure('internal')
  return (
    fromFiles(error) ??
    // Before the database errors, since a client that disconnects in the middle of a body is a
    // connection error too.
    fromFramework(error as FastifyError) ??
    fromDatabase(error) ??
    new Failure('internal')
  )
}

/** Sends a failure as its status, JSON body and Retry-After. */
export function replyWithFailure(failure: Failure, reply: FastifyReply) {
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter))
  return reply.code(failure.status).header('cache-control', 'no-store').send(failure.body)
}

/** The minimum time between two log lines about a lack of space, in milliseconds. */
const LOG_INTERVAL_MS = MINUTE_MS
/** When each server last logged a lack of space, by the name of the failure. */
const lastLoggedByServer = new WeakMap<Server, Map<string, number>>()

/**
 * Logs that nothing more can be stored, which the program cannot fix: one plain line a minute,
 * however many requests fail.
 */
function logLackOfSpace(request: FastifyRequest, failure: Failure, error: unknown) {
  const { server } = request.server
  const lastLogged = lastLoggedByServer.get(server) ?? new Map<string, number>()
  lastLoggedByServer.set(server, lastLogged)
  const now = performance.now()
  if (now - (lastLogged.get(failure.name) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MS) return
  lastLogged.set(failure.name, now)
  request.log.warn(`Nothing was stored (${failure.name}): ${reason(error)}`)
}

/**
 * The failure for any error. Logs those of status 500 and above, and marks refusals, which are
 * logged before the response is sent.
 */
export function logged(request: FastifyRequest, error: unknown): Failure {
  const failure = failureOf(error)
  if (failure.status === 507) logLackOfSpace(request, failure, error)
  else if (failure.status >= 500) request.log.error({ err: error }, failure.message)
  request.refusal ??= refusalOf(failure.name)
  return failure
}

/** The one place where errors become responses. */
export function registerFailures(app: FastifyInstance) {
  app.setErrorHandler((error, request: FastifyRequest, reply) =>
    replyWithFailure(logged(request, error), reply),
  )
}
