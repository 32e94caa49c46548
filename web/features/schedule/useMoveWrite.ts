import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { type MovePreview, scheduleMoveRoutes } from '@plumbline/contract/scheduleMoves.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toastFailure } from '../../api/failureToast.ts'
import { refreshAll } from '../../api/query.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { type Toast, toast } from '../../ui/toasts.ts'
import { jobSchedule, scheduleTexts } from './api.ts'
import type { ProposedMove } from './moves.ts'
import { failureText } from './useEntryUpdate.ts'

/** Undoes a move: its entries get their previous days. */
export function useUndoMove() {
  const client = useQueryClient()
  return useWrite(scheduleMoveRoutes.undo, {
    success: ({ moved }) => ({
      ...scheduleTexts.updated,
      description:
        moved === 1 ? '1 entry is back where it was' : `${moved} entries are back where they were`,
    }),
    failure: serverMessageOr(scheduleTexts.updateFailed),
    onStale: () => refreshAll(client),
  })
}

/** The toast after a move, which offers to undo it. */
export const movedToast = (moved: number, onUndo: () => void): Toast => ({
  ...scheduleTexts.updated,
  ...(moved > 1 && { description: `${moved} entries moved` }),
  action: { label: 'Undo', onClick: onUndo },
})

interface MoveOptions {
  readonly preview: MovePreview
  readonly follows: boolean
  readonly pull: boolean
  readonly reason: string | null
}

interface MoveWriteOptions {
  /** Called when the move is saved and read again, or when the entry itself has changed. */
  onDone: () => void
  /**
   * Called when another entry changed since the preview, with the same days for the current entry.
   */
  onChanged: (move: ProposedMove) => void
}

/**
 * Saves the new days of an entry, and of its followers as previewed. The toast offers to undo it.
 */
export function useMoveWrite({ onDone, onChanged }: MoveWriteOptions) {
  const client = useQueryClient()
  const saved = useRef<ProposedMove>(null)
  const undo = useUndoMove()
  const update = useWrite(scheduleRoutes.update, {
    failure: failureText,
    onStale: async () => {
      await refreshAll(client)
      const move = saved.current
      const ofJob = move && client.getQueryData(jobSchedule(move.entry.jobId).queryKey)
      const entry = ofJob?.find(({ id }) => id === move?.entry.id)
      const isSame = entry?.updatedAt === move?.entry.updatedAt
      if (move && entry && isSame) onChanged({ ...move, entry })
      else onDone()
    },
    onSuccess: ({ moveId, moved }) => {
      if (moveId) toast(movedToast(moved, () => undo.mutate({ params: { id: moveId } })))
    },
  })
  return {
    isPending: update.isPending,
    /** Shows that saving was not possible because the preview failed to load. */
    onFailure: (error: Error) => {
      toastFailure(error, failureText(error), { isRead: true })
      return undefined
    },
    save: (move: ProposedMove, { preview, follows, pull, reason }: MoveOptions) => {
      saved.current = move
      const { entry, startDate, endDate } = move
      const body = { startDate, endDate, ...(reason && { reason }) }
      const params = { id: entry.id }
      // A push sends the versions of all entries, so that a refusal can name the one that changed.
      const args =
        follows && preview.moves.length > 1
          ? {
              params,
              body: {
                ...body,
                push: true,
                pull,
                versions: preview.versions,
                digest: preview.digest,
              },
            }
          : { params, body, version: entry }
      update.mutate(args, { onSuccess: onDone })
    },
  }
}
