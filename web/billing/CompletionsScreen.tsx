import type { Completions } from '@plumbline/contract/billing.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CalendarCheck, Download, Printer } from 'lucide-react'
import { download } from '../shell/csv.ts'
import { adminOnly, screen } from '../shell/screen.ts'
import { searchParams, text } from '../shell/searchParams.ts'
import { useWords } from '../shell/useWords.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState, Panel } from '../ui/Card.tsx'
import { Figures } from '../ui/Figures.tsx'
import { ScreenHeader, SectionHeader } from '../ui/Headings.tsx'
import { Select } from '../ui/Input.tsx'
import { completionsQuery, yearOf } from './api.ts'
import { FinanceSkeleton } from './BillingSkeleton.tsx'
import { CompletedList } from './CompletedList.tsx'
import { jobsCsv } from './jobsCsv.ts'

const monthName = (month: number) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2025, month - 1)),
  )

export const Route = createFileRoute('/paid-2025')({
  ...screen({ title: ({ search }) => `${yearOf(search)} Completions`, ...adminOnly }),
  validateSearch: searchParams({ year: text }),
  loader: ({ context: { client }, location }) =>
    client.query(completionsQuery(yearOf(location.search))),
  pendingComponent: () => <FinanceSkeleton title="2025 Completions" />,
  component: CompletionsScreen,
})

/** What a year's completed jobs brought. The year is 2025 unless another is picked. */
function CompletionsScreen() {
  const [words, setWords] = useWords()
  const year = yearOf(words)
  const { data } = useSuspenseQuery(completionsQuery(year))
  const label = `Paid ${year}`

  return (
    <>
      <ScreenHeader title={`${year} Completions`}>
        <div className="no-print flex flex-wrap gap-2">
          <Select
            aria-label="Year"
            options={data.years.map((one) => ({ value: String(one), label: String(one) }))}
            value={year}
            onChange={(event) =>
              setWords({ year: event.target.value === '2025' ? '' : event.target.value })
            }
            className="w-28"
          />
          <Button onClick={() => print()}>
            <Printer aria-hidden />
            Print
          </Button>
          <Button onClick={() => download(`completions-${year}.csv`, jobsCsv(data.jobs, label))}>
            <Download aria-hidden />
            CSV
          </Button>
        </div>
      </ScreenHeader>
      <Figures
        lead={{ label: 'Total Revenue', value: formatCents(data.totalRevenue) }}
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
          <EmptyState
            icon={CalendarCheck}
            title={`No completed jobs in ${year}`}
            text="A completed job stands here by its end date"
          />
        </div>
      ) : (
        <>
          <SectionHeader title="Monthly Breakdown" />
          <Months months={data.months} />
          <SectionHeader title="Completed Jobs" />
          <CompletedList jobs={data.jobs} label={label} paid />
        </>
      )}
    </>
  )
}

/** Revenue by month, highest first, each drawn as long as it is large. */
function Months({ months }: { months: Completions['months'] }) {
  const most = Math.max(1, ...months.map((month) => month.revenue))
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
                style={{ width: `${(100 * revenue) / most}%` }}
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
