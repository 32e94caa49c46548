import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** Checks a form by a schema of the contract: the form holds its input, a submit gets its output. */
export function resolverOf<V extends FieldValues, Out>(
  schema: z.ZodType<Out, V>,
): Resolver<V, unknown, Out> {
  return zodResolver<V, unknown, Out>(schema)
}
