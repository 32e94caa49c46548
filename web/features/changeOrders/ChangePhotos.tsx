import { MAX_CHANGE_PHOTOS } from '@plumbline/contract/changeOrders.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { newestPhotos } from '../photos/choosing.ts'
import { PhotosField } from '../photos/PhotosField.tsx'
import type { ChangeOrderForm } from './draft.ts'

/** The photos shown before all of the newest ones are asked for. */
const FIRST = 12

interface ChangePhotosProps {
  form: ChangeOrderForm
  jobId: string
}

/**
 * The field for the photos of the job that the customer sees. Those of the job are read once they
 * are asked for, since most change orders are edited for something else.
 */
export function ChangePhotos({ form: { control, getValues }, jobId }: ChangePhotosProps) {
  const [isAsked, setAsked] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const newest = useQuery({ ...newestPhotos(jobId), enabled: isAsked })
  // The ones chosen before come first, wherever they are in the job.
  const [chosenAtFirst] = useState(getValues('photoIds') ?? [])
  const photos = newest.data ?? []
  const all = [...new Set([...chosenAtFirst, ...photos.map(({ id }) => id)])]
  const choices = showsAll ? all : all.slice(0, Math.max(FIRST, chosenAtFirst.length))
  const hint = (count: number) => {
    if (newest.isError) return 'The photos of the job could not be loaded.'
    if (newest.data && all.length === 0) return 'The job has no photos yet.'
    return `${count} of at most ${MAX_CHANGE_PHOTOS}. The customer sees them above the lines.`
  }
  const more = newest.data
    ? choices.length < all.length && (
        <Button variant="quiet" onClick={() => setShowsAll(true)}>
          Show {all.length} photos
        </Button>
      )
    : !newest.isError && (
        <Button disabled={isAsked} onClick={() => setAsked(true)}>
          Choose Photos
        </Button>
      )
  return (
    <PhotosField
      {...{ control, choices, photos, hint }}
      name="photoIds"
      most={MAX_CHANGE_PHOTOS}
      action={more}
    />
  )
}
