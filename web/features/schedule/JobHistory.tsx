import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { pagedQuery, query } from '../../api/query.ts'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { SidePanel } from '../../ui/Dialog.tsx'
import { plural } from '../../ui/format.ts'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { ChangeList } from './EntryHistory.tsx'

/** The changes of a job's schedule, and the days lost by reason. */
export function JobHistory({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const params = { id: jobId }
  const changes = usePagedList(pagedQuery(scheduleRoutes.changesOfJob, { params }))
  return (
    <SidePanel onClose={onClose} title="Schedule changes">
      <DaysLost jobId={jobId} />
      <QueryList
        list={changes}
        noun="changes"
        skeleton={<RowsSkeleton count={5} />}
        empty={
          <EmptyState
            plain
            icon={History}
            title="No changes yet"
            text="Every change of dates, status, sub and dependencies will be listed here."
          />
        }
      >
        {(items) => <ChangeList changes={items} nameOf={({ entryTitle }) => entryTitle} />}
      </QueryList>
    </SidePanel>
  )
}

const days = (count: number) => plural(count, 'day', 'days')

/** The days by which entries were moved later, by reason. Renders nothing if there are none. */
function DaysLost({ jobId }: { jobId: string }) {
  const { data } = useQuery(query(scheduleRoutes.daysLost, { params: { id: jobId } }))
  if (!data || data.days === 0) return null
  return (
    <section aria-label="Days lost" className="mb-5 border-b border-line pb-4">
      <h3 className="mb-2 font-medium">{days(data.days)} lost</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5">
        {data.reasons.map(({ reason, days: lost, moves }) => (
          <div key={reason ?? ''} className="contents">
            <dt className="min-w-0 wrap-anywhere">
              {reason ?? 'No reason given'}{' '}
              <span className="text-sm text-ink-2">{plural(moves, 'move', 'moves')}</span>
            </dt>
            <dd className="figures text-right">{days(lost)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
