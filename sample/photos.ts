import type { events } from '../server/live/table.ts'
import type { StoredPicture } from '../server/photos/queries.ts'
import type { photos } from '../server/photos/table.ts'
import type { Calendar } from './calendar.ts'
import type { Drawing } from './drawing/draw.ts'
import { idOf, numberOf } from './fixed.ts'
import { daysOf, type JobKey, jobId, jobKeys } from './jobs.ts'
import type { PersonId } from './people.ts'
import { photosOf, type SamplePhoto } from './photoList.ts'
import { taskId } from './tasks.ts'

/** The pictures by the id of their photo, once they are kept. */
export type KeptPhotos = ReadonlyMap<string, StoredPicture>

/** A photo before there is anything to see on it. */
export interface PlannedPhoto extends SamplePhoto {
  readonly id: string
  readonly job: JobKey
  readonly drawing: Drawing
  /** What the camera's clock shows: `2026-03-05T10:11:00`. */
  readonly local: string
  readonly takenAt: Date
}

export function plannedPhotos(calendar: Calendar): PlannedPhoto[] {
  return jobKeys.flatMap((job) => {
    const days = daysOf(calendar, job)
    return photosOf[job].map((photo, n) => {
      const { scene, stage, at, upright = false } = photo
      const name = `${job}/${n}`
      return {
        ...photo,
        id: idOf(`photo/${name}`),
        job,
        drawing: { name, place: job, scene, stage, upright },
        local: `${days.day(at[0])}T${at[1]}:00`,
        takenAt: days.at(...at),
      }
    })
  })
}

/** Photos are sent up some minutes after they were taken. */
const uploadedAt = ({ id, takenAt }: PlannedPhoto) =>
  new Date(takenAt.getTime() + numberOf(`upload/${id}`, 40, 540) * 1000)

export function photoRows(calendar: Calendar, personId: PersonId, kept: KeptPhotos) {
  return plannedPhotos(calendar).map((photo) => {
    const { id, job, task, by, caption, takenAt } = photo
    const file = kept.get(id)
    if (!file) throw new Error(`No picture was kept for ${photo.drawing.name}`)
    const { taken: _, ...picture } = file.picture
    const createdAt = uploadedAt(photo)
    return {
      ...picture,
      id,
      storageKey: file.storageKey,
      jobId: jobId(job),
      taskId: task === undefined ? null : taskId(job, task),
      uploadedById: personId(by),
      url: `/api/photos/${id}/image`,
      caption,
      takenAt,
      createdAt,
      updatedAt: createdAt,
    } satisfies typeof photos.$inferInsert
  })
}

/** That each was uploaded: clients read it as an update. */
export function photoEvents(calendar: Calendar, personId: PersonId) {
  return plannedPhotos(calendar).map(
    (photo) =>
      ({
        name: 'photo.created',
        subjectId: photo.id,
        jobId: jobId(photo.job),
        actorId: personId(photo.by),
        detail: null,
        createdAt: uploadedAt(photo),
      }) satisfies typeof events.$inferInsert,
  )
}
