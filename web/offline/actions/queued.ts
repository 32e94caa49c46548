import type { Call, Row } from '@plumbline/contract/route.ts'
import type { OfflineQueue } from '../../api/write.ts'
import type { NamedAction } from './action.ts'
import { hasWaiting } from './shown.ts'

/**
 * Has a write wait in the queue of actions when the server cannot be reached.
 * @param actionOf the action of a call
 * @param onAdded called once it is stored, such as to clear the text box
 */
export const queued = <R extends Row>(
  actionOf: (args: Call<R>) => NamedAction,
  onAdded?: (args: Call<R>) => void,
): OfflineQueue<R> => ({
  isNeeded: hasWaiting,
  async add(client, args, options) {
    const { actionQueue } = await import('./actionQueue.ts')
    await actionQueue.add(client, actionOf(args), options)
    onAdded?.(args)
  },
})
