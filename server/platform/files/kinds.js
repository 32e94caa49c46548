// Detects the type of a file by its first bytes: the only bytes of an upload that the server
// process reads itself. Plain JavaScript, since the inspector uses it as well.
import { open } from 'node:fs/promises'

/** The number of first bytes in which a PDF must have its header. */
const HEAD_BYTES = 1024
const BRANDS = ['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** @param {Buffer} head @param {string} text */
const hasText = (head, text, at = 0) => head.toString('latin1', at, at + text.length) === text

/**
 * The signatures of supported pictures, and the types that libvips must then find in them. Nothing
 * else is accepted, whatever the file is called.
 * @type {{ format: 'jpeg' | 'png' | 'webp' | 'gif' | 'heif', types: string[], begins: (head:
 * Buffer) => boolean }[]}
 */
const kinds = [
  { format: 'jpeg', types: ['image/jpeg'], begins: (head) => hasText(head, '\xff\xd8\xff') },
  { format: 'png', types: ['image/png'], begins: (head) => hasText(head, '\x89PNG\r\n\x1a\n') },
  {
    format: 'webp',
    types: ['image/webp'],
    begins: (head) => hasText(head, 'RIFF') && hasText(head, 'WEBP', 8),
  },
  {
    format: 'gif',
    types: ['image/gif'],
    begins: (head) => hasText(head, 'GIF87a') || hasText(head, 'GIF89a'),
  },
  {
    // ISO media files name their brand in the first box. These are the brands of still pictures,
    // not of videos.
    format: 'heif',
    types: ['image/avif', 'image/heic'],
    begins: (head) => hasText(head, 'ftyp', 4) && BRANDS.includes(head.toString('latin1', 8, 12)),
  },
]

/**
 * The kind of picture by its first bytes; undefined for anything else.
 * @param {Buffer} head
 */
export const pictureKind = (head) => kinds.find(({ begins }) => begins(head))

/** The media types of supported pictures. */
export const pictureTypes = kinds.flatMap(({ types }) => types)

/**
 * The type of a file by its first bytes, whatever its name is. White space may precede the header
 * of a PDF.
 * @param {string} path
 * @returns {Promise<'picture' | 'pdf' | undefined>}
 */
export async function detectFileType(path) {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    if (pictureKind(head)) return 'picture'
    return /^(?:\xef\xbb\xbf)?\s*%PDF-\d/.test(head.toString('latin1')) ? 'pdf' : undefined
  } finally {
    await file.close()
  }
}
