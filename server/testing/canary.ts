import { NewJob } from '@plumbline/contract/jobs.ts'

/**
 * The text of a field, such as `job notes`, which occurs nowhere else, not even after it is
 * converted to lower case.
 */
export const canary = (field: string) => `canary${field.toLowerCase().replaceAll(' ', '')}0`

/** Every canary in a text. */
export const canariesIn = (text: string) =>
  new Set(text.toLowerCase().match(/canary[a-z]+0/g) ?? [])

/** A canary for each field of a thing. */
export const canaries = <const F extends string>(thing: string, fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field, canary(`${thing} ${field}`)])) as Record<
    F,
    string
  >
/** The fields of a job that take any text. */
export const jobTextFields = Object.keys(NewJob.shape).filter(
  (field) => NewJob.safeParse({ name: 'a', address: 'b', [field]: 'c' }).success,
)
export const emailOf = (thing: string) => `${canary(`${thing} email`)}@example.com`
