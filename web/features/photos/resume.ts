import type { QueryClient } from '@tanstack/react-query'
import { channelOf, DATABASE, personOf } from './uploads/names.ts'

const mayBeKept = async () => {
  // Where a browser does not say, they are looked for.
  const databases = await indexedDB.databases?.()
  return databases?.some(({ name }) => name === DATABASE) ?? true
}

/** Goes on with the photos that this browser keeps for the person, and with those that another tab adds. */
export async function resumeUploads(client: QueryClient): Promise<void> {
  const person = personOf(client)
  if (!person || !('indexedDB' in window)) return
  const start = async () => {
    channel.close()
    const { startQueue } = await import('./uploads/commands.ts')
    startQueue(client)
  }
  const channel = new BroadcastChannel(channelOf(person))
  // What cannot be loaded now is loaded with the screen that shows it.
  channel.onmessage = () => void start().catch(() => undefined)
  if (await mayBeKept()) await start()
}
