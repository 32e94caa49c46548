import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { PictureInput } from './PictureInput.tsx'

/** Chooses pictures; on a phone the browser offers the camera as well. */
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
