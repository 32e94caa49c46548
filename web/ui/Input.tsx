import { cx } from 'class-variance-authority'
import { ChevronDown, Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { isoFromWallClock, wallClock } from './format.ts'

/** The class names of every text-like control. */
const controlClasses =
  'no-print w-full min-w-0 rounded-s border border-control bg-surface px-3 text-ink disabled:opacity-60 aria-invalid:border-bad touch:text-md'

/** A one-line text input. Its text begins on the side of its first letter. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input dir="auto" {...rest} className={cx(controlClasses, 'h-9 touch:h-11', className)} />
}

/** Several lines of text. It grows with its content where the browser supports that. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={3}
      {...rest}
      className={cx(controlClasses, 'field-sizing-content max-h-80 min-h-20 py-2', className)}
    />
  )
}

export interface Option {
  readonly value: string
  readonly label: string
}

/**
 * A choice from a few options: the browser's own select, so that a phone shows its native picker.
 */
export function Select({
  options,
  className,
  ...rest
}: ComponentProps<'select'> & { options: readonly Option[] }) {
  return (
    <div className={cx('no-print relative', className)}>
      <select
        {...rest}
        className={cx(controlClasses, 'peer select h-9 appearance-none truncate pr-9 touch:h-11')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {/* It covers the end of a long text, which not every browser cuts off before it. */}
      <span className="pointer-events-none absolute inset-y-px right-px grid w-9 place-items-center rounded-s bg-surface text-ink-3 peer-disabled:bg-transparent">
        <ChevronDown aria-hidden className="size-4" />
      </span>
    </div>
  )
}

interface SearchInputProps {
  /** Its accessible name. */
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A search box. Escape clears it. */
export function SearchInput({ label, placeholder, value, onChange, className }: SearchInputProps) {
  return (
    <div data-search className={cx('no-print relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('')
        }}
        className="pl-9"
      />
    </div>
  )
}

/**
 * Returns the files chosen in an input and clears it, so that the same files can be chosen again.
 */
export function takeFiles(input: HTMLInputElement): File[] {
  const files = Array.from(input.files ?? [])
  input.value = ''
  return files
}

type DateInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  /** `YYYY-MM-DD`, null when empty. */
  value: string | null
  onChange: (value: string | null) => void
}

/** A calendar day, with the browser's own picker. It is never converted between time zones. */
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
  /** The time zone of the typed time: the company's, so that everyone means the same hour. */
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
        onChange(
          event.target.value ? isoFromWallClock(event.target.value.slice(0, 16), timeZone) : null,
        )
      }
      className={cx('figures', className)}
    />
  )
}
