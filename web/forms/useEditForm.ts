import type { Call, Reply, Row } from '@plumbline/contract/route.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type BaseSyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Versioned } from '../api/call.ts'
import { useWrite } from '../api/write.ts'
import type { FieldChange } from '../ui/Alert.tsx'
import { type Toast, toast } from '../ui/toasts.ts'
import { isSame } from './isSame.ts'
import { resolverOf } from './useCreateForm.ts'
import { type TypedField, useTypedFields } from './useTypedFields.ts'

/**
 * The label and text of every field as shown when people compare versions, `{ name: ['Name',
 * 'Deck'] }`; null for a field that is never shown.
 */
export type FieldTexts<V> = { [N in keyof Required<V>]: readonly [string, string] | null }

interface EditOptions<R extends Row, T extends Versioned, V extends FieldValues, Out> {
  schema: z.ZodType<Out, V>
  /** The form's value for every field of the schema. A missing field does not compile. */
  values: (thing: T) => Required<V>
  texts: (thing: T) => FieldTexts<V>
  /** The call without its body: the path parameters of the row, if any. */
  target: Omit<Call<R>, 'body'>
  /** Whether the row replaces the whole thing: all fields are sent as soon as one was changed. */
  whole?: boolean
  /** Fetches the thing again after a stale save: `(read) => read(taskQuery(task.id))`. */
  reload: (read: QueryClient['query']) => Promise<T>
  success: string | ((reply: Reply<R>) => Toast)
  failure: string | ((error: Error) => string)
  /** Called when the thing was saved or nothing was changed. Most forms close. */
  onDone?: () => unknown
}

/** The fields of `after` that differ from the same fields of `before`, compared by content. */
function changedFields<T extends object>(before: object, after: T): Partial<T> {
  const known = before as Readonly<Record<string, unknown>>
  const fields = Object.entries(after).filter(
    ([name, value]) => value !== undefined && !isSame(known[name], value),
  )
  return Object.fromEntries(fields) as Partial<T>
}

/** The changes of others to filled-in fields while the person signed in again; null for none. */
function changesMeanwhile<V>(
  filledIn: Readonly<Record<string, TypedField>> = {},
  values: Readonly<Record<string, unknown>>,
  texts: FieldTexts<V>,
): readonly FieldChange[] | null {
  const changes = Object.entries(filledIn).flatMap(([name, { value, before, textBefore }]) => {
    const now = values[name]
    const [label, text] = texts[name as keyof V] ?? []
    if (isSame(now, before) || isSame(now, value) || !label || text === undefined) return []
    return [{ label, before: textBefore ?? '', now: text }]
  })
  return changes.length > 0 ? changes : null
}

/**
 * The form that edits a thing which others may edit at the same time. The thing is read when the
 * form opens, unless what was read last is still current. Fields in which nothing was entered
 * follow the newest version that was read. It sends only the changed fields, together with the
 * version they are based on. When someone else has saved meanwhile, untouched fields take their
 * values, typed text remains, and `conflict` lists their changes (null for none). The next save
 * overwrites them. A change to fields that are not in the form is no conflict, and the save goes
 * through, at once if the new version has been read already. `submission` goes to the form's frame:
 * `<FormDialog {...submission} …>`.
 */
export function useEditForm<
  const R extends Row,
  T extends Versioned,
  V extends FieldValues,
  Out extends object,
>(row: R, thing: T, options: EditOptions<R, T, V, Out>) {
  const { schema, values, texts, target, whole, reload, success, failure, onDone } = options
  const client = useQueryClient()
  /** The version that the entered fields are compared with. */
  const base = useRef(thing)
  const form = useForm<V, unknown, Out>({
    defaultValues: values(thing) as DefaultValues<V>,
    resolver: resolverOf(schema),
  })
  const filledIn = useTypedFields({
    ...{ row, target, form },
    valuesBefore: () => values(base.current),
    textOf: (name) => texts(base.current)[name]?.[1],
  })
  const [conflict, setConflict] = useState(() =>
    changesMeanwhile(filledIn, values(thing), texts(thing)),
  )

  const rebase = (now: T) => {
    const [shown, before, after] = [form.getValues(), values(base.current), values(now)]
    const [textBefore, textAfter] = [texts(base.current), texts(now)]
    const changes: FieldChange[] = []
    for (const [name, value] of Object.entries(after)) {
      if (isSame(before[name], value) || isSame(shown[name], value)) continue
      const [label, text] = textAfter[name] ?? []
      if (label && text !== undefined)
        changes.push({ label, before: textBefore[name]?.[1] ?? '', now: text })
      if (isSame(shown[name], before[name])) form.setValue(name as Path<V>, value)
    }
    base.current = now
    return changes
  }

  const follow = useEffectEvent((newer: T) => {
    const [shown, before, after] = [form.getValues(), values(base.current), values(newer)]
    const changed = Object.keys(after).filter((name) => !isSame(before[name], after[name]))
    // A change to what was entered here is a conflict, which is shown when the form is saved.
    if (changed.some((name) => !isSame(shown[name], before[name]))) return
    for (const name of changed as Path<V>[]) {
      form.setValue(name, after[name])
      form.resetField(name, { defaultValue: after[name] })
    }
    base.current = newer
  })
  useEffect(() => {
    if (thing.updatedAt > base.current.updatedAt) follow(thing)
  }, [thing])

  const readStale = useEffectEvent(() => reload((query) => client.query(query)))
  useEffect(() => {
    let isShown = true
    readStale().then(
      (now) => isShown && now.updatedAt > base.current.updatedAt && follow(now),
      // The thing cannot be read now. A save on an old version shows what has changed.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [])

  const send = (body: object, version: T): void => save.submit({ ...target, body, version })

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
      // A form that stays open continues from the saved version.
      base.current = { ...base.current, ...(reply as object) }
      return onDone?.()
    },
    onStale: async () => {
      const now = await reload((query) => client.query({ ...query, staleTime: 0 })).catch(
        () => null,
      )
      // The thing cannot be read now. The next save is stale again and retries.
      if (!now) return setConflict([])
      const changes = rebase(now)
      // Only fields outside of the form were changed, such as by another form of the same screen.
      if (changes.length === 0) return submitOn(now)()
      setConflict(changes)
    },
  })

  return {
    form,
    submission: {
      onSubmit: (event?: BaseSyntheticEvent) => submitOn(base.current)(event),
      error: save.problem,
      pending: save.isPending,
      conflict,
      isFilledIn: filledIn !== undefined,
    },
  }
}
