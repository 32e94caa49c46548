import { isIP } from 'node:net'

/** Whether the IP address is that of the machine itself. */
export const isLoopbackAddress = (address: string) =>
  address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address)

/** Whether a host name or address, with or without brackets, leads to the machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || (isIP(name) !== 0 && isLoopbackAddress(name))
}
