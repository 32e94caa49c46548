import { MAX_UPDATE_PHOTOS, type WeeklyUpdate } from '@plumbline/contract/weeklyUpdates.ts'
import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useCompany } from '../../api/company.ts'
import { altOf } from '../photos/api.ts'
import { choicesFor, newestPhotos, thumbOf } from './api.ts'

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
  const isFull = chosen.length >= MAX_UPDATE_PHOTOS
  const toggle = (id: string) =>
    field.onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const nameOf = (id: string, n: number) => {
    const photo = photos.find((one) => one.id === id)
    return photo?.caption ? altOf(photo) : `Photo ${n + 1}`
  }
  return (
    <fieldset aria-describedby={hintId} data-field={name}>
      <legend className="mb-1.5 text-sm font-medium">Photos</legend>
      {choices.length > 0 && (
        <ul className="mb-1.5 grid grid-cols-4 gap-1.5 sm:grid-cols-6">
          {choices.map((id, n) => {
            const isChosen = chosen.includes(id)
            return (
              <li key={id}>
                <button
                  type="button"
                  aria-pressed={isChosen}
                  aria-label={nameOf(id, n)}
                  disabled={isFull && !isChosen}
                  onClick={() => toggle(id)}
                  className="group relative block aspect-square w-full overflow-hidden rounded-s bg-sunken disabled:opacity-50"
                >
                  <img
                    src={thumbOf(id)}
                    alt=""
                    loading="lazy"
                    className={cx('size-full object-cover', !isChosen && 'opacity-55')}
                  />
                  <span
                    aria-hidden
                    className={cx(
                      'absolute right-1 bottom-1 grid size-5 place-items-center rounded-full border',
                      isChosen
                        ? 'border-transparent bg-ink text-ground'
                        : 'border-control bg-surface',
                    )}
                  >
                    {isChosen && <Check className="size-3.5" />}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
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
