import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { backoffDelay } from '@plumbline/contract/backoff.ts'
import { HOUR_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { type Company, findCompany } from '../../access/company/queries.ts'
import { logoPicture } from '../../access/company/service.ts'
import { sha256Of } from '../../documents/canonical.ts'
import { type Pictures, pdfOf } from '../../documents/documents.ts'
import type { Document } from '../../documents/model.ts'
import { pdfResponse } from '../../http/documentResponses.ts'
import { type FileResponse, fileResponse } from '../../http/file.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { ExpectedFile } from '../../platform/files/integrity.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { uploadsFolder } from '../../platform/files/uploadsFolder.ts'
import { proposals } from '../../schema/proposals.ts'
import { readPictures } from './photos.ts'
import type { ProposalRow } from './queries.ts'
import { signedDocument } from './sentDocuments.ts'

interface Parts {
  readonly db: Db
  readonly files: FileStore
  readonly dataDir: string
}

/** The most copies that are made at a time. */
const BATCH = 20
/** The turn that copies use, for which nobody waits. */
const NOBODY = 'signed copies'

/**
 * Signed from a link, and without a copy. The sample company has no links: its copies are written
 * whenever they are read.
 */
const withoutCopy = and(
  eq(proposals.status, 'approved'),
  isNotNull(proposals.linkHash),
  isNull(proposals.copyKey),
)

/** Makes the copy of a signed proposal that has none yet, unless another node is first. */
export async function makeCopyOf({ db, files, dataDir }: Parts, id: string): Promise<void> {
  const company = await findCompany(db)
  const [signed] = await db
    .select()
    .from(proposals)
    .where(and(withoutCopy, eq(proposals.id, id)))
  if (!company || !signed) return
  await makeCopy({ db, files, dataDir }, signed, company)
}

/** The failed attempts to make a copy, and the time before which it is not tried again. */
interface Failed {
  readonly attempts: number
  readonly until: number
}

/** The longest delay before a copy is tried again. */
const LONGEST_DELAY_MS = HOUR_MS

/**
 * A task that makes the copies of signed proposals that have none yet, such as after the process
 * ended in the middle. One that fails stops no other: it is tried again later, after twice the time
 * with each failure, and after those that failed less often.
 * @returns the task, which throws an AggregateError after all were tried, if some failed
 */
export function copyMaker(): (parts: Parts & { readonly now: Date }) => Promise<void> {
  let failed = new Map<string, Failed>()
  return async ({ now, ...parts }) => {
    const rows = await parts.db
      .select({ id: proposals.id })
      .from(proposals)
      .where(withoutCopy)
      .orderBy(asc(proposals.id))
    const attemptsOf = (id: string) => failed.get(id)?.attempts ?? 0
    const waiting = rows.map(({ id }) => id)
    failed = new Map([...failed].filter(([id]) => waiting.includes(id)))
    const due = waiting
      .filter((id) => (failed.get(id)?.until ?? 0) <= now.getTime())
      .sort((a, b) => attemptsOf(a) - attemptsOf(b))
      .slice(0, BATCH)
    const errors: unknown[] = []
    for (const id of due)
      await makeCopyOf(parts, id).catch((error: unknown) => {
        errors.push(error)
        const delay = backoffDelay(attemptsOf(id), MINUTE_MS, LONGEST_DELAY_MS)
        failed.set(id, { attempts: attemptsOf(id) + 1, until: now.getTime() + delay })
      })
    if (errors.length > 0) throw new AggregateError(errors, 'Signed copies were not made')
  }
}

/** Reads the logo and the photos of a version, by the places in its document. */
const picturesOf =
  ({ db, files }: Pick<Parts, 'db' | 'files'>, company: Company, id: string, document: Document) =>
  async (): Promise<Pictures> => ({
    logo: await logoPicture(files, company),
    photos: await readPictures(db, files, id, document.photos.length),
  })

/** Makes one copy, unless another node was first. */
async function makeCopy({ db, files, dataDir }: Parts, proposal: ProposalRow, company: Company) {
  const document = signedDocument(proposal, company)
  const pdf = await pdfOf(
    document,
    picturesOf({ db, files }, company, proposal.id, document),
    NOBODY,
  )
  const copySha256 = sha256Of(pdf)
  // Two nodes with another logo write files of different names.
  const copyKey = `proposals/${proposal.id}-${copySha256.slice(0, 16)}.pdf`
  await storeFile(files, dataDir, copyKey, pdf)
  await db
    .update(proposals)
    .set({ copyKey, copySize: pdf.length, copySha256 })
    .where(and(eq(proposals.id, proposal.id), isNull(proposals.copyKey)))
  const [row] = await db
    .select({ copyKey: proposals.copyKey })
    .from(proposals)
    .where(eq(proposals.id, proposal.id))
  if (row?.copyKey !== copyKey) await files.delete(copyKey)
}

async function storeFile(files: FileStore, dataDir: string, key: string, content: Uint8Array) {
  const folder = path.join(uploadsFolder(dataDir), randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const file = path.join(folder, 'copy.pdf')
    await writeFile(file, content, { mode: 0o600 })
    await files.put(key, file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every copy that a row refers to. */
export async function* proposalFiles(db: Db): AsyncGenerator<ExpectedFile> {
  const { copyKey: key, copySize: size, copySha256: sha256 } = proposals
  const rows = await db.select({ key, size, sha256 }).from(proposals).where(isNotNull(key))
  for (const row of rows)
    if (row.key !== null && row.size !== null && row.sha256 !== null)
      yield { key: row.key, size: row.size, sha256: row.sha256 }
}

/** The signed copy of a proposal; undefined if there is none, or it is larger than `max` bytes. */
export async function readCopy(
  files: FileStore,
  { copyKey, copySize }: ProposalRow,
  max: number,
): Promise<Buffer | undefined> {
  if (copyKey === null || copySize === null || copySize > max) return undefined
  const file = await files.open(copyKey)
  return file && buffer(file.stream)
}

interface Reading {
  readonly request: FastifyRequest
  readonly db: Db
  readonly files: FileStore
  readonly company: Company
  /** The person whose turn it uses. */
  readonly by: string
}

/** A proposal as a PDF: its signed copy, or written now. */
export async function pdfOfProposal(
  proposal: ProposalRow,
  { request, db, files, company, by }: Reading,
): Promise<FileResponse> {
  const { number, copyKey: key, copySize: size, copySha256: sha256 } = proposal
  if (key !== null && size !== null && sha256 !== null)
    return fileResponse(request, files, {
      ...{ key, size, sha256, contentType: 'application/pdf' },
      ...{ name: `${number}.pdf`, attachment: true },
    })
  const document = signedDocument(proposal, company)
  const pictures = picturesOf({ db, files }, company, proposal.id, document)
  return pdfResponse({ document, readPictures: pictures, name: number, by })
}
