import { cx } from 'class-variance-authority'

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

/** Some of the seven weekdays. */
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
                'inline-flex h-9 cursor-pointer items-center rounded-s border px-3 outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-focus touch:h-11',
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
