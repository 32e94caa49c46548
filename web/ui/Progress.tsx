import { cx } from 'class-variance-authority'

/** The progress as a bar and a figure. `value` is a percentage from 0 to 100. */
export function Progress({
  value,
  label = 'Progress',
  className,
}: {
  value: number
  label?: string
  className?: string
}) {
  return (
    <div className={cx('flex items-center gap-3', className)}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 min-w-16 flex-1 overflow-hidden rounded-xs border border-line/70 bg-sunken"
      >
        <div
          className={cx('h-full rounded-xs', value >= 100 ? 'bg-good' : 'bg-ink-2')}
          style={{ width: `${value}%` }}
        />
      </div>
      <span className="figures w-10 text-right text-sm text-ink-2">{value}%</span>
    </div>
  )
}
