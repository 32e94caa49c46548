import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { ENDING_DAYS, type EndingLeases } from '@plumbline/contract/rentalReports.ts'
import { useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { Figures } from '../../../ui/Figures.tsx'
import { plural } from '../../../ui/format.ts'
import { SectionHeader } from '../../../ui/Headings.tsx'
import { callUrl } from '../../../ui/Person.tsx'
import { phoneText } from '../../../ui/phone.ts'
import { RowsLink } from './Amount.tsx'
import { endingLeasesQuery } from './api.ts'
import { Bar } from './Bar.tsx'
import { Report, ReportQuery } from './Report.tsx'
import { amountColumn, type Column, ReportTable } from './ReportTable.tsx'

const csvRows = ({ rows }: EndingLeases) => [
  ['Tenant', 'Phone', 'Property', 'Lease End', 'Days', 'Rent'],
  ...rows.map((row) => [
    ...[row.tenantName, phoneText(row.phone ?? ''), row.address],
    ...[row.leaseEnd, String(row.days), row.rent],
  ]),
]

/** The leases that end soon, and ended leases whose tenants have not moved out. */
export function EndingLeasesReport() {
  return (
    <ReportQuery read={useQuery(endingLeasesQuery)}>
      {(data) => (
        <Report
          title="Ending Leases"
          text={`Within ${ENDING_DAYS} days of ${formatDay(data.on)}`}
          fileName={`ending-leases-${data.on}`}
          rows={() => csvRows(data)}
          empty={
            data.rows.length === 0 && {
              icon: CalendarCheck,
              title: `No lease ends within ${ENDING_DAYS} days`,
              text: 'Leases that are about to end appear here, in time to renew them',
            }
          }
        >
          <Figures
            lead={{
              label: 'Monthly Rent of These Leases',
              value: <RowsLink>{formatDollars(data.rent)}</RowsLink>,
            }}
            items={[
              {
                label: 'Ending',
                value: <RowsLink>{data.rows.filter(({ days }) => days >= 0).length}</RowsLink>,
              },
              {
                label: 'Already Ended',
                value: <RowsLink>{data.rows.filter(({ days }) => days < 0).length}</RowsLink>,
              },
            ]}
          />
          <SectionHeader title="Leases" />
          <ReportTable
            isMain
            label="Leases"
            columns={columns}
            rows={data.rows}
            keyOf={({ tenantId }) => tenantId}
          />
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

type Lease = EndingLeases['rows'][number]

const columns: readonly Column<Lease>[] = [
  {
    label: 'Tenant',
    isHead: true,
    cell: ({ tenantId, tenantName, propertyId, address }) => (
      <>
        <Link href={paths.tenant(tenantId)}>{tenantName}</Link>
        <span className="block text-sm font-normal text-ink-2">
          <Link href={paths.rentalProperty(propertyId)}>{address}</Link>
        </span>
      </>
    ),
  },
  {
    label: 'Phone',
    wide: true,
    cell: ({ phone }) => phone && <a href={callUrl(phone)}>{phoneText(phone)}</a>,
  },
  {
    wide: true,
    className: 'w-1/5',
    cell: ({ days }) => <Bar share={1 - days / ENDING_DAYS} tone="warn" />,
  },
  {
    label: 'Ends',
    className: 'whitespace-nowrap',
    cell: ({ leaseEnd, days }) => (
      <>
        <span className="figures">{formatDay(leaseEnd)}</span>
        <span className={days < 0 ? 'block text-sm text-bad' : 'block text-sm text-ink-2'}>
          {daysText(days)}
        </span>
      </>
    ),
  },
  amountColumn({
    label: 'Rent',
    value: ({ rent }) => rent,
    href: ({ tenantId }) => paths.tenant(tenantId),
  }),
]
