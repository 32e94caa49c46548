import type { Ref } from 'react'
import { takeFiles } from '../../ui/Input.tsx'

interface PictureInputProps {
  /** The input that a button clicks. */
  ref: Ref<HTMLInputElement>
  /** Takes a picture with the camera of a phone instead of choosing files. */
  camera?: boolean
  onChoose: (files: readonly File[]) => void
}

/** A hidden file input for pictures, opened by a custom button. */
export function PictureInput({ ref, camera = false, onChoose }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept="image/*"
      {...(camera ? { capture: 'environment' } : { multiple: true })}
      aria-hidden
      tabIndex={-1}
      className="sr-only"
      onChange={({ target }) => {
        const files = takeFiles(target)
        if (files.length > 0) onChoose(files)
      }}
    />
  )
}
