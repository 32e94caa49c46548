import { type Photo, photoRoutes } from '@plumbline/contract/photos.ts'
import { ApiError, NetworkError } from '../api/call.ts'

export interface PhotoToSend {
  readonly file: File
  readonly jobId: string | null
  /** Of that job. */
  readonly taskId: string | null
  readonly caption: string
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
export function sendPhoto(
  { file, jobId, taskId, caption }: PhotoToSend,
  { key, signal, onProgress }: SendOptions,
) {
  return new Promise<Photo>((resolve, reject) => {
    const body = new FormData()
    if (jobId) body.append('jobId', jobId)
    if (taskId) body.append('taskId', taskId)
    if (caption) body.append('caption', caption)
    body.append(photoRoutes.create.upload, file)

    const request = new XMLHttpRequest()
    request.open(photoRoutes.create.method, photoRoutes.create.path)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && total > 0 && onProgress(loaded / total)
    request.onload = () => {
      const { status, responseText, statusText } = request
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText))
      else reject(new ApiError(status, responseText || statusText))
    }
    request.onerror = () => reject(new NetworkError(undefined))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}
