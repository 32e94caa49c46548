import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArrowLeft, Percent } from 'lucide-react'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { adminOnly, screen, searchParams, useSetSearch } from '../../screens/screen.ts'
import { EmptyState, Panel } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Select } from '../../ui/Input.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { centsText } from '../invoices/texts.ts'
import { salesTaxQuery } from './api.ts'
import { TaxMonths } from './TaxMonths.tsx'

const validateSearch = searchParams({
  year: (value) => (typeof value === 'string' && /^(19|2\d)\d\d$/.test(value) ? value : undefined),
})
type Search = ReturnType<typeof validateSearch>

export const Route = createFileRoute('/sales-tax')({
  ...screen({ title: 'Sales Tax', ...adminOnly }),
  validateSearch,
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client }, location }) => {
    const { salesTaxQuery } = await import('./api.ts')
    await client.query(salesTaxQuery(validateSearch(location.search).year))
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="Sales Tax" />
      <RowsSkeleton count={6} />
    </>
  ),
  component: SalesTaxScreen,
})

/** The sales tax of a year by month of issue. */
function SalesTaxScreen() {
  const { year: asked } = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const { data } = useSuspenseQuery(salesTaxQuery(asked))
  const { year, years, months, total } = data
  const isEmpty = [total.invoices, total.creditMemos, total.voids].every(({ count }) => count === 0)
  return (
    <>
      <Link href={paths.receivables()} className="action-link no-print mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to Account Receivables
      </Link>
      <ScreenHeader
        title="Sales Tax"
        text="By month of issue, less credit memos. A void invoice is taken back in the month in which it became void."
        more={
          !isEmpty && (
            <ListButtons
              fileName={`sales-tax-${year}`}
              read={async () => (await import('./printed.ts')).printedSalesTax(String(year))}
            />
          )
        }
      >
        <Select
          aria-label="Year"
          options={years.map((one) => ({ value: String(one), label: String(one) }))}
          value={String(year)}
          onChange={({ target: { value } }) => setSearch({ year: value })}
          className="w-28"
        />
      </ScreenHeader>
      {isEmpty ? (
        <EmptyState
          icon={Percent}
          title={`Nothing was invoiced in ${year}`}
          text="Invoices that are issued appear here in their month"
        />
      ) : (
        <>
          <Figures
            isAbove
            lead={{ label: `Sales Tax ${year}`, value: centsText(total.tax) }}
            items={[
              { label: 'Taxable', value: centsText(total.taxable) },
              { label: 'Not Taxable', value: centsText(total.notTaxable) },
            ]}
          />
          <Panel className="@container mt-3 sm:mt-6.5">
            {/* Keyed by year so that an open month is not one of another year. */}
            <TaxMonths key={year} months={months} total={total} />
          </Panel>
        </>
      )}
    </>
  )
}
