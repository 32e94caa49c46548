import { photoRoutes } from '@plumbline/contract/photos.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { ApiError, refuseWhileViewing } from '../../../api/call.ts'
import { NetworkError } from '../../../api/connection.ts'
import type { SendOptions } from '../../../offline/queue/queue.ts'
import type { UploadFields } from './fields.ts'

interface PhotoToSend extends UploadFields {
  readonly file: Blob
  readonly name: string
  /** The `Idempotency-Key`, the same for every attempt at one photo. */
  readonly key: string
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
