import { and, gt, isNotNull } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import type { ExpectedFile } from '../../platform/files/integrity.ts'
import { expectedOf, pictureKey } from '../../platform/files/pictures/store.ts'
import { propertyPhotos, type ReceiptFiles, rentalExpenses } from '../../schema/rentals.ts'

const BATCH_SIZE = 1000

/** All files that properties and expenses refer to, for the check of the file store. */
export async function* rentalFiles(db: Db): AsyncGenerator<ExpectedFile> {
  yield* photosOfProperties(db)
  yield* receipts(db)
}

async function* photosOfProperties(db: Db): AsyncGenerator<ExpectedFile> {
  const { id, storageKey, files } = propertyPhotos
  for (let last: string | undefined; ; ) {
    const rows = await db
      .select({ id, storageKey, files })
      .from(propertyPhotos)
      .where(last === undefined ? undefined : gt(id, last))
      .orderBy(id)
      .limit(BATCH_SIZE)
    for (const row of rows) yield* expectedOf(row.storageKey, row.files)
    last = rows.at(-1)?.id
    if (rows.length < BATCH_SIZE) return
  }
}

async function* receipts(db: Db): AsyncGenerator<ExpectedFile> {
  const { id, receiptKey, receiptFiles } = rentalExpenses
  for (let last: string | undefined; ; ) {
    const rows = await db
      .select({ id, receiptKey, receiptFiles })
      .from(rentalExpenses)
      .where(and(isNotNull(receiptKey), last === undefined ? undefined : gt(id, last)))
      .orderBy(id)
      .limit(BATCH_SIZE)
    for (const { receiptKey: key, receiptFiles: files } of rows)
      if (key && files) yield* receiptFilesOf(key, files)
    last = rows.at(-1)?.id
    if (rows.length < BATCH_SIZE) return
  }
}

/** A picture has three files, a PDF only the uploaded one. */
const receiptFilesOf = (key: string, files: ReceiptFiles): ExpectedFile[] =>
  'full' in files
    ? expectedOf(key, files)
    : [{ key: pictureKey(key, 'original'), ...files.original }]
