import { randomBytes } from 'node:crypto'

let last = { time: 0, sequence: 0 }

/**
 * Milliseconds and a 12-bit sequence number that never decrease within the process, whatever the
 * clock does.
 */
function tick(): { time: number; sequence: number } {
  const time = Math.max(Date.now(), last.time)
  if (time > last.time) last = { time, sequence: randomBytes(2).readUInt16BE() & 0x7ff }
  else
    last =
      last.sequence < 0xfff
        ? { time, sequence: last.sequence + 1 }
        : { time: time + 1, sequence: 0 }
  return last
}

/**
 * Generates an id: a UUID of version 7 (RFC 9562). Later ones of one process are always greater
 * than earlier ones.
 */
export function newId(): string {
  const { time, sequence } = tick()
  const bytes = randomBytes(16)
  bytes.writeUIntBE(time, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
