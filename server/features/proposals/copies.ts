import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { type Company, findCompany } from '../../access/company/queries.ts'
import { logoPicture } from '../../access/company/service.ts'
import { sha256Of } from '../../documents/canonical.ts'
import { pdfOf } from '../../documents/documents.ts'
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

/**
 * Makes the copies of signed proposals that have none yet, such as after the process ended in the
 * middle. One that fails does not stop the others.
 * @param only the id of the one to make
 * @throws AggregateError after all were tried, if some failed
 */
export async function makeCopies({ db, files, dataDir }: Parts, only?: string): Promise<void> {
  const company = await findCompany(db)
  const signed = await db
    .select()
    .from(proposals)
    .where(and(withoutCopy, only === undefined ? undefined : eq(proposals.id, only)))
    .orderBy(asc(proposals.id))
    .limit(BATCH)
  if (!company || signed.length === 0) return
  const logo = await logoPicture(files, company)
  const failures: unknown[] = []
  for (const proposal of signed)
    await makeCopy({ db, files, dataDir }, proposal, company, logo).catch((error: unknown) => {
      failures.push(error)
    })
  if (failures.length > 0) throw new AggregateError(failures, 'Signed copies were not made')
}

/** Makes one copy, unless another node was first. */
async function makeCopy(
  { db, files, dataDir }: Parts,
  proposal: ProposalRow,
  company: Company,
  logo: Uint8Array | null,
) {
  const document = signedDocument(proposal, company)
  const photos = await readPictures(db, files, proposal.id, document.photos.length)
  const pdf = await pdfOf(document, { logo, photos }, NOBODY)
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
  const logo = await logoPicture(files, company)
  const photos = await readPictures(db, files, proposal.id, document.photos.length)
  return pdfResponse({ document, pictures: { logo, photos }, name: number, by })
}
