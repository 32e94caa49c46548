import type { User } from '@plumbline/contract/people.ts'
import { useSyncExternalStore } from 'react'

/** Someone with an open invite. */
export type Invitee = Pick<User, 'id' | 'firstName' | 'lastName' | 'email' | 'phone'>

/** An invite that was made or shown since the page was loaded. */
export interface ShownInvite {
  readonly user: Invitee
  /** The browser refused to copy the link when the invite was made. */
  readonly copyRefused?: boolean
  /** The link was emailed when the invite was made. */
  readonly emailed?: boolean
}

let shown: readonly ShownInvite[] = []
const listeners = new Set<() => void>()

/** Puts invites before those that are kept already; one for the same person is replaced. */
export function keepInvites(invites: readonly ShownInvite[]) {
  const ids = new Set(invites.map(({ user }) => user.id))
  shown = [...invites, ...shown.filter(({ user }) => !ids.has(user.id))]
  for (const listener of listeners) listener()
}

/** Begins without invites, as a page that was just loaded. */
export function forgetInvites() {
  shown = []
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The invites that were made or shown since the page was loaded, the newest first. */
export function useShownInvites(): readonly ShownInvite[] {
  return useSyncExternalStore(subscribe, () => shown)
}
