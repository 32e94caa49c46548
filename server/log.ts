import type { FastifyRequest } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import type { Settings } from './settings.ts'

/** Links that sign a person in, or that show their calendar, must not appear in the log. */
const masked = (url: string) =>
  url
    .replace(/^(\/api\/(?:invite|reset-password|calendar)\/)[^/?]+/, '$1[token]')
    .replace(/^(\/api\/(?:login\/oidc\/callback|export\/zip))\?.*$/s, '$1')

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
      },
    },
    to,
  )
}
