import type { MessageAudience } from '@plumbline/contract/messages.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { addTypedSource, dropTyped, typedBefore } from '../../api/typed.ts'

/** A message that has not been sent yet. */
export interface Draft {
  readonly text: string
  /** The audience, once the person has chosen one. */
  readonly audience?: MessageAudience
  /** Whether it is from before the person had to sign in again. */
  readonly isFilledIn?: boolean
}

const empty: Draft = { text: '' }

/** The drafts by job id. They outlast switching conversations and signing in again. */
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

/** Changes the text or the audience of a draft. */
export function changeDraft(jobId: string, part: Partial<Draft>) {
  drafts.set(jobId, { ...draftOf(jobId), ...part })
  notify()
}

/**
 * Clears the text of a draft that was sent, unless another message was begun since. The audience
 * stays, because the next message is probably for the same people.
 */
export function clearDraft(jobId: string, sent: string) {
  if (draftOf(jobId).text.trim() === sent) changeDraft(jobId, { text: '', isFilledIn: false })
}

/** Removes all drafts, as loading the page does. */
export function clearDrafts() {
  drafts.clear()
  notify()
}

const keyOf = (jobId: string) => `message to ${jobId}`

addTypedSource(() =>
  [...drafts]
    .filter(([, { text }]) => text.trim() !== '')
    .map(([jobId, value]) => ({ key: keyOf(jobId), value, isTyped: true })),
)

/** Fills in a draft from before the person had to sign in again. */
function fillIn(jobId: string) {
  const before = typedBefore<Draft>(keyOf(jobId))
  if (before && draftOf(jobId).text === '') changeDraft(jobId, { ...before, isFilledIn: true })
  dropTyped(keyOf(jobId))
}

/**
 * The draft of a project. It also updates when a message that was sent before the screen was opened
 * again clears it.
 */
export function useDraft(jobId: string): Draft {
  useEffect(() => fillIn(jobId), [jobId])
  return useSyncExternalStore(subscribe, () => draftOf(jobId))
}
