import { Tooltip as Radix } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

interface TooltipBubbleProps {
  anchor: Element
  text: string
  onClose: () => void
}

/**
 * The text of a tooltip beside its control. The control is not wrapped: the anchor is an invisible
 * element with its position and size.
 */
export default function TooltipBubble({ anchor, text, onClose }: TooltipBubbleProps) {
  const [{ left, top, width, height }] = useState(() => anchor.getBoundingClientRect())
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const before = anchor.getAttribute('aria-describedby')
    const id = place.current?.getAttribute('aria-describedby')
    if (!id) return
    anchor.setAttribute('aria-describedby', before ? `${before} ${id}` : id)
    return () => {
      if (before) anchor.setAttribute('aria-describedby', before)
      else anchor.removeAttribute('aria-describedby')
    }
  }, [anchor])
  return (
    <Radix.Provider delayDuration={0} disableHoverableContent>
      <Radix.Root open onOpenChange={onClose}>
        {createPortal(
          <Radix.Trigger asChild>
            <span
              ref={place}
              aria-hidden
              className="pointer-events-none fixed"
              style={{ left, top, width, height }}
            />
          </Radix.Trigger>,
          document.body,
        )}
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-70 animate-fade rounded-s bg-ink px-2.5 py-1 text-sm text-ground shadow-pop"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
