import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Duplex, type PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { reason } from '../../platform/systemError.ts'
import { checksumAtEnd, placeholder } from './checksum.ts'
import { type ArchiveEntry, MANIFEST, type Manifest } from './manifest.ts'

/** Adds an entry; resolves once its content has been read. */
export type AddEntry = (
  name: string,
  content: Readable,
  options: { readonly compress: boolean },
) => Promise<ArchiveEntry>

interface WriteOptions {
  /** Cancels the archive when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /**
   * A stream that the archive passes through to the disk. The archive is canceled when it fails.
   */
  readonly guard?: Duplex | undefined
}

/**
 * Writes an archive atomically and durably. It is written to a hidden file in the same folder,
 * which only this account may read. An existing archive is replaced at the end.
 * @param fill adds the entries, and returns the other fields of the manifest
 * @returns the size in bytes
 */
export async function writeArchive(
  target: string,
  fill: (add: AddEntry) => Promise<Omit<Manifest, 'entries'>>,
  options: WriteOptions = {},
): Promise<number> {
  const draft = path.join(
    path.dirname(target),
    `.${path.basename(target)}.${randomBytes(6).toString('hex')}`,
  )
  // Removes the draft if the program exits in the meantime, too.
  const remove = () => rmSync(draft, { force: true })
  process.once('exit', remove)
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await writeZip(file, fill, options)
    const { size } = await stat(draft)
    await rename(draft, target)
    await syncFolder(path.dirname(target))
    return size
  } catch (error) {
    // The file may still be opening.
    if (!file.closed)
      await new Promise<void>((done) => {
        file
          .once('error', () => done())
          .once('close', done)
          .destroy()
      })
    remove()
    throw error
  } finally {
    process.off('exit', remove)
  }
}

async function writeZip(
  file: NodeJS.WritableStream,
  fill: (add: AddEntry) => Promise<Omit<Manifest, 'entries'>>,
  { signal, guard }: WriteOptions,
) {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([stop.signal, signal]) : stop.signal
  let failure: unknown
  const steps = [output, checksumAtEnd(), ...(guard ? [guard] : []), file]
  const written = pipeline(steps).catch((error: unknown) => {
    failure ??= error
    stop.abort()
  })
  zip.on('error', (error: Error) => output.destroy(error))
  const entries: ArchiveEntry[] = []
  const add: AddEntry = async (name, content, { compress }) => {
    const measured = measure()
    // The size is not known yet, so large entries need the Zip64 format in any case. Uncompressed
    // entries are pictures, which are small.
    zip.addReadStream(measured.stream, name, { compress, mode: 0o600, forceZip64Format: compress })
    await pipeline(content, measured.stream, { signal: either })
    const entry = { name, ...measured.result() }
    entries.push(entry)
    return entry
  }
  try {
    const manifest: Manifest = { ...(await fill(add)), entries: [...entries] }
    await add(MANIFEST, Readable.from([Buffer.from(JSON.stringify(manifest))]), { compress: true })
    zip.end({ comment: placeholder, forceZip64Format: false })
  } catch (error) {
    failure ??= error
    output.destroy()
  }
  await written
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error(reason(failure))
}

/** A stream that measures the size and hash of what passes through it. */
function measure() {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ size, sha256: hash.digest('hex') }) }
}

async function syncFolder(folder: string) {
  // Windows neither needs nor allows it.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
