import type { QueryClient } from '@tanstack/react-query'
import { channelOf, personOf } from '../../offline/queue/names.ts'
import { DATABASE } from './uploads/names.ts'

const mayHaveStored = async () => {
  // A browser that cannot list its databases may have one.
  const databases = await indexedDB.databases?.()
  return databases?.some(({ name }) => name === DATABASE) ?? true
}

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
  if (await mayHaveStored()) await start()
}
