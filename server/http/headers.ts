import { type IncomingMessage, ServerResponse } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { hostName, isLoopback } from '../platform/loopback.ts'
import type { Settings } from '../platform/settings.ts'
import { isSecure } from './cookies.ts'

/** The headers of every response, including those that Node and the framework write. */
export const baseHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const

/**
 * A response of the server with the base headers, since Node and the framework respond to some
 * requests before any hook runs.
 */
export class SafeResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  constructor(...args: ConstructorParameters<typeof ServerResponse<R>>) {
    super(...args)
    for (const [name, value] of Object.entries(baseHeaders)) this.setHeader(name, value)
  }
}

/**
 * Headers for trusted origins only. On others, browsers ignore them and log a warning on every
 * page.
 */
const trustedOriginHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
}

/**
 * Adds the security headers to every response. HSTS and upgrades only apply under https, since they
 * would break a plain http network.
 */
export async function registerHeaders(app: FastifyInstance, settings: Settings) {
  const secure = isSecure(settings)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        // Radix positions its parts with inline styles; a style cannot run code.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: baseHeaders['referrer-policy'] },
    crossOriginResourcePolicy: { policy: baseHeaders['cross-origin-resource-policy'] },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (secure || isLoopback(hostName(request.host) ?? '')) reply.headers(trustedOriginHeaders)
    reply.header('permissions-policy', 'camera=(self), geolocation=(), microphone=()')
  })
}
