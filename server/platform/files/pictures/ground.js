// Finds the ground (light or dark background) that a logo needs. Plain JavaScript, like
// inspector.js.
import sharp from 'sharp'

/** The longer edge, in pixels, of the sample. */
const EDGE = 128
/** The mean opacity, of 255, above which a logo is considered to fill its rectangle. */
const FILLED = 250
/**
 * The mean lightness, of 255, above which the strokes of a logo are too light for a light ground.
 */
const LIGHT = 160

/**
 * The ground that a logo needs to be legible, from its pixels; null if it fills its rectangle.
 * @param {Uint8Array} picture
 * @returns {Promise<import('@plumbline/contract/settings.ts').LogoGround | null>}
 */
export async function groundOf(picture) {
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
