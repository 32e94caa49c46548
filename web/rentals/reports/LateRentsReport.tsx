import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { formatMonth } from '@plumbline/contract/months.ts'
import { type LateRents, lateAges } from '@plumbline/contract/rentalReports.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Link } from '../../shell/Link.tsx'
import { EmptyState, Panel } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { plural } from '../../ui/format.ts'
import { SectionHeader } from '../../ui/Headings.tsx'
import { callUrl } from '../../ui/Person.tsx'
import { lateRentsQuery, rentEntries } from './api.ts'
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

type Age = (typeof lateAges)[number]

const ageLabels: Readonly<Record<Age, string>> = {
  '1-30': '1–30 days',
  '31-60': '31–60 days',
  '61-90': '61–90 days',
  'over-90': 'Over 90 days',
}
const anchorOf = (age: Age) => `late-${age}`
/** As the rows go: the oldest first. */
const oldestFirst = [...lateAges].reverse()

const csvRows = ({ rows }: LateRents) => [
  [...['Property', 'Tenant', 'Phone', 'Month', 'Due', 'Days'], ...['Expected', 'Received', 'Open']],
  ...rows.map((row) => [
    ...[row.address, row.tenantName ?? '', row.phone ?? '', row.month, row.dueOn],
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
        >
          {data.rows.length === 0 ? (
            <EmptyState
              icon={CircleCheck}
              title="No rent is late"
              text="Rent that is not received in full five days after it was due appears here"
            />
          ) : (
            <>
              <Figures
                lead={{ label: 'Late Rent', value: <OfRows>{formatDollars(data.open)}</OfRows> }}
                items={[
                  { label: 'Months Open', value: <OfRows>{data.rows.length}</OfRows> },
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
            </>
          )}
        </Report>
      )}
    </ReportQuery>
  )
}

function Ages({ ages }: { ages: LateRents['ages'] }) {
  const most = mostOf(ages.map(({ open }) => open))
  return (
    <Panel>
      <ul aria-label="Late rent by age">
        {ages.map(({ age, count, open }) => (
          <li
            key={age}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line px-4 py-2.5 first:border-t-0 sm:grid-cols-[7rem_minmax(0,1fr)_6rem_9rem]"
          >
            <span>{ageLabels[age]}</span>
            <Bar share={Number(open) / most} tone="warn" />
            <span className="text-right text-sm text-ink-2 max-sm:hidden">
              {plural(count, 'month', 'months')}
            </span>
            <b className="text-right">
              {count > 0 ? (
                <OfRows to={anchorOf(age)}>{formatDollars(open)}</OfRows>
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

function OpenMonths({ rows }: Pick<LateRents, 'rows'>) {
  const groups = oldestFirst
    .map((age) => ({ age, late: rows.filter((row) => row.age === age) }))
    .filter(({ late }) => late.length > 0)
  return (
    <ReportTable
      isMain
      label="Open months"
      head={
        <>
          <Head>Property</Head>
          <Head>Month</Head>
          <Head number wide>
            Expected
          </Head>
          <Head number wide>
            Received
          </Head>
          <Head number>Open</Head>
        </>
      }
    >
      {groups.map(({ age, late }) => (
        <tbody key={age} id={anchorOf(age)} className="scroll-mt-16 border-t border-line">
          <tr className="bg-sunken text-left text-sm">
            <th scope="rowgroup" colSpan={5} className="px-2 py-1 font-medium text-ink-2">
              {ageLabels[age]}
            </th>
          </tr>
          {late.map((row) => (
            <OpenMonth key={`${row.propertyId} ${row.month}`} row={row} />
          ))}
        </tbody>
      ))}
    </ReportTable>
  )
}

function OpenMonth({ row }: { row: LateRents['rows'][number] }) {
  const { propertyId, tenantId, tenantName, phone, month } = row
  const received = rentEntries(month, propertyId)
  const href = tenantId ? paths.tenant(tenantId) : received
  return (
    <Row>
      <RowHead>
        <Link href={paths.rentalProperty(propertyId)}>{row.address}</Link>
        <span className="block text-sm font-normal text-ink-2">
          {tenantId ? <Link href={href}>{tenantName ?? 'Tenant'}</Link> : tenantName}
          {phone && (
            <>
              {' · '}
              <a href={callUrl(phone)} className="whitespace-nowrap">
                {phone}
              </a>
            </>
          )}
        </span>
      </RowHead>
      <Cell className="whitespace-nowrap">
        {formatMonth(month)}
        <span className="block text-sm text-ink-2">{plural(row.days, 'day', 'days')}</span>
      </Cell>
      <Cell number wide>
        <Amount value={row.expected} href={href} />
      </Cell>
      <Cell number wide>
        <Amount value={row.received} href={received} />
      </Cell>
      <Cell number>
        <b>
          <Amount value={row.open} href={href} />
        </b>
      </Cell>
    </Row>
  )
}
