import type { IncomeStatement } from '@plumbline/contract/rentalReports.ts'
import { Figures } from '../../../ui/Figures.tsx'
import { Select } from '../../../ui/Input.tsx'
import { PropertyPicker } from '../PropertyPicker.tsx'
import { useSetRentalSearch } from '../search.ts'
import { Amount } from './Amount.tsx'
import { daysOfYear, expenseEntries, incomeEntries, useAddress } from './api.ts'
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

interface YearSelectProps {
  year: number
  years: readonly number[]
}

/** The year select of a report, with the years that have entries. */
function YearSelect({ year, years }: YearSelectProps) {
  const setSearch = useSetRentalSearch()
  return (
    <Select
      aria-label="Year"
      options={years.map((one) => ({ value: String(one), label: String(one) }))}
      value={String(year)}
      onChange={(event) => setSearch({ year: event.target.value })}
      className="w-24 max-sm:flex-1"
    />
  )
}

/** The property select of a report, with an option for all properties. */
function PropertySelect({ propertyId }: { propertyId: string | undefined }) {
  const setSearch = useSetRentalSearch()
  return (
    <div className="w-full sm:w-48">
      <PropertyPicker
        aria-label="Property"
        placeholder="All properties"
        value={propertyId ?? null}
        onChange={(id) => setSearch({ propertyId: id ?? '' })}
      />
    </div>
  )
}
