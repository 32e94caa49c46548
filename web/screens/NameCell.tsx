import { Link } from './Link.tsx'

interface NameCellProps {
  href: string
  name: string
  /** A second line, such as the address. */
  detail: string
}

/**
 * The thing of a table row: its name, which opens it, and a detail that distinguishes it from
 * others of that name.
 */
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
