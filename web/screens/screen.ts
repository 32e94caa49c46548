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

/** The values that a title can depend on. */
interface TitleContext {
  readonly company: Settings
  readonly search: Readonly<Record<string, unknown>>
}

export interface ScreenInfo {
  /** The title in the top bar and the browser tab. */
  readonly title: string | ((context: TitleContext) => string)
  /** The roles that may open it. */
  readonly roles: readonly Role[]
  /** The message for all other roles. */
  readonly denied?: string
  /** Takes the whole width without a margin, such as for a calendar or a chart. */
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
export const adminsAndClients = {
  roles: ['admin', 'client'],
  denied: 'Access Denied: This page is only available to administrators and clients.',
} as const
export const adminsAndSubs = {
  roles: ['admin', 'subcontractor'],
  denied: 'Access Denied: This page is only available to administrators and subcontractors.',
} as const

/**
 * The route options of every screen. Nothing is loaded for a role that may not open it, and the
 * frame shows a message instead.
 */
export function screen(info: ScreenInfo) {
  return {
    staticData: { screen: info },
    beforeLoad: ({ context }: { context: RouterContext }) => {
      if (!info.roles.includes(context.person.role)) notFound({ throw: true })
    },
  }
}

/**
 * The error handler of a loader: a 404 shows the route's not-found component, any other error the
 * error page.
 */
export function throwNotFound(error: unknown): never {
  throw isMissing(error) ? notFound() : error
}

/** The error handler for a read whose error is shown by its own section. */
export const ignore = () => undefined

interface Parser<T> {
  (value: unknown): T | undefined
  /** The param opens a form, a question or details over its screen. */
  readonly opensOverlay?: true
}
/** Parsers of search params, by name. */
export type Parsers = Readonly<Record<string, Parser<unknown>>>
/** The values that parsers return, by name. */
export type Parsed<P> = {
  readonly [N in keyof P]: P[N] extends Parser<infer T> ? T | undefined : never
}

/** Parses any text; undefined if empty. */
export const text: Parser<string> = (value) =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Parses the id of a thing; undefined for anything else. */
export const id: Parser<string> = (value) =>
  typeof value === 'string' && isId(value) ? value : undefined

/** Parses a calendar day `YYYY-MM-DD`; undefined for anything else. */
export const day: Parser<string> = (value) =>
  typeof value === 'string' && isDay(value) ? value : undefined

/** Parses a year from 1900 to 2999; undefined for anything else. */
export const year: Parser<string> = (value) =>
  typeof value === 'string' && /^(19|2\d)\d\d$/.test(value) ? value : undefined

/** Parses one of a few values; undefined for any other. */
export const oneOf =
  <const T extends string>(...values: readonly T[]): Parser<T> =>
  (value) =>
    values.find((known) => known === value)

/**
 * Marks the parser of a param that opens a form, a question or details over its screen. Its name
 * must not be that of a filter on another screen: all screens share the names.
 */
export const overlay = <T>(parse: Parser<T>): Parser<T> =>
  Object.assign((value: unknown) => parse(value), { opensOverlay: true } as const)

/** Parses the name of the form that is open on a screen; `new=1` in a link is the first one. */
export const newForm = <const T extends string>(...forms: readonly [T, ...T[]]): Parser<T> => {
  const known = oneOf(...forms)
  return overlay((value) => (value === '1' ? forms[0] : known(value)))
}

/** The names of the params that open an overlay, of all screens that are loaded. */
const overlayNames = new Set<string>()

/** Whether a search `?entry=…` opens something over its screen. */
export const opensOverlay = (search: string) =>
  [...new URLSearchParams(search).keys()].some((name) => overlayNames.has(name))

/**
 * A screen's `validateSearch`: `searchParams({ status: oneOf(...jobStatuses) })`. Invalid values
 * are undefined.
 */
export function searchParams<P extends Parsers>(parsers: P) {
  for (const [name, parse] of Object.entries(parsers))
    if (parse.opensOverlay) overlayNames.add(name)
  return (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(parsers).map(([name, parse]) => [name, parse(search[name])]),
    ) as Parsed<P>
}

type SearchChange<S> = { readonly [N in keyof S]?: S[N] | '' }

/**
 * Like {@link useSetSearch}, but returns a promise that resolves when the screen shows the change.
 */
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
