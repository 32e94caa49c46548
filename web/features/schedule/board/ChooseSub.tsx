import type { UncrewedEntry } from '@plumbline/contract/crew.ts'
import { bySuitability, isSameTrade } from '@plumbline/contract/crewDays.ts'
import { weekdaySpan } from '@plumbline/contract/dates.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import type { Workdays } from '@plumbline/contract/push.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../../api/query.ts'
import { LoadProblem } from '../../../ui/Alert.tsx'
import { Dialog, DialogBody } from '../../../ui/Dialog.tsx'
import { plural } from '../../../ui/format.ts'
import { RowsSkeleton } from '../../../ui/Loading.tsx'
import { Avatar, subStyle } from '../../../ui/Person.tsx'
import { absencesQuery, crewQuery, subsQuery } from '../../crew/api.ts'
import { daysToBook } from './blocks.ts'
import { type BoardRow, bookingsOf, isTaken, obstacles, rowsOf } from './board.ts'

interface ChooseSubProps {
  entry: UncrewedEntry
  workdays: Workdays
  today: string
  /** The days to book. All remaining working days of the entry if omitted. */
  days?: readonly string[]
  /** Receives the sub, with their bookings and absences on the days of the entry. */
  onChoose: (row: BoardRow) => void
  onClose: () => void
}

/** The number of wanted days on which a sub is booked or away. */
const countTaken = (row: BoardRow, wanted: readonly string[]) =>
  wanted.filter((day) => isTaken(obstacles(row, bookingsOf(row.sub.id, [day])))).length

/** `busy`, or on how many of the wanted days. */
const busyText = (taken: number, wanted: number) =>
  taken === wanted ? 'busy' : `busy ${taken} of ${wanted} days`

/**
 * The subs with what speaks for and against each, best first. The trade that is wanted is that of
 * those who declined the work, who come last themselves.
 */
function linesOf(
  entry: UncrewedEntry,
  wanted: readonly string[],
  rows: readonly BoardRow[],
  onJob: readonly { readonly id: string }[],
) {
  const hasDeclined = ({ days }: BoardRow) =>
    days.some(({ scheduleEntryId, declined }) => scheduleEntryId === entry.id && declined)
  const refusers = rows.filter(hasDeclined)
  return rows
    .map((row) => ({
      row,
      sub: row.sub,
      taken: countTaken(row, wanted),
      isOnJob: onJob.some(({ id }) => id === row.sub.id),
      isSameTrade: refusers.some(({ sub }) => isSameTrade(sub.specialty, row.sub.specialty)),
      hasDeclined: hasDeclined(row),
    }))
    .sort(
      (one, other) =>
        Number(one.hasDeclined) - Number(other.hasDeclined) || bySuitability(one, other),
    )
}

/** The dialog that chooses a sub for an entry without a crew, or for a day that was declined. */
export function ChooseSub(props: ChooseSubProps) {
  const { entry, workdays, today, days: given, onChoose, onClose } = props
  const wanted = useMemo(
    () => given ?? daysToBook(entry, workdays, today),
    [given, workdays, today, entry],
  )
  const period = { first: wanted[0] ?? entry.startDate, last: wanted.at(-1) ?? entry.endDate }
  const subs = useQuery(subsQuery)
  const days = useQuery(crewQuery(period))
  const absences = useQuery(absencesQuery(period))
  const onJob = useQuery(query(jobRoutes.subcontractors, { params: { id: entry.jobId } }))
  const reads = [subs, days, absences, onJob]
  const lines =
    subs.data && days.data && absences.data && onJob.data
      ? linesOf(entry, wanted, rowsOf(subs.data, days.data, absences.data), onJob.data)
      : undefined
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Who does ${entry.title}?`}
      description={`${entry.jobName} · ${weekdaySpan(period.first, period.last, today)}, ${plural(wanted.length, 'day', 'days')}`}
    >
      <DialogBody className="px-0! py-0!">
        {lines ? (
          <ul>
            {lines.map(({ row, sub, taken, isOnJob, hasDeclined }) => (
              <li key={sub.id} className="border-b border-line last:border-b-0">
                <button
                  type="button"
                  onClick={() => onChoose(row)}
                  className="flex min-h-12 w-full items-center gap-3 px-5 py-1.5 text-left -outline-offset-2 hover:bg-sunken"
                >
                  <Avatar person={sub} className={subStyle(sub.id)} />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">
                      {sub.firstName} {sub.lastName}
                    </span>
                    <span className="block truncate text-sm text-ink-2">
                      {[sub.specialty, isOnJob && 'on this job'].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  {hasDeclined ? (
                    <span className="text-sm text-bad">has declined</span>
                  ) : (
                    <span className={taken === 0 ? 'text-sm text-good' : 'text-sm text-ink-2'}>
                      {taken === 0 ? 'free' : busyText(taken, wanted.length)}
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        ) : reads.some(({ error }) => error) ? (
          <LoadProblem
            what="The subcontractors"
            pending={reads.some(({ isFetching }) => isFetching)}
            onRetry={() => {
              for (const read of reads) void read.refetch()
            }}
          />
        ) : (
          <RowsSkeleton count={4} />
        )}
      </DialogBody>
    </Dialog>
  )
}
