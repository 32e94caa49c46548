import { cx } from 'class-variance-authority'
import type { ComponentProps } from 'react'

/** A table with fixed columns; `label` is its accessible name. */
export function Table({ label, className, ...rest }: ComponentProps<'table'> & { label: string }) {
  return (
    <div className="overflow-x-auto rounded-m border border-line bg-surface">
      <table {...rest} aria-label={label} className={cx('w-full border-collapse', className)} />
    </div>
  )
}

/** A column header. */
export function Th({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        'border-b border-line px-4 py-2 text-left text-xs font-medium whitespace-nowrap text-ink-3',
        className,
      )}
    />
  )
}

/** A row of the table. */
export function Tr({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      {...rest}
      className={cx('border-t border-line first:border-t-0 hover:bg-sunken/50', className)}
    />
  )
}

/** A cell of the table. */
export function Td({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={cx('px-4 py-2.5 align-middle', className)} />
}
