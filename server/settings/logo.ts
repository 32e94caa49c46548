import { buffer } from 'node:stream/consumers'
import type { LogoGround } from '@plumbline/contract/settings.ts'
import sharp from 'sharp'
import {
  deletePicture,
  type PictureFiles,
  pictureKey,
  storePicture,
} from '../files/pictures/store.ts'
import type { FileStore } from '../files/store.ts'

/** The files of a logo, and its ground; a logo stored by an earlier version has none. */
export type LogoFiles = PictureFiles & { readonly ground?: LogoGround | null }

/** The longer edge, in pixels, of what is looked at. */
const EDGE = 128
/** The mean opacity, of 255, above which a logo counts as one that fills its rectangle. */
const FILLED = 250
/** The mean lightness, of 255, above which the strokes of a logo are too light for a light ground. */
const LIGHT = 160

/** The ground that a logo needs to be legible, from its pixels: none if it fills its rectangle. */
async function groundOf(picture: Uint8Array): Promise<LogoGround | null> {
  const pixels = await sharp(picture)
    .resize({ width: EDGE, height: EDGE, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  let opacity = 0
  let lightness = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    opacity += alpha
    lightness += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * alpha
  }
  if (opacity / (pixels.length / 4) > FILLED) return null
  return lightness > LIGHT * opacity ? 'dark' : 'light'
}

/**
 * Stores a logo under the key, all or nothing.
 * @throws Failure notPicture, tooManyPixels, badPicture
 */
export async function storeLogo(
  store: FileStore,
  file: Parameters<typeof storePicture>[1],
  key: string,
): Promise<LogoFiles> {
  const { files } = await storePicture(store, file, key)
  try {
    const thumb = await store.open(pictureKey(key, 'thumb'))
    return { ...files, ground: thumb ? await groundOf(await buffer(thumb.stream)) : null }
  } catch (error) {
    await deletePicture(store, key).catch(() => undefined)
    throw error
  }
}
