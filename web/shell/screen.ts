import type { User } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import type { Settings } from '@plumbline/contract/settings.ts'
import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { isMissing } from '../api/call.ts'

/** The context of every loader. */
export interface RouterContext {
  readonly client: QueryClient
  readonly person: User
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
