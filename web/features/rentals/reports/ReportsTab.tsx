import type { RentalReportKind } from '@plumbline/contract/rentalReports.ts'
import { cx } from 'class-variance-authority'
import type { ComponentType } from 'react'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { useRentalSearch } from '../search.ts'
import { EndingLeasesReport } from './EndingLeasesReport.tsx'
import { IncomeStatementReport } from './IncomeStatementReport.tsx'
import { LateRentsReport } from './LateRentsReport.tsx'
import { NetYieldReport } from './NetYieldReport.tsx'
import { RentRollReport } from './RentRollReport.tsx'
import { TaxYearReport } from './TaxYearReport.tsx'

const reports: readonly {
  readonly kind: RentalReportKind
  readonly label: string
  readonly View: ComponentType
}[] = [
  { kind: 'rent-roll', label: 'Rent Roll', View: RentRollReport },
  { kind: 'income-statement', label: 'Income Statement', View: IncomeStatementReport },
  { kind: 'late-rents', label: 'Late Rents', View: LateRentsReport },
  { kind: 'ending-leases', label: 'Ending Leases', View: EndingLeasesReport },
  { kind: 'tax-year', label: 'Tax Year', View: TaxYearReport },
  { kind: 'net-yield', label: 'Net Yield', View: NetYieldReport },
]

/** The six reports of the portfolio, one at a time. */
export function ReportsTab() {
  const { report: chosen = 'rent-roll' } = useRentalSearch()
  const shown = reports.find(({ kind }) => kind === chosen)
  return (
    <>
      <nav aria-label="Reports" className="no-print mb-6 flex flex-wrap gap-1.5">
        {reports.map(({ kind, label }) => (
          <Link
            key={kind}
            href={paths.rentalProperties({
              tab: 'reports',
              report: kind === 'rent-roll' ? undefined : kind,
            })}
            aria-current={kind === chosen ? 'page' : undefined}
            className={cx(
              'inline-flex h-8 items-center rounded-s border px-3 touch:h-11',
              kind === chosen
                ? 'border-ink bg-ink text-ground'
                : 'border-control bg-surface text-ink-2 hover:text-ink',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      {shown && <shown.View />}
    </>
  )
}
