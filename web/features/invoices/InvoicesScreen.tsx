import { invoiceFilters, invoiceOrders } from '@plumbline/contract/invoiceOrders.ts'
import { createFileRoute } from '@tanstack/react-router'
import { Banknote, FileSpreadsheet, Plus, Receipt, Undo2 } from 'lucide-react'
import { useMay } from '../../api/me.ts'
import { ListRows, ListScreen, useTableView } from '../../lists/ListScreen.tsx'
import { lazyTable } from '../../lists/lazyTable.tsx'
import { listSearch } from '../../lists/listSearch.ts'
import { listScreen } from '../../lists/rememberedView.ts'
import { paths } from '../../paths.ts'
import { CustomerPicker } from '../../pickers/CustomerPicker.tsx'
import { JobPicker } from '../../pickers/JobPicker.tsx'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { usePagedList } from '../../screens/QueryList.tsx'
import {
  adminsAndClients,
  day,
  id,
  newForm,
  oneOf,
  text,
  useSetSearch,
} from '../../screens/screen.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { CardGrid, CardsSkeleton } from '../../ui/CardGrid.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Select } from '../../ui/Input.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RecordPayment } from '../payments/dialogs.tsx'
import { type InvoiceFilter, invoicePages, invoiceTotals } from './api.ts'
import { ClientInvoices } from './ClientInvoices.tsx'
import { DueFilter } from './DueFilter.tsx'
import { InvoiceCard } from './InvoiceCard.tsx'
import { creditOption, invoiceStateOptions } from './statuses.ts'

const { Table, Columns } = lazyTable(() => import('./InvoicesTable.tsx'))
const CreateInvoice = lazyPart(async () => ({
  default: (await import('./InvoiceForm.tsx')).CreateInvoice,
}))

const OwedFigures = lazyPart(
  () => import('./OwedFigures.tsx'),
  () => <Skeleton className="h-16 w-full" />,
)

const parseKind = oneOf('invoice', 'creditMemo')
const parseState = oneOf(...invoiceFilters)

const invoiceSearch = listSearch(
  {
    search: text,
    kind: parseKind,
    status: parseState,
    customerId: id,
    jobId: id,
    dueFrom: day,
    dueTo: day,
    sort: oneOf(...invoiceOrders),
  },
  { new: newForm('invoice', 'payment', 'creditMemo') },
)

export const Route = createFileRoute('/invoices')({
  ...listScreen(
    'invoices',
    { title: 'Invoices', ...adminsAndClients },
    {
      isTable: ({ may }) => may('finance.read'),
    },
  ),
  validateSearch: invoiceSearch.validate,
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client, may }, location }) => {
    if (!may('finance.read')) {
      const { clientInvoicePages } = await import('./clientApi.ts')
      return client.infiniteQuery(clientInvoicePages())
    }
    const { invoicePages } = await import('./api.ts')
    const search = invoiceSearch.validate(location.search)
    return client.infiniteQuery(invoicePages(invoiceSearch.filterOf(search), search.view))
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="Invoices" />
      <CardsSkeleton />
    </>
  ),
  component: InvoicesScreen,
})

/** All invoices for the office, and those to a client for them. */
function InvoicesScreen() {
  return useMay()('finance.read') ? <OfficeInvoices /> : <ClientInvoices />
}

/** The list of invoices with search, filters, and a dialog for new ones. */
function OfficeInvoices() {
  const search = Route.useSearch()
  const setSearch = useSetSearch<typeof search>()
  const filter = invoiceSearch.filterOf(search)
  const list = usePagedList(invoicePages(filter, search.view))
  const table = useTableView(search)

  return (
    <ListScreen
      title="Invoices"
      noun="invoices"
      search={invoiceSearch}
      params={search}
      table={table}
      figures={<OwedFigures view={search.view} />}
      more={
        <>
          {list.paging.total > 0 && (
            <ListButtons
              fileName="invoices"
              read={async () => (await import('./printed.ts')).printedInvoices(filter)}
            />
          )}
          <Button onClick={() => setSearch({ new: 'payment' })}>
            <Banknote aria-hidden />
            Record Payment
          </Button>
          <Button variant="quiet" onClick={() => setSearch({ new: 'creditMemo' })}>
            <Undo2 aria-hidden />
            <span className="@2xl:@max-5xl:sr-only">New Credit Memo</span>
          </Button>
          <Link href={paths.quickBooks()} className={buttonVariants({ variant: 'quiet' })}>
            <FileSpreadsheet aria-hidden />
            <span className="@2xl:@max-5xl:sr-only">QuickBooks</span>
          </Link>
        </>
      }
      action={
        <Button variant="primary" onClick={() => setSearch({ new: 'invoice' })}>
          <Plus aria-hidden />
          New Invoice
        </Button>
      }
      views={{
        screen: 'invoices',
        builtIn: [
          { name: 'Open', params: { status: 'unpaid', sort: 'due' } },
          { name: 'Overdue', params: { status: 'overdue', sort: 'due' } },
          { name: 'Drafts', params: { status: 'draft' } },
          { name: 'Paid', params: { status: 'paid' } },
          { name: 'Credits', params: { kind: 'creditMemo' } },
          { name: 'All', params: {} },
        ],
        path: paths.invoices,
        totals: invoiceTotals,
        count: ({ count }) => count,
      }}
      Columns={Columns}
      searched="Number, customer or job"
      filters={<InvoiceFilters filter={filter} />}
    >
      <ListRows
        {...{ list, filter, Table }}
        noMatch="No invoices found"
        skeleton={<CardsSkeleton />}
        empty={
          <EmptyState
            icon={Receipt}
            title="No invoices yet"
            text="Bill a deposit, a finished phase or extra work with New Invoice"
          />
        }
      >
        {(invoices, busy) => (
          <CardGrid items={invoices} busy={busy}>
            {(invoice) => <InvoiceCard invoice={invoice} />}
          </CardGrid>
        )}
      </ListRows>
      {search.new && search.new !== 'payment' && (
        <CreateInvoice
          key={search.new}
          kind={search.new}
          onClose={() => setSearch({ new: '' })}
          {...(search.customerId && { customerId: search.customerId })}
          {...(search.jobId && { jobId: search.jobId })}
        />
      )}
      {search.new === 'payment' && <RecordPayment onClose={() => setSearch({ new: '' })} />}
    </ListScreen>
  )
}

/** The filters by state or credit memos, customer, job and due days. */
function InvoiceFilters({ filter }: { filter: InvoiceFilter }) {
  const setSearch = useSetSearch<InvoiceFilter>()
  return (
    <>
      <Select
        aria-label="State"
        options={[{ value: '', label: 'All states' }, ...invoiceStateOptions, creditOption]}
        value={filter.kind === 'creditMemo' ? filter.kind : (filter.status ?? '')}
        onChange={({ target: { value } }) =>
          setSearch({
            kind: value === 'creditMemo' ? value : '',
            status: parseState(value) ?? '',
          })
        }
        className="w-32"
      />
      <div className="w-40">
        <CustomerPicker
          aria-label="Customer"
          placeholder="All customers"
          noneLabel="All customers"
          value={filter.customerId ?? null}
          onChange={(customerId) => setSearch({ customerId: customerId ?? '' })}
        />
      </div>
      <div className="w-36">
        <JobPicker
          aria-label="Job"
          placeholder="All jobs"
          noneLabel="All jobs"
          value={filter.jobId ?? null}
          onChange={(jobId) => setSearch({ jobId: jobId ?? '' })}
        />
      </div>
      <DueFilter dueFrom={filter.dueFrom} dueTo={filter.dueTo} />
    </>
  )
}
