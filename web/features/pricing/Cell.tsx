import { cx } from 'class-variance-authority'
import type { LineField } from './amounts.ts'
import { cellClasses } from './layout.ts'

interface CellProps {
  field: LineField
  label: string
  value: string
  isReadOnly: boolean
  /** The id of the text that says what is wrong, if it is. */
  problemId: string | undefined
  className?: string
  onChange: (text: string) => void
}

/** A cell of a line. Its text is selected when it is entered, as in a spreadsheet. */
export function Cell({
  field,
  label,
  value,
  isReadOnly,
  problemId,
  className,
  onChange,
}: CellProps) {
  return (
    <input
      dir="auto"
      autoComplete="off"
      inputMode={field === 'unit' || field === 'quantity' ? 'text' : 'decimal'}
      data-cell={field}
      aria-label={label}
      // An empty cell is probably still to be filled in.
      aria-invalid={problemId && value.trim() !== '' ? true : undefined}
      aria-describedby={problemId}
      readOnly={isReadOnly}
      value={value}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => onChange(target.value)}
      className={cx(cellClasses, className)}
    />
  )
}
