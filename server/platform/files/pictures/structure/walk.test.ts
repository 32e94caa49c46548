import { deflateSync } from 'node:zlib'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  box,
  gifOf,
  heicOf,
  jpegWith,
  pngWith,
  webpChunk,
  webpWith,
} from '../../../../testing/pictures/containers.ts'
import { heavyHeic, phoneHeic, phonePicture, upright } from '../../../../testing/pictures/make.ts'
import { pictureKind } from '../../kinds.js'
import type { Refusal } from '../../refusal.js'
import { LIMITS } from './limits.js'
import { walkStructure } from './walk.js'

let jpeg: Buffer
let png: Buffer
let webp: Buffer
let heic: Buffer
beforeAll(async () => {
  jpeg = await phonePicture()
  png = await (await upright()).png().toBuffer()
  webp = await (await upright()).webp().toBuffer()
  heic = await phoneHeic()
})

/** The name of the failure; undefined if the picture is accepted. */
function walked(file: Buffer): string | undefined {
  try {
    walkStructure(file, pictureKind(file)?.format ?? 'png')
    return undefined
  } catch (error) {
    return (error as Refusal).name
  }
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const KIB = 1024
const MIB = 1024 * KIB
const xmp = latin1(`XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta>${' '.repeat(20_000)}</x:xmpmeta>`)
const zipped = (bytes: number) =>
  Buffer.concat([latin1('Comment\0\0'), deflateSync(Buffer.alloc(bytes))])
const text = latin1('Comment\0a')
const zippedInternational = latin1('Comment\0\x01\0\0\0x')

describe('accepts pictures as cameras and programs write them', () => {
  const icc = (count: number) =>
    Buffer.concat([latin1('ICC_PROFILE\0'), Buffer.from([1, count]), Buffer.alloc(MINUTE_MS)])
  const pictures: Record<string, () => Buffer | Promise<Buffer>> = {
    'a photo of a phone': () => jpeg,
    'a progressive JPEG': async () => (await upright()).jpeg({ progressive: true }).toBuffer(),
    'a photo of 20 MB': () => Buffer.concat([jpeg, Buffer.alloc(20 * MIB)]),
    'a depth map in 380 segments': () =>
      jpegWith(
        jpeg,
        0xe1,
        380,
        latin1(`http://ns.adobe.com/xmp/extension/\0${'x'.repeat(65_000)}`),
      ),
    'a color profile in twenty segments': () => jpegWith(jpeg, 0xe2, 20, icc(20)),
    'notes of the maker, and an index of further pictures': () =>
      Buffer.concat([jpegWith(jpeg, 0xe2, 1, latin1('MPF\0MM\0*\0\0\0\x08')), jpeg, jpeg]),
    'a screenshot with XMP': () => pngWith(png, 1, 'iTXt', xmp),
    'metadata of ImageMagick': () => pngWith(png, 60, 'tEXt', latin1('exif:ExposureTime\x001/60')),
    'a PNG in parts of 8 KiB': () => pngWith(png, 3000, 'IDAT', Buffer.alloc(8 * KIB)),
    'a GIF of 2,000 frames': async () => animated(2000),
    'a WebP of 2,000 frames': () => webpWith(webp, 2000, frame()),
    'a HEIC': () => heic,
    'a heavy HEIC': () => heavyHeic(20_000_000),
    'a HEIC with notes behind it': () => Buffer.concat([heic, latin1('SEFHe\0\0\0SEFT')]),
    'a HEIC of 48 megapixels in 200 tiles': () =>
      heicOf(1, Buffer.concat([items(200), ...Array<Buffer>(300).fill(box('irot'))])),
    AVIF: async () => (await upright()).avif({ effort: 0 }).toBuffer(),
  }
  test.each(Object.keys(pictures))('%s', async (name) => {
    const picture = await pictures[name]?.()
    expect(picture && walked(picture)).toBeUndefined()
  })
})

const frame = () => webpChunk('ANMF', Buffer.alloc(16), webpChunk('VP8L', Buffer.alloc(20)))
const control = Buffer.from('21f90400000000002c00000000010001000002024401', 'hex')
const animated = (count: number) => gifOf(count, Buffer.concat([control, Buffer.alloc(1)]))
const items = (count: number) =>
  box('iinf', Buffer.alloc(6), ...Array<Buffer>(count).fill(box('infe', Buffer.alloc(12))))

describe('the limit of a picture on', () => {
  /** Pictures just within a limit, and just beyond it. */
  const cases: [string, (count: number) => Buffer, number][] = [
    ['compressed texts', (n) => pngWith(png, n, 'zTXt', zipped(99)), LIMITS.inflating],
    ['profiles', (n) => pngWith(png, n, 'iCCP', zipped(99)), LIMITS.inflating],
    [
      'compressed international texts',
      (n) => pngWith(png, n, 'iTXt', zippedInternational),
      LIMITS.inflating,
    ],
    ['bytes that inflate', (n) => pngWith(png, 1, 'zTXt', Buffer.alloc(n)), LIMITS.inflatingBytes],
    ['texts', (n) => pngWith(png, n, 'tEXt', text), LIMITS.texts],
    ['bytes of text', (n) => pngWith(png, 1, 'tEXt', Buffer.alloc(n)), LIMITS.textBytes],
    ['EXIF in a PNG', (n) => pngWith(png, 1, 'eXIf', Buffer.alloc(n)), LIMITS.exifBytes],
    ['chunks of pixels', (n) => pngWith(png.subarray(0, 33), n, 'IDAT', text), LIMITS.dataChunks],
    ['frames in a PNG', (n) => pngWith(png, n, 'fcTL', Buffer.alloc(26)), LIMITS.frames],
    ['comments in a JPEG', (n) => jpegWith(jpeg, 0xfe, n, text), LIMITS.texts],
    ['segments', (n) => jpegWith(plainJpeg(), 0xe5, n, text), LIMITS.segments],
    ['empty segments', (n) => jpegWith(plainJpeg(), 0xef, n, latin1('')), LIMITS.segments],
    ['tables', (n) => jpegWith(plainJpeg(), 0xdd, n, text), LIMITS.tables],
    ['scans', (n) => jpegWith(plainJpeg(), 0xda, n, text), LIMITS.scans],
    [
      'the color profile in a JPEG',
      (n) => jpegWith(plainJpeg(), 0xe2, n, latin1(`ICC_PROFILE\0${'x'.repeat(65_521)}`)),
      64,
    ],
    ['EXIF in a WebP', (n) => webpWith(webp, 1, webpChunk('EXIF', Buffer.alloc(n))), MIB],
    ['XMP in a WebP', (n) => webpWith(webp, 1, webpChunk('XMP ', Buffer.alloc(n))), 4 * MIB],
    [
      'the profile in a WebP',
      (n) => webpWith(webp, 1, webpChunk('ICCP', Buffer.alloc(n))),
      4 * MIB,
    ],
    ['chunks', (n) => webpWith(webp, n, webpChunk('junk')), LIMITS.chunks],
    ['frames in a WebP', (n) => webpWith(webp, n, frame()), LIMITS.frames],
    [
      'chunks in a frame',
      (n) => webpWith(webp, 1, webpChunk('ANMF', Buffer.alloc(16 + 8 * n, 'junk\0\0\0\0'))),
      LIMITS.chunks,
    ],
    ['frames in a GIF', animated, LIMITS.frames],
    ['comments in a GIF', (n) => gifOf(n, Buffer.from('21fe016100', 'hex')), LIMITS.texts],
    ['texts in a GIF', (n) => gifOf(n, Buffer.from('2101016100', 'hex')), LIMITS.texts],
    ['extensions in a GIF', (n) => gifOf(n, Buffer.from('21ff00', 'hex')), LIMITS.chunks],
    ['items', (n) => heicOf(1, items(n)), LIMITS.items],
    // Two less for the boxes around them.
    ['boxes', (n) => heicOf(n - 2, box('free')), LIMITS.boxes],
    ['nested boxes', (n) => heicOf(1, nested(n - 1)), LIMITS.boxDepth],
    ['associations', (n) => heicOf(1, box('ipma', Buffer.alloc(4), wide(n))), LIMITS.items],
    [
      'item locations',
      (n) => heicOf(1, box('iloc', Buffer.from('020000004400', 'hex'), wide(n))),
      LIMITS.items,
    ],
  ]
  test.each(cases)('%s', (_, make, limit) => {
    expect(walked(make(limit))).toBeUndefined()
    expect(walked(make(limit + 1))).toBe('badPicture')
  })
})

/** A JPEG without content. */
const plainJpeg = () => Buffer.from('ffd8ffd9', 'hex')
function wide(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}
function nested(depth: number): Buffer {
  let inner: Buffer = Buffer.alloc(0)
  for (let n = 0; n < depth; n++) inner = box('iprp', inner)
  return inner
}

describe('invalid lengths', () => {
  const cases: [string, () => Buffer, string | undefined][] = [
    [
      'a box that is too small',
      () => heicOf(1, Buffer.from('00000003706e6f6e', 'hex')),
      'badPicture',
    ],
    [
      'a box longer than its container',
      () => heicOf(1, Buffer.from('7fffffff66726565', 'hex')),
      'badPicture',
    ],
    [
      'a long size beyond the file',
      () => heicOf(1, Buffer.from(`0000000166726565${'f'.repeat(16)}`, 'hex')),
      'badPicture',
    ],
    ['half a long size', () => heicOf(1, Buffer.from('0000000166726565ffff', 'hex')), 'badPicture'],
    [
      'half a number of item locations',
      () => heicOf(1, box('iloc', Buffer.alloc(7))),
      'badPicture',
    ],
    [
      'a box without an end, which ends with its container',
      () => heicOf(1, Buffer.from('0000000066726565', 'hex')),
      undefined,
    ],
    // These are left to the decoders, which stop at the same place.
    ['a JPEG that is cut off in a length', () => Buffer.from('ffd8ffe100', 'hex'), undefined],
    ['a segment shorter than its length', () => Buffer.from('ffd8ffe10001ffe1', 'hex'), undefined],
    ['a WebP without chunks', () => webpChunk('RIFF', latin1('WEBP')), undefined],
    ['an empty GIF', () => latin1('GIF89a'), undefined],
    ['an empty PNG', () => png.subarray(0, 8), undefined],
  ]
  test.each(cases)('%s', (_, make, outcome) => {
    expect(walked(make())).toBe(outcome)
  })

  test('segments hidden in garbage and pixels are counted', () => {
    const hidden = Buffer.from('00ff00ffffe00002', 'hex')
    const many = Buffer.concat(Array<Buffer>(LIMITS.segments + 1).fill(hidden))
    expect(walked(Buffer.concat([jpeg.subarray(0, -2), many, jpeg.subarray(-2)]))).toBe(
      'badPicture',
    )
  })
})
