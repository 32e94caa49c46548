import { cx } from 'class-variance-authority'
import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { DialogBody, DialogFooter, dialogClasses, overlayClasses } from './Dialog.tsx'
import { onPassedEscape, useReturnFocus } from './overlay.ts'

interface ConfirmProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question, as a whole sentence. */
  title: string
  /** The things that will be deleted, by name, or the consequences. */
  children?: ReactNode
  confirmLabel: string
  /** `primary` for an action that deletes nothing. */
  variant?: 'destructive' | 'primary'
  onConfirm: () => void
  /** The error of the last attempt, null for none. */
  error: string | null
  pending: boolean
}

/**
 * Asks for confirmation of an action that cannot be undone or is seldom intended. Only its two
 * buttons and Escape close it.
 */
export function Confirm({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  variant = 'destructive',
  onConfirm,
  error,
  pending,
}: ConfirmProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          {...returnFocus}
          onKeyDown={onPassedEscape(() => onOpenChange(false))}
          className={cx(dialogClasses, 'sm:max-w-110')}
          {...(children ? {} : { 'aria-describedby': undefined })}
        >
          <DialogBody>
            <Radix.Title className="text-md">{title}</Radix.Title>
            {children && (
              <Radix.Description asChild>
                <div className="mt-1.5 text-ink-2">{children}</div>
              </Radix.Description>
            )}
            {error && <Alert className="mt-3">{error}</Alert>}
          </DialogBody>
          <DialogFooter>
            <Radix.Cancel asChild>
              <Button>Cancel</Button>
            </Radix.Cancel>
            <Button variant={variant} pending={pending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </DialogFooter>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
