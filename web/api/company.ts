import { type Settings, settingsRoutes } from '@plumbline/contract/settings.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from './query.ts'

/** The company's names, time zone and working days; loaded before any screen is shown. */
export const companyQuery = query(settingsRoutes.read)

/** What the rental properties are titled with: the holdings company, where it has a name. */
export const holdingsTitle = ({ holdingsName }: Pick<Settings, 'holdingsName'>) =>
  holdingsName ?? 'Rental Properties'

/** The company. */
export function useCompany(): Settings {
  return useSuspenseQuery(companyQuery).data
}
