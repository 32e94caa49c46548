import { readersSentence } from '@plumbline/contract/readers.ts'
import { slipReasons } from '@plumbline/contract/schedule.ts'
import { cx } from 'class-variance-authority'
import { useId } from 'react'

interface ReasonChipsProps {
  /** Empty for none. */
  value: string
  onChange: (reason: string) => void
  className?: string
}

/**
 * Radio buttons for the reason of a delay. It is added to the history, which clients cannot read.
 */
export function ReasonChips({ value, onChange, className }: ReasonChipsProps) {
  const id = useId()
  const hintId = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={hintId}
      className={cx('flex flex-wrap items-center gap-1.5 max-sm:gap-1', className)}
    >
      <span id={id} className="mr-1 text-sm text-ink-2 max-sm:w-full">
        Why?
      </span>
      {slipReasons.map((reason) => (
        <label
          key={reason}
          className={cx(
            'inline-flex h-7.5 cursor-pointer items-center rounded-full border px-2.5 text-sm outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-focus touch:h-11 sm:touch:px-3 max-sm:px-2',
            reason === value
              ? 'border-ink bg-ink font-medium text-ground'
              : 'border-control bg-surface hover:bg-sunken',
          )}
        >
          <input
            type="radio"
            name={`${id}-reason`}
            className="sr-only"
            checked={reason === value}
            onChange={() => onChange(reason)}
          />
          {reason}
        </label>
      ))}
      <p id={hintId} className="w-full text-sm text-ink-2">
        {readersSentence.crew}
      </p>
    </div>
  )
}
