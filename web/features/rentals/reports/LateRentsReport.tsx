import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { formatMonth } from '@plumbline/contract/months.ts'
import { type LateRents, lateAges } from '@plumbline/contract/rentalReports.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { Panel } from '../../../ui/Card.tsx'
import { Figures } from '../../../ui/Figures.tsx'
import { plural } from '../../../ui/format.ts'
import { SectionHeader } from '../../../ui/Headings.tsx'
import { callUrl } from '../../../ui/Person.tsx'
import { phoneText } from '../../../ui/phone.ts'
import { Amount, RowsLink } from './Amount.tsx'
import { lateRentsQuery, rentEntries } from './api.ts'
import { Bar, maxAmount } from './Bar.tsx'
import { Report, ReportQuery } from './Report.tsx'
import { amountColumn, type Column, TableFrame, TableRows } from './ReportTable.tsx'

type Age = (typeof lateAges)[number]

const ageLabels: Readonly<Record<Age, string>> = {
  '1-30': '1–30 days',
  '31-60': '31–60 days',
  '61-90': '61–90 days',
  'over-90': 'Over 90 days',
}
const anchorOf = (age: Age) => `late-${age}`
const oldestFirst = [...lateAges].reverse()

const csvRows = ({ rows }: LateRents) => [
  [...['Property', 'Tenant', 'Phone', 'Month', 'Due', 'Days'], ...['Expected', 'Received', 'Open']],
  ...rows.map((row) => [
    ...[row.address, row.tenantName ?? '', phoneText(row.phone ?? ''), row.month, row.dueOn],
    ...[String(row.days), row.expected, row.received, row.open],
  ]),
]

/** The rent that is late today, by age. */
export function LateRentsReport() {
  return (
    <ReportQuery read={useQuery(lateRentsQuery)}>
      {(data) => (
        <Report
          title="Late Rents"
          text={`On ${formatDay(data.on)}`}
          fileName={`late-rents-${data.on}`}
          rows={() => csvRows(data)}
          empty={
            data.rows.length === 0 && {
              icon: CircleCheck,
              title: 'No rent is late',
              text: 'Rent that is not received in full within five days of its due date appears here',
            }
          }
        >
          <Figures
            lead={{ label: 'Late Rent', value: <RowsLink>{formatDollars(data.open)}</RowsLink> }}
            items={[
              { label: 'Months Open', value: <RowsLink>{data.rows.length}</RowsLink> },
              {
                label: 'Oldest',
                value: `${Math.max(...data.rows.map(({ days }) => days))} days`,
              },
            ]}
          />
          <SectionHeader title="By Age" />
          <Ages ages={data.ages} />
          <SectionHeader title="Open Months" />
          <OpenMonths rows={data.rows} />
        </Report>
      )}
    </ReportQuery>
  )
}

function Ages({ ages }: { ages: LateRents['ages'] }) {
  const max = maxAmount(ages.map(({ open }) => open))
  return (
    <Panel>
      <ul aria-label="Late rent by age">
        {ages.map(({ age, count, open }) => (
          <li
            key={age}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line px-4 py-2.5 first:border-t-0 sm:grid-cols-[7rem_minmax(0,1fr)_6rem_9rem] touch:py-3.5"
          >
            <span>{ageLabels[age]}</span>
            <Bar share={Number(open) / max} tone="warn" />
            <span className="text-right text-sm text-ink-2 max-sm:hidden">
              {plural(count, 'month', 'months')}
            </span>
            <b className="text-right">
              {count > 0 ? (
                <RowsLink to={anchorOf(age)}>{formatDollars(open)}</RowsLink>
              ) : (
                <Amount value={open} />
              )}
            </b>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type Late = LateRents['rows'][number]

const receivedOf = ({ month, propertyId }: Late) => rentEntries(month, propertyId)
const tenantOrReceived = (late: Late) =>
  late.tenantId ? paths.tenant(late.tenantId) : receivedOf(late)

const columns: readonly Column<Late>[] = [
  { label: 'Property', isHead: true, cell: (late) => <Home late={late} /> },
  {
    label: 'Month',
    className: 'whitespace-nowrap',
    cell: ({ month, days }) => (
      <>
        {formatMonth(month)}
        <span className="block text-sm text-ink-2">{plural(days, 'day', 'days')}</span>
      </>
    ),
  },
  amountColumn({
    label: 'Expected',
    wide: true,
    value: ({ expected }) => expected,
    href: tenantOrReceived,
  }),
  amountColumn({
    label: 'Received',
    wide: true,
    value: ({ received }) => received,
    href: receivedOf,
  }),
  {
    label: 'Open',
    number: true,
    cell: (late) => (
      <b>
        <Amount value={late.open} href={tenantOrReceived(late)} />
      </b>
    ),
  },
]

function OpenMonths({ rows }: Pick<LateRents, 'rows'>) {
  const groups = oldestFirst
    .map((age) => ({ age, late: rows.filter((row) => row.age === age) }))
    .filter(({ late }) => late.length > 0)
  return (
    <TableFrame isMain label="Open months" columns={columns}>
      {groups.map(({ age, late }) => (
        <tbody key={age} id={anchorOf(age)} className="scroll-mt-16 border-t border-line">
          <tr className="bg-sunken text-left text-sm">
            <th
              scope="rowgroup"
              colSpan={columns.length}
              className="px-2 py-1 font-medium text-ink-2"
            >
              {ageLabels[age]}
            </th>
          </tr>
          <TableRows
            columns={columns}
            rows={late}
            keyOf={({ propertyId, tenantId, month }) => `${propertyId} ${tenantId} ${month}`}
          />
        </tbody>
      ))}
    </TableFrame>
  )
}

function Home({ late: { propertyId, address, tenantId, tenantName, phone } }: { late: Late }) {
  return (
    <>
      <Link href={paths.rentalProperty(propertyId)}>{address}</Link>
      <span className="block text-sm font-normal text-ink-2">
        {tenantId ? (
          <Link href={paths.tenant(tenantId)}>{tenantName ?? 'Tenant'}</Link>
        ) : (
          tenantName
        )}
        {phone && (
          <>
            {'\u00a0· '}
            <a href={callUrl(phone)} className="whitespace-nowrap">
              {phoneText(phone)}
            </a>
          </>
        )}
      </span>
    </>
  )
}
