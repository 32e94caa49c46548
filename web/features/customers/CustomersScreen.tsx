import { customerOrders } from '@plumbline/contract/customerOrders.ts'
import { createFileRoute } from '@tanstack/react-router'
import { ContactRound, Plus } from 'lucide-react'
import { ListRows, ListScreen, useTableView } from '../../lists/ListScreen.tsx'
import { lazyTable } from '../../lists/lazyTable.tsx'
import { listSearch } from '../../lists/listSearch.ts'
import { listScreen } from '../../lists/rememberedView.ts'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { usePagedList } from '../../screens/QueryList.tsx'
import { adminOnly, newForm, oneOf, text, useSetSearch } from '../../screens/screen.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { CardGrid, CardsSkeleton } from '../../ui/CardGrid.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { customerPages, customerTotals } from './api.ts'
import { CustomerCard } from './CustomerCard.tsx'

const { Table, Columns } = lazyTable(() => import('./CustomersTable.tsx'))
const CreateCustomer = lazyPart(async () => ({
  default: (await import('./CustomerForm.tsx')).CreateCustomer,
}))

const customerSearch = listSearch(
  { search: text, similar: oneOf('true'), sort: oneOf(...customerOrders) },
  { new: newForm('customer') },
)

export const Route = createFileRoute('/customers')({
  ...listScreen('customers', { title: 'Customers', ...adminOnly }),
  validateSearch: customerSearch.validate,
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client }, location }) => {
    const { customerPages } = await import('./api.ts')
    const search = customerSearch.validate(location.search)
    return client.infiniteQuery(customerPages(customerSearch.filterOf(search), search.view))
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="Customers" />
      <CardsSkeleton />
    </>
  ),
  component: CustomersScreen,
})

/** The list of customers with search, filters, and a dialog for new customers. */
function CustomersScreen() {
  const search = Route.useSearch()
  const setSearch = useSetSearch<typeof search>()
  const filter = customerSearch.filterOf(search)
  const list = usePagedList(customerPages(filter, search.view))
  const table = useTableView(search)

  return (
    <ListScreen
      title="Customers"
      noun="customers"
      search={customerSearch}
      params={search}
      table={table}
      more={
        <>
          {list.paging.total > 0 && (
            <ListButtons
              fileName="customers"
              read={async () => (await import('./printed.ts')).printedCustomers(filter)}
            />
          )}
          <Link href={paths.imports('customers')} className={buttonVariants()}>
            Import Customers
          </Link>
        </>
      }
      action={
        <Button variant="primary" onClick={() => setSearch({ new: 'customer' })}>
          <Plus aria-hidden />
          New Customer
        </Button>
      }
      views={{
        screen: 'customers',
        builtIn: [
          { name: 'All', params: {} },
          { name: 'May be the same', params: { similar: 'true' } },
        ],
        path: paths.customers,
        totals: customerTotals,
        count: ({ count }) => count,
      }}
      Columns={Columns}
      searched="Name, contact, address or phone"
      filters={
        <Button
          aria-pressed={filter.similar === 'true'}
          onClick={() => setSearch({ similar: filter.similar ? '' : 'true' })}
          className="aria-pressed:border-ink aria-pressed:bg-sunken"
        >
          May be the same
        </Button>
      }
    >
      <ListRows
        {...{ list, filter, Table }}
        noMatch="No customers found"
        skeleton={<CardsSkeleton />}
        empty={
          <EmptyState
            icon={ContactRound}
            title="No customers yet"
            text="Everyone you bid or work for is listed here"
          />
        }
      >
        {(customers, busy) => (
          <CardGrid items={customers} busy={busy}>
            {(customer) => <CustomerCard customer={customer} />}
          </CardGrid>
        )}
      </ListRows>
      {search.new === 'customer' && <CreateCustomer onClose={() => setSearch({ new: '' })} />}
    </ListScreen>
  )
}
