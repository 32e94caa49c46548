import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import { isLoopback } from './loopback.ts'
import { isSecure } from './session.ts'

/** Browsers ignore these where they do not trust the address, and say so in the console of every page. */
const ofTrusted = { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' }

/**
 * The security headers of every response. HSTS and upgrades only under https, or a plain http
 * network would break.
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
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (secure || isLoopback(request.hostname)) reply.headers(ofTrusted)
    reply.header('permissions-policy', 'camera=(self), geolocation=(), microphone=()')
  })
}
