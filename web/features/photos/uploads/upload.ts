import { failures } from '@plumbline/contract/failures.ts'
import { MAX_PHOTO_BYTES, photoRoutes } from '@plumbline/contract/photos.ts'
import { newKey } from '../../../api/call.ts'
import { noFields, type UploadFields } from './fields.ts'
import type { StoredUpload } from './store.ts'

export type UploadState =
  /** Not submitted yet. */
  | { readonly state: 'chosen' }
  /** The same file is in the queue for the same place or was sent there. */
  | { readonly state: 'duplicate'; readonly problem: string }
  | { readonly state: 'waiting' }
  /** `progress` is the fraction sent so far, 0 to 1. */
  | { readonly state: 'sending'; readonly progress: number }
  | { readonly state: 'failed'; readonly problem: string | null }
  | { readonly state: 'sent' }

/** An upload as this tab shows it, from the moment it is chosen until it is sent or has failed. */
export type Upload = UploadFields &
  UploadState & {
    readonly id: string
    /** The dialog, task or property it was chosen in. */
    readonly batch: string
    /** When it was chosen, in milliseconds. Unique per upload. */
    readonly at: number
    readonly name: string
    readonly file: Blob
    /** An object URL of `file`. */
    readonly preview: string
    /** Its record in the queue. Null before it is queued, and for files that are never sent. */
    readonly stored: StoredUpload | null
    /** Whether it survives closing this tab. */
    readonly isPersisted: boolean
  }

const isPicture = ({ type, name }: File) =>
  type.startsWith('image/') || (type === '' && /\.hei[cf]$/i.test(name))

/** Why a file cannot be uploaded. Null if it can. */
function refusal(file: File): string | null {
  if (!isPicture(file)) return failures.notPicture.message
  return file.size > MAX_PHOTO_BYTES ? failures.fileTooLarge.message : null
}

/** A new upload of a file. It has failed already if the file can never be sent. */
export function chosenUpload(batch: string, file: File, at: number): Upload {
  const problem = refusal(file)
  return {
    ...{ id: newKey(), batch, at, name: file.name, file, preview: URL.createObjectURL(file) },
    ...{ ...noFields, stored: null, isPersisted: false },
    ...(problem === null ? { state: 'chosen' } : { state: 'failed', problem }),
  }
}

/** Whether it is waiting or being sent. */
export const isPending = ({ state }: Upload) => state === 'waiting' || state === 'sending'

/** Whether it is lost if this tab is closed now. */
export const isLostOnClose = (upload: Upload) => isPending(upload) && !upload.isPersisted

/** Whether a retry can help. A file that is not a picture or is too large fails again. */
export const canRetry = ({ state, stored }: Upload) =>
  state === 'duplicate' || (state === 'failed' && stored !== null)

/** Whether the form it was chosen in sends it: it is new, or it failed and can be retried. */
export const canSubmit = ({ state, stored }: Upload) =>
  state === 'chosen' || (state === 'failed' && stored !== null)

/** Whether it goes to the photos of jobs, not to those of a property. */
export const isForJobs = ({ path }: Upload) => path === photoRoutes.create.path

/**
 * Identifies a chosen file by the SHA-256 of its bytes. Over plain HTTP, where browsers offer no
 * hashing, it is identified by its name, size and modification time.
 */
export async function fingerprint(file: Blob, name: string): Promise<string> {
  if (!globalThis.isSecureContext)
    return [name, file.size, file instanceof File ? file.lastModified : ''].join(' ')
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
