import { cx } from 'class-variance-authority'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { overlayClasses } from './Dialog.tsx'
import { onPassedEscape } from './escape.ts'

interface SidePanelProps {
  onClose: () => void
  title: string
  /** What stands under the title. */
  head?: ReactNode
  children: ReactNode
  /** Stays in reach at the lower end. */
  foot?: ReactNode
}

/** A thing opened beside the list it came from: from the right at a desk, from below on the phone. */
export function SidePanel({ onClose, title, head, children, foot }: SidePanelProps) {
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          aria-describedby={undefined}
          onKeyDown={onPassedEscape(onClose)}
          className={cx(
            'fixed z-50 flex flex-col border-line bg-surface text-ink shadow-pop outline-none',
            'max-sm:inset-x-0 max-sm:bottom-0 max-sm:h-[92dvh] max-sm:rounded-t-l max-sm:border-t max-sm:data-[state=open]:animate-sheet',
            'sm:inset-y-0 sm:right-0 sm:w-110 sm:max-w-[90vw] sm:border-l sm:data-[state=open]:animate-side',
          )}
        >
          <div className="border-b border-line py-4 pr-14 pl-5">
            <Radix.Title className="text-md">{title}</Radix.Title>
            {head}
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {foot && (
            <div className="border-t border-line px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {foot}
            </div>
          )}
          <Radix.Close asChild>
            <Button
              variant="quiet"
              size="icon"
              aria-label="Close"
              className="absolute top-3 right-2"
            >
              <X aria-hidden />
            </Button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
