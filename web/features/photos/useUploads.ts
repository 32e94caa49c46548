import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { uploadQueue } from './uploads/queue.ts'
import type { Upload } from './uploads/upload.ts'

/** All uploads of the person, in the order they were chosen. Starts the queue. */
export function useUploads(): readonly Upload[] {
  const client = useQueryClient()
  useEffect(() => void uploadQueue.start(client), [client])
  return useSyncExternalStore(uploadQueue.list.subscribe, uploadQueue.list.all)
}
