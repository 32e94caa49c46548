import { cx } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { Input } from './Input.tsx'
import { momentAt, wallClock } from './zoned.ts'

type DateInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  /** `YYYY-MM-DD`, null when empty. */
  value: string | null
  onChange: (value: string | null) => void
}

/** A calendar day: the browser's own picker. It never passes through a time zone. */
export function DateInput({ value, onChange, className, ...rest }: DateInputProps) {
  return (
    <Input
      min="1900-01-01"
      max="2999-12-31"
      {...rest}
      type="date"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      className={cx('figures', className)}
    />
  )
}

type DateTimeInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  /** An ISO date-time in UTC, null when empty. */
  value: string | null
  onChange: (value: string | null) => void
  /** The time zone of what is typed: the company's, so that everyone means the same hour. */
  timeZone: string
}

/** A date and time of day. */
export function DateTimeInput({
  value,
  onChange,
  timeZone,
  className,
  ...rest
}: DateTimeInputProps) {
  return (
    <Input
      min="1900-01-01T00:00"
      max="2999-12-31T23:59"
      {...rest}
      type="datetime-local"
      value={value ? wallClock(value, timeZone) : ''}
      onChange={(event) =>
        onChange(event.target.value ? momentAt(event.target.value.slice(0, 16), timeZone) : null)
      }
      className={cx('figures', className)}
    />
  )
}
