import { isDay } from '@plumbline/contract/dates.ts'
import { useRef, useState } from 'react'
import { DateInput } from '../../ui/Input.tsx'
import { type RentalSearch, useSetRentalSearch } from './search.ts'

interface DayFilterProps {
  'aria-label': string
  /** The day in the URL, `YYYY-MM-DD`. */
  value: string | undefined
  /** Receives a complete day, or '' if the input was cleared. */
  onChange: (day: string) => void
  className?: string
}

/**
 * A date input for a day in the URL. While the year is incomplete (0002 on the way to 2026), the
 * input shows the typed value and the URL keeps the previous day. When the URL changes otherwise
 * (Back, a link), the input follows.
 */
export function DayFilter({ value = '', onChange, ...rest }: DayFilterProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [previousValue, setPreviousValue] = useState(value)
  const [sent, setSent] = useState(value)

  if (value !== previousValue) {
    setPreviousValue(value)
    // Ignore changes to the URL that the input made itself.
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }
  const handleChange = (day: string) => {
    setTyped(day)
    // A partly typed day is empty too, but was not cleared.
    const isComplete = day === '' ? !input.current?.validity.badInput : isDay(day)
    if (!isComplete) return
    setSent(day)
    onChange(day)
  }
  return (
    <DateInput {...rest} ref={input} value={typed} onChange={(day) => handleChange(day ?? '')} />
  )
}

/** The filter for the first and last day of a list. */
export function DayRange({ from, to }: Pick<RentalSearch, 'from' | 'to'>) {
  const setSearch = useSetRentalSearch()
  const width = 'w-38 touch:w-42'
  return (
    <div className="flex items-center gap-2">
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
