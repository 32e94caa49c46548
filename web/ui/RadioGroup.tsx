import { cx } from 'class-variance-authority'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { requiredClasses } from './Field.tsx'
import type { Option } from './Select.tsx'

interface RadioGroupProps {
  label: string
  options: readonly Option[]
  /** Null before one is chosen. */
  value: string | null
  onChange: (value: string) => void
  error?: string | undefined
  required?: boolean
}

/** One of a few, side by side: arrow keys go from one to the next, and typing an option's value chooses it. */
export function RadioGroup({
  label,
  options,
  value,
  onChange,
  error,
  required = false,
}: RadioGroupProps) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-required={required || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <p id={id} className={cx('mb-1.5 text-sm font-medium', required && requiredClasses)}>
        {label}
      </p>
      <div className="grid auto-cols-fr grid-flow-col gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'flex min-h-11 min-w-0 cursor-pointer flex-col items-center justify-center rounded-s border px-1 py-1.5 text-center outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-focus',
              option.value === value
                ? 'border-ink bg-ink text-ground'
                : 'border-control bg-surface text-ink-2 hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={`${id}-option`}
              aria-label={`${option.value}, ${option.label}`}
              className="sr-only"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              onKeyDown={({ key, currentTarget }) => {
                const at = options.findIndex((other) => other.value === key)
                if (at === -1) return
                onChange(key)
                const group = currentTarget.closest('[role=radiogroup]')
                group?.querySelectorAll('input')[at]?.focus()
              }}
            />
            <span aria-hidden className="figures text-md font-bold">
              {option.value}
            </span>
            <span aria-hidden className="text-xs leading-tight">
              {option.label}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
