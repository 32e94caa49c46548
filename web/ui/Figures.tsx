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

interface FiguresProps {
  /** The most important one: larger, first, and alone in its line on a phone. */
  lead?: Figure
  items: readonly Figure[]
  /** Whether they are above a list: a phone shows them as one line that scrolls sideways. */
  isAbove?: boolean
}

/**
 * Puts an element that scrolls into the order of the keyboard, without which its end could not be
 * reached.
 */
function watchScrolling(element: HTMLElement | null) {
  if (!element) return
  const observer = new ResizeObserver(() => {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  })
  observer.observe(element)
  for (const child of element.children) observer.observe(child)
  return () => observer.disconnect()
}

/** The key figures of a screen in one row. */
export function Figures({ lead, items, isAbove = false }: FiguresProps) {
  const each = `repeat(${items.length},minmax(0,1fr))`
  const areShort = items.every(({ value }) => typeof value !== 'object' && String(value).length < 8)
  // Three figures fit in a row on a phone if none is an amount. Otherwise two, and the last one
  // below.
  const threeFit = items.length === 3 && areShort
  return (
    <div className="@container">
      <dl
        ref={isAbove ? watchScrolling : null}
        style={{
          '--narrow': `repeat(${threeFit ? 3 : 2},minmax(0,1fr))`,
          '--narrow-text': areShort ? 'var(--text-lg)' : textOf(2),
          '--middle': each,
          '--middle-text': areShort ? 'var(--text-lg)' : textOf(items.length),
          '--wide': lead ? `minmax(max-content,1.7fr) ${each}` : each,
        }}
        className={cx(
          'grid grid-cols-(--narrow) gap-px overflow-hidden rounded-m border border-line bg-line @2xl:grid-cols-(--middle) @4xl:grid-cols-(--wide)',
          isAbove &&
            '-outline-offset-2 @max-2xl:-mx-4 @max-2xl:flex @max-2xl:items-baseline @max-2xl:gap-x-5 @max-2xl:overflow-x-auto @max-2xl:rounded-none @max-2xl:border-0 @max-2xl:bg-transparent @max-2xl:px-4 @max-2xl:[scrollbar-width:none]',
        )}
      >
        {lead && <FigureCell figure={lead} lead isAbove={isAbove} />}
        {items.map((figure, index) => (
          <FigureCell
            key={figure.label}
            figure={figure}
            isAbove={isAbove}
            alone={!threeFit && items.length % 2 === 1 && index === items.length - 1}
          />
        ))}
      </dl>
    </div>
  )
}

const above =
  '@max-2xl:flex @max-2xl:flex-none @max-2xl:items-baseline @max-2xl:gap-1.5 @max-2xl:bg-transparent @max-2xl:p-0! @max-2xl:*:m-0! @max-2xl:*:text-sm! @max-2xl:*:whitespace-nowrap'

function FigureCell({
  figure,
  isAbove,
  lead = false,
  alone = false,
}: {
  figure: Figure
  isAbove: boolean
  lead?: boolean
  alone?: boolean
}) {
  return (
    <div
      className={cx(
        'bg-surface px-3 py-3.5 @md:px-4',
        isAbove && above,
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
