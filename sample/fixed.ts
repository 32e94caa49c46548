import { createHash } from 'node:crypto'

const SEED = 'ridgeline'

/** Chance without surprise: what is asked by the same name is answered the same, whatever else the sample holds. */
function digest(name: string): Buffer {
  return createHash('sha256').update(`${SEED}/${name}`).digest()
}

/** The id of the thing with this name: a UUID of version 7, made as if at the start of 2025. */
export function idOf(name: string): string {
  const bytes = digest(name)
  bytes.writeUIntBE(Date.UTC(2025, 0, 1), 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A whole number from `least` to `most`, always the same for the same name. */
export function numberOf(name: string, least: number, most: number): number {
  return least + (digest(name).readUInt32BE(16) % (most - least + 1))
}
