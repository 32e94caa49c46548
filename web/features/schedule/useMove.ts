import { scheduleMoveRoutes } from '@plumbline/contract/scheduleMoves.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../../api/query.ts'
import { useToday } from '../../screens/days.ts'
import { jobSchedule } from './api.ts'
import { endShift, type ProposedMove, spansOf } from './moves.ts'
import { useMoveWrite } from './useMoveWrite.ts'
import { useWorkdays } from './useWorkdays.ts'

export type Moving = ReturnType<typeof useMove>

/** Whether what waits for an entry follows it unless something else is asked for: when it ends later. */
const followsByItself = (move: ProposedMove) => endShift(move) >= 0

/**
 * Holds the new days of an entry until they are applied or cancelled, with what they would move: in `spans` as the browser
 * works it out, in `preview` as the server does. While they are saved they stay, so that the entry does not jump back; when
 * that fails they stay too, unless somebody else has changed the entry meanwhile.
 */
export function useMove({ onDone }: { onDone?: () => void } = {}) {
  const [move, setMove] = useState<ProposedMove | null>(null)
  const [dragged, setDragged] = useState<ProposedMove | null>(null)
  const [choice, setChoice] = useState<boolean | null>(null)
  const [reason, setReason] = useState('')
  const today = useToday()
  const shown = dragged ?? move
  const workdays = useWorkdays(shown?.startDate ?? today)
  // What was chosen for one entry is not for another that is dragged.
  const isChosen = shown?.entry.id === move?.entry.id
  const follows = shown ? ((isChosen ? choice : null) ?? followsByItself(shown)) : false
  const pull = shown !== null && endShift(shown) < 0

  const jobId = shown?.entry.jobId
  const ofJob = useQuery({ ...jobSchedule(jobId ?? ''), enabled: jobId !== undefined }).data
  const followed = useMemo(() => spansOf(shown, ofJob, workdays), [shown, ofJob, workdays])
  const alone = useMemo(() => spansOf(shown), [shown])

  const client = useQueryClient()
  const previewQuery = query(scheduleMoveRoutes.preview, {
    body: {
      id: move?.entry.id ?? '',
      startDate: move?.startDate ?? '',
      endDate: move?.endDate ?? '',
      push: follows,
      pull,
    },
  })
  const preview = useQuery({
    ...previewQuery,
    enabled: move !== null,
    // While other days of the same entry are worked out.
    placeholderData: (before) =>
      before?.moves.some(({ id }) => id === move?.entry.id) ? before : undefined,
  })
  const [isWaiting, setWaiting] = useState(false)
  const cancel = () => {
    setMove(null)
    setChoice(null)
    setReason('')
  }
  const slips = move !== null && endShift(move) > 0
  const write = useMoveWrite({
    onDone: () => {
      cancel()
      onDone?.()
    },
    onChanged: setMove,
  })
  const set = (next: ProposedMove) => {
    const { entry, startDate, endDate } = next
    if (entry.id !== move?.entry.id) {
      setChoice(null)
      setReason('')
    }
    setMove(startDate === entry.startDate && endDate === entry.endDate ? null : next)
  }
  return {
    /** The proposal; while another is dragged the one before it. */
    move,
    dragged,
    /** Why; empty for none. */
    reason,
    setReason,
    /** The proposal as it is drawn. */
    shown,
    /** The new days of all that would move, by id. */
    spans: follows ? followed : alone,
    /** Those that the rows are drawn on: while an entry is dragged, its own alone. */
    rowSpans: follows && !dragged ? followed : alone,
    preview: move ? preview.data : undefined,
    /** It is being saved, or about to be. */
    pending: write.isPending || isWaiting,
    follows,
    /** Whether anything else would move. */
    hasFollowers: followed.size > 1,
    setFollows: setChoice,
    /** By which entries move. */
    calendar: workdays.all,
    /** Replaces the proposal while it is dragged; null gives it up. */
    drag: setDragged,
    /** Replaces the proposal; the days the entry already has cancel it. */
    propose: (next: ProposedMove) => {
      setDragged(null)
      if (!write.isPending) set(next)
    },
    cancel,
    /** Saves the proposal as its preview says; waits for that where it is not there yet. */
    apply: async (why: string | null | undefined) => {
      if (!move || write.isPending || isWaiting) return
      setWaiting(true)
      const read = await client.query(previewQuery).catch(write.onFailure)
      setWaiting(false)
      if (read)
        write.save(move, { preview: read, follows, pull, reason: slips ? why || null : null })
    },
  }
}
