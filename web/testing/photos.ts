import type { Photo } from '@plumbline/contract/photos.ts'
import { people } from './open.tsx'
import { job } from './rows.ts'

/** A photo of `job(1)` for tests with these fields changed. */
export const photo = (n: number, change: Partial<Photo> = {}): Photo => {
  const id = `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
  return {
    id,
    jobId: job(1).id,
    jobName: job(1).name,
    taskId: null,
    uploadedById: people.admin.id,
    uploadedByName: 'Dana Reyes',
    url: `/api/photos/${id}/image`,
    caption: `Photo ${n}`,
    clientVisible: true,
    contentType: 'image/jpeg',
    width: 4032,
    height: 3024,
    size: 3_000_000,
    takenAt: null,
    createdAt: '2026-11-20T02:00:00.000Z',
    updatedAt: '2026-11-20T02:00:00.000Z',
    ...change,
  }
}
