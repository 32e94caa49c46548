import { MAX_UPDATE_PHOTOS, type WeeklyUpdate } from '@plumbline/contract/weeklyUpdates.ts'
import { useQuery } from '@tanstack/react-query'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useCompany } from '../../api/company.ts'
import { newestPhotos } from '../photos/choosing.ts'
import { PhotosField } from '../photos/PhotosField.tsx'
import { choicesFor } from './api.ts'

interface UpdatePhotosProps<V extends FieldValues, Out> {
  control: Control<V, unknown, Out>
  name: FieldPath<V>
  update: WeeklyUpdate
}

/** The field that selects the photos sent with an update, from those of its week. */
export function UpdatePhotos<V extends FieldValues, Out>({
  control,
  name,
  update,
}: UpdatePhotosProps<V, Out>) {
  const { timeZone } = useCompany()
  const { data: photos = [] } = useQuery(newestPhotos(update.jobId))
  const choices = choicesFor(update, photos, timeZone)
  const hint = (count: number) =>
    choices.length === 0
      ? 'There are no photos of this week that the client sees.'
      : `${count} of at most ${MAX_UPDATE_PHOTOS}. Only photos that the client sees can be sent.`
  return <PhotosField {...{ control, name, choices, photos, hint }} most={MAX_UPDATE_PHOTOS} />
}
