import { noteWaiting } from '../waiting.ts'
import type { UploadFields } from './fields.ts'
import type { KeptUpload } from './store.ts'

/** A picture on its way, as this tab shows it: chosen in a dialog, waiting, being sent, then done or not. */
export interface Upload extends UploadFields {
  readonly id: string
  /** The dialog, task or property it was chosen in. */
  readonly batch: string
  /** When it was chosen; milliseconds, and different for each. */
  readonly at: number
  readonly name: string
  readonly file: Blob
  /** An object URL of that file. */
  readonly preview: string
  readonly state: 'chosen' | 'waiting' | 'sending' | 'failed' | 'duplicate' | 'done'
  /** The part sent so far, 0 to 1. */
  readonly sent: number
  /** Why the last try failed. */
  readonly problem: string | null
  /** As it is in the queue; null before, and for what is never sent. */
  readonly kept: KeptUpload | null
  /** Whether it is still there when this tab has been closed. */
  readonly isKept: boolean
}

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()

/** Every upload, in the order they were chosen. */
export const shown = (): readonly Upload[] => uploads

/** Calls the listener whenever they change, until what it returns is called. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows these instead. */
export function show(next: readonly Upload[]) {
  const left = new Set(next.map(({ preview }) => preview))
  for (const { preview } of uploads) if (!left.has(preview)) URL.revokeObjectURL(preview)
  uploads = next
  noteWaiting(next.filter(isUnderWay).length)
  for (const listener of listeners) listener()
}

/** Shows one otherwise. */
export const alter = (id: string, fields: Partial<Upload>) =>
  show(uploads.map((upload) => (upload.id === id ? { ...upload, ...fields } : upload)))

/** Shows these no longer. */
export const hide = (gone: (upload: Upload) => boolean) =>
  show(uploads.filter((upload) => !gone(upload)))

/** Whether it is still to be sent. */
export const isUnderWay = ({ state }: Upload) => state === 'waiting' || state === 'sending'

/** Whether it is gone when this tab is closed now. */
export const isLostOnClose = (upload: Upload) => isUnderWay(upload) && !upload.isKept

/** Whether another try makes sense: a file that is no picture, or too large, stays so. */
export const canRetry = ({ state, kept }: Upload) =>
  state === 'duplicate' || (state === 'failed' && kept !== null)
