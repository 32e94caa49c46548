import type { Queued } from '../../../offline/queue/store.ts'
import type { UploadFields } from './fields.ts'

/**
 * An upload as this browser stores it. After it was sent, a record without the file, which detects
 * duplicates.
 */
export interface StoredUpload extends Queued, UploadFields {
  /** The dialog, task or property it was chosen in. */
  readonly batch: string
  readonly name: string
  /** The bytes to send. Null after they were sent. */
  readonly file: Blob | null
  /** Whether `file` is prepared for sending. Every attempt sends the same bytes. */
  readonly isReady: boolean
  /** The fingerprint of the chosen file. */
  readonly hash: string
}
