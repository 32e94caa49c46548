import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { takeFiles } from '../ui/Input.tsx'

/** Chooses pictures; on a phone the browser offers the camera as well. */
export function AddPhotos({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="sm" onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden />
        Add photos
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        aria-hidden
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const files = takeFiles(target)
          if (files.length > 0) onChoose(files)
        }}
      />
    </>
  )
}
