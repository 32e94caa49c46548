// Makes the renditions of pictures in a separate process, one after another, until the program
// ends. Plain JavaScript, so that it runs from the sources and from the build.
import sharp from 'sharp'
import { decodeHeic } from './heic.js'

// Pictures are read once, so a cache would only waste memory.
sharp.cache(false)

/** The longer edge in pixels, and the quality of WebP. */
const FULL = { edge: 2048, quality: 80 }
const THUMB = { edge: 480, quality: 75 }
/** Of 6. The encoder's own choice, 4, takes more than twice the time for files a tenth smaller. */
const EFFORT = 2

/** @param {number} edge */
const within = (edge) =>
  /** @type {const} */ ({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })

/** @param {import('./renditions.ts').Order} order @returns {Promise<import('./renditions.ts').Renditions>} */
async function renditionsOf({ path, isHeic, icc, maxPixels }) {
  const source = isHeic ? await decodeHeic(path, icc, maxPixels) : path
  const upright = await sharp(source, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize(within(FULL.edge))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = upright.info
  const decoded = sharp(upright.data, { raw: { width, height, channels } })
  return {
    full: await decoded.clone().webp({ quality: FULL.quality, effort: EFFORT }).toBuffer(),
    thumb: await decoded
      .clone()
      .resize(within(THUMB.edge))
      .webp({ quality: THUMB.quality, effort: EFFORT })
      .toBuffer(),
  }
}

// Ctrl-C, or stopping a service, reaches all its processes: the current picture is finished, then
// the program disconnects.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
process.on('message', (/** @type {import('./renditions.ts').Order} */ order) => {
  void renditionsOf(order)
    .catch(() => null)
    .then((made) => process.send?.(made))
})
