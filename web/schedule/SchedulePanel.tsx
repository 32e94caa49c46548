import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../api/me.ts'
import { LoadProblem } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { PanelHeader } from '../ui/Headings.tsx'
import { RowsSkeleton } from '../ui/Skeleton.tsx'
import { jobSchedule } from './api.ts'
import { DeleteEntry } from './DeleteEntry.tsx'
import { EntryRow } from './EntryRow.tsx'
import { panelTexts } from './texts.ts'

const load = () => import('./EntryForm.tsx')
const CreateEntry = lazy(async () => ({ default: (await load()).CreateEntry }))
const EditEntry = lazy(async () => ({ default: (await load()).EditEntry }))

type OpenDialog = { at: 'create' } | { at: 'edit' | 'delete'; entry: ScheduleEntry } | null

/** The schedule of a job: an admin plans it, everyone else reads it. */
export function SchedulePanel({ jobId }: { jobId: string }) {
  const isAdmin = useMe().role === 'admin'
  const schedule = useQuery(jobSchedule(jobId))
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  const entries = schedule.data ?? []
  return (
    <section aria-label="Schedule">
      <PanelHeader title="Schedule" count={schedule.data?.length}>
        {isAdmin && (
          <Button size="sm" onClick={() => setDialog({ at: 'create' })}>
            <Plus aria-hidden />
            Add Entry
          </Button>
        )}
      </PanelHeader>
      {schedule.isError ? (
        <LoadProblem
          what="The schedule"
          pending={schedule.isFetching}
          onRetry={() => void schedule.refetch()}
        />
      ) : schedule.isPending ? (
        <RowsSkeleton count={3} />
      ) : (
        <Panel className="@container">
          {entries.length > 0 ? (
            <ul>
              {entries.map((entry) => (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  {...(isAdmin && {
                    onEdit: () => setDialog({ at: 'edit', entry }),
                    onDelete: () => setDialog({ at: 'delete', entry }),
                  })}
                />
              ))}
            </ul>
          ) : (
            <p className="px-4 py-5 text-ink-2">
              {isAdmin
                ? 'No schedule entries yet. Add the first step of this job.'
                : 'No schedule entries yet.'}
            </p>
          )}
        </Panel>
      )}
      <Suspense>
        {dialog?.at === 'create' && (
          <CreateEntry jobId={jobId} texts={panelTexts} onClose={close} />
        )}
        {dialog?.at === 'edit' && (
          <EditEntry entry={dialog.entry} texts={panelTexts} onClose={close} />
        )}
        {dialog?.at === 'delete' && <DeleteEntry entry={dialog.entry} onClose={close} />}
      </Suspense>
    </section>
  )
}
