import { isDay } from '@plumbline/contract/dates.ts'
import type { User } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import type { Settings } from '@plumbline/contract/settings.ts'
import { isId } from '@plumbline/contract/text.ts'
import type { QueryClient } from '@tanstack/react-query'
import { notFound, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { isMissing } from '../api/call.ts'
import type { May } from '../api/me.ts'

/** The context of every loader. */
export interface RouterContext {
  readonly client: QueryClient
  readonly person: User
  readonly may: May
}

/** What a title can depend on. */
interface TitleContext {
  readonly company: Settings
  readonly search: Readonly<Record<string, unknown>>
}

export interface ScreenInfo {
  /** The title in the top bar and the browser tab. */
  readonly title: string | ((context: TitleContext) => string)
  /** Who may open it. */
  readonly roles: readonly Role[]
  /** What other roles read instead. */
  readonly denied?: string
  /** Takes the whole width, without a margin: a calendar, a chart. */
  readonly wide?: true
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: ScreenInfo
  }
}

export const everyone: readonly Role[] = ['admin', 'subcontractor', 'client']
export const adminOnly = {
  roles: ['admin'],
  denied: 'Access Denied: This page is only available to administrators.',
} as const
export const adminsAndSubs = {
  roles: ['admin', 'subcontractor'],
  denied: 'Access Denied: This page is only available to administrators and subcontractors.',
} as const

/** The route options that every screen has. Nothing is loaded for a role that may not open it; the frame says so. */
export function screen(info: ScreenInfo) {
  return {
    staticData: { screen: info },
    beforeLoad: ({ context }: { context: RouterContext }) => {
      if (!info.roles.includes(context.person.role)) notFound({ throw: true })
    },
  }
}

/** For a loader: a 404 shows the route's not-found component, every other error the error page. */
export function throwNotFound(error: unknown): never {
  throw isMissing(error) ? notFound() : error
}

/** For a read whose error its section shows itself. */
export const ignore = () => undefined

type Parser<T> = (value: unknown) => T | undefined
type Parsed<P> = { readonly [N in keyof P]: P[N] extends Parser<infer T> ? T | undefined : never }

/** Any text; an empty one is absent. */
export const text: Parser<string> = (value) =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The id of a thing; anything else is absent. */
export const id: Parser<string> = (value) =>
  typeof value === 'string' && isId(value) ? value : undefined

/** A calendar day `YYYY-MM-DD`; anything else is absent. */
export const day: Parser<string> = (value) =>
  typeof value === 'string' && isDay(value) ? value : undefined

/** One of a few words; any other is absent. */
export const oneOf =
  <const T extends string>(...values: readonly T[]): Parser<T> =>
  (value) =>
    values.find((known) => known === value)

/** The form that is open on a screen; `new=1` in a link is the first of them. */
export const newForm = <const T extends string>(...forms: readonly [T, ...T[]]): Parser<T> => {
  const known = oneOf(...forms)
  return (value) => (value === '1' ? forms[0] : known(value))
}

/** A screen's `validateSearch`: `searchParams({ status: oneOf(...jobStatuses) })`. What is not valid is absent. */
export function searchParams<P extends Record<string, Parser<unknown>>>(parsers: P) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(parsers).map(([name, parse]) => [name, parse(search[name])]),
    ) as Parsed<P>
}

type SearchChange<S> = { readonly [N in keyof S]?: S[N] | '' }

/** The same as {@link useSetSearch}, for those who have to wait until the screen shows the change. */
export function useChangeSearch<S extends object = Record<string, string | undefined>>() {
  const router = useRouter()
  return useCallback(
    (change: SearchChange<S>): Promise<void> =>
      router.navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...change }),
        replace: true,
      }),
    [router],
  )
}

/** Changes some search params of the current address in place; `undefined` or `''` removes one. */
export function useSetSearch<S extends object = Record<string, string | undefined>>() {
  const change = useChangeSearch<S>()
  return useCallback((next: SearchChange<S>) => void change(next), [change])
}
