import { Camera } from 'lucide-react'
import { useRef } from 'react'
import { FloatingButton } from '../ui/Button.tsx'
import { takeFiles } from '../ui/Input.tsx'

/** On a phone, straight to the camera; the dialog then asks for the rest. */
export function CameraButton({ onTaken }: { onTaken: (files: readonly File[]) => void }) {
  const camera = useRef<HTMLInputElement>(null)
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
