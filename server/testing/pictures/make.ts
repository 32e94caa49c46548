import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** What every picture below shows when it stands upright: the colour of each quarter. */
export const QUARTERS = {
  topLeft: '#c82828',
  topRight: '#28a03c',
  bottomLeft: '#2846c8',
  bottomRight: '#f0f0f0',
}

/** Where and when a phone says it took its pictures. */
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

/** The four quarters, wider than high. */
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
 * A quarter turn that is done before anything else: in one pipeline libvips would choose the order.
 */
const quarterTurn = async (picture: Sharp) => sharp(await picture.rotate(90).png().toBuffer())

/** How the sensor sees what stands upright, by the orientation it notes. */
const seen: Record<number, (picture: Sharp) => Sharp | Promise<Sharp>> = {
  1: (picture) => picture,
  2: (picture) => picture.flop(),
  3: (picture) => picture.rotate(180),
  4: (picture) => picture.flip(),
  5: async (picture) => (await quarterTurn(picture)).flop(),
  6: (picture) => picture.rotate(270),
  7: async (picture) => (await quarterTurn(picture)).flip(),
  8: (picture) => picture.rotate(90),
}
export const orientations = Object.keys(seen).map(Number)

/** A JPEG as a phone writes it: turned as it was held, with the place and the time in EXIF. */
export async function phonePicture({
  orientation = 1,
  width = 640,
  height = 480,
} = {}): Promise<Buffer> {
  const turned = await seen[orientation]?.(await upright(width, height))
  const flat = await turned?.png({ compressionLevel: 1 }).toBuffer()
  return sharp(flat).withExif(exif).withMetadata({ orientation }).jpeg({ quality: 90 }).toBuffer()
}

/**
 * A HEIC of four tiles, turned a quarter by the file; see `makeHeic.js`. 768 by 1024 when it stands
 * upright.
 */
export const phoneHeic = () => readFile(path.join(import.meta.dirname, 'phone.heic'))

/** The same with a box of that many bytes at its end that decoders skip. */
export async function heavyHeic(bytes: number): Promise<Buffer> {
  const box = Buffer.alloc(bytes)
  box.writeUInt32BE(bytes)
  box.write('free', 4)
  return Buffer.concat([await phoneHeic(), box])
}

/** The colour in the middle of each quarter, from the top left to the bottom right. */
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

/** The most that two colours differ in one of their parts. */
export function distance(a: string, b: string): number {
  const parts = (colour: string) =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return Math.max(...parts(a).map((part, n) => Math.abs(part - (parts(b)[n] ?? 0))))
}
