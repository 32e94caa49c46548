import {
  type ScheduleEntry,
  scheduleRoutes,
  scheduleStatuses,
} from '@plumbline/contract/schedule.ts'
import { useWrite } from '../api/write.ts'
import { StatusMark } from '../ui/Badge.tsx'
import { Select } from '../ui/Input.tsx'
import { statusStyle } from '../ui/status.ts'
import { panelTexts } from './texts.ts'

const options = scheduleStatuses.map((value) => ({ value, label: statusStyle(value).label }))
const inks = {
  neutral: 'text-neutral',
  info: 'text-info',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
}

/** The status of an entry, changed where it stands: shown at once, taken back when the server refuses. */
export function EntryStatus({ entry }: { entry: ScheduleEntry }) {
  const update = useWrite(scheduleRoutes.update, {
    success: () => panelTexts.updated,
    failure: panelTexts.updateFailed,
    queue: `entry ${entry.id}`,
  })
  const status = (update.isPending && update.variables.body.status) || entry.status
  const { tone, mark } = statusStyle(status)
  return (
    <div className="relative">
      <span aria-hidden className={`absolute top-1/2 left-3 z-10 -translate-y-1/2 ${inks[tone]}`}>
        <StatusMark mark={mark} />
      </span>
      <Select
        aria-label={`Status of ${entry.title}`}
        options={options}
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
