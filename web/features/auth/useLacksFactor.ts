import { useSuspenseQuery } from '@tanstack/react-query'
import { passkeysQuery, secondFactorQuery } from './api.ts'

/** Whether the company requires a second factor from this person, and they have none yet. */
export function useLacksFactor(): boolean {
  const { data: status } = useSuspenseQuery(secondFactorQuery)
  const { data: passkeys } = useSuspenseQuery(passkeysQuery)
  return status.required && status.enabledAt === null && passkeys.length === 0
}
