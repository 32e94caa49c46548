import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { useChangeSearch } from '../../screens/screen.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import type { EntryTexts } from './api.ts'

const load = () => import('./EntryForm.tsx')
const CreateEntry = lazyPart(async () => ({ default: (await load()).CreateEntry }))
const EditEntry = lazyPart(async () => ({ default: (await load()).EditEntry }))
const MoveEntry = lazyPart(async () => ({ default: (await import('./MoveEntry.tsx')).MoveEntry }))

const DeleteEntry = lazyPart(async () => ({
  default: (await import('./DeleteEntry.tsx')).DeleteEntry,
}))

/** The open dialog, and the entry it is about. */
export type EntryDialog =
  | {
      at: 'create'
      jobId: string | undefined
      /** Whether the form asks for the job. */
      askJob: boolean
      days?: { startDate: string; endDate: string } | undefined
    }
  | { at: 'edit' | 'move' | 'delete'; entry: ScheduleEntry }
  | null

interface EntryDialogsProps {
  dialog: EntryDialog
  texts: EntryTexts
  onClose: () => void
}

/** The dialogs about schedule entries. */
export function EntryDialogs({ dialog, texts, onClose }: EntryDialogsProps) {
  const changeSearch = useChangeSearch()
  // Closes the details first, which would otherwise be read again.
  const closeDeleted = async () => {
    await changeSearch({ entry: '', tab: '' })
    onClose()
  }
  return (
    <>
      {dialog?.at === 'create' && (
        <CreateEntry
          askJob={dialog.askJob}
          jobId={dialog.jobId}
          days={dialog.days}
          texts={texts}
          onClose={onClose}
        />
      )}
      {dialog?.at === 'edit' && <EditEntry entry={dialog.entry} texts={texts} onClose={onClose} />}
      {dialog?.at === 'move' && <MoveEntry entry={dialog.entry} onClose={onClose} />}
      {dialog?.at === 'delete' && (
        <DeleteEntry entry={dialog.entry} onClose={onClose} onDeleted={closeDeleted} />
      )}
    </>
  )
}
