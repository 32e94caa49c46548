import type { authRoutes } from '@plumbline/contract/auth.ts'
import type { User } from '@plumbline/contract/people.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { ApiError, refuseWhileViewing, send } from '../../../api/call.ts'
import { NetworkError } from '../../../api/reach.ts'
import type { UploadFields } from './fields.ts'

interface PhotoToSend extends UploadFields {
  readonly file: Blob
  readonly name: string
  /** The same for every try of one photo. */
  readonly key: string
}

interface SendOptions {
  readonly signal: AbortSignal
  /** The part sent so far, 0 to 1. */
  readonly onProgress: (sent: number) => void
}

/** A connection on which nothing has moved for so long is dead; milliseconds. */
const STALL = 60_000

/**
 * Uploads one photo. XMLHttpRequest, because fetch reports no upload progress.
 * @throws ApiError, NetworkError, or the signal's reason when it was cancelled
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
    let stall = setTimeout(giveUp, STALL)
    request.open(photoRoutes.create.method, path)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      clearTimeout(stall)
      stall = setTimeout(giveUp, STALL)
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

const me = { method: 'GET', path: '/api/auth/user' } as const satisfies Pick<
  typeof authRoutes.me,
  'method' | 'path'
>

/** Whether the session of this browser is that of this person, whatever this tab shows. @throws ApiError, NetworkError */
export async function isSignedIn(personId: string): Promise<boolean> {
  const { id } = (await (await send(me)).json()) as User
  return id === personId
}

/** The server is away or busy: the photo is as good as before. */
const LATER = [408, 425, 429, 502, 503, 504]
/** The disk of the server is full, which waiting does not change. */
const FULL = 507

/** What becomes of a photo that was not taken: it waits, is tried a few times, or is refused for good. */
export function fateOf(error: unknown): 'waits' | 'tried' | 'refused' {
  if (error instanceof NetworkError) return 'waits'
  if (!(error instanceof ApiError)) return 'tried'
  if (LATER.includes(error.status) || error.code === 'stillRunning') return 'waits'
  return error.status >= 500 && error.status !== FULL ? 'tried' : 'refused'
}
