import { type CrewDay, crewRoutes } from '@plumbline/contract/crew.ts'
import { formatTimes, isOpenDay } from '@plumbline/contract/crewDays.ts'
import { formatWeekday } from '@plumbline/contract/dates.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { refreshAll } from '../../api/query.ts'
import { useOpened } from '../../api/typed.ts'
import { useWrite } from '../../api/write.ts'
import { queued } from '../../offline/actions/queued.ts'
import { useActionsOf } from '../../offline/actions/shown.ts'
import { WaitingMark } from '../../offline/actions/WaitingMark.tsx'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { LoadProblem } from '../../ui/Alert.tsx'
import { StatusMark } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Card.tsx'
import { SectionHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { mapsUrl } from '../../ui/Person.tsx'
import { toast } from '../../ui/toasts.ts'
import { Answer } from './Answer.tsx'
import { answerOn, isDoubleBooking, isUnanswered } from './answers.ts'
import { bookedDays, WEEKS_AHEAD } from './api.ts'
import { DaysAway } from './DaysAway.tsx'
import { failureText } from './useCrewWrites.ts'

const RefuseDay = lazyPart(async () => ({ default: (await import('./RefuseDay.tsx')).RefuseDay }))

/** The number of days shown at first. */
const INITIAL_COUNT = 3

/** The days a sub is booked on, which can be confirmed or refused in place, and their days away. */
export default function YourDays() {
  const today = useToday()
  const { data, error, isFetching, refetch } = useQuery(bookedDays(today))
  const [showsAll, setShowsAll] = useState(false)
  const [refused, setRefused] = useOpened<CrewDay | null>('refused day', null)
  const shown = showsAll ? data : data?.slice(0, INITIAL_COUNT)
  return (
    <>
      <SectionHeader title="Your days" />
      {shown && data ? (
        <Panel>
          {shown.length > 0 ? (
            <ul>
              {shown.map((day) => (
                <Day
                  key={day.id}
                  day={day}
                  others={data.filter((other) => isDoubleBooking(day, other))}
                  today={today}
                  onRefuse={() => setRefused(day)}
                />
              ))}
            </ul>
          ) : (
            <p className="px-4 py-3 text-ink-2">
              No days are planned with you in the next {WEEKS_AHEAD} weeks. They appear here as soon
              as you are booked.
            </p>
          )}
          {data.length > shown.length && (
            <p className="border-t border-line px-4 py-1.5">
              <button
                type="button"
                className="action-link text-sm"
                onClick={() => setShowsAll(true)}
              >
                Show all {data.length} days
              </button>
            </p>
          )}
        </Panel>
      ) : error ? (
        <LoadProblem what="Your days" pending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton count={3} />
      )}
      <DaysAway today={today} />
      {refused && <RefuseDay day={refused} onClose={() => setRefused(null)} />}
    </>
  )
}

interface DayProps {
  day: CrewDay
  /** The bookings that overlap this one. */
  others: readonly CrewDay[]
  today: string
  onRefuse: () => void
}

const FAILED = failureText('Failed to save your answer')

function Day({ day: saved, others, today, onRefuse }: DayProps) {
  const action = useActionsOf('answer', ({ dayId }) => dayId === saved.id).at(-1)
  const isAnswered = action !== undefined && action.state !== 'failed'
  const day = isAnswered
    ? {
        ...saved,
        confirmed: action.confirmed,
        declined: !action.confirmed,
        declineReason: action.text || null,
      }
    : saved
  const client = useQueryClient()
  const options = { failure: FAILED, onStale: () => refreshAll(client) }
  const undo = useWrite(crewRoutes.update, options)
  const confirm = useWrite(crewRoutes.update, {
    ...options,
    offline: queued(() => answerOn(day, today)),
    onSuccess: (reply) =>
      toast({
        title: 'Confirmed',
        description: `${day.entryTitle}, ${formatWeekday(day.assignedDate, today)}`,
        action: {
          label: 'Undo',
          onClick: () =>
            undo.mutate({ params: { id: day.id }, body: answerBody(day), version: reply }),
        },
      }),
  })
  const isOpen = isUnanswered(day)
  const may = useMay()
  // A waiting answer is taken back in the list of what waits.
  const mayAnswer = !isAnswered && isOpenDay(day) && may('crew.update', day)
  return (
    <li className="border-t border-line px-4 py-3 first:border-t-0">
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[9.5rem_minmax(0,1fr)_auto] sm:items-start">
        <p className="figures text-ink-2">
          <span className="font-medium text-ink">
            {day.assignedDate === today ? 'Today' : formatWeekday(day.assignedDate, today)}
          </span>
          <span className="sm:block max-sm:ml-2">{formatTimes(day)}</span>
        </p>
        <div className="min-w-0">
          <h3 className="font-medium">{day.entryTitle}</h3>
          <p className="text-sm text-ink-2">
            <Link
              href={paths.job(day.jobId)}
              className="touch-target underline-offset-3 hover:underline"
            >
              {day.jobName}
            </Link>
            {' · '}
            <a
              href={mapsUrl(day.jobAddress)}
              target="_blank"
              rel="noreferrer"
              className="touch-target underline-offset-3 hover:underline"
            >
              {day.jobAddress}
            </a>
          </p>
          {others.map((other) => (
            <p key={other.id} className="mt-0.5 flex items-center gap-1.5 text-sm text-bad">
              <StatusMark mark="diamond" className="size-2.5 shrink-0" />
              Same time as {other.entryTitle}
            </p>
          ))}
          {day.declineReason && <p className="mt-0.5 text-sm text-ink-2">{day.declineReason}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:mt-1.5">
          {!isOpen && <Answer day={day} />}
          {(isAnswered || isOpen) && <WaitingMark action={action} />}
          {mayAnswer && !day.declined && (
            <Button
              variant={isOpen ? 'default' : 'quiet'}
              onClick={onRefuse}
              aria-label={`I can’t: ${day.entryTitle}, ${formatWeekday(day.assignedDate, today)}`}
              className={isOpen ? 'h-11! max-sm:flex-1' : 'touch:h-11'}
            >
              I can’t
            </Button>
          )}
          {mayAnswer && !day.confirmed && (
            <Button
              pending={confirm.isPending}
              onClick={() =>
                confirm.mutate({ params: { id: day.id }, body: { confirmed: true }, version: day })
              }
              aria-label={`Confirm ${day.entryTitle}, ${formatWeekday(day.assignedDate, today)}`}
              className="h-11! max-sm:flex-1"
            >
              Confirm
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

/** The current answer of a day, as the body of an update. */
const answerBody = ({ declined, declineReason }: CrewDay) =>
  declined ? { declined, declineReason } : { confirmed: false }
