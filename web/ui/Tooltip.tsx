import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

const DELAY_MS = 700
const SKIP_DELAY_MS = 300

/** Around the whole application: after one tooltip closed, the next one within 300 ms opens without the delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider
      delayDuration={DELAY_MS}
      skipDelayDuration={SKIP_DELAY_MS}
      disableHoverableContent
    >
      {children}
    </Radix.Provider>
  )
}

/** A few words about the control it wraps; never the only place where something is said. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
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
  )
}
