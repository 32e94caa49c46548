import type { Row } from '@plumbline/contract/route.ts'
import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { addressOf, type Sent } from '../api/call.ts'
import { useTyped } from '../api/typed.ts'
import { isSame } from './isSame.ts'

/** A field in which something was entered. */
export interface TypedField {
  readonly value: unknown
  /** The value when the form was opened, and the text of that, if it has one. */
  readonly before: unknown
  readonly textBefore: string | undefined
}

interface TypedFieldsOptions<V extends FieldValues, Out> {
  row: Row
  target: Sent
  form: UseFormReturn<V, unknown, Out>
  /** The values while nothing is entered, and the text of each. */
  valuesBefore: () => object
  textOf?: (field: string) => string | undefined
}

/** The names of the fields on screen that hold a secret. */
function secretNames(): ReadonlySet<string> {
  const inputs = document.querySelectorAll<HTMLInputElement>(
    'input[type=password], input[autocomplete$=-password], input[autocomplete=one-time-code]',
  )
  return new Set([...inputs].map(({ name }) => name))
}

/**
 * Stores the fields in which something was entered when the session ends, except secrets, and fills
 * them in again after the person has signed in.
 * @returns the fields that were filled in, by name; undefined for none
 */
export function useTypedFields<V extends FieldValues, Out>({
  row,
  target,
  form,
  valuesBefore,
  textOf,
}: TypedFieldsOptions<V, Out>): Readonly<Record<string, TypedField>> | undefined {
  const filledIn = useTyped({
    // The fields tell forms apart that make the same call.
    name: [row.method, addressOf(row.path, target), ...Object.keys(valuesBefore())].join(' '),
    read: () => {
      const [secrets, shown] = [secretNames(), form.getValues()]
      const typed = Object.entries(valuesBefore()).flatMap(([name, before]) => {
        const value: unknown = shown[name] ?? null
        if (secrets.has(name) || isSame(value, before)) return []
        return [[name, { value, before, textBefore: textOf?.(name) } satisfies TypedField]]
      })
      return typed.length > 0
        ? (Object.fromEntries(typed) as Record<string, TypedField>)
        : undefined
    },
  })
  const fillIn = useEffectEvent(() => {
    if (!filledIn) return
    const values = Object.entries(filledIn).map(([name, { value }]) => [name, value])
    form.reset({ ...form.getValues(), ...Object.fromEntries(values) }, { keepDefaultValues: true })
  })
  useEffect(() => fillIn(), [])
  return filledIn
}
