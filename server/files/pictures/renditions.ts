import { Failure } from '@plumbline/contract/failures.ts'
import sharp from 'sharp'
import { type Examined, MAX_PIXELS } from './examine.ts'
import { decodeHeic } from './heic.ts'

// Pictures are read once: what libvips would keep for a second time is memory lost.
sharp.cache(false)

/** The longer edge in pixels, and the quality of WebP. */
const FULL = { edge: 2048, quality: 80 }
const THUMB = { edge: 480, quality: 75 }
/** Of 6. The encoder's own choice, 4, takes more than twice the time for files a tenth smaller. */
const EFFORT = 2
/** Seconds for one step. A photo takes a fraction of one. */
const LONGEST = 30

const within = (edge: number) => ({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }) as const

/** The two sizes that screens show, upright, in sRGB and without any metadata, as WebP. */
export interface Renditions {
  readonly full: Buffer
  readonly thumb: Buffer
}

/**
 * Decodes a picture and makes its renditions; about 100 MB for a photo of 12 megapixels, on libvips' own threads.
 * @throws Failure badPicture
 */
export async function renditionsOf(path: string, { contentType, icc }: Examined): Promise<Renditions> {
  const source = contentType === 'image/heic' ? await decodeHeic(path, icc) : path
  try {
    const upright = await sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: LONGEST })
      .autoOrient()
      .resize(within(FULL.edge))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = upright.info
    const decoded = sharp(upright.data, { raw: { width, height, channels } }).timeout({ seconds: LONGEST })
    return {
      full: await decoded.clone().webp({ quality: FULL.quality, effort: EFFORT }).toBuffer(),
      thumb: await decoded
        .clone()
        .resize(within(THUMB.edge))
        .webp({ quality: THUMB.quality, effort: EFFORT })
        .toBuffer(),
    }
  } catch {
    throw new Failure('badPicture')
  }
}
