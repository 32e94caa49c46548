import { Select } from '../../../ui/Input.tsx'
import { PropertyPicker } from '../PropertyPicker.tsx'
import { useSetRentalSearch } from '../search.ts'

interface YearSelectProps {
  year: number
  years: readonly number[]
}

/** The year select of a report, with the years that have entries. */
export function YearSelect({ year, years }: YearSelectProps) {
  const setSearch = useSetRentalSearch()
  return (
    <Select
      aria-label="Year"
      options={years.map((one) => ({ value: String(one), label: String(one) }))}
      value={String(year)}
      onChange={(event) => setSearch({ year: event.target.value })}
      className="w-24 max-sm:flex-1"
    />
  )
}

/** The property select of a report, with an option for all properties. */
export function PropertySelect({ propertyId }: { propertyId: string | undefined }) {
  const setSearch = useSetRentalSearch()
  return (
    <div className="w-full sm:w-48">
      <PropertyPicker
        aria-label="Property"
        placeholder="All properties"
        value={propertyId ?? null}
        onChange={(id) => setSearch({ propertyId: id ?? '' })}
      />
    </div>
  )
}
