import { isDay } from '@plumbline/contract/dates.ts'
import { useRef, useState } from 'react'
import { DateInput } from '../../ui/Input.tsx'
import { type RentalSearch, useSetRentalSearch } from './search.ts'

interface DayFilterProps {
  'aria-label': string
  /** The day of the address, `YYYY-MM-DD`. */
  value: string | undefined
  /** Takes a whole day, or '' for none. */
  onChange: (day: string) => void
  className?: string
}

/**
 * A day of the address, to be typed: until its year is whole (0002 on the way to 2026) the input keeps what was typed and the
 * address the day before it. When the address changes by itself (Back, a link), the input follows.
 */
export function DayFilter({ value = '', onChange, ...rest }: DayFilterProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)

  if (value !== seen) {
    setSeen(value)
    // Ignore what the input itself sent to the address.
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }
  const take = (day: string) => {
    setTyped(day)
    // A day that is typed in part is empty too, but nobody took it away.
    const isWhole = day === '' ? !input.current?.validity.badInput : isDay(day)
    if (!isWhole) return
    setSent(day)
    onChange(day)
  }
  return <DateInput {...rest} ref={input} value={typed} onChange={(day) => take(day ?? '')} />
}

/** The first and last day of what is listed. */
export function DayRange({ from, to }: Pick<RentalSearch, 'from' | 'to'>) {
  const setSearch = useSetRentalSearch()
  const width = 'sm:w-38 sm:touch:w-42'
  return (
    <div className="flex items-center gap-2 max-sm:w-full">
      <DayFilter
        aria-label="From"
        value={from}
        onChange={(day) => setSearch({ from: day })}
        className={width}
      />
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <DayFilter
        aria-label="To"
        value={to}
        onChange={(day) => setSearch({ to: day })}
        className={width}
      />
    </div>
  )
}
