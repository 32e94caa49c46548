import { ageBucketNames, ageBuckets } from '@plumbline/contract/ageing.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { columnCents } from '../changeOrders/contractTexts.ts'
import { AgeBar, Swatch } from './AgeBar.tsx'
import { owedQuery, unpaidOfAge } from './api.ts'
import { centsText, pastDueText } from './texts.ts'

/** The debts of all customers, by age. Each age leads to its invoices. */
export default function OwedFigures({ view }: { view: 'table' | undefined }) {
  const today = useToday()
  const { data, error } = useQuery(owedQuery)
  // The list below has the problem, and the button that tries again.
  if (error && !data) return null
  if (!data) return <Skeleton className="h-16 w-full" />
  const { owed, ages } = data
  if (owed === 0) return null
  return (
    <section aria-label="Owed" className="@container">
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <div>
          <h2 className="text-sm font-normal text-ink-2">Owed</h2>
          <p className="figures text-xl font-bold tracking-tight">{centsText(owed)}</p>
          <p className="figures text-sm text-ink-2">{pastDueText(data)}</p>
        </div>
        <div className="hidden flex-1 basis-105 @2xl:block">
          <AgeBar ageing={data} />
          <ul className="mt-1.5 grid grid-cols-5 gap-x-3">
            {ageBuckets.map((bucket) => {
              const filter = { ...unpaidOfAge(bucket, today), view }
              return (
                <li key={bucket}>
                  <Link href={paths.invoices(filter)} className="block rounded-s hover:underline">
                    <span className="flex items-center gap-1.5 text-sm text-ink-2">
                      <Swatch bucket={bucket} />
                      {ageBucketNames[bucket]}
                    </span>
                    <b className="figures text-md tracking-tight">{columnCents(ages[bucket])}</b>
                  </Link>
                </li>
              )
            })}
          </ul>
        </div>
      </div>
    </section>
  )
}
