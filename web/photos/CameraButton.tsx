import { Camera } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { FloatingButton } from '../ui/FloatingButton.tsx'
import { takeFiles } from '../ui/Input.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'

const loadDialog = () => import('./UploadDialog.tsx')
const UploadDialog = lazyPart(loadDialog)

/** On a phone, opens the camera; the caller then asks where the pictures go. */
export function CameraButton({ onTaken }: { onTaken: (files: readonly File[]) => void }) {
  const camera = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // At hand when there is no signal; what cannot be loaded now is loaded when it is shown.
    loadDialog().catch(() => undefined)
  }, [])
  return (
    <div className="sm:hidden">
      <FloatingButton label="Take a photo" icon={Camera} onClick={() => camera.current?.click()} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        aria-hidden
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const files = takeFiles(target)
          if (files.length > 0) onTaken(files)
        }}
      />
    </div>
  )
}

/** On a phone, takes photos of a job and opens the upload dialog with them. */
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
