import { isIPv6 } from 'node:net'

/**
 * The network of one household or office: an IPv4 address, or the /64 prefix that a provider
 * assigns.
 */
export function network(address: string): string {
  if (!isIPv6(address)) return address
  if (address.startsWith('::ffff:')) return address.slice(7)
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...(tail === undefined ? [] : zeros), ...last].slice(0, 4).join(':')
}
