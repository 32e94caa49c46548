import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
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

const withoutCopy = and(eq(proposals.status, 'approved'), isNull(proposals.copyKey))

/**
 * Makes the copies of signed proposals that have none yet, such as after the process ended in the
 * middle. The same document is always the same file, so it does not matter if two nodes make it.
 */
export async function makeCopies({ db, files, dataDir }: Parts): Promise<void> {
  const company = await findCompany(db)
  const signed = await db
    .select()
    .from(proposals)
    .where(withoutCopy)
    .orderBy(asc(proposals.id))
    .limit(BATCH)
  if (!company || signed.length === 0) return
  const logo = await logoPicture(files, company)
  for (const proposal of signed) {
    const pdf = await pdfOf(signedDocument(proposal, company), logo, NOBODY)
    const copyKey = `proposals/${proposal.id}.pdf`
    await storeFile(files, dataDir, copyKey, pdf)
    const copy = { copyKey, copySize: pdf.length, copySha256: sha256Of(pdf) }
    await db
      .update(proposals)
      .set(copy)
      .where(and(eq(proposals.id, proposal.id), isNull(proposals.copyKey)))
  }
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

interface Reading {
  readonly request: FastifyRequest
  readonly files: FileStore
  readonly company: Company
  /** The person whose turn it uses. */
  readonly by: string
}

/** A proposal as a PDF: its signed copy, or written now. */
export async function pdfOfProposal(
  proposal: ProposalRow,
  { request, files, company, by }: Reading,
): Promise<FileResponse> {
  const { number, copyKey: key, copySize: size, copySha256: sha256 } = proposal
  if (key !== null && size !== null && sha256 !== null)
    return fileResponse(request, files, {
      ...{ key, size, sha256, contentType: 'application/pdf' },
      ...{ name: `${number}.pdf`, attachment: true },
    })
  const logo = await logoPicture(files, company)
  return pdfResponse({ document: signedDocument(proposal, company), logo, name: number, by })
}
