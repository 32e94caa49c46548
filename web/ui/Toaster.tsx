import { cx } from 'class-variance-authority'
import { CircleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useEffect } from 'react'
import { passEscapeOn } from './overlay.ts'
import { dismiss, durationOf, markShown, useToasts } from './toasts.ts'

/**
 * Closes a toast once its time is over. Radix would wait as long as the pointer or the focus is on
 * it, also on one that was closed since.
 */
function Shown({ id, duration }: { id: number; duration: number }) {
  useEffect(() => {
    markShown(id)
    const timer = setTimeout(() => dismiss(id), duration)
    return () => clearTimeout(timer)
  }, [id, duration])
  return null
}

/**
 * Shows toasts over the top bar, where they cover no control of a screen or a dialog. To be mounted
 * once.
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
            'flex items-center gap-3 rounded-m py-2.5 pr-1.5 pl-4 shadow-pop max-sm:min-h-11 max-sm:gap-1.5 max-sm:py-0.5 data-[state=closed]:animate-fade-out data-[state=open]:animate-rise data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            variant === 'destructive' ? 'bg-bad text-on-bad' : 'bg-ink text-ground',
          )}
        >
          <Shown id={id} duration={durationOf(action)} />
          {variant === 'destructive' && <CircleAlert aria-hidden className="size-4.5 shrink-0" />}
          {/* On a phone it runs on, so that it is as high as the top bar, and no control is under it. */}
          <div className="min-w-0 flex-1 max-sm:text-sm max-sm:*:inline max-sm:*:not-last:mr-1.5">
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
        className="no-print fixed inset-x-2 top-[max(0.25rem,env(safe-area-inset-top))] sm:top-[max(0.375rem,env(safe-area-inset-top))] z-60 outline-none sm:right-auto sm:left-14 sm:w-92 lg:left-1/2 lg:-translate-x-1/2"
      />
    </Radix.Provider>
  )
}
