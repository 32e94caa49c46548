import { Failure } from '@plumbline/contract/failures.ts'
import type { PictureSize } from '@plumbline/contract/photos.ts'
import type { ServedFile } from '../../http/file.ts'
import type { StoredFile } from '../../http/steps.ts'
import type { UploadedFile } from '../../http/upload.ts'
import { newId } from '../../platform/db/ids.ts'
import { inspectPdf } from '../../platform/files/inspect.ts'
import { detectFileType } from '../../platform/files/kinds.js'
import { deletePicture, pictureKey, storePicture } from '../../platform/files/pictures/store.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { ReceiptFiles } from '../../schema/rentals.ts'
import type { ExpenseRow } from './expenses.ts'

const PDF = 'application/pdf'

/** A receipt whose files are stored but whose row is not written yet. */
export interface StoredReceipt extends StoredFile {
  readonly key: string
  readonly type: string
  readonly files: ReceiptFiles
}

/**
 * Stores a receipt: a picture in its three sizes, or a PDF as it is. The type is detected from the
 * content, never from the file name.
 * @param by the id of the uploader
 * @throws Failure notReceipt, activePdf, badPicture, tooManyPixels, all for the receipt field
 */
export async function storeReceipt(
  store: FileStore,
  file: UploadedFile,
  by: string,
): Promise<StoredReceipt> {
  const key = `receipts/${newId()}`
  try {
    const isPdf = (await detectFileType(file.path)) === 'pdf'
    const facts = await (isPdf ? storePdf : storeImage)(store, file, key, by)
    return { ...facts, key, undo: () => deletePicture(store, key) }
  } catch (error) {
    throw error instanceof Failure ? receiptFailure(error) : error
  }
}

/**
 * The failure for the receipt field. The message for a file that is not a picture mentions PDFs as
 * well.
 */
function receiptFailure({ name, message, retryAfter }: Failure): Failure {
  if (retryAfter !== undefined) return new Failure(name, { message, retryAfter })
  if (name === 'notPicture') return receiptFailure(new Failure('notReceipt'))
  return new Failure(name, { message, fields: { receipt: message } })
}

async function storePdf(store: FileStore, file: UploadedFile, key: string, by: string) {
  await inspectPdf(file.path, by)
  await store.put(pictureKey(key, 'original'), file.path)
  return { type: PDF, files: { original: { size: file.size, sha256: file.sha256 } } }
}

async function storeImage(store: FileStore, file: UploadedFile, key: string, by: string) {
  const { contentType, files } = await storePicture(store, file, key, by)
  return { type: contentType, files }
}

/**
 * One of the files of a receipt. The file name contains no text from users. A PDF has only one
 * file, to download.
 */
export function servedReceipt(
  { id, dateIncurred, receiptKey, receiptType, receiptFiles }: ExpenseRow,
  size: PictureSize | undefined,
): ServedFile | undefined {
  if (!receiptKey || !receiptType || !receiptFiles) return undefined
  const name = (type: string) => `receipt-${dateIncurred}-${id.slice(-6)}.${type.split('/')[1]}`
  if (size === 'original' || !('thumb' in receiptFiles)) {
    if (receiptType === PDF && size === 'thumb') return undefined
    return {
      ...receiptFiles.original,
      key: pictureKey(receiptKey, 'original'),
      contentType: receiptType,
      name: name(receiptType),
      attachment: true,
    }
  }
  return {
    ...receiptFiles[size ?? 'full'],
    key: pictureKey(receiptKey, size ?? 'full'),
    contentType: 'image/webp',
    name: name('image/webp'),
    attachment: false,
  }
}
