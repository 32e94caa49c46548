import { isIPv6 } from 'node:net'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hostName, isLoopback } from '../platform/loopback.ts'
import type { Settings } from '../platform/settings.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route responds under any host name. */
    anyHost?: boolean
  }
}

type HostSettings = Pick<Settings, 'host' | 'publicUrl' | 'allowedHosts'>

/** An IP address in the form that a Host header has. */
const asHost = (address: string) => {
  const bare = address.replace(/^::ffff:(?=[\d.]+$)/, '').replace(/%.*$/, '')
  return hostName(isIPv6(bare) ? `[${bare}]` : bare)
}

/**
 * Returns a check for the host names that are served: those of the machine itself, of PUBLIC_URL,
 * ALLOWED_HOSTS and HOST, and the address that a connection came to. Another site can point its own
 * name at this server, but not an address. Ports do not matter.
 */
function knownHosts({ host, publicUrl, allowedHosts }: HostSettings) {
  const listed = new Set([...allowedHosts, asHost(host)])
  if (publicUrl) listed.add(hostName(new URL(publicUrl).host))
  return (name: string, { socket }: FastifyRequest) =>
    isLoopback(name) || listed.has(name) || name === asHost(socket.localAddress ?? '')
}

/** All Host headers of a request. Node keeps the first and hides any others. */
const hostsOf = ({ raw: { rawHeaders } }: FastifyRequest) =>
  rawHeaders.filter((_, index) => index % 2 === 1 && /^host$/i.test(rawHeaders[index - 1] ?? ''))

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/** The path and query of a request whose target is an absolute URL, as a proxy receives it. */
export function originForm({ url = '/' }: { url?: string | undefined }): string {
  if (url.startsWith('/')) return url
  return url.replace(ABSOLUTE, '').replace(/^(?=\?|$)/, '/')
}

const unknownHost = () =>
  new Failure('unknownHost', {
    message:
      'This server does not answer to that host name. If it is yours, add it to the setting ALLOWED_HOSTS and start again',
  })

/**
 * The refusal as a page that is readable on a phone. It loads nothing else from this server, and
 * contains nothing from the request.
 */
const refusalPage = (message: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Unknown host</title>
<style>
body { max-width: 30rem; margin: 20vh auto; padding: 0 20px; font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 22px; line-height: 1.25 }
</style>
<h1>Unknown host</h1>
<p>${message}.</p>
</html>
`

/**
 * Refuses requests for unknown hosts before anything else looks at them. A site that points its
 * name at this server (DNS rebinding) could otherwise read and write as if it were this one.
 */
export function registerHosts(app: FastifyInstance, settings: HostSettings) {
  const isKnown = knownHosts(settings)
  app.addHook('onRequest', async (request, reply) => {
    const [host, ...duplicates] = hostsOf(request)
    if (duplicates.length > 0) throw new Failure('malformedRequest')
    if (request.routeOptions.config.anyHost) return
    const target = ABSOLUTE.exec(request.originalUrl)?.[1]
    const isElsewhere = target !== undefined && target.toLowerCase() !== host?.toLowerCase()
    if (isElsewhere || !/^(\/|\*$)/.test(request.url)) throw new Failure('malformedRequest')
    // Also check the host that a proxy names, if there is one.
    for (const named of [host ?? '', request.host]) {
      const name = hostName(named)
      if (name === undefined) throw invalid({ host: 'Not a host name' })
      if (isKnown(name, request)) continue
      const failure = unknownHost()
      if (!request.headers.accept?.includes('text/html')) throw failure
      request.refusal = 'unknownHost'
      const page = reply.code(failure.status).type('text/html; charset=utf-8')
      return page.header('cache-control', 'no-store').send(refusalPage(failure.message))
    }
  })
}
