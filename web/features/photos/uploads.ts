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
  isUnderWay,
  show,
  shown,
  subscribe,
  type Upload,
} from './uploads/shown.ts'

const isPicture = ({ type, name }: File) =>
  type.startsWith('image/') || (type === '' && /\.hei[cf]$/i.test(name))

/** Why a file cannot be uploaded at all, null when it can. */
function refusal(file: File): string | null {
  if (!isPicture(file)) return failures.notPicture.message
  return file.size > MAX_PHOTO_BYTES ? failures.fileTooLarge.message : null
}

let last = 0
/** The time, later than any before. */
const now = () => {
  last = Math.max(Date.now(), last + 1)
  return last
}

/** Adds pictures to a batch; they are sent with {@link sendBatch}. */
export function choose(batch: string, files: Iterable<File>) {
  const chosen = Array.from(files, (file): Upload => {
    const problem = refusal(file)
    const state = problem ? 'failed' : 'chosen'
    const preview = URL.createObjectURL(file)
    const of = { id: newKey(), batch, at: now(), name: file.name, file, preview }
    return { ...of, ...noFields, state, sent: 0, problem, kept: null, isKept: false }
  })
  show([...shown(), ...chosen])
}

/** Screens that show uploads load no more than that; what sends them comes when there is something to send. */
const loadCommands = () => import('./uploads/commands.ts')

/** Sends these; from now on they are under way, whatever is closed meanwhile. */
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

/** Sends what was chosen in a batch, and retries what failed in it. */
export function sendBatch(client: QueryClient, batch: string, given: Partial<UploadFields>) {
  const fields = { ...noFields, ...given }
  const included = shown()
    .filter((upload) => upload.batch === batch)
    .filter(({ state, kept }) => state === 'chosen' || (state === 'failed' && kept))
  void submit(
    client,
    included.map((upload) => ({ ...upload, ...fields })),
  )
}

/** Sends a failed one again, or one that is there already. */
export const retry = (client: QueryClient, upload: Upload) => void submit(client, [upload])

/** Removes one, whether or not it is being sent. */
export function cancel(upload: Upload) {
  hide(({ id }) => id === upload.id)
  if (upload.kept) void loadCommands().then(({ cancel }) => cancel(upload.id))
}

/** Removes from a batch what is never sent. */
export const dropChosen = (batch: string) =>
  hide(
    ({ batch: of, state, kept }) =>
      of === batch && !kept && (state === 'chosen' || state === 'failed' || state === 'duplicate'),
  )

/** Every upload of the person, in the order they were chosen. */
export function useUploads(): readonly Upload[] {
  const client = useQueryClient()
  useEffect(() => {
    // What could not be loaded now is loaded when something is sent.
    loadCommands().then(
      ({ startQueue }) => startQueue(client),
      () => undefined,
    )
  }, [client])
  return useSyncExternalStore(subscribe, shown)
}

/** Whether a photo goes to the list of all jobs. */
export const isForJobs = ({ path }: Upload) => path === photoRoutes.create.path

export { canRetry, isLostOnClose, isUnderWay, type Upload }
