import {
  type AgeBucket,
  type Ageing,
  ageBucketNames,
  ageBuckets,
} from '@plumbline/contract/ageing.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { useId, useState } from 'react'
import { ListButtons } from '../../print/ListButtons.tsx'
import { DayFilter } from '../../screens/DayFilter.tsx'
import { useToday } from '../../screens/days.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { Panel } from '../../ui/Card.tsx'
import { PanelHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { AgeBar, Swatch } from '../invoices/AgeBar.tsx'
import { centsText } from '../invoices/texts.ts'
import { AgedCustomers } from './AgedCustomers.tsx'
import { ageingQuery } from './api.ts'

/** The debts of customers by age, today or at the end of another day. */
export function AgeingPanel() {
  const today = useToday()
  const dayId = useId()
  const [asOf, setAsOf] = useState('')
  const shown = asOf !== '' && asOf < today ? asOf : undefined
  const { data, isFetching, refetch } = useQuery({
    ...ageingQuery(shown),
    placeholderData: keepPreviousData,
  })
  const isEmpty = data?.count === 0 && shown === undefined
  if (isEmpty) return null
  return (
    <section aria-label="Owed" className="@container mt-7">
      <PanelHeader
        title="Owed"
        more={
          data && (
            <ListButtons
              fileName={`owed-${data.asOf}`}
              read={async () => (await import('./printed.ts')).printedAgeing(shown)}
            />
          )
        }
        moreLabel="More of what is owed"
      >
        <label
          htmlFor={dayId}
          className="flex items-center gap-2 text-sm whitespace-nowrap text-ink-2"
        >
          As of
          <DayFilter
            id={dayId}
            value={asOf || today}
            max={today}
            onChange={(day) => setAsOf(day === today ? '' : day)}
          />
        </label>
      </PanelHeader>
      {data ? (
        <Ages ageing={data} />
      ) : isFetching ? (
        <RowsSkeleton count={3} />
      ) : (
        <LoadProblem what="What is owed" pending={false} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function Ages({ ageing }: { ageing: Ageing }) {
  const [bucket, setBucket] = useState<AgeBucket | null>(null)
  const { ages, owed, credit, asOf, count } = ageing
  if (count === 0) return <p className="py-4 text-ink-2">Nothing was owed on {formatDay(asOf)}.</p>
  const customers = ageing.customers.filter((one) => bucket === null || one.ages[bucket] > 0)
  return (
    <>
      <div className="mt-2.5">
        <AgeBar ageing={ageing} />
      </div>
      <ul className="mt-2.5 mb-3 grid gap-x-3 @2xl:grid-cols-[repeat(5,minmax(0,1fr))_minmax(max-content,1.2fr)]">
        {ageBuckets.map((one) => (
          <li key={one} className="border-t border-line first:border-t-0 @2xl:border-t-0">
            <button
              type="button"
              aria-pressed={bucket === one}
              disabled={ages[one] === 0}
              onClick={() => setBucket(bucket === one ? null : one)}
              className={cx(
                'flex w-full items-baseline justify-between gap-2 rounded-s px-1.5 py-1.5 text-left enabled:hover:bg-sunken @2xl:flex-col @2xl:justify-start @2xl:gap-0 touch:min-h-11',
                bucket === one && 'bg-sunken',
              )}
            >
              <span className="flex items-center gap-1.5 text-sm text-ink-2">
                <Swatch bucket={one} />
                {ageBucketNames[one]}
              </span>
              <b className="figures text-md tracking-tight">{centsText(ages[one])}</b>
            </button>
          </li>
        ))}
        <li className="flex items-baseline justify-between gap-2 border-t border-line-strong px-1.5 py-1.5 @2xl:flex-col @2xl:gap-0 @2xl:border-t-0 @2xl:text-right">
          <span className="text-sm whitespace-nowrap text-ink-2 @2xl:ml-auto">
            Owed{credit > 0 && `, ${centsText(credit)} credit`}
          </span>
          <b className="figures text-md tracking-tight @2xl:ml-auto">{centsText(owed)}</b>
        </li>
      </ul>
      <Panel>
        <AgedCustomers customers={customers} ageing={ageing} />
      </Panel>
      {count > ageing.customers.length && (
        <p className="mt-2 text-sm text-ink-2">
          The {ageing.customers.length} customers with the oldest invoices of {count}.
        </p>
      )}
    </>
  )
}
