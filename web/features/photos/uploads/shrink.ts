import { readJpeg, withExif } from './jpeg.ts'

/**
 * The longer edge of a sent JPEG: larger than the large size on the server, and enough for zooming.
 */
const MAX_EDGE_PX = 2560
const QUALITY = 0.85
/** From this EXIF orientation on, the stored picture lies on its side. */
const FIRST_ROTATED_ORIENTATION = 5

/**
 * Prepares a photo for sending. A JPEG whose longer edge exceeds 2,560 pixels is scaled down and
 * turned upright, and keeps the time and place it was taken. Other files are returned as they are:
 * HEIC from a phone is small already, and re-encoding would spoil drawings and animations.
 */
export async function shrink(file: Blob): Promise<Blob> {
  if (file.type !== 'image/jpeg') return file
  try {
    return await shrinkJpeg(file)
  } catch {
    // The server may be able to decode it.
    return file
  }
}

async function shrinkJpeg(file: Blob): Promise<Blob> {
  const header = readJpeg(new Uint8Array(await file.arrayBuffer()))
  if (!header || Math.max(header.width, header.height) <= MAX_EDGE_PX) return file
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const isRotated = header.orientation >= FIRST_ROTATED_ORIENTATION
    // If the browser did not rotate it, it would be stored on its side for good.
    if (bitmap.width !== (isRotated ? header.height : header.width)) return file
    const jpeg = await drawScaled(bitmap)
    const sent = header.exif ? withExif(jpeg, header.exif) : jpeg
    return sent.size < file.size ? sent : file
  } finally {
    bitmap.close()
  }
}

async function drawScaled(bitmap: ImageBitmap): Promise<Blob> {
  const scale = MAX_EDGE_PX / Math.max(bitmap.width, bitmap.height)
  const width = Math.round(bitmap.width * scale)
  const height = Math.round(bitmap.height * scale)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser draws nothing')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
