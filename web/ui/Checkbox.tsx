import { cx } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'

/** A box to tick and the words beside it; the whole line can be pressed. */
export function Checkbox({
  children,
  className,
  ...rest
}: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label className={cx('flex cursor-pointer items-start gap-2.5 py-1 touch:py-2.5', className)}>
      <input
        {...rest}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-(--ink) touch:size-5 touch:mt-0"
      />
      <span className="min-w-0">{children}</span>
    </label>
  )
}
