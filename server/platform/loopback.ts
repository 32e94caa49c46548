import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether the IP address is that of the machine itself; also as IPv6 writes those of IPv4. */
const isLoopbackAddress = (address: string) =>
  isIP(address) !== 0 && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether a host name or address, with or without brackets, leads to the machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || isLoopbackAddress(name)
}

/**
 * The name in a host with or without a port, the way browsers spell it: in lower case, without the dot that may end it, IPv6
 * in brackets.
 * @returns undefined for what is no host
 */
export function hostName(host: string): string | undefined {
  if (!/^([\p{L}\p{N}_.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/iu.test(host)) return undefined
  const address = `http://${host}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : undefined
}

/** What proxies and tunnels add to the requests they pass on. */
const OF_PROXY =
  /^(forwarded|via|cdn-loop|true-client-ip|x-(forwarded|original|envoy|azure|vercel)-.*|x-(real|client|cluster-client|appengine-user)-ip|x-forwarded|x-amzn-trace-id|(cf|fastly|fly|ngrok|tailscale)-.*)$/

const isLoopbackOrigin = (origin: string) =>
  URL.canParse(origin) && isLoopback(new URL(origin).hostname)

/**
 * Whether the request comes from this machine: the connection does, through no proxy, and the browser knows the server by a
 * name that no other site can take, as does the page that sent it.
 */
export function isHere({ headers, raw, socket }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopback(hostName(headers.host ?? '') ?? '') &&
    (headers.origin === undefined || isLoopbackOrigin(headers.origin)) &&
    !Object.keys(headers).some((name) => OF_PROXY.test(name)) &&
    // Some proxies speak 1.0 to what is behind them and add nothing; browsers never do.
    raw.httpVersion !== '1.0'
  )
}
