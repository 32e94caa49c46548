import type { InputOf } from '@plumbline/contract/route.ts'
import { type PlanEntry, scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '../../api/call.ts'
import { refreshAll } from '../../api/query.ts'
import { useWrite } from '../../api/write.ts'
import { toast } from '../../ui/toasts.ts'
import { scheduleTexts } from './api.ts'

type Change = InputOf<typeof scheduleRoutes.update.body>

/** The message for an entry that was not saved. */
export const failureText = (error: Error): string => {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 412)
    return 'Somebody else changed this entry meanwhile. It is shown as it is now, nothing was saved.'
  // Such as a dependency cycle, which the server describes.
  const reason = error instanceof ApiError && status === 409 ? error.reason : undefined
  return reason ?? scheduleTexts.updateFailed
}

/**
 * Saves a change of an entry. The toast offers to restore the previous values. `onSettled` is
 * called when the change is saved and read again, and when it was refused because the entry had
 * changed.
 */
export function useEntryUpdate({ onSettled }: { onSettled?: () => void } = {}) {
  const client = useQueryClient()
  const before = useRef<Change>({})
  const refresh = () => refreshAll(client)
  const undo = useWrite(scheduleRoutes.update, {
    success: () => scheduleTexts.updated,
    failure: failureText,
    onStale: refresh,
  })
  const update = useWrite(scheduleRoutes.update, {
    failure: failureText,
    onStale: async () => {
      await refresh()
      onSettled?.()
    },
    onSuccess: (reply) => {
      const body = before.current
      const restore = () => undo.mutate({ params: { id: reply.id }, body, version: reply })
      toast({ ...scheduleTexts.updated, action: { label: 'Undo', onClick: restore } })
    },
  })
  return {
    isPending: update.isPending,
    /** `old` holds the previous values of the changed fields, which Undo restores. */
    save: (entry: PlanEntry, body: Change, old: Change) => {
      before.current = old
      const args = { params: { id: entry.id }, body, version: entry }
      update.mutate(args, { onSuccess: () => onSettled?.() })
    },
  }
}
