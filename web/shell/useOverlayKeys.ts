import { useEffect } from 'react'

export type Overlay = 'menu' | 'palette' | 'keys' | null

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Ctrl/Cmd-K opens the palette anywhere, ? the list of keys unless something is being typed. */
export function useOverlayKeys(open: (overlay: Overlay) => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault()
        open('palette')
      } else if (event.key === '?' && !isTyping(event.target)) {
        event.preventDefault()
        open('keys')
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [open])
}
