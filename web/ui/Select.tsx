import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClasses } from './Input.tsx'

export interface Option {
  readonly value: string
  readonly label: string
}

/** A choice of a few: the browser's own select, so that a phone shows its own wheel. */
export function Select({
  options,
  className,
  ...rest
}: ComponentProps<'select'> & { options: readonly Option[] }) {
  return (
    <div className={cx('relative', className)}>
      <select
        {...rest}
        className={cx(controlClasses, 'select h-9 appearance-none truncate pr-9 touch:h-11')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3"
      />
    </div>
  )
}
