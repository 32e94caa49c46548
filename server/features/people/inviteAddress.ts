import { networkInterfaces } from 'node:os'
import type { InviteAddress } from '@plumbline/contract/invites.ts'
import type { FastifyRequest } from 'fastify'
import { originOf } from '../../http/guards.ts'
import type { Services } from '../../http/services.ts'
import { isLoopback } from '../../platform/loopback.ts'

/** Whether the host is a wildcard address, which listens on every network of the machine. */
const isWildcard = (host: string) => ['0.0.0.0', '::', '[::]'].includes(host)

/**
 * Whether a link to the host leads every computer to itself. Browsers treat a wildcard address as
 * their own computer.
 * @param host as in `URL.hostname`
 */
function isOnlyThisComputer(host: string): boolean {
  const name = host.replace(/\.$/, '')
  return isLoopback(name) || isWildcard(name) || /\.localhost$|^\[::ffff:7f[\da-f]{2}:/.test(name)
}

/**
 * The origins that links can have in the local network, from the IPv4 addresses at which other
 * machines can reach a server that listens on `host`.
 */
export function lanOrigins(
  host: string,
  port: number,
  interfaces: ReturnType<typeof networkInterfaces>,
): string[] {
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
    .filter((address) => isWildcard(host) || address === host)
    .map((address) => `http://${address}:${port}`)
}

/** The address of invite links that are created by this request, and who can open them. */
export function inviteAddress(
  request: FastifyRequest,
  { settings, mail }: Pick<Services, 'settings' | 'mail'>,
): InviteAddress {
  const origin = originOf(request, settings.publicUrl)
  return {
    origin,
    onlyThisComputer: isOnlyThisComputer(new URL(origin).hostname),
    hasPublicUrl: settings.publicUrl !== undefined,
    // When the operating system chose the port, it is not in the settings.
    lanAddresses: lanOrigins(
      settings.host,
      request.socket.localPort ?? settings.port,
      networkInterfaces(),
    ),
    sendsEmail: mail !== undefined,
  }
}
