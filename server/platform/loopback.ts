import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const privateNetworks = new BlockList()
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4')
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')

const isIn = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether the IP address is a loopback address, including IPv4 addresses in IPv6 notation. */
const isLoopbackAddress = (address: string) => isIn(loopback, address)

/** Whether the IP address is of this machine or of a private network. */
export const isPrivateAddress = (address: string) =>
  isLoopbackAddress(address) || isIn(privateNetworks, address)

/** Whether a host name or address, with or without brackets, refers to this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || isLoopbackAddress(name)
}

/**
 * The normalized name of a host with or without a port, as browsers spell it: lower case, without a
 * trailing dot, IPv6 in brackets.
 * @returns undefined for text that is no host
 */
export function hostName(host: string): string | undefined {
  if (!/^([\p{L}\p{N}_.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/iu.test(host)) return undefined
  const address = `http://${host}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : undefined
}

/** Headers that proxies and tunnels add to the requests they forward. */
const PROXY_HEADERS =
  /^(forwarded|via|cdn-loop|true-client-ip|x-(forwarded|original|envoy|azure|vercel)-.*|x-(real|client|cluster-client|appengine-user)-ip|x-forwarded|x-amzn-trace-id|(cf|fastly|fly|ngrok|tailscale)-.*)$/

const isLoopbackOrigin = (origin: string) =>
  URL.canParse(origin) && isLoopback(new URL(origin).hostname)

/**
 * Whether the request comes from this machine: the connection does, no proxy forwarded it, and both
 * the host and the origin are names that no other site can use.
 */
export function isLocalRequest({ headers, raw, socket }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopback(hostName(headers.host ?? '') ?? '') &&
    (headers.origin === undefined || isLoopbackOrigin(headers.origin)) &&
    !Object.keys(headers).some((name) => PROXY_HEADERS.test(name)) &&
    // Some proxies use HTTP/1.0 towards the server and add no headers. Browsers never use it.
    raw.httpVersion !== '1.0'
  )
}
