import type { IncomeStatement } from '@plumbline/contract/rentalReports.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { SectionHeader } from '../../../ui/Headings.tsx'
import { type Days, expenseEntries, incomeEntries } from './api.ts'
import { amountColumn, type Column, ReportTable } from './ReportTable.tsx'

interface PropertyFiguresProps {
  properties: IncomeStatement['properties']
  days: Days
  total: IncomeStatement['total']
}

/** Income, expenses, and net of every property. Entries without a property are last. */
export function PropertyFigures({ properties, days, total }: PropertyFiguresProps) {
  const columns: Column<IncomeStatement['properties'][number]>[] = [
    {
      label: 'Property',
      isHead: true,
      cell: ({ propertyId, address }) =>
        propertyId ? <Link href={paths.rentalProperty(propertyId)}>{address}</Link> : address,
    },
    amountColumn({
      label: 'Income',
      value: ({ income }) => income,
      href: ({ propertyId }) => (propertyId ? incomeEntries(days, propertyId) : undefined),
      total: total.income,
    }),
    amountColumn({
      label: 'Expenses',
      value: ({ expenses }) => expenses,
      href: ({ propertyId }) => expenseEntries(days, propertyId),
      total: total.expenses,
    }),
    amountColumn({ label: 'Net', wide: true, value: ({ net }) => net, total: total.net }),
  ]
  return (
    <>
      <SectionHeader title="By Property" />
      <ReportTable
        label="By property"
        columns={columns}
        rows={properties}
        keyOf={({ propertyId }) => propertyId ?? ''}
      />
    </>
  )
}
