import { cx } from 'class-variance-authority'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { ChosenContext, isForList, onPassedEscape, useReturnFocus } from './overlay.ts'

/** The overlay behind a dialog, which also covers a dialog that was open before. */
export const overlayClasses =
  'fixed inset-0 z-50 bg-overlay data-[state=open]:animate-fade data-[state=closed]:animate-fade-out'

/** The classes of a dialog: a sheet from below on a phone, a box near the top on a wide screen. */
export const dialogClasses =
  'fixed z-50 flex flex-col border-line bg-surface text-ink shadow-pop outline-none max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[92dvh] max-sm:rounded-t-l max-sm:border-t max-sm:data-[state=closed]:animate-sheet-out max-sm:data-[state=open]:animate-sheet sm:top-[8vh] sm:left-1/2 sm:max-h-[84vh] sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:rounded-m sm:border sm:data-[state=closed]:animate-rise-out sm:data-[state=open]:animate-rise'

/** The cross in the upper right corner. */
const CloseButton = () => (
  <Radix.Close asChild>
    <Button
      variant="quiet"
      size="icon"
      aria-label="Close"
      className="absolute top-3 right-2 touch:top-1"
    >
      <X aria-hidden />
    </Button>
  </Radix.Close>
)

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** One line under the title. */
  description?: ReactNode
  /** Wide enough for two columns of fields, or for a table of them. */
  wide?: boolean | 'table'
  /**
   * Whether it stays open after a click outside, and after Escape once something was typed, so that
   * the text is not lost by accident.
   */
  sticky?: boolean
  /** Whether something was typed before it opened. */
  startsChanged?: boolean
  /**
   * Whether the dialog itself takes the focus, for one whose first control should not be pressed by
   * accident.
   */
  focusesContent?: boolean
  children: ReactNode
}

const widthClasses = (wide: boolean | 'table') =>
  wide === 'table' ? 'sm:max-w-240' : wide ? 'sm:max-w-180' : 'sm:max-w-120'

/**
 * A modal dialog with a title and a close button. Escape or a click outside closes it, unless it is
 * sticky.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  wide = false,
  sticky = false,
  startsChanged = false,
  focusesContent = false,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus({ focusesContent })
  const [isChanged, setChanged] = useState(startsChanged)
  const [isNoticeShown, setNoticeShown] = useState(false)
  const noteChange = () => setChanged(true)
  const isProtected = sticky && isChanged
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          {...returnFocus}
          className={cx(dialogClasses, widthClasses(wide))}
          {...(description ? {} : { 'aria-describedby': undefined })}
          data-changed={isProtected || undefined}
          onInput={noteChange}
          // Not for a focus that moves outside: a question above it takes that as well.
          onPointerDownOutside={(event) => {
            if (!sticky) return
            event.preventDefault()
            setNoticeShown(isProtected)
          }}
          onEscapeKeyDown={(event) => {
            if (isForList()) return event.preventDefault()
            if (!isProtected) return
            event.preventDefault()
            setNoticeShown(true)
          }}
          onKeyDown={onPassedEscape(() =>
            isProtected ? setNoticeShown(true) : onOpenChange(false),
          )}
        >
          <div className="border-b border-line py-4 pr-14 pl-5">
            <Radix.Title className="text-md">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-0.5 text-ink-2">{description}</Radix.Description>
            )}
          </div>
          <div role="status">
            {isNoticeShown && (
              <p className="border-b border-line bg-sunken px-5 py-2 text-sm">
                Your entries are still here. Close discards them.
              </p>
            )}
          </div>
          <ChosenContext value={noteChange}>{children}</ChosenContext>
          {/* Last, so that the first field takes the focus. */}
          <CloseButton />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface DialogBodyProps {
  /** The name of a content without controls, which takes the focus so that keys scroll it. */
  name?: string
  className?: string
  children: ReactNode
}

/** The scrolling content between the title and the buttons. */
export function DialogBody({ name, className, children }: DialogBodyProps) {
  return (
    <div
      {...(name && { role: 'region', 'aria-label': name, tabIndex: 0 })}
      className={cx('min-h-0 flex-1 overflow-y-auto px-5 py-4 -outline-offset-2', className)}
    >
      {children}
    </div>
  )
}

/** The row of buttons, always visible. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:min-w-fit! max-sm:*:flex-1">
      {children}
    </div>
  )
}

interface SidePanelProps {
  onClose: () => void
  title: string
  /** Shown under the title. */
  head?: ReactNode
  children: ReactNode
  /** Always visible below the content. */
  foot?: ReactNode
}

/** Details opened beside a list: from the right on a wide screen, from below on a phone. */
export function SidePanel({ onClose, title, head, children, foot }: SidePanelProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          onKeyDown={onPassedEscape(onClose)}
          className={cx(
            'fixed z-50 flex flex-col border-line bg-surface text-ink shadow-pop outline-none',
            'max-sm:inset-x-0 max-sm:bottom-0 max-sm:h-[92dvh] max-sm:rounded-t-l max-sm:border-t max-sm:data-[state=open]:animate-sheet',
            'sm:top-(--view-bar) sm:right-0 sm:bottom-0 sm:w-110 sm:max-w-[90vw] sm:border-l sm:data-[state=open]:animate-side',
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
          <CloseButton />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
