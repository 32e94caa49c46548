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

/** Why an entry was not saved. */
export const failureText = (error: Error): string => {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 412)
    return 'Somebody else changed this entry meanwhile. It is shown as it is now, nothing was saved.'
  // Such as a circle of dependencies, which the server names.
  const reason = error instanceof ApiError && status === 409 ? error.reason : undefined
  return reason ?? scheduleTexts.updateFailed
}

/**
 * Changes an entry at once. The toast offers to write back what was there before. `onSettled` is called when the change
 * is saved and read again, and when it was made on a version that is not the newest any more.
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
      const writeBack = () => undo.mutate({ params: { id: reply.id }, body, version: reply })
      toast({ ...scheduleTexts.updated, action: { label: 'Undo', onClick: writeBack } })
    },
  })
  return {
    isPending: update.isPending,
    /** `old` are the values of the changed fields, which Undo writes back. */
    save: (entry: PlanEntry, body: Change, old: Change) => {
      before.current = old
      const args = { params: { id: entry.id }, body, version: entry }
      update.mutate(args, { onSuccess: () => onSettled?.() })
    },
  }
}
