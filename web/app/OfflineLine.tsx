import { dayIn } from '@plumbline/contract/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { companyQuery } from '../api/company.ts'
import { useOfflineSince } from '../api/connection.ts'
import { useWaitingUploads } from '../features/photos/waiting.ts'
import { formatMoment, formatTime } from '../ui/format.ts'

/** The time of day, with the date unless it is today. */
function timeOf(moment: string, timeZone: string): string {
  const isToday = dayIn(timeZone, new Date(moment)) === dayIn(timeZone, new Date())
  return isToday ? formatTime(moment, timeZone) : formatMoment(moment, timeZone)
}

const waitingText = (photos: number) =>
  photos === 0 ? '' : `${photos === 1 ? '1 photo is' : `${photos} photos are`} waiting to be sent. `

/** A line above everything else while the server cannot be reached. */
export function OfflineLine() {
  const since = useOfflineSince()
  const waiting = useWaitingUploads()
  // Uses the time zone of the browser if the company could not be loaded.
  const { data: company } = useQuery({ ...companyQuery, enabled: false })
  const timeZone = company?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div role="status">
      {since && (
        <p
          data-offline-line
          className="no-print fixed inset-x-0 top-0 z-60 flex h-(--offline-line) items-center border-b border-line bg-sunken px-4 text-xs leading-tight text-ink-2 sm:px-7"
        >
          Offline since {timeOf(since, timeZone)}. {waitingText(waiting)}What you see may be out of
          date.
        </p>
      )}
    </div>
  )
}
