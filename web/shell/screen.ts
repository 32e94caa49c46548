import type { User } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import type { Settings } from '@plumbline/contract/settings.ts'
import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'

/** What every loader is given. */
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
  /** What the top bar and the browser tab say. */
  readonly title: string | ((context: TitleContext) => string)
  /** Who may open it. */
  readonly roles: readonly Role[]
  /** What the others read. */
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
      if (!info.roles.includes(context.person.role)) throw notFound()
    },
  }
}
