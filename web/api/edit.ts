import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Versioned } from './call.ts'

/** What a thing says of itself, by label, for people to compare: `{ Status: 'On Hold' }`. */
export type FactTexts = Readonly<Record<string, string>>

/** A fact that someone else changed while the form was open. */
export interface Difference {
  readonly label: string
  readonly before: string
  readonly now: string
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

interface EditOptions<T extends Versioned, V extends FieldValues, Out> {
  thing: T
  form: UseFormReturn<V, unknown, Out>
  /** What the form shows of the thing. */
  valuesOf: (thing: T) => V
  factsOf: (thing: T) => FactTexts
  /** The thing as it stands now. */
  read: () => Promise<T>
}

/**
 * An edit of something that others may edit meanwhile. `base` is what the form was filled from, and what a change is
 * measured against. After a stale save, `catchUp` reads the thing again: fields one has not touched follow it, what was
 * typed stays, and `theirs` lists what is different (null before that; empty when nothing that people see is).
 */
export function useEdit<T extends Versioned, V extends FieldValues, Out>(
  options: EditOptions<T, V, Out>,
) {
  const { form, valuesOf, factsOf, read } = options
  const [base, setBase] = useState(options.thing)
  const [theirs, setTheirs] = useState<readonly Difference[] | null>(null)

  const catchUp = async () => {
    const now = await read().catch(() => null)
    // Not readable just now: the next save is stale again and asks again.
    if (!now) return setTheirs([])
    const [shown, filled] = [form.getValues(), valuesOf(base)]
    for (const [name, value] of Object.entries(valuesOf(now))) {
      if (same(shown[name], filled[name])) form.setValue(name as Path<V>, value)
    }
    const before = factsOf(base)
    const facts = Object.entries(factsOf(now)).filter(([label, text]) => before[label] !== text)
    setTheirs(facts.map(([label, text]) => ({ label, before: before[label] ?? '', now: text })))
    setBase(now)
  }
  return { base, theirs, catchUp }
}
