import { setWaitingCount } from '../waiting.ts'
import type { UploadFields } from './fields.ts'
import type { StoredUpload } from './store.ts'

/** An upload as this tab shows it, from the moment it is chosen until it is sent or has failed. */
export interface Upload extends UploadFields {
  readonly id: string
  /** The dialog, task or property it was chosen in. */
  readonly batch: string
  /** When it was chosen, in milliseconds. Unique per upload. */
  readonly at: number
  readonly name: string
  readonly file: Blob
  /** An object URL of `file`. */
  readonly preview: string
  readonly state: 'chosen' | 'waiting' | 'sending' | 'failed' | 'duplicate' | 'done'
  /** The fraction sent so far, 0 to 1. */
  readonly sent: number
  /** Why the last attempt failed. */
  readonly problem: string | null
  /** Its record in the queue. Null before it is queued, and for files that are never sent. */
  readonly stored: StoredUpload | null
  /** Whether it survives closing this tab. */
  readonly isPersisted: boolean
}

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()

/** All uploads, in the order they were chosen. */
export const shown = (): readonly Upload[] => uploads

/** Calls the listener on every change. Returns a function that unsubscribes it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Replaces the shown uploads. */
export function show(next: readonly Upload[]) {
  const remaining = new Set(next.map(({ preview }) => preview))
  for (const { preview } of uploads) if (!remaining.has(preview)) URL.revokeObjectURL(preview)
  uploads = next
  setWaitingCount(next.filter(isPending).length)
  for (const listener of listeners) listener()
}

/** Changes some fields of a shown upload. */
export const alter = (id: string, fields: Partial<Upload>) =>
  show(uploads.map((upload) => (upload.id === id ? { ...upload, ...fields } : upload)))

/** Removes the matching uploads from the shown ones. */
export const hide = (isHidden: (upload: Upload) => boolean) =>
  show(uploads.filter((upload) => !isHidden(upload)))

/** Whether it is waiting or being sent. */
export const isPending = ({ state }: Upload) => state === 'waiting' || state === 'sending'

/** Whether it is lost if this tab is closed now. */
export const isLostOnClose = (upload: Upload) => isPending(upload) && !upload.isPersisted

/** Whether a retry can help. A file that is not a picture or is too large fails again. */
export const canRetry = ({ state, stored }: Upload) =>
  state === 'duplicate' || (state === 'failed' && stored !== null)
