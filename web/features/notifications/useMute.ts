import { notificationRoutes } from '@plumbline/contract/notifications.ts'
import { useWrite } from '../../api/write.ts'

/** Mutes or unmutes the notifications about a job. The toast offers to undo muting. */
export function useMute({ id, name }: { readonly id: string; readonly name: string }) {
  const unmute = useWrite(notificationRoutes.unmute, {
    success: `You are notified of “${name}” again`,
    failure: 'Failed to unmute the job',
  })
  const mute = useWrite(notificationRoutes.mute, {
    success: () => ({
      title: 'Success',
      description: `You are no longer notified of “${name}”`,
      action: { label: 'Undo', onClick: () => unmute.mutate({ params: { id } }) },
    }),
    failure: 'Failed to mute the job',
  })
  return { mute, unmute }
}
