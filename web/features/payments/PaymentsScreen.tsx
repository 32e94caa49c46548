import { formatCents } from '@plumbline/contract/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Banknote } from 'lucide-react'
import { ListButtons } from '../../print/ListButtons.tsx'
import { DayFilter } from '../../screens/DayFilter.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { adminOnly, day, screen, searchParams, useSetSearch } from '../../screens/screen.ts'
import { EmptyState, Panel } from '../../ui/Card.tsx'
import { FigureLine } from '../../ui/Figures.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { NoMatch } from '../../ui/NoMatch.tsx'
import { ToolLine } from '../../ui/ToolLine.tsx'
import { moneyPages, moneyTotals } from './api.ts'
import { PaymentRows } from './PaymentRows.tsx'

const validateSearch = searchParams({ from: day, to: day })
type Search = ReturnType<typeof validateSearch>

export const Route = createFileRoute('/payments')({
  ...screen({ title: 'Payments', ...adminOnly }),
  validateSearch,
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client }, location }) => {
    const { moneyPages } = await import('./api.ts')
    return client.infiniteQuery(moneyPages(validateSearch(location.search)))
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="Payments" />
      <RowsSkeleton count={5} />
    </>
  ),
  component: PaymentsScreen,
})

/** The money that came in from all customers and that was paid back, by day. */
function PaymentsScreen() {
  const days = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const list = usePagedList(moneyPages(days))
  const { data: totals } = useQuery({ ...moneyTotals(days), placeholderData: keepPreviousData })
  const isFiltered = days.from !== undefined || days.to !== undefined
  return (
    <>
      <ScreenHeader
        title="Payments"
        more={
          list.paging.total > 0 && (
            <ListButtons
              fileName="payments"
              read={async () => (await import('./printed.ts')).printedPayments(days)}
            />
          )
        }
      />
      <ToolLine>
        <div className="flex items-center gap-2">
          <DayFilter
            aria-label="From"
            value={days.from}
            onChange={(from) => setSearch({ from })}
            className="w-38 touch:w-42"
          />
          <span aria-hidden className="text-ink-3">
            –
          </span>
          <DayFilter
            aria-label="To"
            value={days.to}
            onChange={(to) => setSearch({ to })}
            className="w-38 touch:w-42"
          />
        </div>
      </ToolLine>
      {totals && (
        <FigureLine
          items={[
            ['Received', formatCents(totals.received)],
            ['Entries', totals.count.toLocaleString('en-US')],
          ]}
          className="mb-3"
        />
      )}
      <QueryList
        list={list}
        noun="payments"
        skeleton={<RowsSkeleton count={5} />}
        noMatch={
          isFiltered && (
            <NoMatch title="No payments found" onClear={() => setSearch({ from: '', to: '' })} />
          )
        }
        empty={
          <EmptyState
            icon={Banknote}
            title="No payments yet"
            text="Payments that are recorded for invoices appear here"
          />
        }
      >
        {(payments) => (
          <Panel className="px-4 py-1">
            <PaymentRows payments={payments} isOfSeveral />
          </Panel>
        )}
      </QueryList>
    </>
  )
}
