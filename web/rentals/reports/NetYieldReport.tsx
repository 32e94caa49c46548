import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { NetYield } from '@plumbline/contract/rentalReports.ts'
import { useQuery } from '@tanstack/react-query'
import { TrendingUp } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Link } from '../../shell/Link.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { SectionHeader } from '../../ui/Headings.tsx'
import { expenseEntries, incomeEntries, netYieldQuery } from './api.ts'
import {
  Amount,
  Bar,
  Cell,
  Head,
  mostOf,
  OfRows,
  Report,
  ReportQuery,
  ReportTable,
  Row,
  RowHead,
} from './Report.tsx'

const csvRows = ({ rows }: NetYield) => [
  ['Property', 'Purchase Price', 'Income', 'Expenses', 'Net', 'Yield %'],
  ...rows.map((row) => [
    ...[row.address, row.purchasePrice ?? '', row.income, row.expenses, row.net, row.yield ?? ''],
  ]),
]

/** What each property brought in twelve months, in percent of what it cost. */
export function NetYieldReport() {
  return (
    <ReportQuery read={useQuery(netYieldQuery)}>
      {(data) => (
        <Report
          title="Net Yield"
          text={`${formatDay(data.from)} – ${formatDay(data.to)}`}
          fileName={`net-yield-${data.to}`}
          rows={() => csvRows(data)}
        >
          {data.rows.length === 0 ? (
            <EmptyState
              icon={TrendingUp}
              title="No properties yet"
              text="Add a property and what it cost to see what it yields"
            />
          ) : (
            <>
              <Figures
                lead={{
                  label: 'Net Yield',
                  value: <OfRows>{percent(data.total.yield) ?? 'Not known'}</OfRows>,
                  note: 'Of properties whose purchase price is known',
                }}
                items={[
                  {
                    label: 'Purchase Price',
                    value: <OfRows>{formatDollars(data.total.purchasePrice)}</OfRows>,
                  },
                  { label: 'Income', value: <OfRows>{formatDollars(data.total.income)}</OfRows> },
                  {
                    label: 'Expenses',
                    value: <OfRows>{formatDollars(data.total.expenses)}</OfRows>,
                  },
                  { label: 'Net', value: <OfRows>{formatDollars(data.total.net)}</OfRows> },
                ]}
              />
              <Groups data={data} />
            </>
          )}
        </Report>
      )}
    </ReportQuery>
  )
}

const percent = (value: string | null) => (value === null ? undefined : `${value}%`)

/** The figures are of the properties whose price is known: the others are apart, below. */
function Groups({ data }: { data: NetYield }) {
  const known = data.rows.filter(({ purchasePrice }) => purchasePrice !== null)
  const unknown = data.rows.filter(({ purchasePrice }) => purchasePrice === null)
  return (
    <>
      {known.length > 0 && (
        <>
          <SectionHeader title="Properties" />
          <Properties isMain label="Properties" rows={known} data={data} total={data.total} />
        </>
      )}
      {unknown.length > 0 && (
        <>
          <SectionHeader title="Purchase price not known" />
          <Properties
            isMain={known.length === 0}
            label="Purchase price not known"
            rows={unknown}
            data={data}
          />
        </>
      )}
    </>
  )
}

interface PropertiesProps {
  label: string
  rows: NetYield['rows']
  data: NetYield
  /** The sum of the rows, which the figures above are. */
  total?: NetYield['total']
  isMain: boolean
}

function Properties({ label, rows, data: { from, to }, total, isMain }: PropertiesProps) {
  const most = mostOf(rows.map((row) => row.yield ?? '0'))
  const days = { from, to }
  return (
    <ReportTable
      isMain={isMain}
      label={label}
      foot={
        total && (
          <>
            <Cell>Total</Cell>
            <Cell number wide>
              <Amount value={total.purchasePrice} />
            </Cell>
            <Cell number wide>
              <Amount value={total.income} />
            </Cell>
            <Cell number wide>
              <Amount value={total.expenses} />
            </Cell>
            <Cell number>
              <Amount value={total.net} />
            </Cell>
            <Cell wide className="max-lg:hidden" />
            <Cell number className="figures">
              {percent(total.yield)}
            </Cell>
          </>
        )
      }
      head={
        <>
          <Head>Property</Head>
          <Head number wide>
            Price
          </Head>
          <Head number wide>
            Income
          </Head>
          <Head number wide>
            Expenses
          </Head>
          <Head number>Net</Head>
          <Head wide className="w-1/8 max-lg:hidden" />
          <Head number>Yield</Head>
        </>
      }
    >
      <tbody>
        {rows.map((row) => (
          <Row key={row.propertyId}>
            <RowHead>
              <Link href={paths.rentalProperty(row.propertyId)}>{row.address}</Link>
            </RowHead>
            <Cell number wide>
              {row.purchasePrice && (
                <Amount value={row.purchasePrice} href={paths.rentalProperty(row.propertyId)} />
              )}
            </Cell>
            <Cell number wide>
              <Amount value={row.income} href={incomeEntries(days, row.propertyId)} />
            </Cell>
            <Cell number wide>
              <Amount value={row.expenses} href={expenseEntries(days, row.propertyId)} />
            </Cell>
            <Cell number>
              <Amount value={row.net} />
            </Cell>
            <Cell wide className="max-lg:hidden">
              {row.yield !== null && <Bar share={Number(row.yield) / most} />}
            </Cell>
            <Cell number>
              {percent(row.yield) ?? (
                <Link
                  href={paths.rentalProperty(row.propertyId)}
                  className="action-link text-sm whitespace-normal"
                >
                  No price yet
                </Link>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </ReportTable>
  )
}
