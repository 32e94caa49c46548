import type { MessageAudience } from '@plumbline/contract/messages.ts'
import { useSyncExternalStore } from 'react'

/** A message that is not sent yet. */
export interface Draft {
  readonly text: string
  /** Whom it is for, once the person has chosen. */
  readonly audience?: MessageAudience
}

const empty: Draft = { text: '' }

/** By project: kept while another conversation is open, gone when the page is closed. */
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const draftOf = (jobId: string) => drafts.get(jobId) ?? empty

/** Changes the text of a draft, or whom it is for. */
export function changeDraft(jobId: string, part: Partial<Draft>) {
  drafts.set(jobId, { ...draftOf(jobId), ...part })
  notify()
}

/**
 * Empties the draft of a message that was sent, unless another one has been begun since. Leaves the choice as it is: the next
 * message is probably for the same people.
 */
export function emptyDraft(jobId: string, sent: string) {
  if (draftOf(jobId).text.trim() === sent) changeDraft(jobId, { text: '' })
}

/** Begins without drafts, as a page that was just loaded. */
export function forgetDrafts() {
  drafts.clear()
  notify()
}

/** The draft of a project, also when it is emptied by a message sent before its screen was opened again. */
export function useDraft(jobId: string): Draft {
  return useSyncExternalStore(subscribe, () => draftOf(jobId))
}
