import { cx } from 'class-variance-authority'

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

/** A person as two letters; the name stands beside it. */
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
