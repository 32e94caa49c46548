import { formatMonth } from '@plumbline/contract/months.ts'
import type { IncomeStatement } from '@plumbline/contract/rentalReports.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { EmptyState } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { SectionHeader } from '../../ui/Headings.tsx'
import { useRentalSearch } from '../search.ts'
import {
  daysOfMonth,
  daysOfYear,
  expenseEntries,
  incomeEntries,
  incomeStatementQuery,
  useAddress,
  yearFilterOf,
} from './api.ts'
import { PropertySelect, YearSelect } from './Controls.tsx'
import { MonthColumns } from './MonthColumns.tsx'
import { PropertyFigures } from './PropertyFigures.tsx'
import { Amount, Cell, Head, Report, ReportQuery, ReportTable, Row, RowHead } from './Report.tsx'

const csvRows = ({ months, properties }: IncomeStatement) => [
  ['Rows', 'Month or Property', 'Income', 'Expenses', 'Net'],
  ...months.map(({ month, ...row }) => ['By month', month, row.income, row.expenses, row.net]),
  ...properties.map((row) => [...['By property', row.address, row.income, row.expenses, row.net]]),
]

/** What came in and what was spent in a year, by month and by property. */
export function IncomeStatementReport() {
  const filter = yearFilterOf(useRentalSearch())
  const { propertyId } = filter
  const address = useAddress(propertyId)
  const read = useQuery({ ...incomeStatementQuery(filter), placeholderData: keepPreviousData })
  return (
    <ReportQuery read={read}>
      {(data) => {
        const days = daysOfYear(data.year)
        const isEmpty = data.months.every(
          ({ income, expenses }) => Number(income) === 0 && Number(expenses) === 0,
        )
        return (
          <Report
            title="Income Statement"
            text={[data.year, propertyId && address].filter(Boolean).join(' · ')}
            fileName={`income-statement-${data.year}`}
            rows={() => csvRows(data)}
            controls={
              <>
                <PropertySelect propertyId={propertyId} />
                <YearSelect year={data.year} years={data.years} />
              </>
            }
          >
            {isEmpty ? (
              <EmptyState
                icon={ChartColumn}
                title={`Nothing received or spent in ${data.year}`}
                text="Record rent and expenses to see them by month"
              />
            ) : (
              <>
                <Figures
                  lead={{ label: 'Net', value: <Amount value={data.total.net} /> }}
                  items={[
                    {
                      label: 'Income',
                      value: (
                        <Amount value={data.total.income} href={incomeEntries(days, propertyId)} />
                      ),
                      note: 'Without deposits',
                    },
                    {
                      label: 'Expenses',
                      value: (
                        <Amount
                          value={data.total.expenses}
                          href={expenseEntries(days, propertyId)}
                        />
                      ),
                    },
                  ]}
                />
                <SectionHeader title="By Month" />
                <div className="flex flex-col gap-3">
                  <MonthColumns months={data.months} />
                  <Months months={data.months} propertyId={propertyId} />
                </div>
                {!propertyId && <PropertyFigures properties={data.properties} days={days} />}
              </>
            )}
          </Report>
        )
      }}
    </ReportQuery>
  )
}

interface MonthsProps {
  months: IncomeStatement['months']
  propertyId: string | undefined
}

function Months({ months, propertyId }: MonthsProps) {
  return (
    <ReportTable
      label="By month"
      head={
        <>
          <Head>Month</Head>
          <Head number>Income</Head>
          <Head number>Expenses</Head>
          <Head number wide>
            Net
          </Head>
        </>
      }
    >
      <tbody>
        {months.map(({ month, income, expenses, net }) => (
          <Row key={month}>
            <RowHead>{formatMonth(month)}</RowHead>
            <Cell number>
              <Amount value={income} href={incomeEntries(daysOfMonth(month), propertyId)} />
            </Cell>
            <Cell number>
              <Amount value={expenses} href={expenseEntries(daysOfMonth(month), propertyId)} />
            </Cell>
            <Cell number wide>
              <Amount value={net} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </ReportTable>
  )
}
