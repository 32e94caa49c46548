import { show, shown, type Upload } from './shown.ts'
import { isKept, type KeptUpload } from './store.ts'

/** How far one has come. */
export interface Progress {
  readonly id: string
  /** The part sent so far, 0 to 1. */
  readonly sent: number
}

function asShown(kept: KeptUpload, before: Upload | undefined, progress: Progress | undefined) {
  const { file, state } = kept
  // What was sent long ago is kept, too.
  if (state === 'done') return before ? [{ ...before, kept, state, sent: 1 }] : []
  if (!file) return []
  const preview = before?.preview ?? URL.createObjectURL(file)
  const isGoing = state === 'waiting' && progress?.id === kept.id
  const going = isGoing ? ({ state: 'sending', sent: progress.sent } as const) : { state, sent: 0 }
  return [{ ...kept, file, kept, isKept: isKept(kept), preview, ...going }]
}

/** Shows these as they are kept, and what was chosen and is not kept yet. */
export function showKept(kept: readonly KeptUpload[], progress: Progress | undefined) {
  const before = new Map(shown().map((upload) => [upload.id, upload]))
  const ids = new Set(kept.map(({ id }) => id))
  const next = kept.flatMap((each): Upload[] => asShown(each, before.get(each.id), progress))
  const local = shown().filter((upload) => !upload.kept && !ids.has(upload.id))
  show([...next, ...local].sort((a, b) => a.at - b.at))
}
