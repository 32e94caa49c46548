import { MAX_UPDATE_PHOTOS, type WeeklyUpdate } from '@plumbline/contract/weeklyUpdates.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useCompany } from '../../api/company.ts'
import { altOf } from '../photos/api.ts'
import { newestPhotos } from '../photos/choosing.ts'
import { PhotoChoices } from '../photos/PhotoChoices.tsx'
import { choicesFor } from './api.ts'

interface PhotosFieldProps<V extends FieldValues, Out> {
  control: Control<V, unknown, Out>
  name: FieldPath<V>
  update: WeeklyUpdate
}

/** The field that selects the photos sent with an update. Selected photos have a check mark. */
export function PhotosField<V extends FieldValues, Out>({
  control,
  name,
  update,
}: PhotosFieldProps<V, Out>) {
  const { timeZone } = useCompany()
  const { data: photos = [] } = useQuery(newestPhotos(update.jobId))
  const { field, fieldState } = useController({ control, name })
  const hintId = useId()
  const chosen: readonly string[] = field.value ?? []
  const choices = choicesFor(update, photos, timeZone)
  const nameOf = (id: string, n: number) => {
    const photo = photos.find((one) => one.id === id)
    return photo?.caption ? altOf(photo) : `Photo ${n + 1}`
  }
  return (
    <fieldset aria-describedby={hintId} data-field={name}>
      <legend className="mb-1.5 text-sm font-medium">Photos</legend>
      {choices.length > 0 && (
        <PhotoChoices
          choices={choices}
          chosen={chosen}
          most={MAX_UPDATE_PHOTOS}
          nameOf={nameOf}
          onChange={field.onChange}
        />
      )}
      {fieldState.error && <p className="text-sm text-bad">{fieldState.error.message}</p>}
      <p id={hintId} className="text-sm text-ink-2">
        {choices.length === 0
          ? 'There are no photos of this week that the client sees.'
          : `${chosen.length} of at most ${MAX_UPDATE_PHOTOS}. Only photos that the client sees can be sent.`}
      </p>
    </fieldset>
  )
}
