import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { PictureInput } from './PictureInput.tsx'

/** A button that opens the file picker. On a phone the browser also offers the camera. */
export function AddPhotos({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="sm" onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden />
        Add photos
      </Button>
      <PictureInput ref={input} onChoose={onChoose} />
    </>
  )
}
