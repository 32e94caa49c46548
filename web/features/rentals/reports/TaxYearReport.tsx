import { centsOf } from '@plumbline/contract/dollars.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { type IncomeKind, incomeKindOf } from '@plumbline/contract/rentalIncome.ts'
import type { TaxYear } from '@plumbline/contract/rentalReports.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { SectionHeader } from '../../../ui/Headings.tsx'
import { useRentalSearch } from '../search.ts'
import { Amount } from './Amount.tsx'
import {
  type Days,
  daysOfYear,
  expenseEntries,
  incomeEntries,
  taxYearQuery,
  typeEntries,
  yearFilterOf,
} from './api.ts'
import { Bar, maxAmount } from './Bar.tsx'
import { ReportQuery } from './Report.tsx'
import { amountColumn, type Column, ReportTable } from './ReportTable.tsx'
import { YearReport } from './YearReport.tsx'

/** The line "Rents received" of Schedule E. */
const INCOME_LINE = 3

const csvRows = ({ income, expenses }: Pick<TaxYear, 'income' | 'expenses'>) => [
  ['Kind', 'Line', 'Category', 'Amount'],
  ...income.map(({ incomeType, amount }) => ['Income', String(INCOME_LINE), incomeType, amount]),
  ...expenses.map(({ line, category, amount }) => ['Expense', String(line), category, amount]),
]

/** A year's income and expenses by the lines of Schedule E, for the tax return. */
export function TaxYearReport() {
  const filter = yearFilterOf(useRentalSearch())
  const { propertyId } = filter
  const read = useQuery({ ...taxYearQuery(filter), placeholderData: keepPreviousData })
  return (
    <ReportQuery read={read}>
      {({ income, incomeTotal, expenses, expenseTotal, net, ...data }) => {
        const lines = { days: daysOfYear(data.year), propertyId }
        return (
          <YearReport
            title="Tax Year"
            text="by the lines of Schedule E"
            data={{ ...data, total: { income: incomeTotal, expenses: expenseTotal, net } }}
            propertyId={propertyId}
            fileName="tax-year"
            rows={() => csvRows({ income, expenses })}
            empty={
              income.length + expenses.length === 0 && {
                icon: ReceiptText,
                text: 'Choose another year, or record rent and expenses',
              }
            }
          >
            <SectionHeader title="Income" />
            <IncomeLines {...lines} income={income} />
            <SectionHeader title="Expenses" />
            <ExpenseLines {...lines} expenses={expenses} />
          </YearReport>
        )
      }}
    </ReportQuery>
  )
}

const kindLabels: Readonly<Record<Exclude<IncomeKind, 'deposit'>, string>> = {
  rent: 'Rent',
  late_fee: 'Late fees',
  other: 'Other income',
}
const kinds = ['rent', 'late_fee', 'other'] as const

/** Groups income by kind, because the list of entries can be filtered by kind. */
function byKind(income: TaxYear['income']) {
  return kinds
    .map((kind) => {
      const types = income.filter(({ incomeType }) => incomeKindOf(incomeType) === kind)
      const cents = types.reduce((sum, { amount }) => sum + centsOf(amount), 0)
      return { kind, types, amount: dollarsFromCents(cents) }
    })
    .filter(({ types }) => types.length > 0)
}

interface LinesProps {
  days: Days
  propertyId: string | undefined
}

interface Line {
  line: number
  /** The kind of income or the category of expenses. */
  name: string
  /** The types behind the name. */
  details?: ReactNode
  amount: string
  href: string
}

function IncomeLines({ income, days, propertyId }: LinesProps & Pick<TaxYear, 'income'>) {
  const hrefOf = (incomeType: string) => typeEntries(days, propertyId, incomeType)
  const lines = byKind(income).map(({ kind, types, amount }) => ({
    line: INCOME_LINE,
    name: kindLabels[kind],
    details: (types.length > 1 || kind === 'other') && <Types types={types} hrefOf={hrefOf} />,
    amount,
    href: incomeEntries(days, propertyId, kind),
  }))
  return <Lines label="Income" name="Kind" lines={lines} tone="good" />
}

function ExpenseLines({ expenses, days, propertyId }: LinesProps & Pick<TaxYear, 'expenses'>) {
  const lines = expenses.map(({ line, category, amount }) => ({
    line,
    name: category,
    amount,
    href: expenseEntries(days, propertyId, category),
  }))
  return <Lines label="Expenses" name="Category" lines={lines} tone="neutral" />
}

interface LinesTableProps {
  label: string
  /** The heading of the name column. */
  name: string
  lines: readonly Line[]
  tone: 'good' | 'neutral'
}

function Lines({ label, name, lines, tone }: LinesTableProps) {
  const max = maxAmount(lines.map(({ amount }) => amount))
  const columns: Column<Line>[] = [
    {
      label: 'Line',
      className: 'w-14',
      cell: ({ line }) => <span className="figures text-ink-2">{line}</span>,
    },
    {
      label: name,
      isHead: true,
      cell: (line) => (
        <>
          {line.name}
          {line.details}
        </>
      ),
    },
    {
      wide: true,
      className: 'w-1/3',
      cell: ({ amount }) => <Bar share={Number(amount) / max} tone={tone} />,
    },
    amountColumn({
      label: 'Amount',
      className: 'sm:w-36',
      value: ({ amount }) => amount,
      href: ({ href }) => href,
    }),
  ]
  return (
    <ReportTable
      label={label}
      columns={columns}
      rows={lines}
      keyOf={(line) => `${line.line} ${line.name}`}
    />
  )
}

interface TypesProps {
  types: TaxYear['income']
  /** The URL of the entries of a type. */
  hrefOf: (incomeType: string) => string
}

/** The types of income in a kind, each with its sum. */
function Types({ types, hrefOf }: TypesProps) {
  return (
    <ul className="text-sm font-normal text-ink-2">
      {types.map(({ incomeType, amount }) => (
        <li key={incomeType}>
          {incomeType}: <Amount value={amount} href={hrefOf(incomeType)} />
        </li>
      ))}
    </ul>
  )
}
