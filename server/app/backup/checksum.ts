import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Transform } from 'node:stream'

/** Characters of the comment that ends the archive: the SHA-256 of all that precedes it. */
const LENGTH = 64

/** Takes the place of the checksum until it is known. */
export const placeholder = '0'.repeat(LENGTH)

/** Passes an archive on, and replaces the placeholder at its end by the checksum of the rest. */
export function checksumAtEnd(): Transform {
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const all = Buffer.concat([held, chunk])
      const known = Math.max(0, all.length - LENGTH)
      held = all.subarray(known)
      hash.update(all.subarray(0, known))
      done(null, all.subarray(0, known))
    },
    flush(done) {
      done(null, Buffer.from(hash.digest('hex')))
    },
  })
}

/** Whether the checksum at the end is there and right: no byte has changed, none is missing and none was added. */
export async function isIntact(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size <= LENGTH) return false
  const end = Buffer.alloc(LENGTH)
  await file.read(end, 0, LENGTH, size - LENGTH)
  const hash = createHash('sha256')
  const rest = file.createReadStream({ start: 0, end: size - LENGTH - 1, autoClose: false })
  for await (const chunk of rest) hash.update(chunk)
  return hash.digest('hex') === end.toString('latin1')
}
