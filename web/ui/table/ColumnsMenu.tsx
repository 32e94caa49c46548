import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../Button.tsx'
import { Checkbox } from '../Choices.tsx'
import { Popover } from '../Popover.tsx'
import { NO_COLUMNS } from './columns.ts'
import type { Column } from './tableProps.ts'

interface ColumnsMenuProps<T> {
  /** All of them; those without a key cannot be left out. */
  columns: readonly Column<T>[]
  shown: readonly Column<T>[]
  /** The keys to show with commas between; empty for the usual ones. */
  onChange: (chosen: string) => void
}

/** Which columns a table shows. */
export function ColumnsMenu<T>({ columns, shown, onChange }: ColumnsMenuProps<T>) {
  const [open, setOpen] = useState(false)
  const keysOf = (some: readonly Column<T>[]) => some.flatMap(({ key }) => key ?? [])
  const keys = keysOf(shown)
  const toggle = (one: string) => {
    const next = keysOf(columns).filter((key) => keys.includes(key) !== (key === one))
    onChange(next.join(',') || NO_COLUMNS)
  }
  return (
    <div className="no-print">
      <Popover
        open={open}
        onClose={() => setOpen(false)}
        label="Columns"
        anchor={
          <Button
            aria-label="Columns"
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="px-2.5"
          >
            <Columns3 aria-hidden />
          </Button>
        }
      >
        <div className="w-56 p-3">
          {columns.map(
            ({ key, label }) =>
              key && (
                <Checkbox key={key} checked={keys.includes(key)} onChange={() => toggle(key)}>
                  {label}
                </Checkbox>
              ),
          )}
          <Button size="sm" variant="quiet" className="mt-1 -ml-2.5" onClick={() => onChange('')}>
            Usual columns
          </Button>
        </div>
      </Popover>
    </div>
  )
}
