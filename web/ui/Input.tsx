import { cx } from 'class-variance-authority'
import type { ComponentProps } from 'react'

/** The look every text-like control shares. */
export const controlClasses =
  'w-full min-w-0 scroll-mb-12 rounded-s border border-control bg-surface px-3 text-ink disabled:opacity-60 aria-invalid:border-bad touch:text-md'

/** A one-line text input. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cx(controlClasses, 'h-9 touch:h-11', className)} />
}
