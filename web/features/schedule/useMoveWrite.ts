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

/** Gives the entries of a move their days back. */
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
  /** It is saved and read again, or the entry is not what it was. */
  onDone: () => void
  /** Another entry changed since the preview: the same days of the entry as it is now. */
  onChanged: (move: ProposedMove) => void
}

/** Saves new days of an entry, with what follows it as the preview said. The toast offers to undo it. */
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
    /** Says that it could not even be tried. */
    onFailure: (error: Error) => {
      toastFailure(error, failureText(error), { isRead: true })
      return undefined
    },
    save: (move: ProposedMove, { preview, follows, pull, reason }: MoveOptions) => {
      saved.current = move
      const { entry, startDate, endDate } = move
      const body = { startDate, endDate, ...(reason && { reason }) }
      const params = { id: entry.id }
      // A push carries the versions of all entries, so that a refusal can name the one that changed.
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
