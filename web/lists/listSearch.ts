import { oneOf, type Parsed, type Parsers, searchParams, text } from '../screens/screen.ts'

/**
 * The search params of a list screen: its filter with the order `sort`, whether it is a table and
 * of which columns, and others, such as the form that is open.
 */
export function listSearch<F extends Parsers, O extends Parsers>(filter: F, others: O) {
  const names = Object.keys(filter)
  const narrowing = names.filter((name) => name !== 'sort')
  type Filter = Parsed<F>
  return {
    /** For the route's `validateSearch`. */
    validate: searchParams({ ...filter, view: oneOf('table'), columns: text, ...others }),
    /** The filter and its order alone. */
    filterOf: (search: Filter): Filter =>
      Object.fromEntries(
        names.map((name) => [name, (search as Record<string, unknown>)[name]]),
      ) as Filter,
    isNarrowed: (search: Partial<Filter>) =>
      narrowing.some((name) => (search as Record<string, unknown>)[name]),
    /** The change that clears the filter and leaves the order. */
    noFilter: Object.fromEntries(narrowing.map((name) => [name, ''])) as {
      readonly [N in Exclude<keyof F, 'sort'>]: ''
    },
  }
}

/** The filter of a list screen as search params. */
export interface ListSearch<F> {
  readonly validate: (search: Record<string, unknown>) => F
  readonly filterOf: (search: F) => F
  readonly isNarrowed: (search: F) => boolean
  readonly noFilter: Readonly<Record<string, ''>>
}
