import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { NetYield } from '@plumbline/contract/rentalReports.ts'
import { useQuery } from '@tanstack/react-query'
import { TrendingUp } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { Figures } from '../../../ui/Figures.tsx'
import { SectionHeader } from '../../../ui/Headings.tsx'
import { Amount, RowsLink } from './Amount.tsx'
import { expenseEntries, incomeEntries, netYieldQuery } from './api.ts'
import { Bar, maxAmount } from './Bar.tsx'
import { Report, ReportQuery } from './Report.tsx'
import { amountColumn, type Column, ReportTable } from './ReportTable.tsx'

const csvRows = ({ rows }: NetYield) => [
  ['Property', 'Purchase Price', 'Income', 'Expenses', 'Net', 'Yield %'],
  ...rows.map((row) => [
    ...[row.address, row.purchasePrice ?? '', row.income, row.expenses, row.net, row.yield ?? ''],
  ]),
]

/** The net income of each property over twelve months, in percent of its purchase price. */
export function NetYieldReport() {
  return (
    <ReportQuery read={useQuery(netYieldQuery)}>
      {(data) => (
        <Report
          title="Net Yield"
          text={`${formatDay(data.from)} – ${formatDay(data.to)}`}
          fileName={`net-yield-${data.to}`}
          rows={() => csvRows(data)}
          empty={
            data.rows.length === 0 && {
              icon: TrendingUp,
              title: 'No properties yet',
              text: 'Add a property with its purchase price to see its yield',
            }
          }
        >
          <Figures
            lead={{
              label: 'Net Yield',
              value: <RowsLink>{percent(data.total.yield) ?? 'Not known'}</RowsLink>,
              note: 'Of properties whose purchase price is known',
            }}
            items={[
              {
                label: 'Purchase Price',
                value: <RowsLink>{formatDollars(data.total.purchasePrice)}</RowsLink>,
              },
              { label: 'Income', value: <RowsLink>{formatDollars(data.total.income)}</RowsLink> },
              {
                label: 'Expenses',
                value: <RowsLink>{formatDollars(data.total.expenses)}</RowsLink>,
              },
              { label: 'Net', value: <RowsLink>{formatDollars(data.total.net)}</RowsLink> },
            ]}
          />
          <Groups data={data} />
        </Report>
      )}
    </ReportQuery>
  )
}

const percent = (value: string | null) => (value === null ? undefined : `${value}%`)

/** The tables of properties with and without a purchase price. The figures omit the latter. */
function Groups({ data }: { data: NetYield }) {
  const known = data.rows.filter(({ purchasePrice }) => purchasePrice !== null)
  const unknown = data.rows.filter(({ purchasePrice }) => purchasePrice === null)
  return (
    <>
      {known.length > 0 && (
        <Properties isMain title="Properties" rows={known} data={data} total={data.total} />
      )}
      {unknown.length > 0 && (
        <Properties
          isMain={known.length === 0}
          title="Purchase Price Not Known"
          rows={unknown}
          data={data}
        />
      )}
    </>
  )
}

interface PropertiesProps {
  title: string
  rows: NetYield['rows']
  data: NetYield
  /** The totals of the rows, the same as in the figures above. */
  total?: NetYield['total']
  isMain: boolean
}

function Properties({ title, rows, data: { from, to }, total, isMain }: PropertiesProps) {
  const max = maxAmount(rows.map((row) => row.yield ?? '0'))
  const days = { from, to }
  const columns: Column<NetYield['rows'][number]>[] = [
    {
      label: 'Property',
      isHead: true,
      cell: ({ propertyId, address }) => (
        <Link href={paths.rentalProperty(propertyId)}>{address}</Link>
      ),
    },
    {
      label: 'Price',
      number: true,
      wide: true,
      cell: ({ propertyId, purchasePrice }) =>
        purchasePrice && <Amount value={purchasePrice} href={paths.rentalProperty(propertyId)} />,
      total: total && <Amount value={total.purchasePrice} />,
    },
    amountColumn({
      label: 'Income',
      wide: true,
      value: ({ income }) => income,
      href: ({ propertyId }) => incomeEntries(days, propertyId),
      total: total?.income,
    }),
    amountColumn({
      label: 'Expenses',
      wide: true,
      value: ({ expenses }) => expenses,
      href: ({ propertyId }) => expenseEntries(days, propertyId),
      total: total?.expenses,
    }),
    amountColumn({ label: 'Net', value: ({ net }) => net, total: total?.net }),
    {
      wide: true,
      className: 'w-1/8 max-lg:hidden',
      cell: (row) => row.yield !== null && <Bar share={Number(row.yield) / max} />,
    },
    {
      label: 'Yield',
      number: true,
      cell: (row) =>
        percent(row.yield) ?? (
          <Link
            href={paths.rentalProperty(row.propertyId)}
            className="action-link text-sm whitespace-normal"
          >
            No price yet
          </Link>
        ),
      total: total && percent(total.yield),
    },
  ]
  return (
    <>
      <SectionHeader title={title} />
      <ReportTable
        isMain={isMain}
        label={title}
        columns={columns}
        rows={rows}
        keyOf={({ propertyId }) => propertyId}
      />
    </>
  )
}
