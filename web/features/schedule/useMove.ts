import { scheduleMoveRoutes } from '@plumbline/contract/scheduleMoves.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../../api/query.ts'
import { useOpened, useTypedState } from '../../api/typed.ts'
import { useToday } from '../../screens/days.ts'
import { jobSchedule } from './api.ts'
import { endShift, isFar, type ProposedMove, spansOf } from './moves.ts'
import { useMoveWrite } from './useMoveWrite.ts'
import { useWorkdays } from './useWorkdays.ts'

export type Moving = ReturnType<typeof useMove>

/** Whether the entries that wait for a moved one follow by default: unless it ends earlier. */
const followsByDefault = (move: ProposedMove) => endShift(move) >= 0

interface MoveOptions {
  /** Unique among the moves of a screen. */
  name?: string
  onDone?: () => void
}

/**
 * Holds the proposed days of an entry until they are applied or canceled, with the other entries
 * they would move: `spans` as the browser computes them, `preview` as the server does. The proposal
 * stays while it is saved, so that the entry does not jump back. It also stays if saving fails,
 * unless somebody else changed the entry in the meantime.
 */
export function useMove({ name = 'move', onDone }: MoveOptions = {}) {
  const [move, setMove] = useOpened<ProposedMove | null>(name, null)
  const [dragged, setDragged] = useState<ProposedMove | null>(null)
  const [choice, setChoice] = useOpened<boolean | null>(`what follows the ${name}`, null)
  const [reason, setReason] = useTypedState(`reason of the ${name}`, '')
  const [isAsking, setAsking] = useState(false)
  const today = useToday()
  const shown = dragged ?? move
  const workdays = useWorkdays(shown?.startDate ?? today)
  // A choice for one entry does not apply to another one that is dragged.
  const isChosen = shown?.entry.id === move?.entry.id
  const follows = shown ? ((isChosen ? choice : null) ?? followsByDefault(shown)) : false
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
    // Shows the previous preview while other days of the same entry are computed.
    placeholderData: (before) =>
      before?.moves.some(({ id }) => id === move?.entry.id) ? before : undefined,
  })
  const [isWaiting, setWaiting] = useState(false)
  const cancel = () => {
    setMove(null)
    setChoice(null)
    setReason('')
    setAsking(false)
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
    /** The proposal. While another one is dragged, the one before it. */
    move,
    dragged,
    /** The reason. Empty for none. */
    reason,
    setReason,
    /** The proposal to draw, which may be one that is dragged. */
    shown,
    /** The new days of all entries that would move, by id. */
    spans: follows ? followed : alone,
    /** The new days that the rows show. While an entry is dragged, only its own. */
    rowSpans: follows && !dragged ? followed : alone,
    preview: move ? preview.data : undefined,
    /** Whether it is being saved, or about to be. */
    pending: write.isPending || isWaiting,
    follows,
    /** Whether other entries would move, too. */
    hasFollowers: followed.size > 1,
    setFollows: setChoice,
    /** The calendar by which entries move. */
    calendar: workdays.all,
    /** Replaces the proposal during a drag. Null cancels the drag. */
    drag: setDragged,
    /** Replaces the proposal. The saved days of the entry cancel it. */
    propose: (next: ProposedMove) => {
      setDragged(null)
      if (!write.isPending) set(next)
    },
    cancel,
    /** Whether the person is asked if they mean a move that far. */
    isAsking,
    setAsking,
    /**
     * Saves the proposal as previewed, after waiting for the preview if it is not loaded yet. Asks
     * once before it saves a move by more than six months.
     */
    apply: async (why: string | null | undefined) => {
      if (!move || write.isPending || isWaiting) return
      const asks = isFar(move) && !isAsking
      setReason(why ?? '')
      setAsking(asks)
      if (asks) return
      setWaiting(true)
      const read = await client.query(previewQuery).catch(write.onFailure)
      setWaiting(false)
      if (read)
        write.save(move, { preview: read, follows, pull, reason: slips ? why || null : null })
    },
  }
}
