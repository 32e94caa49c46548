import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { RentRoll } from '@plumbline/contract/rentalReports.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { House } from 'lucide-react'
import { paths } from '../../paths.ts'
import { useToday } from '../../schedule/days.ts'
import { Link } from '../../shell/Link.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { SectionHeader } from '../../ui/Headings.tsx'
import { DayFilter } from '../DayFilter.tsx'
import { useRentalSearch, useSetRentalSearch } from '../search.ts'
import { rentRollQuery } from './api.ts'
import {
  Amount,
  Bar,
  Cell,
  Head,
  mostOf,
  OfRows,
  Report,
  ReportQuery,
  ReportTable,
  Row,
  RowHead,
} from './Report.tsx'

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

/** Every home on a day: who lives there, for what, and until when. */
export function RentRollReport() {
  const { on } = useRentalSearch()
  const today = useToday()
  const setSearch = useSetRentalSearch()
  const read = useQuery({ ...rentRollQuery(on), placeholderData: keepPreviousData })
  // The page of a tenant has the figures of today alone.
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
        >
          {data.rows.length === 0 ? (
            <EmptyState
              icon={House}
              title="No properties yet"
              text="Add a property to see its rent here"
            />
          ) : (
            <>
              <Figures
                lead={{
                  label: 'Monthly Rent',
                  value: <OfRows>{formatDollars(data.rent)}</OfRows>,
                }}
                items={[
                  {
                    label: 'Leased',
                    value: <OfRows>{`${data.leased} of ${data.rows.length}`}</OfRows>,
                  },
                  { label: 'Deposits Held', value: <OfRows>{formatDollars(data.deposit)}</OfRows> },
                  { label: 'Balance', value: <OfRows>{formatDollars(data.balance)}</OfRows> },
                ]}
              />
              <SectionHeader title={isToday ? 'Homes' : `Homes on ${formatDay(data.on)}`} />
              <Homes data={data} isToday={isToday} />
            </>
          )}
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
  const most = mostOf(data.rows.map(({ rent }) => rent))
  return (
    <ReportTable
      isMain
      label="Homes"
      head={
        <>
          <Head>Property</Head>
          <Head wide>Lease</Head>
          <Head wide className="w-1/8 max-lg:hidden" />
          <Head number>Rent</Head>
          <Head number wide>
            Deposit
          </Head>
          <Head number>Balance</Head>
        </>
      }
      foot={
        <>
          <Cell>Total</Cell>
          <Cell wide />
          <Cell wide className="max-lg:hidden" />
          <Cell number>
            <Amount value={data.rent} />
          </Cell>
          <Cell number wide>
            <Amount value={data.deposit} />
          </Cell>
          <Cell number>
            <Amount value={data.balance} />
          </Cell>
        </>
      }
    >
      <tbody>
        {data.rows.map((row) => (
          <Home key={row.propertyId} row={row} share={Number(row.rent) / most} isToday={isToday} />
        ))}
      </tbody>
    </ReportTable>
  )
}

interface HomeProps {
  row: RentRoll['rows'][number]
  share: number
  /** The figures are those of the tenant's page. */
  isToday: boolean
}

function Home({ row, share, isToday }: HomeProps) {
  const { propertyId, address, city, status, tenantId, tenantName, leaseStart, leaseEnd } = row
  const tenant = tenantId ? paths.tenant(tenantId) : undefined
  const href = isToday ? tenant : undefined
  return (
    <Row>
      <RowHead>
        <Link href={paths.rentalProperty(propertyId)}>{address}</Link>
        <span className="block text-sm font-normal text-ink-2">
          {tenant ? (
            <Link href={tenant}>{tenantName ?? 'Tenant'}</Link>
          ) : (
            <StatusBadge status={status} />
          )}
          {` · ${city}`}
        </span>
      </RowHead>
      <Cell wide className="figures text-sm text-ink-2">
        {leaseStart && `${formatDay(leaseStart)} – ${leaseEnd ? formatDay(leaseEnd) : 'open'}`}
      </Cell>
      <Cell wide className="max-lg:hidden">
        <Bar share={share} />
      </Cell>
      <Cell number>
        <Amount value={row.rent} href={href} />
      </Cell>
      <Cell number wide>
        <Amount value={row.deposit} href={href} />
      </Cell>
      <Cell number>
        <Amount value={row.balance} href={href} />
      </Cell>
    </Row>
  )
}
