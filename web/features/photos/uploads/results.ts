import { toast } from '../../../ui/toasts.ts'

/** The results since the queue was last empty. */
export interface Counts {
  readonly sent: number
  readonly failed: number
  /** Uploads canceled while they were sent, which may have been saved. */
  readonly canceled: number
}

export const noResults: Counts = { sent: 0, failed: 0, canceled: 0 }

/** Shows one toast for all uploads. */
export function toastResults({ sent, failed }: Counts) {
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
