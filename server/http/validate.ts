import { type Fields, invalid } from '@plumbline/contract/failures.ts'
import type { OutputOf, Schema } from '@plumbline/contract/route.ts'
import { isId } from '@plumbline/contract/text.ts'
import { z } from 'zod'

// The contract declares schemas by a minimal shape. At run time all of them are Zod schemas.
const asZod = (schema: Schema) => schema as unknown as z.core.$ZodType

function fieldsOf(issues: readonly z.core.$ZodIssue[]): Fields {
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  return fields
}

/**
 * The value as parsed by its schema, or undefined without a schema.
 * @throws Failure invalid, with the fields
 */
export function validate<S extends Schema | undefined>(schema: S, value: unknown): OutputOf<S> {
  if (!schema) return undefined as OutputOf<S>
  const result = z.safeParse(asZod(schema), value)
  if (!result.success) throw invalid(fieldsOf(result.error.issues))
  return result.data as OutputOf<S>
}

/**
 * The reply, reduced to the fields its schema declares. A reply that does not match is a bug: it is
 * logged, and sent as a 500.
 */
export function declared(schema: Schema, value: unknown): unknown {
  const result = z.safeParse(asZod(schema), value)
  if (result.success) return result.data
  throw new Error(
    `The reply does not match its schema: ${JSON.stringify(fieldsOf(result.error.issues))}`,
  )
}

/**
 * Whether every id in the path has the form of an id. Anything else cannot name a thing and is a
 * 404.
 */
export function hasValidIds(params: object): boolean {
  return Object.entries(params).every(([name, value]) => !/^id$|Id$/.test(name) || isId(value))
}
