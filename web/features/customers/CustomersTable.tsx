import { customerRoutes, type ListedCustomer } from '@plumbline/contract/customers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { call } from '../../api/call.ts'
import { ListTable, type TableProps } from '../../lists/ListTable.tsx'
import { paths } from '../../paths.ts'
import { CreatedCell } from '../../screens/CreatedCell.tsx'
import { detailsColumn } from '../../screens/detailsColumn.tsx'
import { NameCell } from '../../screens/NameCell.tsx'
import { plural } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { callUrl, mailUrl } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'
import { useShownColumns } from '../../ui/table/columns.ts'
import { BarButton } from '../../ui/table/SelectionBar.tsx'
import { TableSums } from '../../ui/table/TableSums.tsx'
import type { Column } from '../../ui/table/tableProps.ts'
import { type CustomerFilter, customerTotals } from './api.ts'

const MergeCustomers = lazyPart(() => import('./MergeCustomers.tsx'))

/** The table of filtered customers. Two selected ones can be merged. */
function CustomersTable(props: TableProps<ListedCustomer, CustomerFilter>) {
  return (
    <ListTable
      {...props}
      label="Customers"
      columns={useShownColumns(columns, props.columns)}
      nameOf={({ name }) => name}
      readAll={() => call(customerRoutes.list, { query: props.filter })}
      foot={<Sums filter={props.filter} />}
      actions={({ chosen, open }) => (
        <BarButton
          disabled={chosen.length !== 2}
          title={chosen.length === 2 ? undefined : 'Select two customers to merge them'}
          onClick={() => open('merge')}
        >
          <Users aria-hidden />
          Merge
        </BarButton>
      )}
      dialogs={{
        merge: (chosen, onClose) => {
          const [customer, other] = chosen.toSorted((a, b) => weightOf(b) - weightOf(a))
          return customer && other && <MergeCustomers {...{ customer, other, onClose }} />
        },
      }}
      fileName="customers"
      printoutOf={async (rows) => {
        const { customersOnPaper } = await import('./printed.ts')
        return customersOnPaper({ filter: 'Selected customers', rows })
      }}
    />
  )
}

/** The number of things that belong to a customer. The one with more is proposed to stay. */
const weightOf = ({ jobs, openBids }: ListedCustomer) => jobs + openBids

/** The columns of the table of customers. */
const columns: readonly Column<ListedCustomer>[] = [
  {
    label: 'Customer',
    width: 'minmax(9rem,1.6fr)',
    sort: 'name',
    cell: ({ id, name, company }) => (
      <NameCell href={paths.customer(id)} name={name} detail={company ?? ''} />
    ),
  },
  {
    label: 'Contact',
    key: 'contact',
    width: 'minmax(9rem,1.5fr)',
    cell: ({ contacts: [main] }) => (
      <>
        {main?.phone && (
          <ContactLine href={callUrl(main.phone)}>{phoneText(main.phone)}</ContactLine>
        )}
        {main?.email && <ContactLine href={mailUrl(main.email)}>{main.email}</ContactLine>}
      </>
    ),
  },
  {
    label: 'Address',
    key: 'address',
    width: 'minmax(8rem,1.6fr)',
    cell: ({ address }) => <span className="block truncate text-ink-2">{address}</span>,
  },
  {
    label: 'Added',
    key: 'added',
    when: 'wide',
    width: '6.25rem',
    sort: 'created',
    cell: ({ createdAt }) => <CreatedCell at={createdAt} />,
  },
  {
    label: 'Jobs',
    key: 'jobs',
    width: '4rem',
    figures: true,
    cell: ({ jobs }) => <Count count={jobs} />,
  },
  {
    label: 'Open Bids',
    key: 'openBids',
    width: '5.5rem',
    figures: true,
    cell: ({ openBids }) => <Count count={openBids} />,
  },
  detailsColumn(paths.customer),
]

function ContactLine({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} tabIndex={-1} className="block truncate text-ink-2 hover:underline">
      {children}
    </a>
  )
}

/** A number of things. None is less prominent. */
function Count({ count }: { count: number }) {
  return (
    <span className={count === 0 ? 'text-ink-3' : undefined}>{count.toLocaleString('en-US')}</span>
  )
}

/** The number of all filtered customers. */
function Sums({ filter }: { filter: CustomerFilter }) {
  const { data } = useQuery({ ...customerTotals(filter), placeholderData: keepPreviousData })
  if (!data) return '…'
  return <TableSums count={plural(data.count, 'customer', 'customers')} parts={[]} />
}

export default { Table: CustomersTable, columns }
