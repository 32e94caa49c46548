import { type ScheduleEntry, scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { plural } from '../../ui/format.ts'

interface DeleteEntryProps {
  entry: ScheduleEntry
  onClose: () => void
  /** Runs in place of `onClose` after the deletion. */
  onDeleted: () => unknown
}

/** Asks before an entry is deleted, and deletes it. */
export function DeleteEntry({ entry, onClose, onDeleted }: DeleteEntryProps) {
  const waiting = entry.blocksIds.length
  return (
    <ConfirmWrite
      row={scheduleRoutes.remove}
      args={{ params: { id: entry.id } }}
      title={`Delete ${entry.title}?`}
      confirmLabel="Delete the entry"
      success="Schedule entry deleted successfully"
      failure="Failed to delete schedule entry"
      onClose={onClose}
      onDone={onDeleted}
    >
      Its crew days will be deleted too; its history is kept.
      {waiting > 0 && ` ${plural(waiting, 'entry', 'entries')} will no longer wait for it.`}
    </ConfirmWrite>
  )
}
