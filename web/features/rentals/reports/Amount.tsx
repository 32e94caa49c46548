import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { ReactNode } from 'react'
import { Link } from '../../../screens/Link.tsx'

/** The element id of a report's main table. */
export const MAIN_TABLE_ID = 'rows'

const linkClass =
  'touch-target figures touch:min-w-11 underline decoration-line-strong underline-offset-3 hover:decoration-ink print:no-underline'

/** A dollar amount with a link to the entries that it sums up. */
export function Amount({ value, href }: { value: string; href?: string | undefined }) {
  const text = formatDollars(value)
  return href === undefined ? (
    <span className="figures">{text}</span>
  ) : (
    <Link href={href} className={linkClass}>
      {text}
    </Link>
  )
}

/** A figure with a link to its rows on the same page. */
export function RowsLink({ to = MAIN_TABLE_ID, children }: { to?: string; children: ReactNode }) {
  return (
    <a href={`#${to}`} className={linkClass}>
      {children}
    </a>
  )
}
