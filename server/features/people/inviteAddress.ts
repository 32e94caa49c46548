import { networkInterfaces } from 'node:os'
import type { InviteAddress } from '@plumbline/contract/invites.ts'
import type { FastifyRequest } from 'fastify'
import { originOf } from '../../http/guards.ts'
import type { Services } from '../../http/services.ts'
import { isLoopback } from '../../platform/loopback.ts'

/** The address that listens in every network the machine is in. */
const isEverywhere = (host: string) => ['0.0.0.0', '::', '[::]'].includes(host)

/**
 * Whether a link to the host leads every computer to itself. Browsers take an address that listens everywhere for their own.
 * @param host as URL has it
 */
function isOnlyThisComputer(host: string): boolean {
  const name = host.replace(/\.$/, '')
  return isLoopback(name) || isEverywhere(name) || /\.localhost$|^\[::ffff:7f[\da-f]{2}:/.test(name)
}

/**
 * What links can start with in the local network: the IPv4 addresses that a server which listens on
 * `host` can be reached by from other machines.
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
    .filter((address) => isEverywhere(host) || address === host)
    .map((address) => `http://${address}:${port}`)
}

/** Where invite links that are made by this request lead, and who can open them. */
export function inviteAddress(
  request: FastifyRequest,
  { settings, mail }: Pick<Services, 'settings' | 'mail'>,
): InviteAddress {
  const origin = originOf(request, settings.publicUrl)
  return {
    origin,
    onlyThisComputer: isOnlyThisComputer(new URL(origin).hostname),
    // Where the system chose the port, the settings do not know it.
    lanAddresses: lanOrigins(
      settings.host,
      request.socket.localPort ?? settings.port,
      networkInterfaces(),
    ),
    sendsEmail: mail !== undefined,
  }
}
