import { photoRoutes } from '@plumbline/contract/photos.ts'
import type { Task } from '@plumbline/contract/tasks.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMay } from '../../api/me.ts'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { AddPhotos } from './AddPhotos.tsx'
import { HiddenMark } from './HiddenMark.tsx'
import { ThumbLink } from './ThumbLink.tsx'
import { UploadList } from './UploadProgress.tsx'
import { useUploadReaders } from './UploadReaders.tsx'
import { uploadQueue } from './uploads/queue.ts'
import { useUploads } from './useUploads.ts'

const PHOTO_LIMIT = '6'

/** The photos of a task and its uploads. Chosen files are sent at once. */
export function TaskPhotos({ task: { id, jobId } }: { task: Pick<Task, 'id' | 'jobId'> }) {
  const client = useQueryClient()
  const { data: photos = [] } = useQuery(
    query(photoRoutes.list, { query: { taskId: id, limit: PHOTO_LIMIT } }),
  )
  const mayUpload = useMay()('photo.create')
  const readers = useUploadReaders(jobId)
  // Named after the task, so that pending uploads are found when the task is opened again.
  const batch = `task ${id}`
  const mine = useUploads().filter((upload) => upload.batch === batch && upload.state !== 'sent')
  useEffect(() => () => uploadQueue.list.dropChosen(batch), [batch])
  const add = (files: readonly File[]) => {
    uploadQueue.list.choose(batch, files)
    uploadQueue.sendBatch(client, batch, { jobId, taskId: id })
  }
  return (
    <div className="mb-5 empty:hidden">
      {(photos.length > 0 || mayUpload) && (
        <section aria-label="Photos">
          <div className="mb-2.5 flex items-center justify-between gap-3">
            <h2>Photos</h2>
            {mayUpload && <AddPhotos onChoose={add} />}
          </div>
          <ul className="grid grid-cols-3 gap-1.5 empty:hidden sm:grid-cols-6">
            {photos.map((photo) => (
              <li key={photo.id} className="relative">
                <ThumbLink
                  photo={photo}
                  href={paths.photos({ jobId, photo: photo.id })}
                  className="rounded-s"
                />
                {!photo.clientVisible && <HiddenMark />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {mayUpload && <p className="mt-1.5 text-sm text-ink-2">{readers}</p>}
      {mine.length > 0 && (
        <UploadList label="Photos being uploaded" uploads={mine} className="mt-2" />
      )}
    </div>
  )
}
