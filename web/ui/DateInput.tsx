import { cx } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { Input } from './Input.tsx'

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
