import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { usePrinting } from '../ui/usePrinting.ts'
import { Letterhead } from './Letterhead.tsx'

interface PaperProps {
  onPrinted: () => void
  children: ReactNode
}

/**
 * Prints its content under the letterhead in place of the screen. Opens the browser's print dialog
 * as soon as the logo is loaded.
 */
export function Paper({ onPrinted, children }: PaperProps) {
  const paper = useRef<HTMLDivElement>(null)
  const done = useRef(onPrinted)
  useEffect(() => {
    done.current = onPrinted
  })
  useEffect(() => {
    let isShown = true
    const end = () => done.current()
    window.addEventListener('afterprint', end)
    const logo = paper.current?.querySelector('img')
    // A logo that cannot be loaded does not prevent printing.
    const ready = logo ? logo.decode().catch(() => undefined) : Promise.resolve()
    void ready.then(() => isShown && window.print())
    return () => {
      isShown = false
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return createPortal(
    <div ref={paper} className="paper">
      <Letterhead />
      {children}
    </div>,
    document.body,
  )
}

/**
 * Content that is printed in place of the screen around it. The screen stays as it is, and an open
 * form retains its text.
 */
export function ScreenPaper({ children }: { children: ReactNode }) {
  if (!usePrinting()) return null
  return createPortal(
    <div className="paper">
      <Letterhead />
      {children}
    </div>,
    document.body,
  )
}
