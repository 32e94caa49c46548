import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the tab is visible, not behind another one. */
export const useIsShown = (): boolean => useSyncExternalStore(subscribe, () => !document.hidden)
