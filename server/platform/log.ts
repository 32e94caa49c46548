import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { errorFacts } from './errorFacts.ts'
import type { Settings } from './settings.ts'
import { reason } from './systemError.ts'

/**
 * Masks a URL for the log. Links that sign a person in, show their calendar, unsubscribe them, or
 * answer or sign for them must not appear in it, nor search terms: of the query string only the
 * names are logged.
 */
const masked = (url: string) =>
  url
    .replace(/=[^&]*/g, '=…')
    .replace(
      /^(\/api\/(?:invite|reset-password|calendar|unsubscribe|crew-day)\/|\/[pi]\/)[^/?]+/,
      '$1[token]',
    )
    .replace(/^(\/api\/(?:login\/oidc\/callback|export\/zip))\?.*$/s, '$1')

/**
 * Pino and Fastify use the message of an error as the message of its line. This replaces it by one
 * that is safe to log.
 */
function logSafely(this: Logger, args: Parameters<LogFn>, method: LogFn) {
  const [first, message, ...rest] = args as [unknown, unknown, ...unknown[]]
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err
  if (!(error instanceof Error)) return method.apply(this, args)
  const facts = first instanceof Error ? { err: first } : (first as object)
  const shown = message === undefined || message === error.message ? reason(error) : message
  return method.call(this, facts, shown as string, ...rest)
}

/**
 * Creates the server log: one JSON line per event, on standard output by default. A line break in a
 * value remains inside its text.
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
