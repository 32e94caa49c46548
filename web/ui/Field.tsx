import { cx } from 'class-variance-authority'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** The attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** The mark of a required field. */
export const requiredClasses = "after:ml-0.5 after:text-accent after:content-['*'/'']"

interface FieldProps {
  /** The name of its value in the form. */
  name?: string
  label: string
  /** Help under the control. */
  hint?: ReactNode
  /** The error, a sentence shown under the control. */
  error?: string | undefined
  required?: boolean
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}

/**
 * A labelled control: `<Field label="Name" error={…}>{(control) => <Input {...control}
 * />}</Field>`.
 */
export function Field({
  name,
  label,
  hint,
  error,
  required = false,
  hideLabel = false,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div data-field={name} className={cx('no-print flex min-w-0 flex-col gap-1.5', className)}>
      <label
        htmlFor={id}
        className={cx(hideLabel ? 'sr-only' : 'text-sm font-medium', required && requiredClasses)}
      >
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
    </div>
  )
}
