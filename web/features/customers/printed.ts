import { customerRoutes, type ListedCustomer } from '@plumbline/contract/customers.ts'
import { call } from '../../api/call.ts'
import { describeFilter, type Printout, printout } from '../../print/printout.ts'
import { phoneText } from '../../ui/phone.ts'
import type { CustomerFilter } from './api.ts'

interface Customers {
  /** A description of the filter. */
  readonly filter: string
  readonly rows: readonly ListedCustomer[]
}

/** The printout of customers, each with their main contact. */
export function customersOnPaper({ filter, rows }: Customers): Printout {
  return printout({
    title: 'Customers',
    filter,
    noun: ['customer', 'customers'],
    columns: [
      { label: 'Customer', share: 1.2, text: ({ name }) => name },
      { label: 'Company', text: ({ company }) => company ?? '' },
      { label: 'Contact', text: ({ contacts: [main] }) => main?.name ?? '' },
      { label: 'Phone', share: 0.9, text: ({ contacts: [main] }) => phoneText(main?.phone ?? '') },
      { label: 'Email', share: 1.3, text: ({ contacts: [main] }) => main?.email ?? '' },
      { label: 'Address', share: 1.4, text: ({ address }) => address ?? '' },
      { label: 'Jobs', kind: 'figure', text: ({ jobs }) => String(jobs) },
      { label: 'Open Bids', kind: 'figure', text: ({ openBids }) => String(openBids) },
    ],
    rows,
  })
}

/** The printout of all filtered customers. */
export async function printedCustomers(filter: CustomerFilter): Promise<Printout> {
  const rows = await call(customerRoutes.list, { query: filter })
  const filterText = describeFilter('All customers', [
    ['May be the same', filter.similar && 'Yes'],
    ['Search', filter.search],
  ])
  return customersOnPaper({ filter: filterText, rows })
}
