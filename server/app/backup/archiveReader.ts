import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { StartError } from '../../platform/startError.ts'
import { reason } from '../../platform/systemError.ts'
import { isIntact } from './checksum.ts'
import {
  AnyManifest,
  type ArchiveEntry,
  ENTRY,
  FORMAT,
  fileEntry,
  MANIFEST,
  Manifest,
  SESSION_SECRET,
  tableEntry,
} from './manifest.ts'

/** Enough for about a million files. */
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024

export interface Archive {
  readonly manifest: Manifest
  /** The content of an entry. The stream fails at its end if it does not match the manifest. */
  read(name: string): Promise<Readable>
  close(): Promise<void>
}

/**
 * Opens a backup after reading all of it, so that nothing is used unless everything is intact.
 * @throws StartError with a single line that says why the backup is refused
 */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new StartError(`${path} cannot be read: ${reason(error)}`)
  })
  try {
    if (!(await file.stat()).isFile()) throw new Error('it is not a file')
    if (!(await isIntact(file)))
      throw new Error('it is not a backup, or it was changed or cut off since it was made')
    const zip = await fromFdPromise(file.fd, { autoClose: false, strictFileNames: true })
    const entries = await entriesOf(zip)
    const manifest = await readManifest(zip, entries)
    const known = new Map(manifest.entries.map((entry) => [entry.name, entry]))
    requireComplete(manifest, known, entries)
    const read = async (name: string) => {
      const [entry, expected] = [entries.get(name), known.get(name)]
      if (!entry || !expected) throw new Error(`${name} is missing`)
      return contentOf(zip, entry, expected)
    }
    for (const name of known.keys()) await drain(await read(name))
    return { manifest, read, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw new StartError(`${path} cannot be restored: ${reason(error)}`)
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    if (name !== MANIFEST && !ENTRY.test(name))
      throw new Error(`it holds ${JSON.stringify(name)}, which no backup does`)
    if (entries.has(name)) throw new Error(`it holds ${name} twice`)
    entries.set(name, entry)
  }
  return entries
}

async function readManifest(zip: ZipFile, entries: Map<string, Entry>): Promise<Manifest> {
  const entry = entries.get(MANIFEST)
  if (!entry) throw new Error(`it has no ${MANIFEST}`)
  if (entry.uncompressedSize > MAX_MANIFEST_BYTES) throw new Error(`its ${MANIFEST} is too large`)
  const content: unknown = JSON.parse(await text(await zip.openReadStreamPromise(entry)))
  const any = AnyManifest.safeParse(content)
  if (any.success && any.data.format > FORMAT)
    throw new Error(`it was made by a newer version of the program (${any.data.program})`)
  const manifest = Manifest.safeParse(content)
  if (!manifest.success) throw new Error(`its ${MANIFEST} is not that of a backup`)
  return manifest.data
}

/**
 * Checks that the archive has exactly the entries in its manifest, and the manifest those of a
 * backup.
 * @throws Error if an entry is missing or unexpected
 */
function requireComplete(
  manifest: Manifest,
  known: ReadonlyMap<string, ArchiveEntry>,
  entries: ReadonlyMap<string, Entry>,
) {
  if (known.size !== manifest.entries.length) throw new Error('its manifest lists an entry twice')
  for (const name of entries.keys())
    if (name !== MANIFEST && !known.has(name))
      throw new Error(`it holds ${name}, which its manifest does not list`)
  for (const name of known.keys()) if (!entries.has(name)) throw new Error(`${name} is missing`)
  const tables = new Set(manifest.tables.map(({ name }) => tableEntry(name)))
  for (const name of [SESSION_SECRET, ...tables])
    if (!known.has(name)) throw new Error(`${name} is missing`)
  for (const name of known.keys())
    if (name.startsWith('tables/') && !tables.has(name))
      throw new Error(`it holds ${name}, which its manifest does not describe`)
}

async function contentOf(zip: ZipFile, entry: Entry, expected: ArchiveEntry): Promise<Readable> {
  const wrong = () => new Error(`${expected.name} is not as it was written`)
  // The library returns no more than the size in the archive, so nothing inflates beyond it.
  if (entry.uncompressedSize !== expected.size) throw wrong()
  const source = await zip.openReadStreamPromise(entry)
  const hash = createHash('sha256')
  const checked = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(hash.digest('hex') === expected.sha256 ? null : wrong())
    },
  })
  // An error of either reaches the reader of `checked`.
  void pipeline(source, checked).catch(() => undefined)
  return checked
}

async function drain(stream: Readable) {
  for await (const _ of stream);
}

/** The keys of the files in an archive. */
export const keysOf = ({ entries }: Manifest) =>
  entries.flatMap(({ name }) => (name.startsWith(fileEntry('')) ? [name.slice(6)] : []))
