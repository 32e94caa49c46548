import { lazy, Suspense, useState } from 'react'
import { CameraButton } from './CameraButton.tsx'

const UploadDialog = lazy(() => import('./UploadDialog.tsx'))

/** On a phone, photos of this job straight from the camera. */
export function JobCamera({ jobId }: { jobId: string }) {
  const [taken, setTaken] = useState<readonly File[] | null>(null)
  return (
    <>
      <CameraButton onTaken={setTaken} />
      <Suspense>
        {taken && <UploadDialog jobId={jobId} files={taken} onClose={() => setTaken(null)} />}
      </Suspense>
    </>
  )
}
