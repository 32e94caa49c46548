import type { IncomeStatement } from '@plumbline/contract/rentalReports.ts'
import { Figures } from '../../../ui/Figures.tsx'
import { Amount } from './Amount.tsx'
import { daysOfYear, expenseEntries, incomeEntries, useAddress } from './api.ts'
import { PropertySelect, YearSelect } from './Controls.tsx'
import { PropertyFigures } from './PropertyFigures.tsx'
import { Report, type ReportProps } from './Report.tsx'

interface YearReportProps extends Omit<ReportProps, 'text' | 'controls' | 'empty'> {
  /** The arrangement of the report, if the title does not make it clear. */
  text?: string
  data: Pick<IncomeStatement, 'year' | 'years' | 'properties' | 'total'>
  propertyId: string | undefined
  empty: Omit<Exclude<ReportProps['empty'], false>, 'title'> | false
}

/** A report on one year, for all properties or one. */
export function YearReport({
  text,
  data: { year, years, properties, total },
  propertyId,
  fileName,
  empty,
  children,
  ...report
}: YearReportProps) {
  const address = useAddress(propertyId)
  const days = daysOfYear(year)
  return (
    <Report
      {...report}
      text={[year, text, propertyId && address].filter(Boolean).join(' · ')}
      fileName={`${fileName}-${year}`}
      controls={
        <>
          <PropertySelect propertyId={propertyId} />
          <YearSelect year={year} years={years} />
        </>
      }
      empty={empty && { ...empty, title: `Nothing received or spent in ${year}` }}
    >
      <Figures
        lead={{ label: 'Net', value: <Amount value={total.net} /> }}
        items={[
          {
            label: 'Income',
            value: <Amount value={total.income} href={incomeEntries(days, propertyId)} />,
            note: 'Without deposits',
          },
          {
            label: 'Expenses',
            value: <Amount value={total.expenses} href={expenseEntries(days, propertyId)} />,
          },
        ]}
      />
      {children}
      {!propertyId && <PropertyFigures properties={properties} days={days} total={total} />}
    </Report>
  )
}
