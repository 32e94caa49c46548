import type { QueryClient } from '@tanstack/react-query'
import { channelOf, mayHaveStored, personOf } from '../../offline/queue/names.ts'
import { DATABASE } from './uploads/names.ts'

/**
 * Resumes sending the photos that this browser stores for the person, and those that another tab
 * adds.
 */
export async function resumeUploads(client: QueryClient): Promise<void> {
  const person = personOf(client)
  if (!person || !('indexedDB' in window)) return
  const start = async () => {
    channel.close()
    const { uploadQueue } = await import('./uploads/queue.ts')
    uploadQueue.start(client)
  }
  const channel = new BroadcastChannel(channelOf(DATABASE, person))
  // If loading fails, it is loaded with the screen that shows uploads.
  channel.onmessage = () => void start().catch(() => undefined)
  if (await mayHaveStored(DATABASE)) await start()
}
