import { readJpeg, withExif } from './jpeg.ts'

/** Pixels of the longer side: more than the large size on the server has, and enough to zoom into. */
const LONGEST = 2560
const QUALITY = 0.85
/** From this orientation on the stored picture lies on its side. */
const ON_ITS_SIDE = 5

/**
 * A photo as it is sent: a JPEG of more than 2,560 pixels is made smaller and turned upright, with the time and place it was
 * taken at. Another file is sent as it is: a phone's HEIC is small already, and drawings and animations would lose what they are.
 */
export async function shrink(file: Blob): Promise<Blob> {
  if (file.type !== 'image/jpeg') return file
  try {
    return await smaller(file)
  } catch {
    // What this browser cannot decode, the server may.
    return file
  }
}

async function smaller(file: Blob): Promise<Blob> {
  const header = readJpeg(new Uint8Array(await file.arrayBuffer()))
  if (!header || Math.max(header.width, header.height) <= LONGEST) return file
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const isLying = header.orientation >= ON_ITS_SIDE
    // A browser that does not turn it would have it stored on its side for good.
    if (bitmap.width !== (isLying ? header.height : header.width)) return file
    const jpeg = await drawn(bitmap)
    const sent = header.exif ? withExif(jpeg, header.exif) : jpeg
    return sent.size < file.size ? sent : file
  } finally {
    bitmap.close()
  }
}

async function drawn(bitmap: ImageBitmap): Promise<Blob> {
  const scale = LONGEST / Math.max(bitmap.width, bitmap.height)
  const width = Math.round(bitmap.width * scale)
  const height = Math.round(bitmap.height * scale)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser draws nothing')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
