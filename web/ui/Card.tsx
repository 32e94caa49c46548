import { cx } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

/** A bordered surface for rows and other content. */
export function Panel({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('rounded-m border border-line bg-surface', className)} />
}

/** A card: content above, an optional footer below a thin line. */
export function Card({
  children,
  foot,
  className,
  ...rest
}: ComponentProps<'article'> & { foot?: ReactNode }) {
  return (
    <article
      {...rest}
      className={cx('flex flex-col rounded-m border border-line bg-surface', className)}
    >
      <div className="flex flex-1 flex-col gap-3 px-4 pt-4 pb-3.5">{children}</div>
      {foot && (
        <div className="flex min-h-10 items-center gap-3 border-t border-line px-4 py-2 text-sm text-ink-2">
          {foot}
        </div>
      )}
    </article>
  )
}

interface TitledPanelProps {
  title: string
  /** The number of items in the section, once it is known. */
  count?: number | undefined
  /** Shown at the end of the line, such as a badge with the readers. */
  mark?: ReactNode
  /** A button or a link after it, which is not printed. */
  action?: ReactNode
  children: ReactNode
}

/** A section without a frame, with its title on a line. Several can be side by side. */
export function TitledPanel({ title, count = 0, mark, action, children }: TitledPanelProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2.5 flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line-strong pb-1.5">
        <h2 className="text-base">{title}</h2>
        {count > 0 && (
          <span className="figures mr-auto text-ink-3">{count.toLocaleString('en-US')}</span>
        )}
        {(mark || action) && (
          <span className="flex flex-wrap items-center justify-end gap-2">
            {mark}
            {action && <span className="no-print flex flex-wrap gap-1">{action}</span>}
          </span>
        )}
      </div>
      {children}
    </section>
  )
}

/** Names and values side by side: `Start` over `Nov 3, 2026`. */
export function Facts({
  items,
  className,
}: {
  items: readonly (readonly [name: string, value: ReactNode])[]
  className?: string
}) {
  return (
    <dl className={cx('grid grid-cols-2 gap-x-3 gap-y-2', className)}>
      {items.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-ink-3">{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface EmptyStateProps {
  icon?: LucideIcon
  title: string
  /** A hint on what to do next. */
  text?: ReactNode
  action?: ReactNode
  /** Whether it has no frame, for a panel that has its own. */
  plain?: boolean
}

/** Shown in place of an empty list. */
export function EmptyState({ icon: Icon, title, text, action, plain = false }: EmptyStateProps) {
  return (
    <div
      className={cx(
        'flex flex-col items-center gap-1.5 px-6 py-14 text-center',
        plain ? 'm-auto max-w-80' : 'rounded-m border border-dashed border-line-strong',
      )}
    >
      {Icon && <Icon aria-hidden className="mb-2 size-7 text-ink-3" />}
      <h2 className="text-md">{title}</h2>
      {text && <p className="max-w-md text-balance text-ink-2">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
