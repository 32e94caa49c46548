import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { ReactNode } from 'react'
import { Link } from '../../../screens/Link.tsx'

/** The anchor of a report's main table. */
export const ROWS = 'rows'

const linked =
  'touch-target figures touch:min-w-11 underline decoration-line-strong underline-offset-3 hover:decoration-ink print:no-underline'

/** Dollars, with a link to the entries they are the sum of. */
export function Amount({ value, href }: { value: string; href?: string | undefined }) {
  const text = formatDollars(value)
  return href === undefined ? (
    <span className="figures">{text}</span>
  ) : (
    <Link href={href} className={linked}>
      {text}
    </Link>
  )
}

/** A figure with a link to its rows on the same page. */
export function OfRows({ to = ROWS, children }: { to?: string; children: ReactNode }) {
  return (
    <a href={`#${to}`} className={linked}>
      {children}
    </a>
  )
}
