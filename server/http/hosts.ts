import { isIPv6 } from 'node:net'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hostName, isLoopback } from '../platform/loopback.ts'
import type { Settings } from '../platform/settings.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers whatever the request calls the server. */
    anyHost?: boolean
  }
}

type Known = Pick<Settings, 'host' | 'publicUrl' | 'allowedHosts'>

/** An IP address as a host name has it. */
const asHost = (address: string) => {
  const bare = address.replace(/^::ffff:(?=[\d.]+$)/, '').replace(/%.*$/, '')
  return hostName(isIPv6(bare) ? `[${bare}]` : bare)
}

/**
 * Which hosts are served: those of the machine itself, of PUBLIC_URL, ALLOWED_HOSTS and HOST, and the address that a
 * connection came to. A page of another site can make its own name lead here, but no address. Ports do not matter.
 */
function knownHosts({ host, publicUrl, allowedHosts }: Known) {
  const listed = new Set([...allowedHosts, asHost(host)])
  if (publicUrl) listed.add(hostName(new URL(publicUrl).host))
  return (name: string, { socket }: FastifyRequest) =>
    isLoopback(name) || listed.has(name) || name === asHost(socket.localAddress ?? '')
}

/** The Host headers of a request; node keeps the first and hides the others. */
const hostsOf = ({ raw: { rawHeaders } }: FastifyRequest) =>
  rawHeaders.filter((_, index) => index % 2 === 1 && /^host$/i.test(rawHeaders[index - 1] ?? ''))

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/** The path and query of a request whose target is a whole address, as proxies are sent it. */
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
 * The refusal as a page that can be read on a phone. It needs nothing else of this server, and has nothing of the request
 * in it.
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
 * Refuses requests for hosts that are not known, before anything else looks at them: a site whose name was made to lead here
 * would otherwise read and write as if it were this one.
 */
export function registerHosts(app: FastifyInstance, settings: Known) {
  const isKnown = knownHosts(settings)
  app.addHook('onRequest', async (request, reply) => {
    const [host, ...others] = hostsOf(request)
    if (others.length > 0) throw new Failure('malformedRequest')
    if (request.routeOptions.config.anyHost) return
    const target = ABSOLUTE.exec(request.originalUrl)?.[1]
    const isElsewhere = target !== undefined && target.toLowerCase() !== host?.toLowerCase()
    if (isElsewhere || !/^(\/|\*$)/.test(request.url)) throw new Failure('malformedRequest')
    // The one that the proxy names, too, where there is one.
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
