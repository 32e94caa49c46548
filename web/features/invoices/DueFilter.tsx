import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { DayFilter } from '../../screens/DayFilter.tsx'
import { useSetSearch } from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { InvoiceFilter } from './api.ts'
import { dueDaysText } from './listTexts.ts'

/** The filter by due days, a button that says it and opens its two fields. */
export function DueFilter({ dueFrom, dueTo }: Pick<InvoiceFilter, 'dueFrom' | 'dueTo'>) {
  const setSearch = useSetSearch<InvoiceFilter>()
  const [open, setOpen] = useState(false)
  const days = dueDaysText(dueFrom, dueTo)
  return (
    <div>
      <Popover
        open={open}
        onClose={() => setOpen(false)}
        label="Due days"
        anchor={
          <Button aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
            {days ? `Due ${days}` : 'Any due day'}
            <ChevronDown aria-hidden className="text-ink-3" />
          </Button>
        }
      >
        <div className="flex flex-col gap-3 p-4">
          <div className="grid grid-cols-2 gap-3">
            <Field label="Due from">
              {(control) => (
                <DayFilter
                  {...control}
                  value={dueFrom}
                  onChange={(day) => setSearch({ dueFrom: day })}
                />
              )}
            </Field>
            <Field label="Due by">
              {(control) => (
                <DayFilter
                  {...control}
                  value={dueTo}
                  onChange={(day) => setSearch({ dueTo: day })}
                />
              )}
            </Field>
          </div>
          {days && (
            <Button
              variant="quiet"
              className="mr-auto -ml-2.5"
              onClick={() => {
                setSearch({ dueFrom: '', dueTo: '' })
                setOpen(false)
              }}
            >
              Any due day
            </Button>
          )}
        </div>
      </Popover>
    </div>
  )
}
