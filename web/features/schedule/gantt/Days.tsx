import { addDays, daysBetween } from '@plumbline/contract/dates.ts'
import { memo } from 'react'
import type { Scale } from './scale.ts'

/**
 * The width of a day in pixels from which days off are shaded. The shades of narrower ones would
 * blur.
 */
const MIN_SHADED_WIDTH = 2

/** The runs of days off in a period, as offsets from its first day. */
export function daysOffRuns(
  { first, days }: Pick<Scale, 'first' | 'days'>,
  dayOff: (day: string) => string | undefined,
) {
  const runs: { from: number; count: number }[] = []
  for (let n = 0; n < days; n += 1) {
    if (dayOff(addDays(first, n)) === undefined) continue
    const last = runs.at(-1)
    if (last && last.from + last.count === n) last.count += 1
    else runs.push({ from: n, count: 1 })
  }
  return runs
}

interface DaysOffProps {
  scale: Scale
  dayOff: (day: string) => string | undefined
}

/** Weekends and holidays as one layer behind all rows. */
export const DaysOff = memo(function DaysOff({ scale, dayOff }: DaysOffProps) {
  if (scale.dayWidth < MIN_SHADED_WIDTH) return null
  return daysOffRuns(scale, dayOff).map(({ from, count }) => (
    <i
      key={from}
      aria-hidden
      style={{ left: from * scale.dayWidth, width: count * scale.dayWidth }}
      className="absolute inset-y-0 bg-sunken/60"
    />
  ))
})

/** Days of bad weather, behind all rows. */
export const WetDays = memo(function WetDays({
  scale,
  days,
}: {
  scale: Scale
  days: ReadonlySet<string>
}) {
  if (scale.dayWidth < MIN_SHADED_WIDTH) return null
  return [...days]
    .map((day) => ({ day, at: daysBetween(scale.first, day) }))
    .filter(({ at }) => at >= 0 && at < scale.days)
    .map(({ day, at }) => (
      <i
        key={day}
        style={{ left: at * scale.dayWidth, width: scale.dayWidth }}
        className="absolute inset-y-0 bg-[repeating-linear-gradient(115deg,transparent_0_5px,color-mix(in_srgb,var(--info)_22%,transparent)_5px_6px)]"
      />
    ))
})

/** The plumb line at today. */
export function TodayLine({ scale, today }: { scale: Scale; today: string }) {
  const at = daysBetween(scale.first, today)
  if (at < 0 || at >= scale.days) return null
  return (
    <i
      aria-hidden
      style={{ left: `${((at + 0.5) / scale.days) * 100}%` }}
      className="pointer-events-none absolute inset-y-0 z-10 w-[1.5px] -translate-x-1/2 bg-accent"
    />
  )
}
