import { isDay } from '@plumbline/contract/dates.ts'
import { useRef, useState } from 'react'
import type { ControlProps } from '../ui/Field.tsx'
import { DateInput } from '../ui/Input.tsx'

interface DayFilterProps extends Partial<ControlProps> {
  'aria-label'?: string
  /** The day in the URL, `YYYY-MM-DD`. */
  value: string | undefined
  /** Receives a complete day, or '' if the input was cleared. */
  onChange: (day: string) => void
  /** The last day that can be chosen. */
  max?: string
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
