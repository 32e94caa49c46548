import { cx } from 'class-variance-authority'
import { ChevronDown, Search } from 'lucide-react'
import type { ComponentProps } from 'react'

/** The class names of every text-like control. */
export const controlClasses =
  'w-full min-w-0 scroll-mb-12 rounded-s border border-control bg-surface px-3 text-ink disabled:opacity-60 aria-invalid:border-bad touch:text-md'

/** A one-line text input. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cx(controlClasses, 'h-9 touch:h-11', className)} />
}

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

export interface Option {
  readonly value: string
  readonly label: string
}

/** One of a few: the browser's own select, so that a phone shows its native picker. */
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

interface SearchInputProps {
  /** Its accessible name. */
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A search box; Escape empties it. */
export function SearchInput({ label, placeholder, value, onChange, className }: SearchInputProps) {
  return (
    <div className={cx('relative', className)}>
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

/** The files chosen in an input, which is cleared so that the same ones can be chosen again. */
export function takeFiles(input: HTMLInputElement): File[] {
  const files = Array.from(input.files ?? [])
  input.value = ''
  return files
}
