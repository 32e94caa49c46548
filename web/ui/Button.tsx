import { cva, cx, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import { type ComponentProps, useContext } from 'react'
import { ReadOnly } from './readOnly.ts'

/** The class names of a button, also for links that look like one. */
export const buttonVariants = cva(
  'no-print inline-flex items-center justify-center gap-2 rounded-s border font-medium whitespace-nowrap select-none transition-colors disabled:opacity-50 aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-press',
        default: 'border-control bg-surface text-ink hover:bg-sunken',
        quiet: 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink',
        destructive: 'border-transparent bg-bad text-on-bad hover:brightness-110',
      },
      size: {
        sm: 'h-8 px-2.5 text-sm touch:h-11 touch:min-w-11 touch:px-3',
        md: 'h-9 px-3.5 touch:h-11 touch:min-w-11',
        lg: 'h-11 px-5',
        icon: 'size-8 shrink-0 touch:size-11 [&_svg]:size-4.5',
      },
    },
    defaultVariants: { variant: 'default', size: 'md' },
  },
)

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & { pending?: boolean }

/**
 * A button. While `pending` it shows a spinner, remains focused and ignores clicks (also Enter in a
 * form). An icon button needs an `aria-label`. A submit button is disabled where nothing can be
 * sent.
 */
export function Button({
  variant,
  size,
  pending = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const readOnly = useContext(ReadOnly)
  const isRefused = rest.type === 'submit' && readOnly !== null
  return (
    <button
      type="button"
      {...rest}
      {...(isRefused && { disabled: true, title: readOnly })}
      className={cx(buttonVariants({ variant, size }), className)}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => {
        if (pending) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {pending && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  )
}
