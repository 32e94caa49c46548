import type { QueryClient } from '@tanstack/react-query'
import { newKey } from '../../../api/call.ts'
import { fieldsOf, type UploadFields } from './fields.ts'
import { fingerprint } from './fingerprint.ts'
import { abortUpload, changed, type Queue, startQueue } from './queue.ts'
import { add, change, drop, SENT_RETENTION_MS, type StoredUpload } from './store.ts'
import { alter, shown, type Upload } from './uploadState.ts'

export { startQueue }

/**
 * Sends uploads that are already shown as waiting. Each is given in its previous state, with the
 * fields to send.
 */
export async function send(client: QueryClient, uploads: readonly Upload[]) {
  const queue = startQueue(client)
  if (!queue) return
  await queue.loaded
  for (const upload of uploads) {
    if (upload.stored) await sendAgain(upload.stored, upload)
    else await enqueue(upload, queue)
    await changed({ isRetry: upload.stored !== null })
  }
}

/** With other fields it is another write, which needs another key. */
async function sendAgain(stored: StoredUpload, values: UploadFields) {
  const fields = fieldsOf(values)
  const isSame = JSON.stringify(fields) === JSON.stringify(fieldsOf(stored))
  const key = isSame ? stored.key : newKey()
  await change({ ...stored, ...fields, key, state: 'waiting', problem: null })
}

/**
 * Adds an upload to the queue, unless the same file is in the queue for the same place or was sent
 * there.
 */
async function enqueue(upload: Upload, queue: Queue) {
  const { id, batch, at, name, file, state } = upload
  const hash = await fingerprint(file, name).catch(() => null)
  if (hash === null) return alter(id, { state: 'failed', problem: 'This file cannot be read' })
  const fields = fieldsOf(upload)
  const existing = queue.stored.find(
    (other) => other.hash === hash && isForSamePlace(other, fields),
  )
  // Reported once. A retry sends it anyway.
  if (existing && state !== 'duplicate') {
    const problem = existing.state === 'done' ? 'Already uploaded' : 'Already in the queue'
    return alter(id, { state: 'duplicate', problem })
  }
  await add({
    ...{ id, batch, at, name, file, ...fields, hash, key: newKey(), personId: queue.personId },
    ...{ isReady: false, state: 'waiting', problem: null, sentAt: null },
  })
  // It was canceled in the meantime.
  if (!shown().some((each) => each.id === id)) await drop(id)
}

const isForSamePlace = (other: StoredUpload, { path, jobId, taskId }: UploadFields) =>
  other.path === path &&
  other.jobId === jobId &&
  other.taskId === taskId &&
  Date.now() - (other.sentAt ?? Date.now()) < SENT_RETENTION_MS

/** Removes an upload from the queue, whether or not it is being sent. */
export async function cancel(id: string) {
  abortUpload(id)
  await drop(id)
  await changed()
}
