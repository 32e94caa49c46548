import { type RentalProperty, rentalRoutes } from '@plumbline/contract/rentals.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useDeferredValue, useState } from 'react'
import { query } from '../../api/query.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import type { ControlProps } from '../../ui/Field.tsx'
import type { ComboboxOption } from '../../ui/OptionList.tsx'

interface PropertyPickerProps extends Partial<ControlProps> {
  ref?: Ref<HTMLInputElement>
  value: string | null
  onChange: (id: string | null, property: RentalProperty | undefined) => void
  placeholder?: string
  /** An option before the properties, such as no property. */
  first?: ComboboxOption
  'aria-label'?: string
}

/** A combobox that finds properties by address. */
export function PropertyPicker({
  value,
  onChange,
  placeholder = 'Choose a property',
  first,
  ...control
}: PropertyPickerProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    ...query(rentalRoutes.list, { query: { search, limit: '20' } }),
    placeholderData: keepPreviousData,
  })
  const listed = found.data ?? []
  const isListed = value === first?.value || listed.some(({ id }) => id === value)
  const chosen = useQuery({
    ...query(rentalRoutes.one, { params: { id: value ?? '' } }),
    enabled: value !== null && found.data !== undefined && !isListed,
  })
  const homes = chosen.data && !isListed ? [chosen.data, ...listed] : listed
  const options = homes.map(({ id, address, city, tenantName }) => ({
    value: id,
    label: address,
    detail: tenantName ? `${city} · ${tenantName}` : city,
  }))
  return (
    <Combobox
      {...control}
      options={first ? [first, ...options] : options}
      value={value}
      onChange={(id) => {
        setTyped('')
        onChange(
          id,
          homes.find((home) => home.id === id),
        )
      }}
      onSearch={setTyped}
      placeholder={placeholder}
      none={found.isFetching ? 'Searching…' : 'No property with that address'}
    />
  )
}
