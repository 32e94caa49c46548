import { formatDollars } from '@plumbline/contract/dollars.ts'
import { useQuery } from '@tanstack/react-query'
import { LoadProblem } from '../../ui/Alert.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { statsQuery } from './api.ts'

/** The four summary cards above the tabs. */
export function RentalFigures() {
  const { data: stats, error, isFetching, refetch } = useQuery(statsQuery)
  if (!stats && error)
    return <LoadProblem what="The figures" pending={isFetching} onRetry={() => void refetch()} />
  return (
    <Figures
      isAbove
      items={[
        {
          label: 'Total Properties',
          value: stats?.totalProperties.toLocaleString('en-US') ?? '…',
          note: stats ? `${stats.occupied} occupied, ${stats.vacant} vacant` : '…',
        },
        {
          label: 'Monthly Rent Roll',
          value: stats ? formatDollars(stats.monthlyRentRoll) : '…',
          note: 'All homes, vacant ones too',
        },
        { label: 'Occupancy Rate', value: stats ? `${stats.occupancyRate}%` : '…' },
        {
          label: 'Annual Revenue',
          value: stats ? formatDollars(stats.annualRevenue) : '…',
          note: 'Monthly rent roll times 12',
        },
      ]}
    />
  )
}
