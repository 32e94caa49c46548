import { photoRoutes } from '@plumbline/contract/photos.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/call.ts'
import { refreshAll } from '../../api/query.ts'
import { useWrite } from '../../api/write.ts'
import { toast } from '../../ui/toasts.ts'

/** The result of showing or hiding photos as text. */
function outcome(changed: number, clientVisible: boolean): string {
  if (changed === 0)
    return clientVisible
      ? 'The client sees these photos already'
      : 'These photos are hidden already'
  const what = changed === 1 ? '1 photo is' : `${changed} photos are`
  return clientVisible
    ? `${what} now shown to the client`
    : `${what} now hidden from the client, who may have seen ${changed === 1 ? 'it' : 'them'} already`
}

/**
 * Shows photos to the client, or hides them. `onDone` runs after the write, before the photos are
 * read again.
 */
export function useSharing(onDone?: () => void) {
  const client = useQueryClient()
  const share = useWrite(photoRoutes.share, {
    failure: 'Failed to update photos',
    onSuccess: ({ changed }, { body }) => {
      toast({ title: 'Success', description: outcome(changed, body.clientVisible) })
      onDone?.()
    },
  })
  return {
    pending: share.isPending,
    /** Whether the pending call shows the photos. */
    shows: share.variables?.body.clientVisible,
    share: (ids: readonly string[], clientVisible: boolean) =>
      share.mutate(
        { body: { ids: [...ids], clientVisible } },
        // A photo may have been deleted, so the screen is refreshed.
        {
          onError: (error) => {
            if (error instanceof ApiError) void refreshAll(client)
          },
        },
      ),
  }
}
