import { Slot } from 'radix-ui'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { lazyPart } from './lazyPart.tsx'

const DELAY_MS = 700
const SKIP_DELAY_MS = 300

const loadBubble = () => import('./TooltipBubble.tsx')
const TooltipBubble = lazyPart(loadBubble)

/** When the last one was closed: the next one shortly after it opens without the delay. */
let closedAt = Number.NEGATIVE_INFINITY

/** Resets the state of this module between tests. */
export function resetTooltip() {
  closedAt = Number.NEGATIVE_INFINITY
}

interface TooltipProps {
  text: string
  /** Passes on what it is given to the element that it renders. */
  children: ReactElement
}

/**
 * A few words about the control it wraps; never the only place where something is said. What draws them is fetched when a control
 * is first pointed at.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** From a press until the pointer leaves. */
  const isPressed = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const open = (element: Element, delay: number) => {
    void loadBubble().catch(() => undefined)
    timer.current = setTimeout(() => setAnchor(element), delay)
  }
  const close = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (anchor) closedAt = Date.now()
    setAnchor(null)
  }
  return (
    <>
      <Slot.Root
        onPointerMove={({ currentTarget, pointerType }) => {
          if (pointerType === 'touch' || isPressed.current || timer.current !== undefined) return
          open(currentTarget, Date.now() - closedAt < SKIP_DELAY_MS ? 0 : DELAY_MS)
        }}
        onPointerLeave={() => {
          isPressed.current = false
          close()
        }}
        onPointerDown={() => {
          isPressed.current = true
          close()
        }}
        onFocus={({ currentTarget }) => {
          if (!isPressed.current && currentTarget.matches(':focus-visible')) open(currentTarget, 0)
        }}
        onBlur={close}
      >
        {children}
      </Slot.Root>
      {anchor && <TooltipBubble anchor={anchor} text={text} onClose={close} />}
    </>
  )
}
