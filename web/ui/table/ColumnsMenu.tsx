import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../Button.tsx'
import { Checkbox } from '../Choices.tsx'
import { Popover } from '../Popover.tsx'
import { fits, NO_COLUMNS, shownColumns, useRoom } from './columns.ts'
import type { Column } from './tableProps.ts'

interface ColumnsMenuProps<T> {
  /** All columns. One without a key cannot be hidden. */
  columns: readonly Column<T>[]
  /** The keys of the chosen columns, separated by commas. */
  chosen: string | undefined
  /**
   * Called with the keys of the columns to show, separated by commas; empty for the default
   * columns.
   */
  onChange: (chosen: string) => void
}

/**
 * The menu with the columns of a table. A column that does not fit can be chosen once another one
 * is hidden.
 */
export function ColumnsMenu<T>({ columns, chosen, onChange }: ColumnsMenuProps<T>) {
  const [open, setOpen] = useState(false)
  const room = useRoom()
  const shown = shownColumns(columns, chosen, room)
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
          {columns.map((column) => {
            const { key, label } = column
            if (!key) return null
            const isShown = keys.includes(key)
            const hasRoom = isShown || fits([...shown, column], room)
            return (
              <Checkbox
                key={key}
                checked={isShown}
                disabled={!hasRoom}
                onChange={() => toggle(key)}
                {...(!hasRoom && { className: 'text-ink-2' })}
              >
                {label}
                {!hasRoom && ' (no room)'}
              </Checkbox>
            )
          })}
          <Button size="sm" variant="quiet" className="mt-1 -ml-2.5" onClick={() => onChange('')}>
            Usual columns
          </Button>
        </div>
      </Popover>
    </div>
  )
}
