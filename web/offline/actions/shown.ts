import { useSyncExternalStore } from 'react'
import { type ActionType, isWaiting, type ShownAction } from './action.ts'

// Part of the first download, so it holds only what the screens show of the queue.

let shown: readonly ShownAction[] = []
const listeners = new Set<() => void>()

/** The actions of the person in this browser, in their order. */
export const shownActions = () => shown

/** Publishes the actions to show. */
export function showActions(actions: readonly ShownAction[]) {
  if (actions.length === 0 && shown.length === 0) return
  shown = actions
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** {@link shownActions} as a hook. */
export const useActions = () => useSyncExternalStore(subscribe, shownActions)

/** The actions of a type about one thing. */
export function useActionsOf<T extends ActionType>(
  type: T,
  isAbout: (action: Extract<ShownAction, { type: T }>) => boolean,
) {
  const ofType = (action: ShownAction): action is Extract<ShownAction, { type: T }> =>
    action.type === type
  return useActions().filter(ofType).filter(isAbout)
}

/** Whether any action waits, behind which later ones have to wait as well. */
export const hasWaiting = () => shown.some(isWaiting)
