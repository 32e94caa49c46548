import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../api/me.ts'
import { QueryList } from '../shell/QueryList.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { PanelHeader } from '../ui/Headings.tsx'
import { RowsSkeleton } from '../ui/Loading.tsx'
import { jobSchedule, panelTexts } from './api.ts'
import { DeleteEntry } from './DeleteEntry.tsx'
import { EntryRow } from './EntryRow.tsx'

const load = () => import('./EntryForm.tsx')
const CreateEntry = lazy(async () => ({ default: (await load()).CreateEntry }))
const EditEntry = lazy(async () => ({ default: (await load()).EditEntry }))

type OpenDialog = { at: 'create' } | { at: 'edit' | 'delete'; entry: ScheduleEntry } | null

/** The schedule of a job: an admin plans it, everyone else reads it. */
export function SchedulePanel({ jobId }: { jobId: string }) {
  const may = useMay()
  const schedule = useQuery(jobSchedule(jobId))
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  const mayCreate = may('schedule.create')
  const mayUpdate = may('schedule.update')
  const mayDelete = may('schedule.delete')
  return (
    <section aria-label="Schedule">
      <PanelHeader title="Schedule" count={schedule.data?.length}>
        {mayCreate && (
          <Button size="sm" onClick={() => setDialog({ at: 'create' })}>
            <Plus aria-hidden />
            Add Entry
          </Button>
        )}
      </PanelHeader>
      <QueryList
        list={schedule}
        noun="schedule entries"
        skeleton={<RowsSkeleton count={3} />}
        empty={
          <Panel className="px-4 py-5 text-ink-2">
            {mayCreate
              ? 'No schedule entries yet. Add the first step of this job.'
              : 'No schedule entries yet.'}
          </Panel>
        }
      >
        {(entries) => (
          <Panel className="@container">
            <ul>
              {entries.map((entry) => (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  {...(mayUpdate && { onEdit: () => setDialog({ at: 'edit', entry }) })}
                  {...(mayDelete && { onDelete: () => setDialog({ at: 'delete', entry }) })}
                />
              ))}
            </ul>
          </Panel>
        )}
      </QueryList>
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
