import { crc32 } from 'node:zlib'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const repeat = (count: number, part: Buffer) => Buffer.concat(Array<Buffer>(count).fill(part))
function number(bytes: 2 | 4, value: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

/** A chunk of a PNG. */
function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([latin1(type), data])
  return Buffer.concat([number(4, data.length), content, number(4, crc32(content))])
}

/** A PNG with additional chunks after its header. */
export const pngWith = (png: Buffer, count: number, type: string, data: Buffer) =>
  Buffer.concat([png.subarray(0, 33), repeat(count, pngChunk(type, data)), png.subarray(33)])

/** A JPEG with additional segments at its beginning. */
export function jpegWith(jpeg: Buffer, marker: number, count: number, data: Buffer): Buffer {
  const one = Buffer.concat([Buffer.from([255, marker]), number(2, data.length + 2), data])
  return Buffer.concat([jpeg.subarray(0, 2), repeat(count, one), jpeg.subarray(2)])
}

/** A chunk of a WebP, or the whole file. */
export function webpChunk(type: string, ...content: Buffer[]): Buffer {
  const data = Buffer.concat(content)
  const size = number(4, data.length).reverse()
  return Buffer.concat([latin1(type), size, data, Buffer.alloc(data.length % 2)])
}

/** A WebP with additional parts at its end. */
export const webpWith = (webp: Buffer, count: number, part: Buffer) =>
  webpChunk('RIFF', webp.subarray(8), repeat(count, part))

/** A GIF that contains only these blocks. */
export const gifOf = (count: number, block: Buffer) =>
  Buffer.concat([latin1('GIF89a\0\0\0\0\0\0\0'), repeat(count, block), latin1(';')])

/** A box of an ISO media file. */
export function box(type: string, ...content: Buffer[]): Buffer {
  const data = Buffer.concat(content)
  return Buffer.concat([number(4, data.length + 8), latin1(type), data])
}

/** A HEIC that contains only these parts, in its metadata box. */
export const heicOf = (count: number, part: Buffer) =>
  Buffer.concat([
    box('ftyp', latin1('heic\0\0\0\0mif1')),
    box('meta', Buffer.alloc(4), repeat(count, part)),
  ])
