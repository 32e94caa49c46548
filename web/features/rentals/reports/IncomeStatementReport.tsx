import { formatMonth } from '@plumbline/contract/months.ts'
import type { IncomeStatement } from '@plumbline/contract/rentalReports.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { SectionHeader } from '../../../ui/Headings.tsx'
import { useRentalSearch } from '../search.ts'
import {
  daysOfMonth,
  expenseEntries,
  incomeEntries,
  incomeStatementQuery,
  yearFilterOf,
} from './api.ts'
import { MonthColumns } from './MonthColumns.tsx'
import { ReportQuery } from './Report.tsx'
import { amountColumn, type Column, ReportTable } from './ReportTable.tsx'
import { YearReport } from './YearReport.tsx'

const csvRows = ({ months, properties }: IncomeStatement) => [
  ['Rows', 'Month or Property', 'Income', 'Expenses', 'Net'],
  ...months.map(({ month, ...row }) => ['By month', month, row.income, row.expenses, row.net]),
  ...properties.map((row) => [...['By property', row.address, row.income, row.expenses, row.net]]),
]

const isEmpty = ({ months }: IncomeStatement) =>
  months.every(({ income, expenses }) => Number(income) === 0 && Number(expenses) === 0)

/** Income and expenses of a year, by month and by property. */
export function IncomeStatementReport() {
  const filter = yearFilterOf(useRentalSearch())
  const { propertyId } = filter
  const read = useQuery({ ...incomeStatementQuery(filter), placeholderData: keepPreviousData })
  return (
    <ReportQuery read={read}>
      {(data) => (
        <YearReport
          title="Income Statement"
          data={data}
          propertyId={propertyId}
          fileName="income-statement"
          rows={() => csvRows(data)}
          empty={
            isEmpty(data) && {
              icon: ChartColumn,
              text: 'Record rent and expenses to see them by month',
            }
          }
        >
          <SectionHeader title="By Month" />
          <div className="flex flex-col gap-3">
            <MonthColumns months={data.months} />
            <Months data={data} propertyId={propertyId} />
          </div>
        </YearReport>
      )}
    </ReportQuery>
  )
}

interface MonthsProps {
  data: IncomeStatement
  propertyId: string | undefined
}

function Months({ data: { months, total }, propertyId }: MonthsProps) {
  const columns: Column<IncomeStatement['months'][number]>[] = [
    { label: 'Month', isHead: true, cell: ({ month }) => formatMonth(month) },
    amountColumn({
      label: 'Income',
      value: ({ income }) => income,
      href: ({ month }) => incomeEntries(daysOfMonth(month), propertyId),
      total: total.income,
    }),
    amountColumn({
      label: 'Expenses',
      value: ({ expenses }) => expenses,
      href: ({ month }) => expenseEntries(daysOfMonth(month), propertyId),
      total: total.expenses,
    }),
    amountColumn({ label: 'Net', wide: true, value: ({ net }) => net, total: total.net }),
  ]
  return (
    <ReportTable label="By month" columns={columns} rows={months} keyOf={({ month }) => month} />
  )
}
