import type { Photo } from '@plumbline/contract/photos.ts'
import { type ReactNode, useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { altOf } from './api.ts'
import { PhotoChoices } from './PhotoChoices.tsx'

interface PhotosFieldProps<V extends FieldValues, Out> {
  control: Control<V, unknown, Out>
  name: FieldPath<V>
  /** The ids of the photos to choose from, and those that are read so far, which have names. */
  choices: readonly string[]
  photos: readonly Photo[]
  /** The most that can be chosen. */
  most: number
  hint: (count: number) => string
  /** More to choose from. */
  action?: ReactNode
}

/** The field in which photos of a job are chosen, in their order. */
export function PhotosField<V extends FieldValues, Out>({
  control,
  name,
  choices,
  photos,
  most,
  hint,
  action,
}: PhotosFieldProps<V, Out>) {
  const { field, fieldState } = useController({ control, name })
  const hintId = useId()
  const chosen: readonly string[] = field.value ?? []
  const nameOf = (id: string, n: number) => {
    const photo = photos.find((one) => one.id === id)
    return photo?.caption ? altOf(photo) : `Photo ${n + 1}`
  }
  return (
    <fieldset aria-describedby={hintId} data-field={name}>
      <legend className="mb-1.5 text-sm font-medium">Photos</legend>
      {choices.length > 0 && (
        <PhotoChoices {...{ choices, chosen, most, nameOf }} onChange={field.onChange} />
      )}
      {fieldState.error && <p className="text-sm text-bad">{fieldState.error.message}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p id={hintId} className="text-sm text-ink-2">
          {hint(chosen.length)}
        </p>
        {action}
      </div>
    </fieldset>
  )
}
