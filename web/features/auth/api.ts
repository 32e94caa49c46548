import { accountRoutes } from '@plumbline/contract/account.ts'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import { secondFactorRoutes } from '@plumbline/contract/secondFactor.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'

export const sessionsQuery = query(accountRoutes.sessions)
export const secondFactorQuery = query(secondFactorRoutes.read)
export const passkeysQuery = query(passkeyRoutes.list)
export const feedQuery = query(calendarRoutes.feed)

/** Whether the company requires a second factor from this person, and they have none yet. */
export function useLacksFactor(): boolean {
  const { data: status } = useSuspenseQuery(secondFactorQuery)
  const { data: passkeys } = useSuspenseQuery(passkeysQuery)
  return status.required && status.enabledAt === null && passkeys.length === 0
}
