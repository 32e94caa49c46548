import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Transform } from 'node:stream'

/** Characters of the comment at the end of the archive: the SHA-256 of everything before it. */
const CHECKSUM_LENGTH = 64

/** Stands in for the checksum until it is known. */
export const placeholder = '0'.repeat(CHECKSUM_LENGTH)

/** A stream that replaces the placeholder at the end of an archive by the checksum of the rest. */
export function checksumAtEnd(): Transform {
  const hash = createHash('sha256')
  let tail = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const all = Buffer.concat([tail, chunk])
      const hashable = Math.max(0, all.length - CHECKSUM_LENGTH)
      tail = all.subarray(hashable)
      hash.update(all.subarray(0, hashable))
      done(null, all.subarray(0, hashable))
    },
    flush(done) {
      done(null, Buffer.from(hash.digest('hex')))
    },
  })
}

/** Whether the archive ends with its correct checksum: no byte was changed, removed or added. */
export async function isIntact(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size <= CHECKSUM_LENGTH) return false
  const end = Buffer.alloc(CHECKSUM_LENGTH)
  await file.read(end, 0, CHECKSUM_LENGTH, size - CHECKSUM_LENGTH)
  const hash = createHash('sha256')
  const rest = file.createReadStream({
    start: 0,
    end: size - CHECKSUM_LENGTH - 1,
    autoClose: false,
  })
  for await (const chunk of rest) hash.update(chunk)
  return hash.digest('hex') === end.toString('latin1')
}
