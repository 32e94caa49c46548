import { isPersisted, type StoredUpload } from './store.ts'
import { show, shown, type Upload } from './uploadState.ts'

/** The progress of an upload. */
export interface Progress {
  readonly id: string
  /** The fraction sent so far, 0 to 1. */
  readonly sent: number
}

function toUploads(
  stored: StoredUpload,
  before: Upload | undefined,
  progress: Progress | undefined,
) {
  const { file, state } = stored
  // Earlier uploads that were sent are stored, too, but not shown.
  if (state === 'done') return before ? [{ ...before, stored, state, sent: 1 }] : []
  if (!file) return []
  const preview = before?.preview ?? URL.createObjectURL(file)
  const isSending = state === 'waiting' && progress?.id === stored.id
  const progressFields = isSending
    ? ({ state: 'sending', sent: progress.sent } as const)
    : { state, sent: 0 }
  return [{ ...stored, file, stored, isPersisted: isPersisted(stored), preview, ...progressFields }]
}

/** Shows the stored uploads, and the chosen files that are not stored yet. */
export function showStored(stored: readonly StoredUpload[], progress: Progress | undefined) {
  const before = new Map(shown().map((upload) => [upload.id, upload]))
  const ids = new Set(stored.map(({ id }) => id))
  const next = stored.flatMap((each): Upload[] => toUploads(each, before.get(each.id), progress))
  const local = shown().filter((upload) => !upload.stored && !ids.has(upload.id))
  show([...next, ...local].sort((a, b) => a.at - b.at))
}
