import { failures } from '@plumbline/contract/failures.ts'
import { MAX_PHOTO_BYTES, photoRoutes } from '@plumbline/contract/photos.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { newKey } from '../../api/call.ts'
import { toast } from '../../ui/toasts.ts'
import { fieldsOf, noFields, type UploadFields } from './uploads/fields.ts'
import {
  alter,
  canRetry,
  hide,
  isLostOnClose,
  isPending,
  show,
  shown,
  subscribe,
  type Upload,
} from './uploads/uploadState.ts'

const isPicture = ({ type, name }: File) =>
  type.startsWith('image/') || (type === '' && /\.hei[cf]$/i.test(name))

/** Why a file cannot be uploaded. Null if it can. */
function refusal(file: File): string | null {
  if (!isPicture(file)) return failures.notPicture.message
  return file.size > MAX_PHOTO_BYTES ? failures.fileTooLarge.message : null
}

let lastTime = 0
/** The current time in milliseconds, always later than the previous result. */
const uniqueNow = () => {
  lastTime = Math.max(Date.now(), lastTime + 1)
  return lastTime
}

/** Adds pictures to a batch. They are sent with {@link sendBatch}. */
export function choose(batch: string, files: Iterable<File>) {
  const chosen = Array.from(files, (file): Upload => {
    const problem = refusal(file)
    const state = problem ? 'failed' : 'chosen'
    const preview = URL.createObjectURL(file)
    const base = { id: newKey(), batch, at: uniqueNow(), name: file.name, file, preview }
    return { ...base, ...noFields, state, sent: 0, problem, stored: null, isPersisted: false }
  })
  show([...shown(), ...chosen])
}

/** The code that sends uploads is loaded separately from the screens that show them. */
const loadCommands = () => import('./uploads/commands.ts')

/** Sends uploads. From now on they are pending, even if their dialog is closed. */
async function submit(client: QueryClient, uploads: readonly Upload[]) {
  for (const upload of uploads)
    alter(upload.id, { ...fieldsOf(upload), state: 'waiting', sent: 0, problem: null })
  const commands = await loadCommands().catch(() => undefined)
  if (commands) return commands.send(client, uploads)
  for (const { id, state, problem } of uploads) alter(id, { state, problem })
  toast({
    title: 'Error',
    description: 'Failed to upload photo',
    note: 'Nothing was sent. Check your connection, then try again.',
    variant: 'destructive',
  })
}

/** Sends the chosen files of a batch, and retries its failed uploads. */
export function sendBatch(client: QueryClient, batch: string, values: Partial<UploadFields>) {
  const fields = { ...noFields, ...values }
  const included = shown()
    .filter((upload) => upload.batch === batch)
    .filter(({ state, stored }) => state === 'chosen' || (state === 'failed' && stored))
  void submit(
    client,
    included.map((upload) => ({ ...upload, ...fields })),
  )
}

/** Retries a failed upload, or sends a duplicate anyway. */
export const retry = (client: QueryClient, upload: Upload) => void submit(client, [upload])

/** Removes an upload, whether or not it is being sent. */
export function cancel(upload: Upload) {
  hide(({ id }) => id === upload.id)
  if (upload.stored) void loadCommands().then(({ cancel }) => cancel(upload.id))
}

/** Removes the files of a batch that never reached the queue. */
export const dropChosen = (batch: string) =>
  hide(
    ({ batch: uploadBatch, state, stored }) =>
      uploadBatch === batch &&
      !stored &&
      (state === 'chosen' || state === 'failed' || state === 'duplicate'),
  )

/** All uploads of the person, in the order they were chosen. */
export function useUploads(): readonly Upload[] {
  const client = useQueryClient()
  useEffect(() => {
    // If loading fails, it is loaded when something is sent.
    loadCommands().then(
      ({ startQueue }) => startQueue(client),
      () => undefined,
    )
  }, [client])
  return useSyncExternalStore(subscribe, shown)
}

/** Whether an upload goes to the photos of jobs, not to those of a property. */
export const isForJobs = ({ path }: Upload) => path === photoRoutes.create.path

export { canRetry, isLostOnClose, isPending, type Upload }
