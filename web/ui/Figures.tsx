import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'

interface Figure {
  readonly label: string
  readonly value: ReactNode
  /** A line under the value. */
  readonly note?: ReactNode
}

/** The font size at which millions of dollars with cents fit into one of `count` columns. */
const textOf = (count: number) => `min(var(--text-lg), (100cqi / ${count} - 2rem) / 7.3)`

/**
 * The key figures of a screen in one row. `lead` is the most important one: larger, first, and
 * alone in its line on a phone.
 */
export function Figures({ lead, items }: { lead?: Figure; items: readonly Figure[] }) {
  const each = `repeat(${items.length},minmax(0,1fr))`
  const areShort = items.every(({ value }) => typeof value !== 'object' && String(value).length < 8)
  // Three figures fit in a row on a phone if none is an amount. Otherwise two, and the last one
  // below.
  const threeFit = items.length === 3 && areShort
  return (
    <div className="@container">
      <dl
        style={{
          '--narrow': `repeat(${threeFit ? 3 : 2},minmax(0,1fr))`,
          '--narrow-text': areShort ? 'var(--text-lg)' : textOf(2),
          '--middle': each,
          '--middle-text': areShort ? 'var(--text-lg)' : textOf(items.length),
          '--wide': lead ? `minmax(max-content,1.7fr) ${each}` : each,
        }}
        className="grid grid-cols-(--narrow) gap-px overflow-hidden rounded-m border border-line bg-line @2xl:grid-cols-(--middle) @4xl:grid-cols-(--wide)"
      >
        {lead && <FigureCell figure={lead} lead />}
        {items.map((figure, index) => (
          <FigureCell
            key={figure.label}
            figure={figure}
            alone={!threeFit && items.length % 2 === 1 && index === items.length - 1}
          />
        ))}
      </dl>
    </div>
  )
}

function FigureCell({
  figure,
  lead = false,
  alone = false,
}: {
  figure: Figure
  lead?: boolean
  alone?: boolean
}) {
  return (
    <div
      className={cx(
        'bg-surface px-3 py-3.5 @md:px-4',
        lead && '@max-4xl:col-span-full',
        alone && '@max-2xl:col-span-full',
      )}
    >
      <dt className="text-sm text-ink-2">{figure.label}</dt>
      <dd
        className={cx(
          'figures mt-1 font-bold tracking-tight',
          lead
            ? 'text-[min(var(--text-xl),9cqi)]'
            : 'leading-(--text-lg--line-height) text-(length:--narrow-text) @2xl:text-(length:--middle-text) @4xl:text-lg',
        )}
      >
        {figure.value}
      </dd>
      {figure.note && <dd className="mt-0.5 text-sm text-ink-2">{figure.note}</dd>}
    </div>
  )
}

/** Key figures in one plain line, for a screen whose main content is something else. */
export function FigureLine({
  items,
  className,
}: {
  items: readonly (readonly [label: string, value: ReactNode])[]
  className?: string
}) {
  return (
    <dl className={cx('flex flex-wrap gap-x-6 gap-y-1', className)}>
      {items.map(([label, value]) => (
        <div key={label} className="flex items-baseline gap-2">
          <dt className="text-ink-2">{label}</dt>
          <dd className="figures font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
