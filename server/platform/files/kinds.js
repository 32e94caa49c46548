// What a file begins as: the only bytes of an upload that the program looks at itself. Plain JavaScript, since the inspector
// looks at them as well.
import { open } from 'node:fs/promises'

/** Where a PDF must say that it is one; bytes. */
const EDGE = 1024
const BRANDS = ['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** @param {Buffer} head @param {string} text */
const says = (head, text, at = 0) => head.toString('latin1', at, at + text.length) === text

/**
 * How a picture begins, and what libvips must then find in it; nothing else is taken, whatever it is called.
 * @type {{ format: 'jpeg' | 'png' | 'webp' | 'gif' | 'heif', types: string[], begins: (head: Buffer) => boolean }[]}
 */
const kinds = [
  { format: 'jpeg', types: ['image/jpeg'], begins: (head) => says(head, '\xff\xd8\xff') },
  { format: 'png', types: ['image/png'], begins: (head) => says(head, '\x89PNG\r\n\x1a\n') },
  {
    format: 'webp',
    types: ['image/webp'],
    begins: (head) => says(head, 'RIFF') && says(head, 'WEBP', 8),
  },
  {
    format: 'gif',
    types: ['image/gif'],
    begins: (head) => says(head, 'GIF87a') || says(head, 'GIF89a'),
  },
  {
    // ISO media files name their kind in the first box: ours are the brands of still pictures, not of films.
    format: 'heif',
    types: ['image/avif', 'image/heic'],
    begins: (head) => says(head, 'ftyp', 4) && BRANDS.includes(head.toString('latin1', 8, 12)),
  },
]

/** The kind of picture that a file begins as; undefined for anything else. @param {Buffer} head */
export const pictureKind = (head) => kinds.find(({ begins }) => begins(head))

/** The types of pictures that are taken. */
export const pictureTypes = kinds.flatMap(({ types }) => types)

/**
 * What a file begins as, whatever its name says. White space may come before a PDF.
 * @param {string} path
 * @returns {Promise<'picture' | 'pdf' | undefined>}
 */
export async function beginsAs(path) {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(EDGE), 0, EDGE, 0)
    const head = buffer.subarray(0, bytesRead)
    if (pictureKind(head)) return 'picture'
    return /^(?:\xef\xbb\xbf)?\s*%PDF-\d/.test(head.toString('latin1')) ? 'pdf' : undefined
  } finally {
    await file.close()
  }
}
