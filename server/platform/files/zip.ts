import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import yazl from 'yazl'

/** A file of a zip, opened when its turn comes. */
export interface ZipEntry {
  readonly path: string
  /** Size in bytes. */
  readonly size: number
  readonly changedAt: Date
  open(): Promise<Readable | undefined>
}

/** An entry for a local file. */
export const localEntry = (
  path: string,
  { place, size }: { place: string; size: number },
  changedAt: Date,
): ZipEntry => ({ path, size, changedAt, open: async () => createReadStream(place) })

/**
 * A zip file as a stream, and its size in bytes, which is known at once since nothing is
 * compressed. One file is open at a time, and it is read only as fast as the stream is. The stream
 * fails if a file is missing or has another size.
 */
export async function zipOf(entries: readonly ZipEntry[]) {
  const zip = new yazl.ZipFile()
  const stream = zip.outputStream as Readable
  let current: Readable | undefined
  const fail = (error: unknown) =>
    void stream.destroy(error instanceof Error ? error : new Error(String(error)))
  // yazl only reports errors. It closes neither its stream nor the one it reads.
  zip.on('error', fail)
  stream.once('close', () => current?.destroy())

  for (const { path, size, changedAt, open } of entries)
    zip.addReadStreamLazy(
      path,
      { size, mtime: changedAt, mode: 0o100644, compress: false },
      (use) => {
        if (stream.destroyed) return
        open().then((opened) => {
          if (!opened) return fail(new Error(`${path} is missing`))
          current = opened.on('error', fail)
          if (stream.destroyed) current.destroy()
          else use(null, current)
        }, fail)
      },
    )
  const size = await new Promise<number>((resolve) => {
    // Uses zip64 throughout, since otherwise yazl miscalculates the size from some hundred files
    // on.
    zip.end({ forceZip64Format: true, comment: '' }, resolve as () => void)
  })
  return { stream, size }
}
