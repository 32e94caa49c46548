import type { Ref } from 'react'
import { takeFiles } from '../../ui/Input.tsx'

interface PictureInputProps {
  /** What a button clicks. */
  ref: Ref<HTMLInputElement>
  /** Takes one with the camera of a phone; otherwise pictures are chosen. */
  camera?: boolean
  onChoose: (files: readonly File[]) => void
}

/** The browser's own way to pictures, behind a button that looks like ours. */
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
