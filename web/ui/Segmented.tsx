import { cx } from 'class-variance-authority'
import type { Option } from './Input.tsx'

interface SegmentedProps<T extends string> {
  /** The accessible name of the group. */
  label: string
  options: readonly (Option & { readonly value: T })[]
  value: T
  onChange: (value: T) => void
  small?: boolean
  className?: string
}

/** A choice from a few options, all visible, such as the views of a screen. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  small = false,
  className,
}: SegmentedProps<T>) {
  return (
    <fieldset
      aria-label={label}
      className={cx(
        'no-print inline-flex min-w-0 overflow-hidden rounded-s border border-control bg-surface',
        className,
      )}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            'flex-1 border-l border-line -outline-offset-2 first:border-l-0 touch:h-11',
            small ? 'h-7.5 px-2.5 text-sm' : 'h-8.5 px-3',
            option.value === value ? 'bg-sunken font-medium text-ink' : 'text-ink-2 hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
