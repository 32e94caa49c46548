import type { IncomeStatement } from '@plumbline/contract/rentalReports.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../shell/Link.tsx'
import { SectionHeader } from '../../ui/Headings.tsx'
import { expenseEntries, incomeEntries } from './api.ts'
import { Amount, Cell, Head, ReportTable, Row, RowHead } from './Report.tsx'

type PropertyRow = IncomeStatement['properties'][number]

interface PropertyFiguresProps {
  properties: readonly PropertyRow[]
  days: { readonly from: string; readonly to: string }
}

/** Income, expenses and net of every property; what belongs to none is last. */
export function PropertyFigures({ properties, days }: PropertyFiguresProps) {
  return (
    <>
      <SectionHeader title="By Property" />
      <ReportTable
        label="By property"
        head={
          <>
            <Head>Property</Head>
            <Head number>Income</Head>
            <Head number>Expenses</Head>
            <Head number wide>
              Net
            </Head>
          </>
        }
      >
        <tbody>
          {properties.map(({ propertyId, address, income, expenses, net }) => (
            <Row key={propertyId}>
              <RowHead>
                {propertyId ? (
                  <Link href={paths.rentalProperty(propertyId)}>{address}</Link>
                ) : (
                  address
                )}
              </RowHead>
              <Cell number>
                <Amount
                  value={income}
                  href={propertyId ? incomeEntries(days, propertyId) : undefined}
                />
              </Cell>
              <Cell number>
                <Amount value={expenses} href={expenseEntries(days, propertyId)} />
              </Cell>
              <Cell number wide>
                <Amount value={net} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </ReportTable>
    </>
  )
}
