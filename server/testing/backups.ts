import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { newId } from '../platform/db/ids.ts'
import type { Database } from '../platform/db/open.ts'
import type { FileStore } from '../platform/files/store.ts'
import { pendingBids } from '../schema/bids.ts'
import { jobs } from '../schema/jobs.ts'
import { users } from '../schema/people.ts'
import { photos } from '../schema/photos.ts'
import { proposals } from '../schema/proposals.ts'
import { settings } from '../schema/settings.ts'

/**
 * A company with one person, some jobs, photos whose files are random bytes, and a signed copy.
 * @returns the storage keys of the photos
 */
export async function smallCompany({ db }: Pick<Database, 'db'>, files: FileStore, folder: string) {
  await db.insert(settings).values({ companyName: 'Ridgeline', timeZone: 'America/Chicago' })
  const person = { firstName: 'Ada', lastName: 'Adler', email: 'ada@example.com' }
  const [ada] = await db
    .insert(users)
    .values({ ...person, role: 'admin' })
    .onConflictDoNothing()
    .returning()
  const [known] = ada ? [ada] : await db.select().from(users)
  for (const name of ['Deck', 'Bath', 'Attic'])
    await db.insert(jobs).values({ name, address: '240 S Water St' })
  await storedCopy({ db }, files, folder)
  return [
    await storedPhoto({ db }, files, folder, known?.id ?? ''),
    await storedPhoto({ db }, files, folder, known?.id ?? ''),
  ]
}

const EVIDENCE = {
  ...{ name: 'Nancy Boyd', strokes: null, signedAt: '2026-07-03T20:42:10.000Z' },
  ...{ address: '203.0.113.9', browser: 'Mozilla/5.0', sentTo: null, consent: 'Yes' },
  ...{ total: '1.00', sha256: '0'.repeat(64) },
}

/** Stores a file of random bytes, and returns what its row says of it. */
async function storedFile(files: FileStore, folder: string, key: string) {
  const content = randomBytes(5000)
  const local = path.join(folder, `local-${newId()}`)
  await writeFile(local, content)
  await files.put(key, local)
  return { size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

/**
 * Inserts a signed bid and stores its copy.
 * @returns the storage key of the copy
 */
export async function storedCopy(
  { db }: Pick<Database, 'db'>,
  files: FileStore,
  folder: string,
): Promise<string> {
  const [bid] = await db
    .insert(pendingBids)
    .values({ name: 'Deck: stairs', address: '240 S Water St' })
    .returning()
  const id = newId()
  const copyKey = `proposals/${id}.pdf`
  const { size: copySize, sha256: copySha256 } = await storedFile(files, folder, copyKey)
  await db.insert(proposals).values({
    ...{ id, bidId: bid?.id, number: 'P-2026-0001', version: 1, status: 'approved' },
    ...{ content: '{}', sha256: '0'.repeat(64), total: 100, costs: {}, lastDay: '2026-07-30' },
    ...{ linkMadeAt: new Date(), signedContent: '{}', evidence: EVIDENCE },
    ...{ copyKey, copySize, copySha256 },
  })
  return copyKey
}

/**
 * Inserts the row of a photo and stores its three files.
 * @returns its storage key
 */
export async function storedPhoto(
  { db }: Pick<Database, 'db'>,
  files: FileStore,
  folder: string,
  uploadedById: string,
): Promise<string> {
  const id = newId()
  const storageKey = `photos/${id}`
  const facts: Record<string, { size: number; sha256: string }> = {}
  for (const size of ['thumb', 'full', 'original'])
    facts[size] = await storedFile(files, folder, `${storageKey}-${size}`)
  const { thumb, full, original } = facts
  if (!thumb || !full || !original) throw new Error('a size is missing')
  await db.insert(photos).values({
    id,
    url: `/api/photos/${id}/image`,
    storageKey,
    files: { thumb, full, original },
    contentType: 'image/jpeg',
    width: 10,
    height: 10,
    uploadedById,
  })
  return storageKey
}

interface Part {
  name: string
  content: Buffer
  /** The Unix file mode. */
  mode?: number
}
interface Entry {
  name: string
  size: number
  sha256: string
}
/** A manifest that a test may change freely. */
export interface LooseManifest {
  format: number
  program: string
  migrations: { tag: string; hash: string }[]
  tables: { name: string; columns: string[]; rows: number }[]
  entries: Entry[]
  [key: string]: unknown
}

/**
 * Rewrites an archive with other entries or another manifest, and with a matching checksum, as
 * somebody who knows the format could.
 */
export async function forge(
  source: string,
  target: string,
  change: (parts: Part[], manifest: LooseManifest) => Part[] | undefined,
  { relist = true, patch = (bytes: Buffer) => bytes } = {},
) {
  const zip = await fromBufferPromise(await readFile(source))
  const parts: Part[] = []
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    parts.push({ name: entry.fileName, content })
  }
  const manifest: LooseManifest = JSON.parse(String(parts.pop()?.content))
  const changed = change(parts, manifest) ?? parts
  if (relist) manifest.entries = changed.map(listed)
  const out = new ZipFile()
  const names: Part[] = [
    ...changed,
    { name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) },
  ]
  // The library rejects names with invalid paths, so they are inserted afterwards in place of
  // harmless ones of the same length.
  for (const { name, content, mode } of names)
    out.addBuffer(content, harmless(name), mode === undefined ? {} : { mode })
  out.end({ comment: '0'.repeat(64), forceZip64Format: false })
  let bytes = await buffer(out.outputStream)
  for (const { name } of names)
    bytes = Buffer.from(bytes.toString('latin1').replaceAll(harmless(name), name), 'latin1')
  await writeFile(target, withChecksum(patch(bytes)))
}

/** Changes the declared inflated size of an entry, in both headers. */
export function withDeclaredSize(bytes: Buffer, name: string, size: number): Buffer {
  for (const [signature, nameAt, sizeAt] of [
    ['PK\x03\x04', 30, 22],
    ['PK\x01\x02', 46, 24],
  ] as const)
    for (
      let at = bytes.indexOf(signature, 0, 'latin1');
      at >= 0;
      at = bytes.indexOf(signature, at + 1, 'latin1')
    )
      if (bytes.toString('latin1', at + nameAt, at + nameAt + name.length) === name)
        bytes.writeUInt32LE(size, at + sizeAt)
  return bytes
}

const harmless = (name: string) => name.replaceAll('.', '_').replace(/^\//, '_')

const listed = ({ name, content }: Part): Entry => ({
  name,
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

/** Replaces the checksum at the end by the one that matches the rest. */
function withChecksum(bytes: Buffer): Buffer {
  const rest = bytes.subarray(0, -64)
  return Buffer.concat([rest, Buffer.from(createHash('sha256').update(rest).digest('hex'))])
}
