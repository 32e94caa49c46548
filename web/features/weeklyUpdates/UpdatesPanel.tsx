import type { Job } from '@plumbline/contract/jobs.ts'
import { weeklyUpdateRoutes, weekOf } from '@plumbline/contract/weeklyUpdates.ts'
import { useQuery } from '@tanstack/react-query'
import { FilePen } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { useToday } from '../../screens/days.ts'
import { QueryList } from '../../screens/QueryList.tsx'
import { Button } from '../../ui/Button.tsx'
import { PanelHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { jobUpdates } from './api.ts'
import { UpdateRow } from './UpdateRow.tsx'

/** The number of updates listed at first. */
const INITIAL_COUNT = 10

/**
 * The weekly updates of a job, newest first, with the newest expanded. Clients read the sent ones,
 * and admins draft, edit, and send them. Not printed, because job sheets are handed around.
 */
export function UpdatesPanel({ job, updateId }: { job: Job; updateId: string | undefined }) {
  const may = useMay()
  const updates = useQuery(jobUpdates(job.id))
  const today = useToday()
  const [isWhole, setWhole] = useState(false)
  const draft = useWrite(weeklyUpdateRoutes.create, {
    success: 'Update drafted',
    failure: serverMessageOr('Failed to draft the update'),
  })
  const mayWrite = may('update.write')
  const hasThisWeek = updates.data?.some(({ week }) => week === weekOf(today)) ?? true
  return (
    <section aria-label="Weekly updates" className="no-print">
      <PanelHeader title="Weekly updates" count={updates.data?.length}>
        {mayWrite && !hasThisWeek && (
          <Button
            size="sm"
            pending={draft.isPending}
            onClick={() => draft.mutate({ params: { id: job.id }, body: { day: today } })}
          >
            <FilePen aria-hidden />
            Draft this week’s update
          </Button>
        )}
      </PanelHeader>
      <QueryList
        list={updates}
        noun="weekly updates"
        skeleton={<RowsSkeleton count={1} />}
        empty={
          <p className="border-t border-line-strong py-4 text-ink-2">
            {mayWrite
              ? 'No weekly updates yet. Draft one from what happened this week, and send it to the client.'
              : 'No weekly updates yet. You find here what happened on your job, week by week.'}
          </p>
        }
      >
        {(all) => {
          // A link can name an update beyond those listed at first.
          const linked = all.findIndex(({ id }) => id === updateId)
          const shown = isWhole || linked >= INITIAL_COUNT ? all : all.slice(0, INITIAL_COUNT)
          const newest = all[0]?.id
          return (
            <>
              <div className="border-t border-line-strong">
                <ul>
                  {shown.map((update) => (
                    <UpdateRow
                      // A new key expands a linked update that was collapsed before.
                      key={update.id === updateId ? 'linked' : update.id}
                      job={job}
                      update={update}
                      isNewest={update.id === newest}
                      isLinked={update.id === updateId}
                    />
                  ))}
                </ul>
              </div>
              {shown.length < all.length && (
                <Button size="sm" variant="quiet" className="mt-2" onClick={() => setWhole(true)}>
                  Show all {all.length}
                </Button>
              )}
            </>
          )
        }}
      </QueryList>
    </section>
  )
}
