import { ageBucketNames, ageBuckets } from '@plumbline/contract/ageing.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { LoadProblem } from '../../ui/Alert.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { AgeBar, Swatch } from '../invoices/AgeBar.tsx'
import { owedQuery, unpaidOfAge } from '../invoices/api.ts'
import { centsText, pastDueText } from '../invoices/texts.ts'
import { HomeSection } from './HomeSection.tsx'

/** The debts of all customers, by age. Each age leads to its invoices. */
export default function OwedByAge() {
  const today = useToday()
  const { data, error, isFetching, refetch } = useQuery(owedQuery)
  return (
    <HomeSection
      title="Owed to us"
      end={
        <Link href={paths.receivables()} className="action-link">
          Receivables
        </Link>
      }
    >
      {!data && !error && <Skeleton className="mt-2.5 h-44 touch:h-70" />}
      {!data && error && (
        <LoadProblem what="What is owed" pending={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.owed === 0 && <p className="py-3.5 text-ink-2">No invoice is unpaid</p>}
      {data && data.owed > 0 && (
        <>
          <p className="figures mt-2.5 flex flex-wrap items-baseline gap-x-2">
            <b className="text-lg font-bold tracking-tight">{centsText(data.owed)}</b>
            <span className="text-sm text-ink-2">{pastDueText(data)}</span>
          </p>
          <div className="mt-2">
            <AgeBar ageing={data} />
          </div>
          <ul className="mt-1.5">
            {ageBuckets.map((bucket) => (
              <li key={bucket}>
                <Link
                  href={paths.invoices(unpaidOfAge(bucket, today))}
                  className="flex items-center gap-2 py-1 text-sm hover:underline touch:min-h-11"
                >
                  <Swatch bucket={bucket} />
                  <span className="text-ink-2">{ageBucketNames[bucket]}</span>
                  <span
                    className={`figures ml-auto ${bucket === 'days91' && data.ages[bucket] > 0 ? 'font-medium text-bad' : ''}`}
                  >
                    {centsText(data.ages[bucket])}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </HomeSection>
  )
}
