// The photos of a document on paper. Plain JavaScript, like pdfWriter.js.
import { DETAILS } from './paper.js'

/** @typedef {import('./model.ts').Document} Document */
/** @typedef {import('./paper.js').Paper} Paper */

/** The gap between photos, and the height of the highest, in points. */
const PHOTO_GAP = 14
const PHOTO_HEIGHT = 190
/** The most lines of a caption. */
const CAPTION_LINES = 6
/** The width of photos in pixels: about 200 an inch. */
const PHOTO_PIXELS = 720

/**
 * Photos in two columns, with their captions. One that cannot be shown leaves its caption.
 * @param {Paper} paper @param {Document['photos']} photos
 * @param {readonly (Uint8Array | null)[]} pictures
 */
export async function writePhotos(paper, photos, pictures) {
  const width = (paper.width - PHOTO_GAP) / 2
  for (let first = 0; first < photos.length; first += 2) {
    const row = await Promise.all(
      photos.slice(first, first + 2).map(async ({ caption }, at) => ({
        picture: await pictureIn(pictures[first + at] ?? null, width),
        lines: paper.linesOf(caption, width, DETAILS).slice(0, CAPTION_LINES),
      })),
    )
    const height = Math.max(...row.map(({ picture }) => picture?.height ?? 0))
    const lines = Math.max(...row.map((one) => one.lines.length))
    paper.need(height + lines * 12.15 + 14)
    const top = paper.y
    for (const [at, { picture, lines: caption }] of row.entries()) {
      const x = paper.left + at * (width + PHOTO_GAP)
      if (picture) paper.pdf.image(picture.data, x, top, picture)
      paper.y = top + height + 3
      paper.writeLines(caption, x, DETAILS)
    }
    paper.y = top + height + lines * 12.15 + 14
  }
}

/**
 * A picture as JPEG, and its size in points. Undefined for one that cannot be read: a signed copy
 * does not wait for it forever.
 * @param {Uint8Array | null} content @param {number} width the most
 */
async function pictureIn(content, width) {
  if (!content) return undefined
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(content)
      .resize(PHOTO_PIXELS, PHOTO_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    const scale = Math.min(width / info.width, PHOTO_HEIGHT / info.height)
    return { data, width: info.width * scale, height: info.height * scale }
  } catch {
    return undefined
  }
}
