import { deflateSync } from 'node:zlib'
import { gif, jpegWith, loopingExif } from './damage.ts'
import { heic, oneOfEach } from './pictures.ts'
import { blackPng, chunk, hugeProfile } from './png.ts'

const MB = 1_000_000

/** A file whose metadata is far more expensive to read than to send. */
export interface HeavyMetadata {
  readonly what: string
  readonly content: Buffer
}

const times = (count: number, part: Buffer) => Buffer.concat(Array<Buffer>(count).fill(part))
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Creates a text chunk of a PNG that inflates to this number of bytes. */
function inflatingText(type: 'zTXt' | 'iTXt', bytes: number): Buffer {
  const head = type === 'zTXt' ? 'Comment\0\0' : 'Comment\0\x01\0\0\0'
  return chunk(type, Buffer.concat([latin1(head), deflateSync(Buffer.alloc(bytes, 'a'))]))
}

/** Creates a PNG of 4.7 MB whose text chunks inflate to almost five gigabytes together. */
function inflatingPng(type: 'zTXt' | 'iTXt', bytesEach = 50 * MB): Buffer {
  const text = inflatingText(type, bytesEach)
  return blackPng(90, 90, { before: times(Math.floor((4.7 * MB) / text.length), text) })
}

/** Creates a chunk of a WebP. */
function riff(type: string, ...content: Buffer[]): Buffer {
  const data = Buffer.concat(content)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([latin1(type), size, data, Buffer.alloc(data.length % 2)])
}

/**
 * Creates a WebP from a still picture with further chunks. `flags` states which kinds of chunks it
 * has.
 */
function webpWith(still: Buffer, flags: number, ...chunks: Buffer[]): Buffer {
  const head = riff('VP8X', Buffer.from([flags, 0, 0, 0, 119, 0, 0, 89, 0, 0]))
  return riff('RIFF', latin1('WEBP'), head, still.subarray(12), ...chunks)
}
const ICC_FLAG = 0x20
const EXIF_FLAG = 0x08
const XMP_FLAG = 0x04

/** Creates a box of an ISO media file. */
function box(type: string, ...content: Buffer[]): Buffer {
  const data = Buffer.concat(content)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length + 8)
  return Buffer.concat([size, latin1(type), data])
}
const ftyp = box('ftyp', latin1('heic\0\0\0\0mif1heic'))
const boxes = (meta: Buffer) => Buffer.concat([ftyp, box('meta', Buffer.alloc(4), meta)])

/** Creates nested boxes. */
function nested(depth: number): Buffer {
  let inner: Buffer = Buffer.alloc(0)
  for (let n = 0; n < depth; n++) inner = box(n % 2 ? 'iprp' : 'ipco', inner)
  return inner
}

/** Creates EXIF data whose list has 5000 tags. Each one refers to the list itself. */
function exifOfLists(): Buffer {
  const tags = 5000
  const tiff = Buffer.alloc(10 + tags * 12 + 4)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(tags, 8)
  for (let n = 0; n < tags; n++) {
    tiff.writeUInt16LE(n % 2 ? 0x8769 : 0x8825, 10 + n * 12)
    tiff.writeUInt16LE(4, 12 + n * 12)
    tiff.writeUInt32LE(1, 14 + n * 12)
    tiff.writeUInt32LE(8, 18 + n * 12)
  }
  tiff.writeUInt32LE(8, 10 + tags * 12)
  return Buffer.concat([latin1('Exif\0\0'), tiff])
}

/** Creates a segment of a JPEG. */
function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** Creates a GIF with additional blocks after its header. */
function gifWith(...blocks: Buffer[]): Buffer {
  const whole = gif(1)
  return Buffer.concat([whole.subarray(0, 19), ...blocks, whole.subarray(19)])
}
const fullBlock = Buffer.alloc(256, 'a')
fullBlock[0] = 255

/** Returns the file with the content of a box of this type overwritten with invalid data. */
function corrupted(file: Buffer, type: string): Buffer {
  const changed = Buffer.from(file)
  const at = changed.indexOf(type, 0, 'latin1')
  changed.fill(255, at + 8, at + changed.readUInt32BE(at - 4) - 4)
  return changed
}
/** Returns the file with a different size in the header of a box of this type. */
function resized(file: Buffer, type: string, size: number): Buffer {
  const changed = Buffer.from(file)
  changed.writeUInt32BE(size, changed.indexOf(type, 0, 'latin1') - 4)
  return changed
}

/** Creates six PNGs of 4.7 MB with inflating text. */
export const sixPngs = (bytesEach?: number): HeavyMetadata[] =>
  [1, 2, 3, 4, 5, 6].map((n) => ({
    what: `PNG ${n} of inflating text`,
    content: inflatingPng(n % 2 ? 'zTXt' : 'iTXt', bytesEach),
  }))

/** Creates more than two dozen other files of various formats. */
export async function heavyMetadata(): Promise<HeavyMetadata[]> {
  const all = await oneOfEach()
  const of = (kind: string) => all[kind] ?? Buffer.alloc(0)
  const [jpeg, webp, avif] = [of('jpeg'), of('webp'), of('avif')]
  const png = (before: Buffer) => blackPng(90, 90, { before })
  const profile = deflateSync(Buffer.alloc(400 * MB))
  const segments = (count: number, size: number, marker = 0xe5) =>
    Buffer.concat([
      jpeg.subarray(0, 2),
      times(count, segment(marker, Buffer.alloc(size, 'a'))),
      jpeg.subarray(2),
    ])
  const files: Record<string, Buffer> = {
    'a PNG whose profile inflates to 400 MB': png(
      chunk('iCCP', Buffer.concat([latin1('p\0\0'), profile])),
    ),
    'a PNG of 90 inflating profiles': png(times(90, hugeProfile())),
    'a PNG of 200,000 texts': png(times(200_000, chunk('tEXt', latin1('Comment\0a')))),
    'a PNG of 1,000,000 empty data chunks': png(times(MB, chunk('IDAT', Buffer.alloc(0)))),
    'a PNG of 20 MB of EXIF': png(chunk('eXIf', Buffer.alloc(20 * MB, 'II*\0'))),
    'a JPEG of 60,000 segments': segments(60_000, 2),
    'a JPEG of 4,000,000 empty comments': segments(4 * MB, 0, 0xfe),
    'a JPEG of 24 MB of comments': segments(370, 65_000, 0xfe),
    'a JPEG of 24 MB of EXIF': jpegWith(
      jpeg,
      0xe1,
      ...Array<Buffer>(380).fill(Buffer.concat([latin1('Exif\0\0II*\0'), Buffer.alloc(64_000)])),
    ),
    'a JPEG of EXIF in circles': jpegWith(jpeg, 0xe1, loopingExif(6), exifOfLists()),
    'a WebP of 20 MB of EXIF': webpWith(
      webp,
      EXIF_FLAG,
      riff('EXIF', Buffer.alloc(20 * MB, 'II*\0')),
    ),
    'a WebP of 20 MB of XMP': webpWith(webp, XMP_FLAG, riff('XMP ', Buffer.alloc(20 * MB, '<x>'))),
    'a WebP of 20 MB of profile': webpWith(webp, ICC_FLAG, riff('ICCP', Buffer.alloc(20 * MB))),
    'a WebP of a million chunks': webpWith(webp, 0, times(MB, riff('junk', Buffer.alloc(8)))),
    'a WebP of frames within frames': webpWith(
      webp,
      2,
      times(20_000, riff('ANMF', Buffer.alloc(16), riff('ANMF', Buffer.alloc(16)))),
    ),
    'a GIF of 10,000 frames': gif(10_000),
    'a GIF of 24 MB of comment': gifWith(
      Buffer.from('21fe', 'hex'),
      times(90_000, fullBlock),
      Buffer.alloc(1),
    ),
    'a GIF of 4,000,000 comments': gifWith(times(4 * MB, Buffer.from('21fe016100', 'hex'))),
    'a HEIC of boxes 1,000 deep': boxes(nested(1000)),
    'a HEIC of a million boxes': boxes(times(MB, box('free'))),
    'a HEIC of a million properties': boxes(box('iprp', box('ipco', times(MB, box('irot'))))),
    'a HEIC of nonsense in ipma': corrupted(heic(), 'ipma'),
    'a HEIC of nonsense in iloc': corrupted(heic(), 'iloc'),
    'a HEIC whose box has no end': resized(heic(), 'iprp', 0),
    'a HEIC whose box is too large': resized(heic(), 'iprp', 0x7fffffff),
    'an AVIF whose box has a long size': resized(avif, 'iprp', 1),
    'an AVIF whose box is too small': resized(avif, 'iinf', 3),
  }
  return Object.entries(files).map(([what, content]) => ({ what, content }))
}
