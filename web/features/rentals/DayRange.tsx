import { DayFilter } from '../../screens/DayFilter.tsx'
import { type RentalSearch, useSetRentalSearch } from './search.ts'

/** The filter for the first and last day of a list. */
export function DayRange({ from, to }: Pick<RentalSearch, 'from' | 'to'>) {
  const setSearch = useSetRentalSearch()
  const width = 'w-38 touch:w-42'
  return (
    <div className="flex items-center gap-2">
      <DayFilter
        aria-label="From"
        value={from}
        onChange={(day) => setSearch({ from: day })}
        className={width}
      />
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <DayFilter
        aria-label="To"
        value={to}
        onChange={(day) => setSearch({ to: day })}
        className={width}
      />
    </div>
  )
}
