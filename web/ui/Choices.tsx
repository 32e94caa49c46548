import { cx } from 'class-variance-authority'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { requiredClasses } from './Field.tsx'
import type { Option } from './Input.tsx'

/** A checkbox with its text; the whole line can be clicked. */
export function Checkbox({
  children,
  className,
  ...rest
}: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label className={cx('flex cursor-pointer items-start gap-2.5 py-1 touch:py-3', className)}>
      <input
        {...rest}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-(--ink) touch:size-5 touch:mt-0"
      />
      <span className="min-w-0">{children}</span>
    </label>
  )
}

interface RadioGroupProps {
  label: string
  options: readonly Option[]
  /** Null before one is chosen. */
  value: string | null
  onChange: (value: string) => void
  error?: string | undefined
  required?: boolean
}

/**
 * A choice from a few options, side by side. Arrow keys move between them, and typing an option's
 * value chooses it.
 */
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

export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
]

interface WeekdayGroupProps {
  label: string
  /** ISO weekdays: Monday 1 to Sunday 7. */
  value: readonly number[]
  onChange: (days: number[]) => void
}

/** A choice of weekdays. */
export function WeekdayGroup({ label, value, onChange }: WeekdayGroupProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {weekdayNames.map((name, index) => {
          const day = index + 1
          const on = value.includes(day)
          return (
            <label
              key={name}
              className={cx(
                'inline-flex h-9 cursor-pointer items-center rounded-s border px-3 outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-focus touch:h-11 touch:min-w-11 touch:justify-center',
                on
                  ? 'border-ink bg-ink text-ground'
                  : 'border-control bg-surface text-ink-2 hover:text-ink',
              )}
            >
              <input
                type="checkbox"
                aria-label={name}
                className="sr-only"
                checked={on}
                onChange={() =>
                  onChange(
                    on ? value.filter((one) => one !== day) : [...value, day].sort((a, b) => a - b),
                  )
                }
              />
              {name.slice(0, 3)}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
