import { createHash } from 'node:crypto'

const SEED = 'ridgeline'

const hash = (name: string) => createHash('sha256').update(`${SEED}/${name}`).digest()

/**
 * A UUID of version 7 made from the name, dated at the start of 2025 by default: the same name
 * gives the same id.
 */
export function seededId(name: string, at = Date.UTC(2025, 0, 1)): string {
  const bytes = hash(name)
  bytes.writeUIntBE(at, 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A whole number from `min` to `max`, both included: the same name gives the same number. */
export function seededInt(name: string, min: number, max: number): number {
  return min + (hash(name).readUInt32BE(16) % (max - min + 1))
}
