import { type Customer, customerRoutes } from '@plumbline/contract/customers.ts'
import { query } from '../api/query.ts'
import { type PickerProps, SearchPicker } from './SearchPicker.tsx'

/** A picker for one customer, searched by name, contact or phone number while typing. */
export const CustomerPicker = (props: PickerProps<Customer>) => (
  <SearchPicker
    placeholder="Choose a customer"
    {...props}
    listQuery={(search) =>
      query(customerRoutes.list, { query: { search, limit: '20', total: 'false' } })
    }
    oneQuery={(id) => query(customerRoutes.one, { params: { id } })}
    toOption={({ id, name, company, address }) => ({
      value: id,
      label: name,
      detail: company ?? address ?? '',
    })}
    nothing="No customer with that name or phone number"
  />
)
