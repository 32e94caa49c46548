import { Moon, Sun } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../ui/Button.tsx'
import { toggleTheme, useTheme } from './theme.ts'

/** Its name says what a press does. */
export function useThemeLabel(): string {
  return useTheme() === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
}

/** Switches between light and dark. */
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
