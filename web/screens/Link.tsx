import { Link as RouterLink } from '@tanstack/react-router'
import type { MouseEvent, ReactNode, Ref } from 'react'

interface LinkProps {
  /** An address from paths.ts. */
  href: string
  className?: string
  ref?: Ref<HTMLAnchorElement>
  children: ReactNode
  /** -1 for a link that is reached with the arrow keys. */
  tabIndex?: number
  /** Called on a click. The link is followed, unless this prevents it. */
  onClick?: (event: MouseEvent) => void
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-current'?: 'page' | undefined
}

/** A link within the application. */
export function Link({ href, ...rest }: LinkProps) {
  // `href` takes precedence over `to`, which the router's types require.
  return <RouterLink to="." {...rest} href={href} activeOptions={{ exact: true }} />
}
