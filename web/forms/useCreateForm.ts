import { zodResolver } from '@hookform/resolvers/zod'
import type { Call, Reply, Row } from '@plumbline/contract/route.ts'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Sent, Versioned } from '../api/call.ts'
import { type OfflineQueue, useWrite } from '../api/write.ts'
import type { Toast } from '../ui/toasts.ts'
import { useTypedFields } from './useTypedFields.ts'

/**
 * A resolver that validates a form with a schema of the contract. The form holds the schema's
 * input, a submit gets its output.
 */
export function resolverOf<V extends FieldValues, Out>(
  schema: z.ZodType<Out, V>,
): Resolver<V, unknown, Out> {
  return zodResolver<V, unknown, Out>(schema)
}

interface CreateOptions<R extends Row, V extends FieldValues, Out> {
  schema: z.ZodType<Out, V>
  /** The initial values; null for a value that is not chosen yet. */
  empty: { [N in keyof V]: V[N] | null }
  /**
   * The call without its body: the path parameters of the row, if any, and the version that the new
   * thing responds to.
   */
  target: Omit<Call<R>, 'body'> & { readonly version?: Versioned }
  /** Makes the body of the call, where it differs from the form's values. */
  toBody?: (values: Out) => object
  success?: string | ((reply: Reply<R>) => Toast)
  failure: string | ((error: Error) => string)
  /** Called after the thing was created. Most forms close. */
  onDone: (reply: Reply<R>) => unknown
  /** Called when the version of `target` is an old one; see `useWrite`. The caller says so. */
  onStale?: () => unknown
  /** Has it wait in this browser when the server cannot be reached. */
  offline?: OfflineQueue<R>
}

/**
 * The form that creates a thing. `submission` goes to the form's frame: `<FormDialog
 * {...submission} …>`.
 */
export function useCreateForm<const R extends Row, V extends FieldValues, Out>(
  row: R,
  { schema, empty, target, toBody, onDone, ...texts }: CreateOptions<R, V, Out>,
) {
  const form = useForm<V, unknown, Out>({
    defaultValues: empty as DefaultValues<V>,
    resolver: resolverOf(schema),
  })
  const filledIn = useTypedFields({ row, target: target as Sent, form, valuesBefore: () => empty })
  const create = useWrite(row, { ...texts, form, onSuccess: onDone })
  const onSubmit = form.handleSubmit((values) => {
    const body = toBody ? toBody(values) : values
    create.submit({ ...target, body })
  })
  return {
    form,
    submission: {
      onSubmit,
      error: create.problem,
      pending: create.isPending,
      isFilledIn: filledIn !== undefined,
    },
  }
}
