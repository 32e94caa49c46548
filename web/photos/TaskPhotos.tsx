import type { Task } from '@plumbline/contract/tasks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMay } from '../api/me.ts'
import { AddPhotos } from './AddPhotos.tsx'
import { PhotoStrip } from './PhotoStrip.tsx'
import { UploadList } from './UploadProgress.tsx'
import { useUploadReaders } from './UploadReaders.tsx'
import { choose, dropChosen, sendBatch, useUploads } from './uploads.ts'

/** The photos of a task and the uploads to it; chosen ones are sent at once. */
export function TaskPhotos({ task: { id, jobId } }: { task: Pick<Task, 'id' | 'jobId'> }) {
  const client = useQueryClient()
  const mayUpload = useMay()('photo.create')
  const readers = useUploadReaders(jobId)
  // Named after the task, so that uploads still under way are found when the task is opened again.
  const batch = `task ${id}`
  const mine = useUploads().filter((upload) => upload.batch === batch && upload.state !== 'done')
  useEffect(() => () => dropChosen(batch), [batch])
  const add = (files: readonly File[]) => {
    choose(batch, files)
    sendBatch(client, batch, { jobId, taskId: id })
  }
  return (
    <div className="mb-5 empty:hidden">
      <PhotoStrip jobId={jobId} taskId={id} action={mayUpload && <AddPhotos onChoose={add} />} />
      {mayUpload && <p className="mt-1.5 text-sm text-ink-2">{readers}</p>}
      {mine.length > 0 && (
        <UploadList label="Photos being uploaded" uploads={mine} className="mt-2" />
      )}
    </div>
  )
}
