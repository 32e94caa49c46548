import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { Schema } from './route.ts'
import { allRows } from './routes.ts'

/** The definition of a Zod schema. */
interface Def {
  readonly type: string
  readonly element?: Schema
  readonly in?: Schema
  readonly innerType?: Schema
  readonly options?: readonly Schema[]
  readonly shape?: Readonly<Record<string, Schema>>
}
const defOf = (schema: Schema) => (schema._zod as unknown as { readonly def: Def }).def

type Field = readonly [name: string, schema: Schema]

/** The fields of a body, including nested ones, such as `.lines.title`. */
function fieldsOf(schema: Schema, at = ''): Field[] {
  const { element, in: input, innerType, options, shape } = defOf(schema)
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) => fieldsOf(field, `${at}.${name}`))
  if (element) return fieldsOf(element, at)
  const inside = (options ?? [innerType, input]).flatMap((one) => (one ? fieldsOf(one, at) : []))
  const isNested = inside.some(([name]) => name !== at)
  return isNested ? inside : [[at, schema]]
}

const read = (schema: Schema, value: string) =>
  (schema as unknown as z.ZodType).safeParse(value).data

/** Fields that stand for themselves, letter by letter, and what the program itself writes. */
const EXACT = /\.(\w*[pP]assword|code|returnTo|query|digest|\w*Prefix)$/
/** It is cleaned more than names are: no address has a blank or a joiner. */
const SIGN_IN = 'POST /api/login .email'

/** Every field of the contract that takes what people write, by its row. */
const textFields: Field[] = allRows.flatMap(({ method, path, body }) =>
  (body ? fieldsOf(body) : [])
    .filter(([name, schema]) => !EXACT.test(name) && read(schema, 'Ab Cd') === 'Ab Cd')
    .map(([name, schema]): Field => [`${method} ${path} ${name}`, schema])
    .filter(([name]) => name !== SIGN_IN),
)

/** The fields that store another text than expected. */
const failing = (typed: string, stored = typed) =>
  textFields.filter(([, schema]) => read(schema, typed) !== stored).map(([name]) => name)

test.each([
  ['Jose\u0301 O\u0308berg', 'José Öberg'],
  ['Tra\u0302\u0300n', 'Trần'],
  ['\u1112\u1161\u11ab', '한'],
])('every text field stores accents composed, in whatever form %s is typed', (typed, composed) => {
  expect(textFields.length).toBeGreaterThan(150)
  expect([...failing(typed, composed), ...failing(composed)]).toEqual([])
})

test.each([
  ['right-to-left text', 'שלום עולם 12'],
  ['Arabic with a number', 'مرحبا (٣)!'],
  ['an emoji', 'Deck 👍🏽'],
  ['a letter outside of the basic plane', '𠮷野'],
])('every text field stores %s as it was typed', (_what, typed) => {
  expect(failing(typed)).toEqual([])
})

/** Longer texts, in which the marks of some scripts mean something. Nothing is found by them. */
const LONG =
  /\.(\w*[nN]otes?|description|message|content|caption|text|scope|reason|declineReason|details|introduction|consentText|question)$/

test('the invisible characters of a paste are in no text but the longer ones', () => {
  const found = failing('\u202aAb\u200b\u00ad Cd\ufeff\u202c', 'Ab Cd')
  expect(found.filter((name) => !LONG.test(name))).toEqual([])
})
