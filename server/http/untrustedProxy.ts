import type { FastifyInstance } from 'fastify'
import { isPrivateAddress } from '../platform/loopback.ts'
import type { Services } from './services.ts'

/**
 * Notices a proxy that TRUST_PROXY does not name, once. Everybody behind it has the same address,
 * so that limits by address apply to all of them together. The header counts only from a private
 * address, where proxies are: anybody else can send it without one.
 */
export function noticeUntrustedProxy(app: FastifyInstance, { settings, proxy }: Services) {
  if (settings.trustProxy !== false) return
  app.addHook('onRequest', async ({ headers, socket, log }) => {
    if (proxy.isUntrusted || headers['x-forwarded-for'] === undefined) return
    if (!isPrivateAddress(socket.remoteAddress ?? '')) return
    proxy.isUntrusted = true
    log.warn(
      'A proxy forwards requests, but TRUST_PROXY is not set: everybody counts as the address of the proxy',
    )
  })
}
