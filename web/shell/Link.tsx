import { Link as RouterLink } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'

interface LinkProps {
  /** From paths.ts. */
  href: string
  className?: string
  children: ReactNode
  /** -1 where arrow keys lead to it. */
  tabIndex?: number
  /** What else a press does; the link is followed all the same. */
  onClick?: () => void
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-current'?: 'page' | undefined
}

/** A link within the application. */
export function Link({ href, ...rest }: LinkProps) {
  // `href` outranks `to`, which the router's types ask for.
  return <RouterLink to="." {...rest} href={href} activeOptions={{ exact: true }} />
}

/** Something that needs attention. */
export interface AttentionItem {
  /** Where it is put right. */
  readonly href: string
  readonly title: string
  readonly text: string
  /** It went wrong; otherwise it is only open. */
  readonly isUrgent?: boolean
}

/** One line of a list of what needs attention: a link, and a bar that says how urgent it is. */
export function AttentionLine({ href, title, text, isUrgent }: AttentionItem) {
  return (
    <li className="border-t border-line first:border-t-0">
      <Link href={href} className="flex gap-3 px-4 py-3 hover:bg-sunken/50">
        <span
          aria-hidden
          className={cx('w-0.75 shrink-0 rounded-full', isUrgent ? 'bg-bad' : 'bg-warn')}
        />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{title}</span>
          <span className="figures block text-sm text-ink-2 wrap-anywhere">{text}</span>
        </span>
      </Link>
    </li>
  )
}
