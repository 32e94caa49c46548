import type { Call, Reply, Row } from '@plumbline/contract/route.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type BaseSyntheticEvent, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Versioned } from '../api/call.ts'
import { useWrite } from '../api/write.ts'
import type { FieldChange } from '../ui/Alert.tsx'
import { type Toast, toast } from '../ui/toasts.ts'
import { resolverOf } from './useCreateForm.ts'

/** Label and text of every field for people to compare, `{ name: ['Name', 'Deck'] }`; null for one they never see. */
export type FieldTexts<V> = { [N in keyof Required<V>]: readonly [string, string] | null }

interface EditOptions<R extends Row, T extends Versioned, V extends FieldValues, Out> {
  schema: z.ZodType<Out, V>
  /** Every field of the schema as the form shows it: forgetting one does not compile. */
  values: (thing: T) => Required<V>
  texts: (thing: T) => FieldTexts<V>
  /** The call but for its body: path parameters, where the row has some. */
  target: Omit<Call<R>, 'body'>
  /** The row replaces the thing: every field is sent as soon as one was changed. */
  whole?: boolean
  /** Reads the thing again after a stale save: `(read) => read(taskQuery(task.id))`. */
  reload: (read: QueryClient['query']) => Promise<T>
  success: string | ((reply: Reply<R>) => Toast)
  failure: string | ((error: Error) => string)
  /** The thing is saved, or nothing was changed; most forms close. */
  onDone?: () => unknown
}

/** Whether two values of a form have the same content. */
export const same = (a: unknown, b: unknown) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The fields of `after` that differ from the same fields of `before`, compared by content. */
function changedFields<T extends object>(before: object, after: T): Partial<T> {
  const known = before as Readonly<Record<string, unknown>>
  const fields = Object.entries(after).filter(
    ([name, value]) => value !== undefined && !same(known[name], value),
  )
  return Object.fromEntries(fields) as Partial<T>
}

/**
 * The form that changes a thing which others may change at the same time. It sends only the fields that were changed,
 * together with the version they were changed on. When someone else saved meanwhile, fields that were not touched
 * follow theirs, what was typed stays, and `conflict` lists what they changed (null for nothing): the next save replaces
 * it. A change of other fields than the form's is no conflict, and the save goes through: at once where it was read already.
 * `submission` goes to the form's frame: `<FormDialog {...submission} …>`.
 */
export function useEditForm<
  const R extends Row,
  T extends Versioned,
  V extends FieldValues,
  Out extends object,
>(row: R, thing: T, options: EditOptions<R, T, V, Out>) {
  const { schema, values, texts, target, whole, reload, success, failure, onDone } = options
  const client = useQueryClient()
  const [base, setBase] = useState(thing)
  const [conflict, setConflict] = useState<readonly FieldChange[] | null>(null)
  const form = useForm<V, unknown, Out>({
    defaultValues: values(thing) as DefaultValues<V>,
    resolver: resolverOf(schema),
  })

  const rebase = (now: T) => {
    const [shown, before, after] = [form.getValues(), values(base), values(now)]
    const [textBefore, textAfter] = [texts(base), texts(now)]
    const changes: FieldChange[] = []
    for (const [name, value] of Object.entries(after)) {
      if (same(before[name], value) || same(shown[name], value)) continue
      const [label, text] = textAfter[name] ?? []
      if (label && text !== undefined)
        changes.push({ label, before: textBefore[name]?.[1] ?? '', now: text })
      if (same(shown[name], before[name])) form.setValue(name as Path<V>, value)
    }
    setBase(now)
    return changes
  }

  // What was read since may differ in other fields only, such as after another form of the same screen was saved.
  const isNewer = thing.updatedAt > base.updatedAt && same(values(thing), values(base))
  const current = isNewer ? thing : base

  const send = (body: object, version: T): void =>
    save.mutate(...([{ ...target, body, version }] as unknown as Parameters<typeof save.mutate>))

  const submitOn = (version: T): ((event?: BaseSyntheticEvent) => Promise<void>) =>
    form.handleSubmit((edited) => {
      const changes = changedFields(version, edited)
      if (Object.keys(changes).length > 0) return send(whole ? edited : changes, version)
      if (onDone) onDone()
      else if (typeof success === 'string') toast({ title: 'Success', description: success })
    })

  const save = useWrite(row, {
    success,
    failure,
    form,
    onSuccess: (reply) => {
      setConflict(null)
      // A form that stays open goes on from what it has saved.
      setBase((before) => ({ ...before, ...(reply as object) }))
      return onDone?.()
    },
    onStale: async () => {
      const now = await reload((query) => client.query({ ...query, staleTime: 0 })).catch(
        () => null,
      )
      // Not readable just now: the next save is stale again and tries again.
      if (!now) return setConflict([])
      const changes = rebase(now)
      // Only other fields were changed, such as by another form of the same screen.
      if (changes.length === 0) return submitOn(now)()
      setConflict(changes)
    },
  })

  return {
    form,
    submission: {
      onSubmit: submitOn(current),
      error: save.problem,
      pending: save.isPending,
      conflict,
    },
  }
}
