import { type RentalProperty, rentalRoutes } from '@plumbline/contract/rentals.ts'
import { query } from '../../api/query.ts'
import { type PickerProps, SearchPicker } from '../../pickers/SearchPicker.tsx'

/** A picker for one property, searched by address while typing. */
export const PropertyPicker = (props: PickerProps<RentalProperty>) => (
  <SearchPicker
    placeholder="Choose a property"
    {...props}
    listQuery={(search) => query(rentalRoutes.list, { query: { search, limit: '20' } })}
    oneQuery={(id) => query(rentalRoutes.one, { params: { id } })}
    toOption={({ id, address, city, tenantName }) => ({
      value: id,
      label: address,
      detail: tenantName ? `${city} · ${tenantName}` : city,
    })}
    nothing="No property with that address"
  />
)
