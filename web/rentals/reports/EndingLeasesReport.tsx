import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { ENDING_DAYS, type EndingLeases } from '@plumbline/contract/rentalReports.ts'
import { useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Link } from '../../shell/Link.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { plural } from '../../ui/format.ts'
import { SectionHeader } from '../../ui/Headings.tsx'
import { callUrl } from '../../ui/Person.tsx'
import { endingLeasesQuery } from './api.ts'
import {
  Amount,
  Bar,
  Cell,
  Head,
  OfRows,
  Report,
  ReportQuery,
  ReportTable,
  Row,
  RowHead,
} from './Report.tsx'

const csvRows = ({ rows }: EndingLeases) => [
  ['Tenant', 'Phone', 'Property', 'Lease End', 'Days', 'Rent'],
  ...rows.map((row) => [
    ...[row.tenantName, row.phone ?? '', row.address],
    ...[row.leaseEnd, String(row.days), row.rent],
  ]),
]

/** The leases that end soon, and those that ran out although nobody moved out. */
export function EndingLeasesReport() {
  return (
    <ReportQuery read={useQuery(endingLeasesQuery)}>
      {(data) => (
        <Report
          title="Ending Leases"
          text={`Within ${ENDING_DAYS} days of ${formatDay(data.on)}`}
          fileName={`ending-leases-${data.on}`}
          rows={() => csvRows(data)}
        >
          {data.rows.length === 0 ? (
            <EmptyState
              icon={CalendarCheck}
              title={`No lease ends within ${ENDING_DAYS} days`}
              text="Leases that are about to end appear here, in time to renew them"
            />
          ) : (
            <>
              <Figures
                lead={{
                  label: 'Monthly Rent of These Leases',
                  value: <OfRows>{formatDollars(data.rent)}</OfRows>,
                }}
                items={[
                  {
                    label: 'Ending',
                    value: <OfRows>{data.rows.filter(({ days }) => days >= 0).length}</OfRows>,
                  },
                  {
                    label: 'Ran Out',
                    value: <OfRows>{data.rows.filter(({ days }) => days < 0).length}</OfRows>,
                  },
                ]}
              />
              <SectionHeader title="Leases" />
              <Leases rows={data.rows} />
            </>
          )}
        </Report>
      )}
    </ReportQuery>
  )
}

/** `in 12 days`, `today`, `8 days ago`. */
function daysText(days: number): string {
  if (days === 0) return 'today'
  return days > 0 ? `in ${plural(days, 'day', 'days')}` : `${plural(-days, 'day', 'days')} ago`
}

function Leases({ rows }: Pick<EndingLeases, 'rows'>) {
  return (
    <ReportTable
      isMain
      label="Leases"
      head={
        <>
          <Head>Tenant</Head>
          <Head wide>Phone</Head>
          <Head wide className="w-1/5" />
          <Head>Ends</Head>
          <Head number>Rent</Head>
        </>
      }
    >
      <tbody>
        {rows.map((row) => (
          <Row key={row.tenantId}>
            <RowHead>
              <Link href={paths.tenant(row.tenantId)}>{row.tenantName}</Link>
              <span className="block text-sm font-normal text-ink-2">
                <Link href={paths.rentalProperty(row.propertyId)}>{row.address}</Link>
              </span>
            </RowHead>
            <Cell wide>{row.phone && <a href={callUrl(row.phone)}>{row.phone}</a>}</Cell>
            <Cell wide>
              <Bar share={1 - row.days / ENDING_DAYS} tone="warn" />
            </Cell>
            <Cell>
              <span className="figures">{formatDay(row.leaseEnd)}</span>
              <span
                className={row.days < 0 ? 'block text-sm text-bad' : 'block text-sm text-ink-2'}
              >
                {daysText(row.days)}
              </span>
            </Cell>
            <Cell number>
              <Amount value={row.rent} href={paths.tenant(row.tenantId)} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </ReportTable>
  )
}
