import { Link as RouterLink } from '@tanstack/react-router'
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
