import { slipReasons } from '@plumbline/contract/schedule.ts'
import { cx } from 'class-variance-authority'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

interface ReasonChipsProps {
  /** Empty for none. */
  value: string
  onChange: (reason: string) => void
  className?: string
}

/** Why dates slip, with one tap; a second tap on the same takes it back. */
export function ReasonChips({ value, onChange, className }: ReasonChipsProps) {
  return (
    <fieldset className={cx('flex min-w-0 flex-wrap items-center gap-1.5', className)}>
      <legend className="float-left mr-1 text-sm text-ink-2">Why?</legend>
      {slipReasons.map((reason) => (
        <button
          key={reason}
          type="button"
          aria-pressed={reason === value}
          onClick={() => onChange(reason === value ? '' : reason)}
          className={cx(
            'h-7.5 rounded-full border px-3 text-sm touch:h-11',
            reason === value
              ? 'border-ink bg-ink text-ground'
              : 'border-control bg-surface hover:bg-sunken',
          )}
        >
          {reason}
        </button>
      ))}
    </fieldset>
  )
}

interface ReasonFieldProps<V extends FieldValues, Out> {
  control: Control<V, unknown, Out>
  name: FieldPath<V>
  className?: string
}

/** The same as a field of a form. */
export function ReasonField<V extends FieldValues, Out>({
  control,
  name,
  className,
}: ReasonFieldProps<V, Out>) {
  const { field } = useController({ control, name })
  return (
    <ReasonChips
      value={field.value ?? ''}
      onChange={field.onChange}
      {...(className && { className })}
    />
  )
}
