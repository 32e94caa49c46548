import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** The color of each quarter of every picture below, when it is upright. */
export const QUARTERS = {
  topLeft: '#c82828',
  topRight: '#28a03c',
  bottomLeft: '#2846c8',
  bottomRight: '#f0f0f0',
}

/** The EXIF data of the pictures: place and time. */
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

/** The four quarters in landscape format. */
export async function upright(width = 640, height = 480): Promise<Sharp> {
  const quarter = (background: string) => ({
    create: { width: width / 2, height: height / 2, channels: 3 as const, background },
  })
  const flat = await sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([
      { input: quarter(QUARTERS.topLeft), left: 0, top: 0 },
      { input: quarter(QUARTERS.topRight), left: width / 2, top: 0 },
      { input: quarter(QUARTERS.bottomLeft), left: 0, top: height / 2 },
      { input: quarter(QUARTERS.bottomRight), left: width / 2, top: height / 2 },
    ])
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(flat)
}

/**
 * A quarter turn that is applied before anything else: in one pipeline libvips would choose the
 * order.
 */
const quarterTurn = async (picture: Sharp) => sharp(await picture.rotate(90).png().toBuffer())

/** The transformation from the upright picture to that of the sensor, by EXIF orientation. */
const transforms: Record<number, (picture: Sharp) => Sharp | Promise<Sharp>> = {
  1: (picture) => picture,
  2: (picture) => picture.flop(),
  3: (picture) => picture.rotate(180),
  4: (picture) => picture.flip(),
  5: async (picture) => (await quarterTurn(picture)).flop(),
  6: (picture) => picture.rotate(270),
  7: async (picture) => (await quarterTurn(picture)).flip(),
  8: (picture) => picture.rotate(90),
}
export const orientations = Object.keys(transforms).map(Number)

/** A JPEG like a phone writes it: in the orientation it was held, with place and time in EXIF. */
export async function phonePicture({
  orientation = 1,
  width = 640,
  height = 480,
} = {}): Promise<Buffer> {
  const turned = await transforms[orientation]?.(await upright(width, height))
  const flat = await turned?.png({ compressionLevel: 1 }).toBuffer()
  return sharp(flat).withExif(exif).withMetadata({ orientation }).jpeg({ quality: 90 }).toBuffer()
}

/**
 * A HEIC of four tiles, rotated a quarter turn by its metadata; see `makeHeic.js`. 768 by 1024 when
 * upright.
 */
export const phoneHeic = () => readFile(path.join(import.meta.dirname, 'phone.heic'))

/** The same with a box of the given number of bytes at its end, which decoders skip. */
export async function heavyHeic(bytes: number): Promise<Buffer> {
  const box = Buffer.alloc(bytes)
  box.writeUInt32BE(bytes)
  box.write('free', 4)
  return Buffer.concat([await phoneHeic(), box])
}

/** The color in the center of each quarter, from the top left to the bottom right. */
export async function quartersOf(picture: Buffer): Promise<string[]> {
  const { data, info } = await sharp(picture)
    .resize(4, 4, { fit: 'fill', kernel: 'nearest' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (y * 4 + x) * info.channels
    return `#${data.subarray(start, start + 3).toString('hex')}`
  }
  return [at(0, 0), at(3, 0), at(0, 3), at(3, 3)]
}

/** The largest difference of two colors in one of their channels. */
export function distance(a: string, b: string): number {
  const parts = (color: string) =>
    [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return Math.max(...parts(a).map((part, n) => Math.abs(part - (parts(b)[n] ?? 0))))
}
