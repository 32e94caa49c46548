import { useSetSearch } from './screen.ts'

interface EditCellProps {
  id: string
  /** The accessible name, where the text is shorter. */
  label?: string
  className: string
  children: string
}

/**
 * A button that opens the form of a table row. It is not in the tab order, because Enter on the row
 * does the same.
 */
export function EditCell({ id, label, className, children }: EditCellProps) {
  const setSearch = useSetSearch()
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      onClick={() => setSearch({ edit: id })}
      className={`${className} hover:underline`}
    >
      {children}
    </button>
  )
}
