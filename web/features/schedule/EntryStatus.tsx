import {
  type ScheduleEntry,
  scheduleRoutes,
  scheduleStatuses,
} from '@plumbline/contract/schedule.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../api/write.ts'
import { StatusMark } from '../../ui/Badge.tsx'
import { Select } from '../../ui/Input.tsx'
import { statusOptions, statusStyle, toneText } from '../../ui/status.ts'
import { type EntryTexts, entryQuery } from './api.ts'

/**
 * A select for the status of an entry. A change is shown at once, and reset if the server refuses
 * it.
 */
export function EntryStatus({ entry, texts }: { entry: ScheduleEntry; texts: EntryTexts }) {
  const client = useQueryClient()
  const update = useWrite(scheduleRoutes.update, {
    success: () => texts.updated,
    failure: texts.updateFailed,
    queue: `entry ${entry.id}`,
    // Cached at once, so that an edit opened next is based on this version.
    onSuccess: (reply) => client.setQueryData(entryQuery(entry.id).queryKey, reply),
  })
  const status = (update.isPending && update.variables.body.status) || entry.status
  const { tone, mark } = statusStyle(status)
  return (
    <div className="relative">
      <span
        aria-hidden
        className={`absolute top-1/2 left-3 z-10 -translate-y-1/2 ${toneText[tone]}`}
      >
        <StatusMark mark={mark} />
      </span>
      <Select
        aria-label={`Status of ${entry.title}`}
        options={statusOptions(scheduleStatuses)}
        value={status}
        onChange={({ target }) => {
          const chosen = scheduleStatuses.find((known) => known === target.value)
          if (chosen) update.mutate({ params: { id: entry.id }, body: { status: chosen } })
        }}
        className="[&>select]:pl-8"
      />
    </div>
  )
}
