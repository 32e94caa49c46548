import type { QueryClient } from '@tanstack/react-query'
import { newKey } from '../../../api/call.ts'
import { fieldsOf, type UploadFields } from './fields.ts'
import { fingerprint } from './fingerprint.ts'
import { abortUpload, changed, type Queue, startQueue } from './queue.ts'
import { alter, shown, type Upload } from './shown.ts'
import { add, change, drop, type KeptUpload, REMEMBERED } from './store.ts'

export { startQueue }

/** Sends these, which are shown as waiting already; each as it was before, with what is sent along. */
export async function send(client: QueryClient, uploads: readonly Upload[]) {
  const queue = startQueue(client)
  if (!queue) return
  await queue.isRead
  for (const upload of uploads) {
    if (upload.kept) await sendAgain(upload.kept, upload)
    else await enqueue(upload, queue)
    await changed({ isRetry: upload.kept !== null })
  }
}

/** With other fields it is another write, and gets another key. */
async function sendAgain(kept: KeptUpload, given: UploadFields) {
  const fields = fieldsOf(given)
  const isSame = JSON.stringify(fields) === JSON.stringify(fieldsOf(kept))
  const key = isSame ? kept.key : newKey()
  await change({ ...kept, ...fields, key, state: 'waiting', problem: null })
}

/** Keeps one to be sent, unless the same file goes or went to the same place. */
async function enqueue(upload: Upload, queue: Queue) {
  const { id, batch, at, name, file, state } = upload
  const hash = await fingerprint(file, name).catch(() => null)
  if (hash === null) return alter(id, { state: 'failed', problem: 'This file cannot be read' })
  const fields = fieldsOf(upload)
  const twin = queue.kept.find((other) => other.hash === hash && isForSamePlace(other, fields))
  // Said once; who sends it all the same has read that.
  if (twin && state !== 'duplicate') {
    const problem = twin.state === 'done' ? 'Already uploaded' : 'Already in the queue'
    return alter(id, { state: 'duplicate', problem })
  }
  await add({
    ...{ id, batch, at, name, file, ...fields, hash, key: newKey(), personId: queue.personId },
    ...{ isReady: false, state: 'waiting', problem: null, sentAt: null },
  })
  // It was cancelled meanwhile.
  if (!shown().some((each) => each.id === id)) await drop(id)
}

const isForSamePlace = (other: KeptUpload, { path, jobId, taskId }: UploadFields) =>
  other.path === path &&
  other.jobId === jobId &&
  other.taskId === taskId &&
  Date.now() - (other.sentAt ?? Date.now()) < REMEMBERED

/** Takes one out of the queue, whether or not it is being sent. */
export async function cancel(id: string) {
  abortUpload(id)
  await drop(id)
  await changed()
}
