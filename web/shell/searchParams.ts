import { isId } from '@plumbline/contract/text.ts'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

type Parser<T> = (value: unknown) => T | undefined
type Parsed<P> = { readonly [N in keyof P]: P[N] extends Parser<infer T> ? T | undefined : never }

/** Any text; an empty one is absent. */
export const text: Parser<string> = (value) =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The id of a thing; anything else is absent. */
export const id: Parser<string> = (value) =>
  typeof value === 'string' && isId(value) ? value : undefined

/** One of a few words; any other is absent. */
export const oneOf =
  <const T extends string>(...values: readonly T[]): Parser<T> =>
  (value) =>
    values.find((known) => known === value)

/** A screen's `validateSearch`: `searchParams({ status: oneOf(...jobStatuses) })`. What is not valid is absent. */
export function searchParams<P extends Record<string, Parser<unknown>>>(parsers: P) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(parsers).map(([name, parse]) => [name, parse(search[name])]),
    ) as Parsed<P>
}

/** Changes some search params of the current address in place; `undefined` or `''` removes one. */
export function useSetSearch<S extends object = Record<string, string | undefined>>() {
  const router = useRouter()
  return useCallback(
    (change: { readonly [N in keyof S]?: S[N] | '' }) =>
      void router.navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...change }),
        replace: true,
      }),
    [router],
  )
}
