import type { ClashResolution, CrewDay } from '@plumbline/contract/crew.ts'
import { formatWeekday } from '@plumbline/contract/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useToday } from '../../../screens/days.ts'
import { LoadProblem } from '../../../ui/Alert.tsx'
import { StatusMark } from '../../../ui/Badge.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import { Avatar, nameParts, subStyle } from '../../../ui/Person.tsx'
import { waysQuery } from '../../crew/api.ts'
import type { useCrewWrites } from '../../crew/useCrewWrites.ts'
import { bookingsText } from './texts.ts'

interface ClashWaysProps {
  /** One of the crew days that clash. */
  id: string
  writes: ReturnType<typeof useCrewWrites>
  onOpen: (entryId: string) => void
  onClose: () => void
}

/** The ways to resolve a double booking, best first, each with its reason. */
export function ClashWays({ id, writes, onOpen, onClose }: ClashWaysProps) {
  const { data, error, isFetching, refetch } = useQuery(waysQuery(id))
  const today = useToday()
  if (!data)
    return (
      <div className="p-4">
        {error ? (
          <LoadProblem what="This day" pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <div role="status" className="flex flex-col gap-2">
            <span className="sr-only">Loading</span>
            <Skeleton />
            <Skeleton className="h-4 w-2/3" />
          </div>
        )}
      </div>
    )
  const { days, movableId, ways } = data
  const movable = days.find((day) => day.id === movableId)
  if (!movable) return null
  const take = (way: ClashResolution) => {
    onClose()
    const { subcontractorId, assignedDate, kind } = way
    if (kind === 'leave')
      writes.remove(movable, `Left with ${way.subcontractorName}, who is there already.`)
    else writes.move([movable], subcontractorId, [assignedDate])
  }
  const when = formatWeekday(movable.assignedDate, today)
  return (
    <>
      <div className="px-4 pt-3 pb-2.5">
        <h2 className="flex items-baseline gap-2 text-base">
          <StatusMark mark="diamond" className="size-2.5 shrink-0 text-bad" />
          {days.length > 1
            ? `${movable.subcontractorName} is booked twice on ${when}`
            : `${movable.subcontractorName} is booked once on ${when} now`}
        </h2>
        <p className="figures mt-0.5 text-sm text-ink-2">{bookingsText(days)}</p>
      </div>
      <ul className="border-t border-line">
        {ways.map((way, index) => (
          <li key={`${way.kind} ${way.subcontractorId}`} className="border-b border-line">
            <button
              type="button"
              disabled={writes.isPending}
              onClick={() => take(way)}
              className="flex min-h-10 w-full flex-wrap items-center gap-x-2 px-4 py-1.5 text-left -outline-offset-2 hover:bg-sunken touch:min-h-11"
            >
              <span>{wayText(way, index === 0 ? movable.entryTitle : 'it')}</span>
              <WayTarget way={way} today={today} />
              <span className="ml-auto text-sm text-ink-2">{way.why}</span>
            </button>
          </li>
        ))}
        {ways.length === 0 && days.length > 1 && (
          <li className="border-b border-line px-4 py-2.5 text-ink-2">
            Nobody else is free, and there is no free day soon. Change the hours of one of them.
          </li>
        )}
      </ul>
      <Details days={days} onOpen={onOpen} />
    </>
  )
}

const wayText = ({ kind }: ClashResolution, what: string) =>
  ({ give: `Give ${what} to`, leave: `Leave ${what} with`, move: `Move ${what} to` })[kind]

function WayTarget({ way, today }: { way: ClashResolution; today: string }) {
  if (way.kind === 'move') return <b>{formatWeekday(way.assignedDate, today)}</b>
  const { subcontractorId, subcontractorName } = way
  return (
    <span className="flex items-center gap-2">
      <Avatar person={nameParts(subcontractorName)} small className={subStyle(subcontractorId)} />
      <b>{subcontractorName}</b>
    </span>
  )
}

/** Links to the entries, where hours can be changed. */
function Details({ days, onOpen }: { days: readonly CrewDay[]; onOpen: (id: string) => void }) {
  return (
    <p className="flex flex-wrap gap-x-4 px-4 py-2 text-sm">
      {days.map((day) => (
        <button
          key={day.id}
          type="button"
          onClick={() => onOpen(day.scheduleEntryId)}
          className="action-link"
        >
          Open {day.entryTitle}
        </button>
      ))}
    </p>
  )
}
