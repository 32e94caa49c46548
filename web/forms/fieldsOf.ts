import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import type { FieldProps } from './fields.tsx'
import type { FieldTexts } from './useEditForm.ts'

/** A kind of value. */
interface Kind<V> {
  /** The value of an empty field; null where nothing is chosen yet. */
  readonly empty: V | null | undefined
  /** Formats a value for the comparison of versions. */
  readonly format: (value: V) => string
}

/** The text that stands for no value. */
const NONE = 'none'

const text = {
  empty: '',
  format: (value: unknown) => String((value as string | number | null | undefined) ?? '') || NONE,
}
/** An amount in cents. */
export const cents = {
  empty: null,
  format: (value: number | null | undefined) => formatCents(value ?? null),
}
/** An amount in dollars, as exact decimals. */
export const dollars = {
  empty: null,
  format: (value: string | number | null | undefined) =>
    value ? formatDollars(String(value)) : NONE,
}
/** A calendar day. */
export const day = {
  empty: null,
  format: (value: string | null | undefined) => formatDay(value ?? null),
}
export const number = {
  empty: null,
  format: (value: number | null | undefined) => value?.toLocaleString('en-US') ?? NONE,
}
export const percent = { empty: 0, format: (value: number | undefined) => `${value}%` }
export const yesNo = {
  empty: false,
  format: (value: boolean | null | undefined) => (value ? 'yes' : 'no'),
}

/** One of a few values, which people read as labels. @param empty the initial choice */
export const choice = <V>(format: (value: V) => string, empty: NoInfer<V>): Kind<V> => ({
  empty,
  format,
})
/** The description of a value that people never see and that a new thing does not have. */
export const hidden = { label: null, kind: { empty: undefined, format: String } } as const

/** The description of one field. */
interface BaseSpec<V, T> {
  /** Null for a value that people never see. */
  readonly label: string | null
  /** Text, unless given. */
  readonly kind?: Kind<Exclude<V, undefined>>
  /** The value of an empty field, if it is not that of the kind. */
  readonly empty?: V | null
  readonly hint?: string
  readonly required?: true
  /** The value of a thing, if it is not its property of the same name. */
  readonly value?: (thing: T) => V
  /** The value of a thing as people compare it, such as a name in place of an id; null for none. */
  readonly text?: (thing: T) => string | null
}
/** A field whose value is no text has a kind or an empty value. */
type Spec<V, T> = BaseSpec<V, T> &
  ([V] extends [string | null | undefined]
    ? unknown
    : Required<Pick<BaseSpec<V, T>, 'kind'>> | Required<Pick<BaseSpec<V, T>, 'empty'>>)

/** The props that an input of `fields.tsx` takes from the description of its field. */
interface InputProps<N> {
  readonly name: N
  readonly label: string
  readonly hint?: string
  readonly required?: true
}

/**
 * A form that is described once. All of it but `fields` goes to `useEditForm`, and `empty` to
 * `useCreateForm`.
 */
interface Description<V, T> {
  /** By name, for the inputs: `<TextField control={control} {...fields.name} />`. */
  readonly fields: { readonly [N in keyof V]-?: InputProps<N> }
  readonly empty: { readonly [N in keyof V]-?: V[N] | null }
  readonly values: (thing: T) => Required<V>
  readonly texts: (thing: T) => FieldTexts<V>
}

/**
 * Describes the fields of a form: V is the input of its schema, T the thing it edits. A missing
 * field does not compile.
 */
export function fieldsOf<V extends object, T extends object = Record<never, never>>(
  specs: {
    readonly [N in keyof V]-?: Spec<V[N], T>
  },
): Description<V, T> {
  type AnySpec = BaseSpec<unknown, T>
  const entries = Object.entries(specs) as [string, AnySpec][]
  const each = (make: (name: string, spec: AnySpec) => unknown) =>
    Object.fromEntries(entries.map(([name, spec]) => [name, make(name, spec)]))
  const emptyOf = ({ kind = text, empty = kind.empty }: AnySpec) => empty
  const readValue = (name: string, spec: AnySpec, thing: T) =>
    spec.value ? spec.value(thing) : ((thing as Record<string, unknown>)[name] ?? emptyOf(spec))
  const readText = (name: string, spec: AnySpec, thing: T) =>
    spec.text
      ? (spec.text(thing) ?? NONE)
      : (spec.kind ?? text).format(readValue(name, spec, thing))
  return {
    fields: each((name, { label, hint, required }) => ({
      name,
      label,
      ...(hint !== undefined && { hint }),
      ...(required && { required }),
    })),
    empty: each((_, spec) => emptyOf(spec)),
    values: (thing: T) => each((name, spec) => readValue(name, spec, thing)),
    texts: (thing: T) =>
      each((name, spec) =>
        spec.label === null ? null : [spec.label, readText(name, spec, thing)],
      ),
  } as Description<V, T>
}

/**
 * The props of inputs that several forms share, such as one that creates a thing and one that edits
 * it: `const field = fieldProps(control, fields)`, `<TextField {...field('name')} />`.
 */
export const fieldProps =
  <N extends string, V extends FieldValues, Out>(
    control: Control<V, unknown, Out>,
    fields: { readonly [M in N]: InputProps<M> },
  ) =>
  (name: N): FieldProps<V, Out> => ({
    control,
    ...fields[name],
    name: name as string as FieldPath<V>,
  })
