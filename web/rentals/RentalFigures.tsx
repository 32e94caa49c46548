import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { RentalStats } from '@plumbline/contract/rentals.ts'
import { Figures } from '../ui/Figures.tsx'

/** The four cards above the tabs. */
export function RentalFigures({ stats }: { stats: RentalStats | undefined }) {
  return (
    <Figures
      items={[
        {
          label: 'Total Properties',
          value: stats?.totalProperties.toLocaleString('en-US') ?? '…',
          note: stats ? `${stats.occupied} occupied, ${stats.vacant} vacant` : '…',
        },
        {
          label: 'Monthly Rent Roll',
          value: stats ? formatDollars(stats.monthlyRentRoll) : '…',
        },
        { label: 'Occupancy Rate', value: stats ? `${stats.occupancyRate}%` : '…' },
        { label: 'Annual Revenue', value: stats ? formatDollars(stats.annualRevenue) : '…' },
      ]}
    />
  )
}
