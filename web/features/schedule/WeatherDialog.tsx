import { formatSpan } from '@plumbline/contract/dates.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'
import { type MovePreview, scheduleMoveRoutes } from '@plumbline/contract/scheduleMoves.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { query, refreshAll } from '../../api/query.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { longDay } from '../../screens/days.ts'
import { Alert, LoadProblem } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { plural } from '../../ui/format.ts'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { toast } from '../../ui/toasts.ts'
import { MoveOutcome } from './MoveOutcome.tsx'
import { movedToast, useUndoMove } from './useMoveWrite.ts'
import { useWeatherDays } from './useWorkdays.ts'

interface WeatherDialogProps {
  day: string
  onClose: () => void
}

/**
 * The dialog that marks a day as bad for outdoor work, after a preview of the work that would move.
 */
export default function WeatherDialog({ day, onClose }: WeatherDialogProps) {
  const isMarked = useWeatherDays(day).has(day)
  const client = useQueryClient()
  const preview = useQuery(query(scheduleMoveRoutes.weatherPreview, { body: { day } }))
  const undo = useUndoMove()
  const failure = serverMessageOr('The day could not be marked')
  const mark = useWrite(scheduleMoveRoutes.markWeather, {
    failure,
    onStale: () => refreshAll(client),
    onSuccess: ({ move }) => {
      onClose()
      if (move) toast(movedToast(move.moved, () => undo.mutate({ params: { id: move.moveId } })))
      else toast({ title: 'Success', description: `Bad weather on ${longDay(day)} is marked` })
    },
  })
  const clear = useWrite(scheduleMoveRoutes.clearWeather, {
    success: `Bad weather on ${longDay(day)} is no longer marked`,
    failure,
    onSuccess: onClose,
  })
  const pending = mark.isPending || clear.isPending
  const moved = preview.data?.moves.length ?? 0
  const { versions = {}, digest } = preview.data ?? {}
  const entries = plural(moved, 'entry', 'entries')
  return (
    <Dialog open onOpenChange={onClose} title={`Bad weather on ${longDay(day)}`} wide>
      <DialogBody>
        {mark.problem && <Alert className="mb-4">{mark.problem}</Alert>}
        <p className="mb-3 text-ink-2">
          {isMarked
            ? 'This day is marked as bad for work outdoors.'
            : 'Entries that depend on the weather and are not indoor work rest on a day that is marked.'}
        </p>
        {preview.data ? (
          <Moves preview={preview.data} />
        ) : preview.error ? (
          <LoadProblem
            what="The preview"
            pending={preview.isFetching}
            onRetry={() => void preview.refetch()}
          />
        ) : (
          <RowsSkeleton count={3} />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        {isMarked ? (
          <Button pending={clear.isPending} onClick={() => clear.mutate({ params: { day } })}>
            Remove the mark
          </Button>
        ) : (
          <Button
            variant={moved > 0 ? 'default' : 'primary'}
            disabled={pending}
            onClick={() => mark.mutate({ body: { day } })}
          >
            {moved > 0 ? 'Mark only' : 'Mark the day'}
          </Button>
        )}
        {moved > 0 && (
          <Button
            variant="primary"
            pending={mark.isPending}
            onClick={() => mark.mutate({ body: { day, push: true, versions, digest } })}
          >
            {isMarked ? `Move ${entries}` : `Mark and move ${entries}`}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

/** The entries that would move, by job. */
function Moves({ preview }: { preview: MovePreview }) {
  const { moves, jobs, summary } = preview
  if (moves.length === 0) return <p>No work outdoors is planned on this day.</p>
  const names = new Map(jobs.map(({ jobId, jobName }) => [jobId, jobName]))
  return (
    <>
      <p className="mb-2 font-medium">{summary}</p>
      <MoveOutcome preview={preview} />
      {[...groupBy(moves, ({ jobId }) => jobId)].map(([jobId, ofJob]) => (
        <section key={jobId} className="mt-4">
          <h3 className="border-b border-line pb-1 text-sm font-medium text-ink-2">
            {names.get(jobId)}
          </h3>
          <ul>
            {ofJob.map(({ id, title, startDate, endDate, newStartDate, newEndDate }) => (
              <li
                key={id}
                className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-1.5"
              >
                <span className="min-w-40 flex-1 wrap-anywhere">{title}</span>
                <span className="figures flex items-center gap-2">
                  <s className="text-ink-2">{formatSpan(startDate, endDate)}</s>
                  <ArrowRight aria-label="to" className="size-3.5 text-ink-2" />
                  <b className="font-medium">{formatSpan(newStartDate, newEndDate)}</b>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
