import { reads } from '@plumbline/contract/readers.ts'
import { type Settings, settingsRoutes } from '@plumbline/contract/settings.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMe } from './me.ts'
import { query } from './query.ts'

/** The company's names, time zone and working days; loaded before any screen is shown. */
export const companyQuery = query(settingsRoutes.read)

/** The title of the rental properties: the name of the holdings company, if it has one. */
export const holdingsTitle = ({ holdingsName }: Pick<Settings, 'holdingsName'>) =>
  holdingsName ?? 'Rental Properties'

export function useCompany(): Settings {
  return useSuspenseQuery(companyQuery).data
}

/** Whether the person sees which sub does the work: a client only if the settings say so. */
export function useSeesSubs(): boolean {
  const { role } = useMe()
  const { clientsSeeSubs } = useCompany()
  return clientsSeeSubs || reads(role, 'crew')
}
