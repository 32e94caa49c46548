import type { Counts } from '../../../offline/queue/queue.ts'
import { toast } from '../../../ui/toasts.ts'

/** Shows one toast for all uploads. */
export function toastResults({ sent, failed }: Pick<Counts, 'sent' | 'failed'>) {
  if (failed > 0)
    toast({
      title: 'Error',
      description: 'Failed to upload photo',
      note: 'The list of photos to send says why. Try again there.',
      variant: 'destructive',
    })
  else if (sent > 0) {
    const description =
      sent === 1 ? 'Photo uploaded successfully' : `${sent} photos uploaded successfully`
    toast({ title: 'Success', description })
  }
}
