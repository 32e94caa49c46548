import type { SalesTax } from '@plumbline/contract/salesTax.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Percent } from 'lucide-react'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { useSetSearch } from '../../screens/screen.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { EmptyState, Panel } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Select } from '../../ui/Input.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { centsText } from '../invoices/texts.ts'
import { salesTaxQuery } from './api.ts'
import { TaxMonths } from './TaxMonths.tsx'

const isEmpty = ({ total }: SalesTax) =>
  [total.invoices, total.creditMemos, total.voids].every(({ count }) => count === 0)

/** The sales tax of a year by month of issue, this year by default. */
export function SalesTaxView({ asked }: { asked: string | undefined }) {
  const setSearch = useSetSearch<{ year: string | undefined }>()
  const { data, isFetching, refetch } = useQuery({
    ...salesTaxQuery(asked),
    placeholderData: keepPreviousData,
  })
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
          data &&
          !isEmpty(data) && (
            <ListButtons
              fileName={`sales-tax-${data.year}`}
              read={async () => (await import('./printed.ts')).printedSalesTax(String(data.year))}
            />
          )
        }
      >
        {data && (
          <Select
            aria-label="Year"
            options={data.years.map((one) => ({ value: String(one), label: String(one) }))}
            value={String(data.year)}
            onChange={({ target: { value } }) => setSearch({ year: value })}
            className="w-28"
          />
        )}
      </ScreenHeader>
      {data ? (
        <Year tax={data} />
      ) : isFetching ? (
        <RowsSkeleton count={6} />
      ) : (
        <LoadProblem what="The sales tax" pending={false} onRetry={() => void refetch()} />
      )}
    </>
  )
}

function Year({ tax }: { tax: SalesTax }) {
  const { year, months, total } = tax
  if (isEmpty(tax))
    return (
      <EmptyState
        icon={Percent}
        title={`Nothing was invoiced in ${year}`}
        text="Invoices that are issued appear here in their month"
      />
    )
  return (
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
  )
}
