import { failures } from '@plumbline/contract/failures.ts'
import { MAX_PHOTO_BYTES, photoRoutes } from '@plumbline/contract/photos.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError, newKey, refuseWhileViewing } from '../api/call.ts'
import { refreshAll } from '../api/query.ts'
import { messageOf } from '../api/serverMessage.ts'
import { isUnauthorized, signInAgain } from '../api/unauthorized.ts'
import { NetworkError } from '../offline/reach.ts'
import { toast } from '../ui/toasts.ts'

/** A picture being uploaded: chosen in the dialog, waiting, being sent, then done or failed. */
export interface Upload extends PhotoToSend {
  readonly id: string
  /** The dialog it was chosen in. */
  readonly batch: string
  readonly state: 'chosen' | 'waiting' | 'sending' | 'failed' | 'done'
  /** The part sent so far, 0 to 1. */
  readonly sent: number
  /** Why the last try failed. */
  readonly problem: string | null
  /** An object URL of the chosen file. */
  readonly preview: string
}

/** The server processes two pictures at once. */
const MAX_PARALLEL = 2

let uploads: readonly Upload[] = []
/** Uploads go on while other screens are open, so this outlives them. */
const running = new Map<string, AbortController>()
const keys = new Map<string, string>()
const listeners = new Set<() => void>()
let counts = { done: 0, failed: 0, cancelled: 0 }

function set(next: readonly Upload[]) {
  uploads = next
  for (const listener of listeners) listener()
}
const change = (id: string, fields: Partial<Upload>) =>
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...fields } : upload)))

function remove(gone: (upload: Upload) => boolean) {
  for (const { id, preview } of uploads.filter(gone)) {
    URL.revokeObjectURL(preview)
    keys.delete(id)
  }
  set(uploads.filter((upload) => !gone(upload)))
}

const isUnderWay = ({ state }: Upload) => state === 'waiting' || state === 'sending'
const isPicture = ({ type, name }: File) =>
  type.startsWith('image/') || (type === '' && /\.hei[cf]$/i.test(name))

/** Why a file cannot be uploaded at all, null when it can. */
function refusal(file: File): string | null {
  if (!isPicture(file)) return failures.notPicture.message
  return file.size > MAX_PHOTO_BYTES ? failures.fileTooLarge.message : null
}

/** What is sent along with a picture. */
type Fields = Omit<PhotoToSend, 'file'>
const noFields: Fields = {
  path: photoRoutes.create.path,
  jobId: null,
  taskId: null,
  caption: '',
  clientVisible: null,
}

/** Adds pictures to a batch; they are sent with {@link sendBatch}. */
export function choose(batch: string, files: Iterable<File>) {
  const chosen = Array.from(files, (file): Upload => {
    const problem = refusal(file)
    const state = problem ? 'failed' : 'chosen'
    const preview = URL.createObjectURL(file)
    return { id: newKey(), batch, file, ...noFields, state, sent: 0, problem, preview }
  })
  set([...uploads, ...chosen])
}

/** Sends what was chosen in a batch, and retries what failed in it. */
export function sendBatch(client: QueryClient, batch: string, given: Partial<Fields>) {
  const fields = { ...noFields, ...given }
  const isIncluded = (upload: Upload) =>
    upload.batch === batch && (upload.state === 'chosen' || canRetry(upload))
  set(
    uploads.map((upload) =>
      isIncluded(upload) ? { ...upload, ...fields, ...requeue(upload, fields) } : upload,
    ),
  )
  sendNext(client)
}

/** Whether another try makes sense: a file that is no picture, or too large, stays so. */
export const canRetry = ({ state, file }: Upload) => state === 'failed' && refusal(file) === null

/** Sends a failed one again. */
export function retry(client: QueryClient, upload: Upload) {
  change(upload.id, requeue(upload, upload))
  sendNext(client)
}

/** Back in the queue; with other fields it is another write, and gets another key. */
function requeue(upload: Upload, fields: Fields) {
  const isSame = Object.keys(noFields).every(
    (name) => upload[name as keyof Fields] === fields[name as keyof Fields],
  )
  if (!isSame) keys.delete(upload.id)
  return { state: 'waiting', sent: 0, problem: null } as const
}

/** Removes one, whether or not it is being sent. */
export function cancel(id: string) {
  running.get(id)?.abort()
  remove((upload) => upload.id === id)
}

/** Removes from a batch what was never sent. */
export const dropChosen = (batch: string) =>
  remove(
    (upload) =>
      upload.batch === batch &&
      (upload.state === 'chosen' || (upload.state === 'failed' && !canRetry(upload))),
  )

function sendNext(client: QueryClient) {
  for (const next of uploads
    .filter(({ state }) => state === 'waiting')
    .slice(0, MAX_PARALLEL - running.size)) {
    void run(client, next)
  }
}

async function run(client: QueryClient, upload: Upload) {
  const { id } = upload
  const abort = new AbortController()
  const key = keys.get(id) ?? newKey()
  running.set(id, abort)
  keys.set(id, key)
  change(id, { state: 'sending', sent: 0 })
  try {
    await sendPhoto(upload, {
      key,
      signal: abort.signal,
      onProgress: (sent) => change(id, { sent }),
    })
    counts.done += 1
    change(id, { state: 'done', sent: 1 })
  } catch (error) {
    if (abort.signal.aborted) counts.cancelled += 1
    else fail(id, error)
  }
  running.delete(id)
  sendNext(client)
  if (!uploads.some(isUnderWay)) await settle(client)
}

function fail(id: string, error: unknown) {
  if (isUnauthorized(error)) {
    // Nothing more will be accepted, and signing in must not ask whether to leave the page.
    for (const one of uploads.filter(isUnderWay)) {
      change(one.id, { state: 'failed', sent: 0 })
      running.get(one.id)?.abort()
    }
    return signInAgain()
  }
  counts.failed += 1
  if (error instanceof ApiError && error.status < 500) keys.delete(id)
  change(id, { state: 'failed', sent: 0, problem: messageOf(error) })
}

/** When nothing is left to send: shows the result and replaces the tiles with the new photos. */
async function settle(client: QueryClient) {
  const { done, failed, cancelled } = counts
  counts = { done: 0, failed: 0, cancelled: 0 }
  if (failed > 0)
    toast({ title: 'Error', description: 'Failed to upload photo', variant: 'destructive' })
  else if (done > 0) {
    const description =
      done === 1 ? 'Photo uploaded successfully' : `${done} photos uploaded successfully`
    toast({ title: 'Success', description })
  }
  // One that was cancelled late may have been saved.
  if (done + cancelled > 0) await refreshAll(client)
  remove(({ state }) => state === 'done')
}

function warn(event: BeforeUnloadEvent) {
  if (uploads.some(isUnderWay)) event.preventDefault()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
window.addEventListener('beforeunload', warn)

/** Every upload, in the order it was chosen. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => uploads)
}

/** Whether a photo goes to the list of all jobs. */
export const isForJobs = ({ path }: Upload) => path === photoRoutes.create.path

interface PhotoToSend {
  readonly file: File
  /** Where it is sent: photos of jobs and those of a property are different lists. */
  readonly path: string
  readonly jobId: string | null
  /** Of that job. */
  readonly taskId: string | null
  readonly caption: string
  /** Whether the client sees it; null where the settings say so. */
  readonly clientVisible: boolean | null
}

interface SendOptions {
  /** The same for every try of one photo. */
  readonly key: string
  readonly signal: AbortSignal
  /** The part sent so far, 0 to 1. */
  readonly onProgress: (sent: number) => void
}

/**
 * Uploads one photo. XMLHttpRequest, because fetch reports no upload progress.
 * @throws ApiError, NetworkError, or the signal's reason when it was cancelled
 */
function sendPhoto(
  { file, path, jobId, taskId, caption, clientVisible }: PhotoToSend,
  { key, signal, onProgress }: SendOptions,
) {
  return new Promise<void>((resolve, reject) => {
    refuseWhileViewing()
    const body = new FormData()
    if (jobId) body.append('jobId', jobId)
    if (taskId) body.append('taskId', taskId)
    if (caption) body.append('caption', caption)
    if (clientVisible !== null) body.append('clientVisible', String(clientVisible))
    body.append(photoRoutes.create.upload, file)

    const request = new XMLHttpRequest()
    request.open(photoRoutes.create.method, path)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && total > 0 && onProgress(loaded / total)
    request.onload = () => {
      const { status, responseText, statusText } = request
      if (status >= 200 && status < 300) resolve()
      else reject(new ApiError(status, responseText || statusText))
    }
    request.onerror = () => reject(new NetworkError(undefined))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}
