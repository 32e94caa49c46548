import { open } from 'node:fs/promises'
import { Failure } from '@plumbline/contract/failures.ts'
import sharp, { type Metadata } from 'sharp'

// A picture is read once, so a cache would only waste memory.
sharp.cache(false)

/** The maximum size of a picture; 50 megapixels take 200 MB once decoded. */
export const MAX_PIXELS = 50_000_000

const startsWith =
  (text: string, at = 0) =>
  (head: Buffer) =>
    head.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

const BRANDS = ['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/**
 * ISO media files name their kind in the first box: ours are the brands of still pictures, not of
 * films.
 */
function isHeif(head: Buffer): boolean {
  return startsWith('ftyp', 4)(head) && BRANDS.includes(head.toString('latin1', 8, 12))
}

/**
 * How a picture begins, and what libvips must then find in it; nothing else is taken, whatever it
 * is called.
 */
const kinds = [
  { begins: startsWith('\xff\xd8\xff'), types: ['image/jpeg'] },
  { begins: startsWith('\x89PNG\r\n\x1a\n'), types: ['image/png'] },
  {
    begins: (head: Buffer) => startsWith('RIFF')(head) && startsWith('WEBP', 8)(head),
    types: ['image/webp'],
  },
  {
    begins: (head: Buffer) => startsWith('GIF87a')(head) || startsWith('GIF89a')(head),
    types: ['image/gif'],
  },
  { begins: isHeif, types: ['image/avif', 'image/heic'] },
]

export interface InspectedPicture {
  readonly contentType: string
  /** Of the picture as it is seen, turned upright. */
  readonly width: number
  readonly height: number
  readonly exif: Buffer | undefined
  readonly icc: Buffer | undefined
}

/**
 * Looks at a picture without decoding it.
 * @throws Failure notPicture, tooManyPixels, badPicture
 */
export async function inspectPicture(path: string): Promise<InspectedPicture> {
  const head = Buffer.alloc(16)
  const file = await open(path, 'r')
  try {
    await file.read(head)
  } finally {
    await file.close()
  }
  const kind = kinds.find(({ begins }) => begins(head))
  if (!kind) throw new Failure('notPicture')

  const found = await header(path)
  const contentType = found.mediaType ?? ''
  if (!kind.types.includes(contentType)) throw new Failure('notPicture')
  const { width, height } = found.autoOrient
  if (width * height > MAX_PIXELS) throw new Failure('tooManyPixels')
  return { contentType, width, height, exif: found.exif, icc: found.icc }
}

async function header(path: string): Promise<Metadata> {
  try {
    return await sharp(path, { limitInputPixels: false }).metadata()
  } catch {
    throw new Failure('badPicture')
  }
}
