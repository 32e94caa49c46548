import { constants, crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function uint32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [n, value] of values.entries()) buffer.writeUInt32BE(value, n * 4)
  return buffer
}

/** Creates a chunk of a PNG with its checksum. */
export function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), content, uint32(crc32(content))])
}

const zlib = (data: Buffer) => deflateSync(data, { level: constants.Z_BEST_COMPRESSION })

const header = (width: number, height: number, depth: number, interlaced: boolean) =>
  chunk(
    'IHDR',
    Buffer.concat([uint32(width, height), Buffer.from([depth, 0, 0, 0, interlaced ? 1 : 0])]),
  )

/**
 * Creates a black PNG with one bit per pixel and additional chunks. Large ones also compress well.
 */
export function blackPng(
  width: number,
  height: number,
  { before = Buffer.alloc(0), after = Buffer.alloc(0) }: { before?: Buffer; after?: Buffer } = {},
) {
  const rows = zlib(Buffer.alloc(height * (Math.ceil(width / 8) + 1)))
  return Buffer.concat([
    SIGNATURE,
    header(width, height, 1, false),
    before,
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
    after,
  ])
}

/** Creates a PNG that claims these dimensions but contains no pixels. */
export function emptyPng(width: number, height: number, { interlaced = false } = {}): Buffer {
  const data = chunk('IDAT', zlib(Buffer.alloc(1)))
  return Buffer.concat([
    SIGNATURE,
    header(width, height, 8, interlaced),
    data,
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Creates a small PNG whose data decompresses to a hundred megabytes more than its pixels need. */
export function overfullPng(): Buffer {
  const data = chunk('IDAT', zlib(Buffer.alloc(100_000_000)))
  return Buffer.concat([SIGNATURE, header(8, 8, 8, false), data, chunk('IEND', Buffer.alloc(0))])
}

const keyword = (word: string) => Buffer.from(`${word}\0\0`, 'latin1')
/** A comment that decompresses to fifty megabytes. */
export const zippedText = () =>
  chunk('zTXt', Buffer.concat([keyword('Comment'), zlib(Buffer.alloc(50_000_000))]))
/** A color profile that decompresses to fifty megabytes. */
export const hugeProfile = () =>
  chunk('iCCP', Buffer.concat([keyword('p'), zlib(Buffer.alloc(50_000_000))]))
export const text = (value: string) => chunk('tEXt', Buffer.from(`Comment\0${value}`, 'latin1'))

/** Creates the chunks of an animation with this number of frames, each the same pixel. */
export function frames(count: number): Buffer {
  const pixel = zlib(Buffer.alloc(2))
  const control = (sequence: number) =>
    chunk('fcTL', Buffer.concat([uint32(sequence, 1, 1, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]))
  const parts = [chunk('acTL', uint32(count, 0)), control(0)]
  for (let n = 1; n < count; n++) {
    parts.push(control(2 * n - 1), chunk('fdAT', Buffer.concat([uint32(2 * n), pixel])))
  }
  return Buffer.concat(parts)
}
