import { Link } from './Link.tsx'

interface NameCellProps {
  href: string
  name: string
  /** In a line of its own, such as the address. */
  detail: string
}

/** What a row of a table is about: its name, which opens it, and what tells it from others of that name. */
export function NameCell({ href, name, detail }: NameCellProps) {
  return (
    <>
      <Link
        href={href}
        tabIndex={-1}
        className="block truncate text-base font-medium hover:underline"
      >
        {name}
      </Link>
      <span className="block truncate text-ink-2">{detail}</span>
    </>
  )
}
