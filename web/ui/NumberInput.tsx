import { readDollars } from '@plumbline/contract/dollars.ts'
import { centsFromDollars, dollarsFromCents } from '@plumbline/contract/money.ts'
import { numberOf } from '@plumbline/contract/numbers.ts'
import { cx } from 'class-variance-authority'
import { type ComponentProps, useState } from 'react'
import { Input } from './Input.tsx'

/** The value of an input for numbers: null when empty, and the typed text while it is no number. */
export type Typed<V> = V | string | null

/** The notation in which people type a value. */
export interface Notation<V> {
  /** Undefined for text that is no such value. */
  readonly read: (text: string) => V | undefined
  readonly write: (value: V | string) => string
}

export interface InputProps<V>
  extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'inputMode'> {
  /** The keyboard that a phone shows. That of `numeric` and `decimal` may have no minus. */
  inputMode?: 'decimal' | 'numeric' | 'text'
  value: Typed<V>
  onChange: (value: Typed<V>) => void
}

/**
 * A number, typed as text. The browser's number input drops what it does not understand, such as a
 * decimal comma, and reports another number than is typed.
 */
function TypedInput<V>({
  value,
  onChange,
  notation: { read, write },
  ...rest
}: InputProps<V> & { notation: Notation<V> }) {
  const parse = (text: string): Typed<V> => (text.trim() === '' ? null : (read(text) ?? text))
  const format = (of: Typed<V>) => (of === null ? '' : write(of))
  const [typed, setTyped] = useState(() => format(value))
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      // The typed text (`5.` or `1,250`) remains as long as it means the value from outside.
      value={Object.is(parse(typed), value) ? typed : format(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(parse(target.value))
      }}
    />
  )
}

const number: Notation<number> = { read: numberOf, write: String }

/** A number. */
export function NumberInput({ className, ...props }: InputProps<number>) {
  return <TypedInput {...props} notation={number} className={cx('figures', className)} />
}

/** An amount in another notation, behind a dollar sign. */
export function InDollars<V>(props: InputProps<V> & { notation: Notation<V> }) {
  return (
    <div className="no-print relative">
      <span
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
      >
        $
      </span>
      <TypedInput {...props} className="figures pl-7" />
    </div>
  )
}

const cents: Notation<number> = {
  read: (text) => centsFromDollars(text) ?? undefined,
  write: (value) => (typeof value === 'string' ? value : dollarsFromCents(value)),
}

/** An amount: typed in dollars, reported in whole cents. */
export function MoneyInput(props: InputProps<number>) {
  return <InDollars {...props} notation={cents} />
}

const exactDollars: Notation<string> = {
  read: (text) => {
    const read = readDollars(text, Number.POSITIVE_INFINITY)
    return 'value' in read ? read.value : undefined
  },
  write: (value) => value,
}

/** An amount: typed in dollars, reported as exact text (`"1850.00"`). */
export function DollarInput(props: InputProps<string>) {
  return <InDollars {...props} notation={exactDollars} />
}
