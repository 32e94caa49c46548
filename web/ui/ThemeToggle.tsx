import { Moon, Sun } from 'lucide-react'
import { type ComponentProps, useSyncExternalStore } from 'react'
import { Button } from './Button.tsx'

export type Theme = 'light' | 'dark'

const page = document.documentElement
const current = (): Theme => (page.classList.contains('dark') ? 'dark' : 'light')

/** Switches between light and dark and stores the choice. public/theme.js applies it. */
export function toggleTheme() {
  const next: Theme = current() === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', next)
  } catch {
    // Storage is blocked. The choice lasts until the page is closed.
  }
  dispatchEvent(new CustomEvent('theme', { detail: next }))
}

function subscribe(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(page, { attributeFilter: ['class'] })
  return () => observer.disconnect()
}

/** The current theme. It follows the system setting until one is chosen. */
function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current)
}

/** The accessible name of the theme button, which describes the effect of a click. */
export function useThemeLabel(): string {
  return useTheme() === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
}

/** The button that switches between light and dark. */
export function ThemeToggle(props: ComponentProps<'button'>) {
  const theme = useTheme()
  return (
    <Button
      {...props}
      variant="quiet"
      size="icon"
      aria-label={useThemeLabel()}
      onClick={toggleTheme}
    >
      {theme === 'dark' ? <Moon aria-hidden /> : <Sun aria-hidden />}
    </Button>
  )
}
