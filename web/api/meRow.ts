import type { authRoutes } from '@plumbline/contract/auth.ts'

/**
 * The read of the person signed in, for code that is loaded first. Written out, although checked
 * against the contract: importing the row would load zod and the schemas with the landing screen
 * (30 kB), 160 ms on a slow phone.
 */
export const meRow = { method: 'GET', path: '/api/auth/user' } as const satisfies Pick<
  typeof authRoutes.me,
  'method' | 'path'
>
