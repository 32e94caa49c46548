import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { errorFacts } from './errorFacts.ts'
import type { Settings } from './settings.ts'
import { reason } from './systemError.ts'

/**
 * Links that sign a person in, show their calendar or unsubscribe them must not appear in the log, nor what somebody looks for: of what
 * follows `?` only the names are shown.
 */
const masked = (url: string) =>
  url
    .replace(/=[^&]*/g, '=…')
    .replace(/^(\/api\/(?:invite|reset-password|calendar|unsubscribe)\/)[^/?]+/, '$1[token]')
    .replace(/^(\/api\/(?:login\/oidc\/callback|export\/zip))\?.*$/s, '$1')

/** Pino and Fastify take the message of an error as that of its line. */
function logSafely(this: Logger, args: Parameters<LogFn>, method: LogFn) {
  const [first, message, ...rest] = args as [unknown, unknown, ...unknown[]]
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err
  if (!(error instanceof Error)) return method.apply(this, args)
  const facts = first instanceof Error ? { err: first } : (first as object)
  const shown = message === undefined || message === error.message ? reason(error) : message
  return method.call(this, facts, shown as string, ...rest)
}

/**
 * The program's own log: one JSON line per event, on standard output unless said otherwise; a line
 * break in a value stays inside its text.
 */
export function createLog(
  level: Settings['logLevel'],
  to: DestinationStream = pino.destination(1),
) {
  return pino(
    {
      level,
      base: null,
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          url: masked(request.url),
          address: request.ip,
        }),
        err: errorFacts,
      },
      hooks: { logMethod: logSafely },
    },
    to,
  )
}
