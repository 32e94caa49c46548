import { type ScheduleEntry, scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { useWrite } from '../api/write.ts'
import { Confirm } from '../ui/Confirm.tsx'

/** Asks before an entry is deleted. */
export function DeleteEntry({ entry, onClose }: { entry: ScheduleEntry; onClose: () => void }) {
  const remove = useWrite(scheduleRoutes.remove, {
    success: 'Schedule entry deleted successfully',
    failure: 'Failed to delete schedule entry',
    onSuccess: onClose,
  })
  const waiting = entry.blocksIds.length
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Delete ${entry.title}?`}
      confirmLabel="Delete the entry"
      onConfirm={() => remove.mutate({ params: { id: entry.id } })}
      error={remove.problem}
      pending={remove.isPending}
    >
      Its crew days go with it; its history stays.
      {waiting > 0 &&
        ` ${waiting === 1 ? '1 entry no longer waits' : `${waiting} entries no longer wait`} for it.`}
    </Confirm>
  )
}
