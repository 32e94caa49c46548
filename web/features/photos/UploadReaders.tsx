import { useId } from 'react'
import { useCompany } from '../../api/company.ts'
import { useMay } from '../../api/me.ts'
import { Checkbox } from '../../ui/Choices.tsx'

/**
 * A sentence about who will see uploaded photos. `isShown` applies only to people who may share
 * photos.
 */
export function useUploadReaders(jobId: string | null, isShown = true): string {
  const mayShare = useMay()('photo.share')
  const { subPhotosShared } = useCompany()
  if (!jobId)
    return `Only ${mayShare ? 'the office sees' : 'you and the office see'} photos without a project.`
  if (mayShare)
    return isShown
      ? 'Everyone on the job can see the photos.'
      : 'The office and the subs on the job can see the photos, the client cannot.'
  return subPhotosShared
    ? 'Everyone on the job, the client too, can see the photos at once.'
    : 'The office and the subs see these photos right away. The client sees them once the office shares them.'
}

interface UploadReadersProps {
  jobId: string | null
  isShown: boolean
  onChange: (isShown: boolean) => void
}

/** Shows who will see the photos. People who may share photos choose whether the client does. */
export function UploadReaders({ jobId, isShown, onChange }: UploadReadersProps) {
  // Without a project there is no client.
  const mayShow = useMay()('photo.share') && jobId !== null
  const sentence = useUploadReaders(jobId, isShown)
  const id = useId()
  return (
    <div>
      {mayShow && (
        <Checkbox
          checked={isShown}
          onChange={({ target }) => onChange(target.checked)}
          aria-describedby={id}
        >
          Show to the client
        </Checkbox>
      )}
      <p
        id={id}
        className={mayShow ? 'pl-6.5 text-sm text-ink-2 touch:pl-7.5' : 'text-sm text-ink-2'}
      >
        {sentence}
      </p>
    </div>
  )
}
