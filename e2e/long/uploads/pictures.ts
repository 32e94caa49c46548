import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** Creates blurred noise, which does not compress well. */
export function scene(width: number, height: number): Sharp {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  return sharp({ create: { width, height, channels: 3, background: '#7a6a58', noise } }).blur(1)
}

const exif = {
  IFD0: { Make: 'Plumbline', Model: 'Test phone' },
  IFD2: { DateTimeOriginal: '2026:03:05 10:11:12', OffsetTimeOriginal: '-06:00' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '41/1 51/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '88/1 18/1 0/1',
  },
}

/** Creates a photo like those of a phone, with place and time, by default of 12 megapixels. */
export function phonePhoto({
  width = 4032,
  height = 3024,
  orientation = 6,
  quality = 85,
} = {}): Promise<Buffer> {
  return scene(width, height)
    .withExif(exif)
    .withMetadata({ orientation })
    .jpeg({ quality })
    .toBuffer()
}

/**
 * Reads a HEIC with four tiles that its header rotates. It was made with heif-enc, see its folder.
 */
export const heic = (): Buffer =>
  readFileSync(join(import.meta.dirname, '../../../server/testing/pictures/phone.heic'))

/**
 * Creates a HEIC with the file size of a phone photo. It ends with a large box that decoders skip.
 */
export function heavyHeic(): Buffer {
  const box = Buffer.alloc(3_000_000)
  box.writeUInt32BE(box.length)
  box.write('free', 4)
  return Buffer.concat([heic(), box])
}

/** Creates a small picture of every accepted format. */
export async function oneOfEach(): Promise<Record<string, Buffer>> {
  const small = await scene(120, 90).png().toBuffer()
  const of = (make: (picture: Sharp) => Sharp) => make(sharp(small)).toBuffer()
  return {
    jpeg: await of((picture) => picture.withExif(exif).withMetadata({ orientation: 6 }).jpeg()),
    'progressive jpeg': await of((picture) =>
      picture.withIccProfile('p3').jpeg({ progressive: true }),
    ),
    png: await of((picture) => picture.png()),
    'palette png': await of((picture) => picture.png({ palette: true, progressive: true })),
    webp: await of((picture) => picture.webp()),
    'lossless webp': await of((picture) => picture.ensureAlpha(0.5).webp({ lossless: true })),
    avif: await of((picture) => picture.avif({ effort: 0 })),
    gif: await of((picture) => picture.gif()),
    heic: heic(),
  }
}
