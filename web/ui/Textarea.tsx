import { cx } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { controlClasses } from './Input.tsx'

/** Several lines of text; grows with what is typed where the browser can. `compact` starts with one line. */
export function Textarea({
  compact = false,
  className,
  ...rest
}: ComponentProps<'textarea'> & { compact?: boolean }) {
  return (
    <textarea
      rows={compact ? 1 : 3}
      {...rest}
      className={cx(
        controlClasses,
        'field-sizing-content max-h-80 py-2',
        compact ? 'min-h-9 touch:min-h-11' : 'min-h-20',
        className,
      )}
    />
  )
}
