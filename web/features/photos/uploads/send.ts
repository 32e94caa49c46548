import type { User } from '@plumbline/contract/people.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { ApiError, refuseWhileViewing, send } from '../../../api/call.ts'
import { NetworkError } from '../../../api/connection.ts'
import { meRow } from '../../../api/meRow.ts'
import type { UploadFields } from './fields.ts'

interface PhotoToSend extends UploadFields {
  readonly file: Blob
  readonly name: string
  /** The `Idempotency-Key`, the same for every attempt at one photo. */
  readonly key: string
}

interface SendOptions {
  readonly signal: AbortSignal
  /** The fraction sent so far, 0 to 1. */
  readonly onProgress: (sent: number) => void
}

/** A connection without progress for this long counts as dead. */
const STALL_TIMEOUT_MS = MINUTE_MS

/**
 * Uploads one photo with XMLHttpRequest, because fetch reports no upload progress.
 * @throws ApiError, NetworkError, or an AbortError if it was canceled
 */
export function sendPhoto(
  { file, name, path, jobId, taskId, caption, clientVisible, key }: PhotoToSend,
  { signal, onProgress }: SendOptions,
) {
  return new Promise<void>((resolve, reject) => {
    refuseWhileViewing()
    const body = new FormData()
    if (jobId) body.append('jobId', jobId)
    if (taskId) body.append('taskId', taskId)
    if (caption) body.append('caption', caption)
    if (clientVisible !== null) body.append('clientVisible', String(clientVisible))
    body.append(photoRoutes.create.upload, file, name)

    const request = new XMLHttpRequest()
    const giveUp = () => {
      reject(new NetworkError(undefined))
      request.abort()
    }
    let stall = setTimeout(giveUp, STALL_TIMEOUT_MS)
    request.open(photoRoutes.create.method, path)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      clearTimeout(stall)
      stall = setTimeout(giveUp, STALL_TIMEOUT_MS)
      if (lengthComputable && total > 0) onProgress(loaded / total)
    }
    request.onload = () => {
      const { status, responseText, statusText } = request
      if (status >= 200 && status < 300) resolve()
      else reject(new ApiError(status, responseText || statusText))
    }
    request.onerror = () => reject(new NetworkError(undefined))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    request.onloadend = () => clearTimeout(stall)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

/**
 * Whether the session of this browser belongs to the person, whatever this tab shows.
 * @throws ApiError, NetworkError
 */
export async function isSignedIn(personId: string): Promise<boolean> {
  const { id } = (await (await send(meRow)).json()) as User
  return id === personId
}

/** The server is unavailable or busy, so the photo can be sent again later. */
const RETRY_STATUSES = [408, 425, 429, 502, 503, 504]
/** The disk of the server is full, which waiting does not fix. */
const INSUFFICIENT_STORAGE = 507

/** The reaction to an error of a photo: wait for the server, retry it a few times, or give up. */
export function reactionTo(error: unknown): 'wait' | 'retry' | 'giveUp' {
  if (error instanceof NetworkError) return 'wait'
  if (!(error instanceof ApiError)) return 'retry'
  if (RETRY_STATUSES.includes(error.status) || error.code === 'stillRunning') return 'wait'
  return error.status >= 500 && error.status !== INSUFFICIENT_STORAGE ? 'retry' : 'giveUp'
}
