import { Slot } from 'radix-ui'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { lazyPart } from './lazyPart.tsx'

const DELAY_MS = 700
const SKIP_DELAY_MS = 300

const loadBubble = () => import('./TooltipBubble.tsx')
const TooltipBubble = lazyPart(loadBubble)

/** When the last tooltip was closed. Another one shortly after it opens without the delay. */
let closedAt = Number.NEGATIVE_INFINITY

/** Resets the state of this module between tests. */
export function resetTooltip() {
  closedAt = Number.NEGATIVE_INFINITY
}

interface TooltipProps {
  text: string
  /** The control. It must pass its props on to the element that it renders. */
  children: ReactElement
}

/**
 * A short description of the control it wraps. It must not be the only place with that information.
 * The code that draws it is loaded when a control is first hovered.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** True from a press until the pointer leaves. */
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
