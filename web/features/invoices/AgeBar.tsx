import { type AgeBucket, type Ageing, ageBuckets } from '@plumbline/contract/ageing.ts'

/** The color of each age: in the bar, and beside its name. */
const fills: Readonly<Record<AgeBucket, string>> = {
  current: 'fill-line-strong',
  days1: 'fill-ink-3',
  days31: 'fill-warn',
  days61: 'fill-accent',
  days91: 'fill-bad',
}

/** The color of an age beside its name. */
export const Swatch = ({ bucket }: { bucket: AgeBucket }) => (
  <svg aria-hidden className="size-2">
    <rect width="100%" height="100%" rx="1" className={fills[bucket]} />
  </svg>
)

/** The ages as parts of one bar. An SVG, because browsers do not print CSS backgrounds. */
export function AgeBar({ ageing: { ages, owed } }: { ageing: Pick<Ageing, 'ages' | 'owed'> }) {
  const shareOf = (bucket: AgeBucket) => (owed > 0 ? (100 * ages[bucket]) / owed : 0)
  return (
    <svg aria-hidden className="block h-3 w-full">
      {ageBuckets.map((bucket, at) => (
        <rect
          key={bucket}
          x={`${ageBuckets.slice(0, at).reduce((all, one) => all + shareOf(one), 0)}%`}
          // A gap stands between two parts.
          width={`${Math.max(shareOf(bucket) - 0.2, 0)}%`}
          height="100%"
          className={fills[bucket]}
        />
      ))}
    </svg>
  )
}
