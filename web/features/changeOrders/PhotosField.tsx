import { MAX_CHANGE_PHOTOS } from '@plumbline/contract/changeOrders.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { altOf } from '../photos/api.ts'
import { newestPhotos } from '../photos/choosing.ts'
import { PhotoChoices } from '../photos/PhotoChoices.tsx'
import type { ChangeOrderForm } from './draft.ts'

/** The photos shown before all of the newest ones are asked for. */
const FIRST = 12

interface PhotosFieldProps extends Pick<ChangeOrderForm, 'control'> {
  jobId: string
}

/** The field for the photos of the job that the customer sees. */
export function PhotosField({ control, jobId }: PhotosFieldProps) {
  const { data: photos = [], isPending, isError } = useQuery(newestPhotos(jobId))
  const { field, fieldState } = useController({ control, name: 'photoIds' })
  const [showsAll, setShowsAll] = useState(false)
  // The ones chosen before come first, wherever they are in the job.
  const [chosenAtFirst] = useState(field.value ?? [])
  const hintId = useId()
  const all = [...new Set([...chosenAtFirst, ...photos.map(({ id }) => id)])]
  const choices = showsAll ? all : all.slice(0, Math.max(FIRST, chosenAtFirst.length))
  const chosen = field.value ?? []
  const nameOf = (id: string, n: number) => {
    const photo = photos.find((one) => one.id === id)
    return photo?.caption ? altOf(photo) : `Photo ${n + 1}`
  }
  if (isPending && choices.length === 0) return null
  return (
    <fieldset aria-describedby={hintId} data-field="photoIds">
      <legend className="mb-1.5 text-sm font-medium">Photos</legend>
      {choices.length > 0 && (
        <PhotoChoices
          {...{ choices, chosen, nameOf }}
          most={MAX_CHANGE_PHOTOS}
          onChange={field.onChange}
        />
      )}
      {fieldState.error && <p className="text-sm text-bad">{fieldState.error.message}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p id={hintId} className="text-sm text-ink-2">
          {isError
            ? 'The photos of the job could not be loaded.'
            : all.length === 0
              ? 'The job has no photos yet.'
              : `${chosen.length} of at most ${MAX_CHANGE_PHOTOS}. The customer sees them above the lines.`}
        </p>
        {choices.length < all.length && (
          <Button variant="quiet" onClick={() => setShowsAll(true)}>
            Show {all.length} photos
          </Button>
        )}
      </div>
    </fieldset>
  )
}
