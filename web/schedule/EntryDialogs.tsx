import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { lazy, Suspense } from 'react'
import { scheduleTexts } from './api.ts'
import { DeleteEntry } from './DeleteEntry.tsx'

const load = () => import('./EntryForm.tsx')
const CreateEntry = lazy(async () => ({ default: (await load()).CreateEntry }))
const EditEntry = lazy(async () => ({ default: (await load()).EditEntry }))
const MoveEntry = lazy(async () => ({ default: (await import('./MoveEntry.tsx')).MoveEntry }))

/** The open dialog, and the entry it is about. */
export type EntryDialog =
  | {
      at: 'create'
      jobId: string | undefined
      days: { startDate: string; endDate: string } | '' | undefined
    }
  | { at: 'edit' | 'move' | 'delete'; entry: ScheduleEntry }
  | null

interface EntryDialogsProps {
  dialog: EntryDialog
  onClose: () => void
  /** The entry is gone: its details are left. */
  onDeleted: () => void
}

/** The dialogs of the Schedule screens. */
export function EntryDialogs({ dialog, onClose, onDeleted }: EntryDialogsProps) {
  return (
    <Suspense>
      {dialog?.at === 'create' && (
        <CreateEntry
          askJob
          jobId={dialog.jobId}
          days={dialog.days || undefined}
          texts={scheduleTexts}
          onClose={onClose}
        />
      )}
      {dialog?.at === 'edit' && (
        <EditEntry entry={dialog.entry} texts={scheduleTexts} onClose={onClose} />
      )}
      {dialog?.at === 'move' && <MoveEntry entry={dialog.entry} onClose={onClose} />}
      {dialog?.at === 'delete' && (
        <DeleteEntry entry={dialog.entry} onClose={onClose} onDeleted={onDeleted} />
      )}
    </Suspense>
  )
}
