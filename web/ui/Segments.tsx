import { cx } from 'class-variance-authority'
import type { Option } from './Select.tsx'

interface SegmentsProps {
  /** Names the choice. */
  label: string
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
}

/** One of a few views, side by side. */
export function Segments({ label, options, value, onChange }: SegmentsProps) {
  return (
    <fieldset className="inline-flex overflow-hidden rounded-s border border-control bg-surface">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            'h-8.5 border-l border-line px-3 -outline-offset-2 first-of-type:border-l-0 touch:h-10.5 touch:flex-1',
            option.value === value ? 'bg-sunken font-medium text-ink' : 'text-ink-2 hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
