import type { CrewDay } from '@plumbline/contract/crew.ts'
import { formatTimes } from '@plumbline/contract/crewDays.ts'
import { formatWeekday } from '@plumbline/contract/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { useToday } from '../../screens/days.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Answer } from './Answer.tsx'
import { entryCrew } from './api.ts'
import { useCrewWrites } from './useCrewWrites.ts'

const load = () => import('./CrewDayForm.tsx')
const AddCrew = lazyPart(async () => ({ default: (await load()).AddCrew }))
const EditCrewDay = lazyPart(async () => ({ default: (await load()).EditCrewDay }))

/** The number of days shown at first. */
const INITIAL_COUNT = 5

interface EntryCrewProps {
  entry: { readonly id: string; readonly jobId: string; readonly title: string }
}

/** The crew days of an entry, with the answers of the subs. */
export function EntryCrew({ entry }: EntryCrewProps) {
  const mayBook = useMay()('crew.book')
  const [dialog, setDialog] = useOpened<'add' | CrewDay | null>(`crew of ${entry.id}`, null)
  const [showsAll, setShowsAll] = useState(false)
  const { data, error, isFetching, refetch } = useQuery(entryCrew(entry.id))
  // Called here because a line unmounts when its day is removed.
  const writes = useCrewWrites()
  const close = () => setDialog(null)
  const shown = showsAll ? data : data?.slice(0, INITIAL_COUNT)
  return (
    <section aria-label="Crew" className="mt-4 border-t border-line pt-3.5">
      <div className="mb-1 flex min-h-8 items-center">
        <h3 className="flex-1 text-sm font-medium text-ink-2">Crew</h3>
        {mayBook && (
          <Button size="sm" variant="quiet" onClick={() => setDialog('add')}>
            <Plus aria-hidden />
            Add
          </Button>
        )}
      </div>
      {shown ? (
        shown.length > 0 ? (
          <ul>
            {shown.map((day) => (
              <CrewLine
                key={day.id}
                day={day}
                writes={writes}
                onEdit={mayBook ? () => setDialog(day) : undefined}
              />
            ))}
          </ul>
        ) : (
          <p className="text-ink-2">
            {mayBook
              ? 'Nobody is booked yet. Add a sub to plan who comes when.'
              : 'Nobody is booked yet.'}
          </p>
        )
      ) : error ? (
        <LoadProblem what="The crew" pending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
      {data && shown && data.length > shown.length && (
        <button
          type="button"
          className="action-link mt-1.5 text-sm"
          onClick={() => setShowsAll(true)}
        >
          Show all {data.length} days
        </button>
      )}
      {dialog === 'add' && <AddCrew entry={entry} onClose={close} />}
      {dialog && dialog !== 'add' && <EditCrewDay day={dialog} onClose={close} />}
    </section>
  )
}

interface CrewLineProps {
  day: CrewDay
  writes: ReturnType<typeof useCrewWrites>
  /** Set for people who may book. */
  onEdit: (() => void) | undefined
}

function CrewLine({ day, writes, onEdit }: CrewLineProps) {
  const today = useToday()
  const what = `${day.subcontractorName}, ${formatWeekday(day.assignedDate, today)}`
  return (
    <li className="flex items-center gap-2 border-b border-line py-1.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="figures">
          <span className="font-medium">{formatWeekday(day.assignedDate, today)}</span>{' '}
          <span className="text-ink-2">{formatTimes(day)}</span>
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm text-ink-2">
          {[day.subcontractorName, day.role].filter(Boolean).join(' · ')}
          <Answer day={day} />
        </p>
        {day.declineReason && <p className="text-sm text-bad">{day.declineReason}</p>}
      </div>
      {onEdit && (
        <>
          <Button variant="quiet" size="icon" aria-label={`Change ${what}`} onClick={onEdit}>
            <Pencil aria-hidden />
          </Button>
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Remove ${what}`}
            disabled={writes.isPending}
            onClick={() => writes.remove(day, `${what} was removed.`)}
          >
            <Trash2 aria-hidden />
          </Button>
        </>
      )}
    </li>
  )
}
