import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const page = document.documentElement
const current = (): Theme => (page.classList.contains('dark') ? 'dark' : 'light')

/** Switches between light and dark and remembers it; public/theme.js puts it on. */
export function toggleTheme() {
  const next: Theme = current() === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', next)
  } catch {
    // Blocked storage: the choice holds until the page is left.
  }
  dispatchEvent(new CustomEvent('theme', { detail: next }))
}

function subscribe(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(page, { attributeFilter: ['class'] })
  return () => observer.disconnect()
}

/** The theme on screen; follows the system until one is chosen. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current)
}
