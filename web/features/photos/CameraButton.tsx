import { Camera } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FloatingButton } from '../../ui/FloatingButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PictureInput } from './PictureInput.tsx'

const loadDialog = () => import('./UploadDialog.tsx')
const UploadDialog = lazyPart(loadDialog)

/** A button that opens the camera of a phone. The caller decides where the pictures go. */
export function CameraButton({ onTaken }: { onTaken: (files: readonly File[]) => void }) {
  const camera = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Preloaded, so that it opens without a signal. If this fails, it is loaded when it is shown.
    loadDialog().catch(() => undefined)
  }, [])
  return (
    <div className="sm:hidden">
      <FloatingButton label="Take a photo" icon={Camera} onClick={() => camera.current?.click()} />
      <PictureInput ref={camera} camera onChoose={onTaken} />
    </div>
  )
}

/** On a phone, takes photos of a job and opens the upload dialog with them. */
export function JobCamera({ jobId }: { jobId: string }) {
  const [taken, setTaken] = useState<readonly File[] | null>(null)
  return (
    <>
      <CameraButton onTaken={setTaken} />
      {taken && <UploadDialog jobId={jobId} files={taken} onClose={() => setTaken(null)} />}
    </>
  )
}
