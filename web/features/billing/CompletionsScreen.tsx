import type { Completions } from '@plumbline/contract/billing.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide-react'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { adminOnly, screen, searchParams, useSetSearch, year } from '../../screens/screen.ts'
import { EmptyState, Panel } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { ScreenHeader, SectionHeader } from '../../ui/Headings.tsx'
import { Select } from '../../ui/Input.tsx'
import { completedJobs, completionsQuery } from './api.ts'
import { BillingSkeleton, CompletedSkeleton } from './BillingSkeleton.tsx'
import { CompletedList } from './CompletedList.tsx'
import { paidIn } from './payment.ts'

const monthName = (month: number) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2025, month - 1)),
  )

const DEFAULT_YEAR = '2025'

const validateSearch = searchParams({ year })
type Search = ReturnType<typeof validateSearch>

const yearOf = ({ year }: Search) => year ?? DEFAULT_YEAR
const titleOf = (search: Search) => `${yearOf(search)} Completions`

export const Route = createFileRoute('/paid-2025')({
  ...screen({ title: ({ search }) => titleOf(validateSearch(search)), ...adminOnly }),
  validateSearch,
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client }, location }) => {
    const { completedJobs, completionsQuery } = await import('./api.ts')
    const year = yearOf(validateSearch(location.search))
    await Promise.all([
      client.query(completionsQuery(year)),
      client.infiniteQuery(completedJobs(year)),
    ])
  },
  pendingComponent: CompletionsPending,
  component: CompletionsScreen,
})

function CompletionsPending() {
  return (
    <>
      <ScreenHeader title={titleOf(Route.useSearch())} />
      <BillingSkeleton />
    </>
  )
}

/** Revenue from a year's completed jobs. */
function CompletionsScreen() {
  const search = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const year = yearOf(search)
  const { data } = useSuspenseQuery(completionsQuery(year))

  return (
    <>
      <ScreenHeader
        title={titleOf(search)}
        more={
          <ListButtons
            fileName={`completions-${year}`}
            read={async () => (await import('./printed.ts')).printedCompletions(year)}
          />
        }
      >
        <Select
          aria-label="Year"
          options={data.years.map((one) => ({ value: String(one), label: String(one) }))}
          value={year}
          onChange={(event) =>
            setSearch({ year: event.target.value === DEFAULT_YEAR ? '' : event.target.value })
          }
          className="w-28"
        />
      </ScreenHeader>
      <Figures
        isAbove
        lead={{
          label: 'Total Revenue',
          value: formatCents(data.totalRevenue),
          note: <Received year={year} cents={data.received} />,
        }}
        items={[
          { label: 'Completed Jobs', value: data.count.toLocaleString('en-US') },
          { label: 'Average Job Value', value: formatCents(data.averageJobValue) },
          {
            label: 'Best Month',
            value: data.bestMonth ? monthName(data.bestMonth.month) : 'None',
            note: data.bestMonth && formatCents(data.bestMonth.revenue),
          },
        ]}
      />
      {data.count === 0 ? (
        <div className="mt-6.5">
          <NothingCompleted year={year} />
        </div>
      ) : (
        <>
          <SectionHeader title="Monthly Breakdown" />
          <Months months={data.months} />
          <SectionHeader title="Completed Jobs" />
          {/* Keyed by year so that cached jobs are never shown under another year. */}
          <CompletedJobs key={year} year={year} />
        </>
      )}
    </>
  )
}

/** The money that came in during the year, which leads to the payments that sum to it. */
function Received({ year, cents }: { year: string; cents: number }) {
  return (
    <Link
      href={paths.payments({ from: `${year}-01-01`, to: `${year}-12-31` })}
      className="figures underline touch:inline-block touch:leading-11 decoration-line-strong underline-offset-3 hover:decoration-ink"
    >
      Received in {year} {formatCents(cents)}
    </Link>
  )
}

function NothingCompleted({ year }: { year: string }) {
  return (
    <EmptyState
      icon={CalendarCheck}
      title={`No completed jobs in ${year}`}
      text="Completed jobs appear here by end date"
    />
  )
}

function CompletedJobs({ year }: { year: string }) {
  const list = usePagedList(completedJobs(year))
  return (
    <QueryList
      list={list}
      noun="jobs"
      skeleton={<CompletedSkeleton />}
      empty={<NothingCompleted year={year} />}
    >
      {(jobs) => <CompletedList jobs={jobs} unknown={paidIn(year)} />}
    </QueryList>
  )
}

/** Bars of revenue by month, highest first. */
function Months({ months }: { months: Completions['months'] }) {
  const maxRevenue = Math.max(1, ...months.map((month) => month.revenue))
  return (
    <Panel>
      <ul aria-label="Revenue by month">
        {months.map(({ month, revenue, jobs }) => (
          <li
            key={month}
            className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line px-4 py-2.5 first:border-t-0 sm:grid-cols-[7rem_minmax(0,1fr)_5rem_9rem]"
          >
            <span>{monthName(month)}</span>
            <span aria-hidden className="h-2.5 overflow-hidden rounded-xs bg-sunken">
              <span
                className="block h-full rounded-xs bg-good"
                style={{ width: `${(100 * revenue) / maxRevenue}%` }}
              />
            </span>
            <span className="text-right text-sm text-ink-2 max-sm:hidden">
              {jobs} {jobs === 1 ? 'job' : 'jobs'}
            </span>
            <b className="figures text-right">{formatCents(revenue)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
