import { cx } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'

interface Named {
  readonly firstName: string
  readonly lastName: string
}

/** The first letters of both names, `Dana Reyes` as `DR`. */
export function initials({ firstName, lastName }: Named): string {
  return (
    [firstName, lastName].map((name) => [...name.trim()][0]?.toUpperCase() ?? '').join('') || '?'
  )
}

/** A person's initials, hidden from screen readers because the name is beside it. */
export function Avatar({
  person,
  small = false,
  className,
}: {
  person: Named
  small?: boolean
  className?: string
}) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center rounded-full font-bold',
        small ? 'size-6 text-[0.625rem]' : 'size-8 text-xs',
        className ?? 'bg-info-soft text-info',
      )}
    >
      {initials(person)}
    </span>
  )
}

const subStyles = [
  'bg-sub-1-soft text-sub-1',
  'bg-sub-2-soft text-sub-2',
  'bg-sub-3-soft text-sub-3',
  'bg-sub-4-soft text-sub-4',
  'bg-sub-5-soft text-sub-5',
  'bg-sub-6-soft text-sub-6',
] as const

/** One of six color classes, always the same for the same sub: a hash of the id. */
export function subStyle(id: string): string {
  let hash = 0
  for (const char of id) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0
  return subStyles[hash % subStyles.length] ?? subStyles[0]
}

/** A sub's name in their color; the names of several subs, without an id, in gray. */
export function SubBadge({ id, name }: { id: string | null; name: string }) {
  return (
    <span
      className={`inline-flex h-5.5 max-w-full items-center rounded-xs px-2 text-xs font-medium ${id ? subStyle(id) : 'bg-sunken text-ink-2'}`}
    >
      <span className="truncate">{name}</span>
    </span>
  )
}

/** A link to call, write to or find a person. */
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
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </a>
  )
}

/** Splits a full name into first and last name, for initials. */
export function nameParts(name: string): Named {
  const words = name.trim().split(/\s+/)
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '' }
}

/** The address on a map; phones open their maps app. */
export const mapsUrl = (address: string) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`

/** A link that calls the number, without its spaces and brackets. */
export const callUrl = (phone: string) => `tel:${phone.replace(/[^\d+*#,;]/g, '')}`

/** A link that composes an email. */
export const mailUrl = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

/** A link that composes an email with a subject and a text. */
export const mailTextUrl = (email: string | null, subject: string, text: string) =>
  `${mailUrl(email ?? '')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`

/** A link that composes a text message. Both iOS and Android understand `?&`. */
export const textUrl = (phone: string | null, text: string) =>
  `sms:${phone?.replace(/[^\d+]/g, '') ?? ''}?&body=${encodeURIComponent(text)}`
