import { centsFromDollars, dollarsFromCents } from '@plumbline/contract/money.ts'
import { type ComponentProps, useState } from 'react'
import { Input } from './Input.tsx'

type MoneyInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  /** Whole cents, null when empty. */
  value: number | null
  /** Whole cents, null when empty, NaN while what stands there is no amount. */
  onChange: (cents: number | null) => void
}

const parse = (typed: string) => {
  const cents = centsFromDollars(typed)
  return cents === undefined ? Number.NaN : cents
}

/** An amount: dollars are typed, cents come out. A pasted `$48,250.75` is understood. */
export function MoneyInput({ value, onChange, ...rest }: MoneyInputProps) {
  const [typed, setTyped] = useState(() => dollarsFromCents(value))
  // What was typed is kept (`5.` or `5.0`) as long as it means the value from outside.
  const shown = Object.is(parse(typed), value)
    ? typed
    : Number.isNaN(value)
      ? typed
      : dollarsFromCents(value)
  const take = (text: string) => {
    setTyped(text)
    onChange(parse(text))
  }
  return (
    <div className="relative">
      <span
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
      >
        $
      </span>
      <Input
        inputMode="decimal"
        {...rest}
        type="number"
        step="0.01"
        min="0"
        value={shown}
        onChange={(event) => take(event.target.validity.badInput ? '?' : event.target.value)}
        onPaste={(event) => {
          const cents = centsFromDollars(event.clipboardData.getData('text'))
          if (cents === undefined || cents === null) return
          event.preventDefault()
          take(dollarsFromCents(cents))
        }}
        onWheel={(event) => event.currentTarget.blur()}
        className="figures pl-7"
      />
    </div>
  )
}
