import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useFileAction } from '../../screens/useFileAction.ts'
import { copyText } from '../../ui/clipboard.ts'
import { toast } from '../../ui/toasts.ts'
import { type LinkQuery, linkAddressQuery } from './api.ts'

interface CopyLinkOptions<K extends QueryKey> {
  /** Reads the path of the link. */
  read: LinkQuery<K>
  /** Runs where there is no link; without it, an error says so. */
  onMissing?: (() => void) | undefined
  /** Runs with the path where the browser refuses to copy. */
  onRefused: (path: string) => void
}

/** Copies the link of something for a customer, as it is now. */
export function useCopyLink<K extends QueryKey>({
  read,
  onMissing,
  onRefused,
}: CopyLinkOptions<K>) {
  const client = useQueryClient()
  return useFileAction(async () => {
    const [{ path }, { origin }] = await Promise.all([
      client.query({ ...read, staleTime: 0 }),
      client.query(linkAddressQuery),
    ])
    if (path === null && onMissing) return onMissing()
    if (path === null)
      return toast({
        title: 'Error',
        description: 'This has no link any more',
        variant: 'destructive',
      })
    if (await copyText(origin + path))
      return toast({ title: 'Success', description: 'Link copied to clipboard' })
    onRefused(path)
  })
}
