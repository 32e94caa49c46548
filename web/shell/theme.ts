import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const KEY = 'theme'
const system = () => matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** The chosen theme, null while the system decides. Blocked storage counts as none chosen. */
function chosen(): Theme | null {
  try {
    const theme = localStorage.getItem(KEY)
    return theme === 'dark' || theme === 'light' ? theme : null
  } catch {
    return null
  }
}

const current = (): Theme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')

// public/theme.js does the same before the first paint.
function apply(theme: Theme) {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#11161b' : '#f6f4ef')
  for (const listener of listeners) listener()
}

/** Switches between light and dark and remembers it. */
export function toggleTheme() {
  const next = current() === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // Blocked storage: the choice holds until the page is left.
  }
  apply(next)
}

function subscribe(listener: () => void) {
  const follow = () => chosen() === null && apply(system().matches ? 'dark' : 'light')
  const media = system()
  listeners.add(listener)
  media.addEventListener('change', follow)
  return () => {
    listeners.delete(listener)
    media.removeEventListener('change', follow)
  }
}

/** The theme on screen; follows the system until one is chosen. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current)
}
