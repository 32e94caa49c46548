import type { User } from '@plumbline/contract/people.ts'
import { useSyncExternalStore } from 'react'

/** Someone with an open invite. */
export type Invitee = Pick<User, 'id' | 'firstName' | 'lastName' | 'email' | 'phone' | 'role'>

/** An invite that was created or shown since the page was loaded. */
export interface ShownInvite {
  readonly user: Invitee
  /** Whether the browser refused to copy the link when the invite was created. */
  readonly copyRefused?: boolean
  /** Whether the link was emailed when the invite was created. */
  readonly emailed?: boolean
}

let shown: readonly ShownInvite[] = []
const listeners = new Set<() => void>()

/** Adds invites before the existing ones. An invite for the same person is replaced. */
export function addInvites(invites: readonly ShownInvite[]) {
  const ids = new Set(invites.map(({ user }) => user.id))
  shown = [...invites, ...shown.filter(({ user }) => !ids.has(user.id))]
  for (const listener of listeners) listener()
}

/** Removes all invites, as loading the page does. */
export function clearInvites() {
  shown = []
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The invites that were created or shown since the page was loaded, newest first. */
export function useShownInvites(): readonly ShownInvite[] {
  return useSyncExternalStore(subscribe, () => shown)
}
