import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { RentRoll } from '@plumbline/contract/rentalReports.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { House } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { DayFilter } from '../../../screens/DayFilter.tsx'
import { useToday } from '../../../screens/days.ts'
import { Link } from '../../../screens/Link.tsx'
import { StatusBadge } from '../../../ui/Badge.tsx'
import { Figures } from '../../../ui/Figures.tsx'
import { SectionHeader } from '../../../ui/Headings.tsx'
import { useRentalSearch, useSetRentalSearch } from '../search.ts'
import { RowsLink } from './Amount.tsx'
import { rentRollQuery } from './api.ts'
import { Bar, maxAmount } from './Bar.tsx'
import { Report, ReportQuery } from './Report.tsx'
import { amountColumn, type Column, ReportTable } from './ReportTable.tsx'

type Home = RentRoll['rows'][number]

const csvRows = ({ rows }: RentRoll) => [
  [
    ...['Property', 'City', 'Status', 'Tenant', 'Lease Start', 'Lease End'],
    ...['Rent', 'Deposit', 'Balance'],
  ],
  ...rows.map((row) => [
    ...[row.address, row.city, row.status, row.tenantName ?? ''],
    ...[row.leaseStart ?? '', row.leaseEnd ?? '', row.rent, row.deposit, row.balance],
  ]),
]

/** Every home on a given day, with its tenant, rent, and lease end. */
export function RentRollReport() {
  const { on } = useRentalSearch()
  const today = useToday()
  const setSearch = useSetRentalSearch()
  const read = useQuery({ ...rentRollQuery(on), placeholderData: keepPreviousData })
  // Tenant pages only show today's figures, so amounts link there only today.
  const isToday = !read.isPlaceholderData && (on === undefined || on === today)
  return (
    <ReportQuery read={read}>
      {(data) => (
        <Report
          title="Rent Roll"
          text={`On ${formatDay(data.on)}`}
          fileName={`rent-roll-${data.on}`}
          rows={() => csvRows(data)}
          controls={
            <DayFilter
              aria-label="On"
              value={on ?? data.on}
              onChange={(day) => setSearch({ on: day })}
              className="max-sm:flex-1 sm:w-38"
            />
          }
          empty={
            data.rows.length === 0 && {
              icon: House,
              title: 'No properties yet',
              text: 'Add a property to see its rent here',
            }
          }
        >
          <Figures
            lead={{
              label: 'Monthly Rent',
              value: <RowsLink>{formatDollars(data.rent)}</RowsLink>,
              note: 'Of the leases on this day, without vacant homes',
            }}
            items={[
              {
                label: 'Leased',
                value: <RowsLink>{`${data.leased} of ${data.rows.length}`}</RowsLink>,
              },
              { label: 'Deposits Held', value: <RowsLink>{formatDollars(data.deposit)}</RowsLink> },
              { label: 'Balance', value: <RowsLink>{formatDollars(data.balance)}</RowsLink> },
            ]}
          />
          <SectionHeader title={isToday ? 'Homes' : `Homes on ${formatDay(data.on)}`} />
          <Homes data={data} isToday={isToday} />
        </Report>
      )}
    </ReportQuery>
  )
}

interface HomesProps {
  data: RentRoll
  isToday: boolean
}

function Homes({ data, isToday }: HomesProps) {
  const max = maxAmount(data.rows.map(({ rent }) => rent))
  const tenantOf = ({ tenantId }: Home) =>
    isToday && tenantId ? paths.tenant(tenantId) : undefined
  const columns: Column<Home>[] = [
    { label: 'Property', isHead: true, cell: (home) => <HomeName home={home} /> },
    {
      label: 'Lease',
      wide: true,
      cell: ({ leaseStart, leaseEnd }) =>
        leaseStart && (
          <span className="figures text-sm text-ink-2">
            {`${formatDay(leaseStart)} – ${leaseEnd ? formatDay(leaseEnd) : 'open'}`}
          </span>
        ),
    },
    {
      wide: true,
      className: 'w-1/8 max-lg:hidden',
      cell: ({ rent }) => <Bar share={Number(rent) / max} />,
    },
    amountColumn({
      label: 'Rent',
      value: ({ rent }) => rent,
      href: tenantOf,
      total: data.rent,
    }),
    amountColumn({
      label: 'Deposit',
      wide: true,
      value: ({ deposit }) => deposit,
      href: tenantOf,
      total: data.deposit,
    }),
    amountColumn({
      label: 'Balance',
      value: ({ balance }) => balance,
      href: tenantOf,
      total: data.balance,
    }),
  ]
  return (
    <ReportTable
      isMain
      label="Homes"
      columns={columns}
      rows={data.rows}
      keyOf={({ propertyId }) => propertyId}
    />
  )
}

function HomeName({ home }: { home: Home }) {
  const { propertyId, address, city, status, tenantId, tenantName } = home
  return (
    <>
      <Link href={paths.rentalProperty(propertyId)}>{address}</Link>
      <span className="block text-sm font-normal text-ink-2">
        {tenantId ? (
          <Link href={paths.tenant(tenantId)}>{tenantName ?? 'Tenant'}</Link>
        ) : (
          <StatusBadge status={status} />
        )}
        {`\u00a0· ${city}`}
      </span>
    </>
  )
}
