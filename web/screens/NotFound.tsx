import type { LucideIcon } from 'lucide-react'
import { buttonVariants } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Card.tsx'
import { Link } from './Link.tsx'

interface NotFoundProps {
  /** The heading of the screen, which only a screen reader says. */
  heading: string
  icon: LucideIcon
  title: string
  /** The possible reasons. */
  text: string
  /** The screen to go back to. */
  href: string
  to: string
}

/** Shown in place of something that does not exist, or that the person may not see. */
export function NotFound({ heading, icon, title, text, href, to }: NotFoundProps) {
  return (
    <>
      <h1 className="sr-only">{heading}</h1>
      <EmptyState
        {...{ icon, title, text }}
        action={
          <Link href={href} className={buttonVariants()}>
            Back to {to}
          </Link>
        }
      />
    </>
  )
}
