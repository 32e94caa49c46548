import { roles } from '@plumbline/contract/policy.ts'
import { createRouter } from '@tanstack/react-router'
import { mayOf } from '../api/me.ts'
import { newQueryClient } from '../api/query.ts'
import { routeTree } from '../app/routeTree.gen.ts'
import { navOf } from '../screens/nav.ts'
import type { ScreenInfo } from '../screens/screen.ts'
import { company, people } from './open.tsx'

const router = createRouter({
  routeTree,
  context: { client: newQueryClient(), person: people.admin, may: mayOf(people.admin) },
})

/**
 * All screens: their addresses, their titles in the test company, and the roles that may open them.
 */
export const screens = Object.values(router.routesById).flatMap((route) => {
  const info: ScreenInfo | undefined = route.options.staticData?.screen
  if (!info) return []
  const title = typeof info.title === 'string' ? info.title : info.title({ company, search: {} })
  return [{ ...info, path: route.fullPath, title }]
})

/** The labels of each role's sidebar in the test company. */
export const sidebars = roles.map((role) => ({
  role,
  labels: navOf(role, company).map(({ label }) => label),
}))
