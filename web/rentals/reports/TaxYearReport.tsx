import { centsOf } from '@plumbline/contract/dollars.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { type IncomeKind, incomeKindOf } from '@plumbline/contract/rentalIncome.ts'
import type { TaxYear } from '@plumbline/contract/rentalReports.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { EmptyState } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { SectionHeader } from '../../ui/Headings.tsx'
import { useRentalSearch } from '../search.ts'
import {
  daysOfYear,
  expenseEntries,
  incomeEntries,
  taxYearQuery,
  typeEntries,
  useAddress,
  yearFilterOf,
} from './api.ts'
import { PropertySelect, YearSelect } from './Controls.tsx'
import { PropertyFigures } from './PropertyFigures.tsx'
import {
  Amount,
  Bar,
  Cell,
  Head,
  mostOf,
  Report,
  ReportQuery,
  ReportTable,
  Row,
  RowHead,
} from './Report.tsx'

const csvRows = ({ income, expenses }: TaxYear) => [
  ['Kind', 'Line', 'Category', 'Amount'],
  ...income.map(({ incomeType, amount }) => ['Income', '3', incomeType, amount]),
  ...expenses.map(({ line, category, amount }) => ['Expense', String(line), category, amount]),
]

/** A year by the lines of Schedule E, for the tax return. */
export function TaxYearReport() {
  const filter = yearFilterOf(useRentalSearch())
  const { propertyId } = filter
  const address = useAddress(propertyId)
  const read = useQuery({ ...taxYearQuery(filter), placeholderData: keepPreviousData })
  return (
    <ReportQuery read={read}>
      {(data) => {
        const days = daysOfYear(data.year)
        return (
          <Report
            title="Tax Year"
            text={[data.year, 'by the lines of Schedule E', propertyId && address]
              .filter(Boolean)
              .join(' · ')}
            fileName={`tax-year-${data.year}`}
            rows={() => csvRows(data)}
            controls={
              <>
                <PropertySelect propertyId={propertyId} />
                <YearSelect year={data.year} years={data.years} />
              </>
            }
          >
            {data.income.length + data.expenses.length === 0 ? (
              <EmptyState
                icon={ReceiptText}
                title={`Nothing received or spent in ${data.year}`}
                text="Choose another year, or record rent and expenses"
              />
            ) : (
              <>
                <Figures
                  lead={{ label: 'Net', value: <Amount value={data.net} /> }}
                  items={[
                    {
                      label: 'Income',
                      value: (
                        <Amount value={data.incomeTotal} href={incomeEntries(days, propertyId)} />
                      ),
                      note: 'Without deposits',
                    },
                    {
                      label: 'Expenses',
                      value: (
                        <Amount value={data.expenseTotal} href={expenseEntries(days, propertyId)} />
                      ),
                    },
                  ]}
                />
                <SectionHeader title="Income" />
                <IncomeLines data={data} propertyId={propertyId} />
                <SectionHeader title="Expenses" />
                <ExpenseLines data={data} propertyId={propertyId} />
                {!propertyId && <PropertyFigures properties={data.properties} days={days} />}
              </>
            )}
          </Report>
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

/** The types of one kind, and their sum: the entries are listed by kind. */
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
  data: TaxYear
  propertyId: string | undefined
}

function IncomeLines({ data, propertyId }: LinesProps) {
  const groups = byKind(data.income)
  const most = mostOf(groups.map(({ amount }) => amount))
  const days = daysOfYear(data.year)
  const hrefOf = (incomeType: string) => typeEntries(days, propertyId, incomeType)
  return (
    <ReportTable label="Income" head={<LineHeads name="Kind" />}>
      <tbody>
        {groups.map(({ kind, types, amount }) => (
          <Row key={kind}>
            <Cell className="figures text-ink-2">3</Cell>
            <RowHead>
              {kindLabels[kind]}
              {(types.length > 1 || kind === 'other') && <Types types={types} hrefOf={hrefOf} />}
            </RowHead>
            <Cell wide>
              <Bar share={Number(amount) / most} />
            </Cell>
            <Cell number>
              <Amount value={amount} href={incomeEntries(days, propertyId, kind)} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </ReportTable>
  )
}

interface TypesProps {
  types: TaxYear['income']
  /** The entries of a type. */
  hrefOf: (incomeType: string) => string
}

/** What a kind is made of, where its name does not say it. */
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

function ExpenseLines({ data, propertyId }: LinesProps) {
  const most = mostOf(data.expenses.map(({ amount }) => amount))
  const days = daysOfYear(data.year)
  return (
    <ReportTable label="Expenses" head={<LineHeads name="Category" />}>
      <tbody>
        {data.expenses.map(({ line, category, amount }) => (
          <Row key={`${line} ${category}`}>
            <Cell className="figures text-ink-2">{line}</Cell>
            <RowHead>{category}</RowHead>
            <Cell wide>
              <Bar share={Number(amount) / most} tone="neutral" />
            </Cell>
            <Cell number>
              <Amount value={amount} href={expenseEntries(days, propertyId, category)} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </ReportTable>
  )
}

function LineHeads({ name }: { name: string }) {
  return (
    <>
      <Head className="w-14">Line</Head>
      <Head>{name}</Head>
      <Head wide className="w-2/5" />
      <Head number>Amount</Head>
    </>
  )
}
