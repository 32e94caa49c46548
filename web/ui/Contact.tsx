import type { LucideIcon } from 'lucide-react'

/** A way to reach somebody. */
export function Contact({
  icon: Icon,
  href,
  children,
}: {
  icon: LucideIcon
  href: string
  children: string
}) {
  return (
    <a
      href={href}
      {...(href.startsWith('https') && { target: '_blank', rel: 'noreferrer' })}
      className="inline-flex max-w-full items-center gap-2 text-ink-2 hover:text-ink hover:underline touch:min-h-11"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </a>
  )
}
