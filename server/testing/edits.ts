import type { Row } from '@plumbline/contract/route.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { z } from 'zod'

const fieldsOf = (schema: Row['body']) => (schema instanceof z.ZodObject ? schema.shape : {})
const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success

/** Every route that edits something with a version. */
export const edits = allRows.filter(({ method, upload, fails, reply }) => {
  const isVersioned = 'updatedAt' in fieldsOf(reply) || fails?.includes('stale')
  return (method === 'PUT' || method === 'PATCH') && !upload && isVersioned
})

/** The first field of the body that accepts any text and is in the reply. */
export function textFieldOf({ path, body, reply }: Row): string {
  const names = Object.keys(fieldsOf(reply))
  const found = Object.entries(fieldsOf(body)).find(
    ([name, schema]) => names.includes(name) && accepts(schema, 'any text'),
  )
  if (!found) throw new Error(`${path} has no field for text to edit`)
  return found[0]
}

/** The names of the fields that a body must have. */
export const requiredFields = ({ body }: Row): string[] =>
  Object.entries(fieldsOf(body)).flatMap(([name, schema]) =>
    accepts(schema, undefined) ? [] : [name],
  )
