import { useSyncExternalStore } from 'react'
import { attempt } from '../../api/storage.ts'

type OfferState = 'due' | 'over'

const keyOf = (personId: string) => `device offer ${personId}`
const changed = new EventTarget()

const stateOf = (personId: string) => attempt(() => localStorage.getItem(keyOf(personId)))

function setState(personId: string, state: OfferState) {
  attempt(() => localStorage.setItem(keyOf(personId), state))
  changed.dispatchEvent(new Event('change'))
}

/** Makes the offer to notify somebody on this device due, unless it was made before. */
export function makeOffer(personId: string) {
  if (stateOf(personId) === null) setState(personId, 'due')
}

/** Ends the offer for good. */
export const endOffer = (personId: string) => setState(personId, 'over')

function subscribe(listener: () => void) {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

/** Whether the offer to notify a person on this device is to be shown. */
export const useOfferIsDue = (personId: string): boolean =>
  useSyncExternalStore(subscribe, () => stateOf(personId) === 'due')
