import { oneOf, type Parsed, type Parsers, searchParams, text } from '../screens/screen.ts'

/** The search params of a list screen: the filter `F` with its order, and all of them, `S`. */
export interface ListSearch<F, S = F> {
  /** For the route's `validateSearch`. */
  readonly validate: (search: Record<string, unknown>) => S
  /** The filter and its order alone. */
  readonly filterOf: (search: F) => F
  readonly isNarrowed: (search: Partial<F>) => boolean
  /** The change that clears the filter and leaves the order. */
  readonly noFilter: { readonly [N in Exclude<keyof F, 'sort'>]: '' }
}

/** The parsers of whether the list is a table, and of which columns. */
const tableParsers = { view: oneOf('table'), columns: text }

/**
 * The search params of a list screen: its filter with the order `sort`, whether it is a table and
 * of which columns, and others, such as the form that is open.
 */
export function listSearch<F extends Parsers, O extends Parsers>(
  filter: F,
  others: O,
): ListSearch<Parsed<F>, Parsed<F & typeof tableParsers & O>> {
  const names = Object.keys(filter)
  const narrowing = names.filter((name) => name !== 'sort')
  return {
    validate: searchParams({ ...filter, ...tableParsers, ...others }),
    filterOf: (search: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(names.map((name) => [name, search[name]])) as Parsed<F>,
    isNarrowed: (search: Readonly<Record<string, unknown>>) =>
      narrowing.some((name) => search[name]),
    noFilter: Object.fromEntries(narrowing.map((name) => [name, ''])) as ListSearch<
      Parsed<F>
    >['noFilter'],
  }
}
