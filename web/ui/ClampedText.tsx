import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** A text of which three lines are shown at first, with a button for the rest if there is more. */
export function ClampedText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLSpanElement>(null)
  const [isCut, setCut] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const element = text.current
    if (!element || isOpen) return
    const observer = new ResizeObserver(() =>
      setCut(element.scrollHeight > element.clientHeight + 1),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])
  return (
    <span className="min-w-0 whitespace-pre-line wrap-anywhere">
      {/* Both classes set the display: together, the order in the built CSS decides. */}
      <span ref={text} className={isOpen ? 'block' : 'line-clamp-3 print:line-clamp-none'}>
        {children}
      </span>
      {isCut && !isOpen && (
        <button
          type="button"
          className="action-link no-print text-sm touch:min-w-11"
          onClick={() => setOpen(true)}
        >
          More
        </button>
      )}
    </span>
  )
}
