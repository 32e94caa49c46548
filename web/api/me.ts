import { authRoutes } from '@plumbline/contract/auth.ts'
import type { User } from '@plumbline/contract/people.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from './query.ts'

/** The person signed in: put in place by app.tsx, renewed when they change their account. */
export const meQuery = query(authRoutes.me)

/** The person signed in. */
export function useMe(): User {
  return useSuspenseQuery(meQuery).data
}
