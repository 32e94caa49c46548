import { type CrewDay, crewRoutes, type WrittenCrew } from '@plumbline/contract/crew.ts'
import { weekdaySpan } from '@plumbline/contract/dates.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/call.ts'
import { refreshAll } from '../../api/query.ts'
import { useWrite } from '../../api/write.ts'
import { useToday } from '../../screens/days.ts'
import { type Toast, toast } from '../../ui/toasts.ts'

const STALE_TEXT =
  'Somebody else changed this day meanwhile. It is shown as it is now, nothing was saved.'

/** The message for a failed write of crew days. A conflict uses the reason from the server. */
export const failureText = (fallback: string) => (error: Error) => {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 412) return STALE_TEXT
  const reason = error instanceof ApiError && status === 409 ? error.reason : undefined
  return reason ?? fallback
}

/** The first warning, shown as the note of a toast. */
const noteOf = (warnings: readonly string[]) =>
  warnings[0] === undefined ? {} : { note: warnings[0] }

/** The dates of crew days as a short text. */
const datesText = (days: readonly CrewDay[], today: string) => {
  const [first, last] = [days[0], days.at(-1)]
  return first && last ? weekdaySpan(first.assignedDate, last.assignedDate, today) : ''
}

const FAILED = 'Failed to change the crew'

/** The writes of crew days. Each toast offers to undo the change. */
export function useCrewWrites() {
  const today = useToday()
  const client = useQueryClient()
  const refresh = () => refreshAll(client)
  const options = { failure: failureText(FAILED), onStale: refresh }
  const undoOptions = { ...options, success: () => ({ title: 'Undone' }) }
  const undoMove = useWrite(crewRoutes.move, undoOptions)
  const undoRemove = useWrite(crewRoutes.book, undoOptions)
  const release = useWrite(crewRoutes.release, undoOptions)
  const toastWithUndo = (text: Toast, undo: () => void) =>
    toast({ ...text, action: { label: 'Undo', onClick: undo } })

  const move = useWrite(crewRoutes.move, options)
  const book = useWrite(crewRoutes.book, options)
  const remove = useWrite(crewRoutes.remove, options)

  return {
    isPending: move.isPending || book.isPending || remove.isPending,
    /** Moves crew days of one entry to other dates and a sub. The toast names the sub. */
    move: (
      days: readonly CrewDay[],
      subId: string,
      dates: readonly string[],
      { onDone, onMoved }: { onDone?: () => void; onMoved?: (() => void) | undefined } = {},
    ) =>
      move.mutate(
        {
          body: {
            subcontractorId: subId,
            moves: days.map(({ id, updatedAt }, n) => ({
              id,
              updatedAt,
              assignedDate: dates[n] ?? '',
            })),
          },
        },
        {
          onSettled: () => onDone?.(),
          onSuccess: (reply: WrittenCrew) => {
            const [now] = reply.days
            const back = days.map(({ id, assignedDate, confirmed, declined, declineReason }) => ({
              id,
              assignedDate,
              confirmed,
              declined,
              declineReason,
              updatedAt: reply.days.find((day) => day.id === id)?.updatedAt,
            }))
            const before = days[0]?.subcontractorId ?? subId
            toastWithUndo(
              {
                title: now?.entryTitle ?? '',
                description: `${now?.subcontractorName}, ${datesText(reply.days, today)}. Not confirmed yet.`,
                ...noteOf(reply.warnings),
              },
              () => undoMove.mutate({ body: { subcontractorId: before, moves: back } }),
            )
            onMoved?.()
          },
        },
      ),
    /** Books a sub on all working days of an entry that has no crew. */
    book: (
      entry: { readonly id: string; readonly title: string },
      subId: string,
      { onDone, onBooked }: { onDone?: () => void; onBooked?: (() => void) | undefined } = {},
    ) =>
      book.mutate(
        { params: { id: entry.id }, body: { subcontractorId: subId } },
        {
          onSettled: () => onDone?.(),
          onSuccess: (reply: WrittenCrew) => {
            toastWithUndo(
              {
                title: entry.title,
                description: `${reply.days[0]?.subcontractorName}, ${datesText(reply.days, today)}. Not confirmed yet.`,
                ...noteOf(reply.warnings),
              },
              () =>
                release.mutate({
                  params: { id: entry.id, subcontractorId: subId },
                  // The sub may have had other days before.
                  query: { days: reply.days.map(({ assignedDate }) => assignedDate).join() },
                }),
            )
            onBooked?.()
          },
        },
      ),
    /** Removes one crew day of a sub. */
    remove: (day: CrewDay, text: string, onDone?: () => void) =>
      remove.mutate(
        { params: { id: day.id } },
        {
          onSettled: () => onDone?.(),
          onSuccess: () => {
            const { subcontractorId, startTime, endTime, role } = day
            const { confirmed, declined, declineReason } = day
            const answer = { confirmed, declined, declineReason }
            const body = { subcontractorId, startTime, endTime, role, ...answer }
            const params = { id: day.scheduleEntryId }
            toastWithUndo({ title: day.entryTitle, description: text }, () =>
              undoRemove.mutate({ params, body: { ...body, days: [day.assignedDate] } }),
            )
          },
        },
      ),
  }
}
