import { cx } from 'class-variance-authority'
import { CircleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useEffect } from 'react'
import { passEscapeOn } from './overlay.ts'
import { dismiss, markShown, TOAST_DURATION_MS, useToasts } from './toasts.ts'

/**
 * Closes a toast once its time is over. Radix would wait as long as the pointer or the focus is on
 * it, also on one that was closed since.
 */
function Shown({ id }: { id: number }) {
  useEffect(() => {
    markShown(id)
    const timer = setTimeout(() => dismiss(id), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [id])
  return null
}

/**
 * Shows toasts: at the bottom on a phone, at the lower right on a wide screen. To be mounted once.
 */
export function Toaster() {
  const toasts = useToasts()
  return (
    <Radix.Provider duration={Number.POSITIVE_INFINITY} swipeDirection="right">
      {toasts.map(({ id, open, title, description, note, variant = 'default', action }) => (
        <Radix.Root
          key={id}
          open={open}
          onOpenChange={(next) => !next && dismiss(id)}
          onEscapeKeyDown={passEscapeOn}
          data-toast
          data-variant={variant}
          className={cx(
            'flex items-center gap-3 rounded-m py-2.5 pr-1.5 pl-4 shadow-pop data-[state=closed]:animate-fade-out data-[state=open]:animate-rise data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            variant === 'destructive' ? 'bg-bad text-on-bad' : 'bg-ink text-ground',
          )}
        >
          <Shown id={id} />
          {variant === 'destructive' && <CircleAlert aria-hidden className="size-4.5 shrink-0" />}
          <div className="min-w-0 flex-1">
            {title && <Radix.Title className="font-bold">{title}</Radix.Title>}
            {description && <Radix.Description>{description}</Radix.Description>}
            {note && <p className="mt-0.5 text-sm opacity-85">{note}</p>}
          </div>
          {action && (
            <Radix.Action
              altText={action.label}
              onClick={action.onClick}
              className="h-9 rounded-s px-3 font-bold underline underline-offset-4 outline-offset-0 focus-visible:outline-current touch:h-11"
            >
              {action.label}
            </Radix.Action>
          )}
          <Radix.Close
            aria-label="Close"
            className="grid size-9 shrink-0 place-items-center rounded-s opacity-80 hover:opacity-100 focus-visible:outline-current touch:size-11"
          >
            <X aria-hidden className="size-4" />
          </Radix.Close>
        </Radix.Root>
      ))}
      {/*
       * A live region stays accessible while a dialog hides the rest of the page; each toast
       * announces itself.
       */}
      <Radix.Viewport
        aria-live="off"
        className={cx(
          'no-print fixed inset-x-3.5 bottom-[max(1rem,env(safe-area-inset-bottom))] z-60 outline-none max-sm:bottom-[calc(5.75rem+var(--bottom-bar))] sm:right-25 sm:left-auto sm:w-92',
          // On a phone dialogs and sheets come from below and leave space above them.
          '[body:has([role$=dialog][data-state=open])_&]:max-sm:top-[max(0.5rem,env(safe-area-inset-top))] [body:has([role$=dialog][data-state=open])_&]:max-sm:bottom-auto',
          // Above the message box, which is higher than a bar.
          '[body:has([data-composer])_&]:max-sm:top-16 [body:has([data-composer])_&]:max-sm:bottom-auto [body:has([data-composer])_&]:sm:bottom-56',
          // Above a floating bar with actions. On a phone such a bar takes half the screen.
          '[body:has([data-floating-bar])_&]:max-sm:top-16 [body:has([data-floating-bar])_&]:max-sm:bottom-auto [body:has([data-floating-bar])_&]:sm:bottom-40',
        )}
      />
    </Radix.Provider>
  )
}
