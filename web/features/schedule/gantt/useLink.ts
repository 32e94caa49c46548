import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { useState } from 'react'
import { toast } from '../../../ui/toasts.ts'
import { useEntryUpdate } from '../useEntryUpdate.ts'
import { linkText } from './texts.ts'

/**
 * A link being made by keyboard or pointer: the predecessor, and the entry chosen to wait for it.
 */
export interface Link {
  readonly from: PlanEntry
  readonly target: PlanEntry | null
}

/** Makes one entry wait for another. The link is saved at once, with Undo. */
export function useLink() {
  const update = useEntryUpdate()
  const [link, setLink] = useState<Link | null>(null)
  return {
    link,
    start: (from: PlanEntry) => setLink({ from, target: null }),
    choose: (target: PlanEntry | null) => setLink((now) => now && { ...now, target }),
    cancel: () => setLink(null),
    save: (before: PlanEntry, after: PlanEntry) => {
      setLink(null)
      const { dependsOnIds } = after
      if (dependsOnIds.includes(before.id)) {
        toast({ title: 'Already linked', description: linkText(before, after) })
        return
      }
      if (update.isPending) return
      update.save(after, { dependsOnIds: [...dependsOnIds, before.id] }, { dependsOnIds })
    },
  }
}

/** Whether the second entry may be made to wait for the first. */
export const mayWait = (before: PlanEntry, after: PlanEntry) =>
  before.jobId === after.jobId && before.id !== after.id
