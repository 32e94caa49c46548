import { cx } from 'class-variance-authority'
import { Camera, ImagePlus, type LucideIcon } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { takeFiles } from '../ui/Input.tsx'

interface FileChooserProps {
  /** Nothing has been chosen yet. */
  isEmpty: boolean
  onChoose: (files: File[]) => void
}

/** Where photos are chosen or dropped, or on a phone taken. */
export function FileChooser({ isEmpty, onChoose }: FileChooserProps) {
  return (
    <div className={cx('grid gap-2 touch:grid-cols-2', isEmpty ? 'h-36' : 'h-16')}>
      <FileInput
        icon={Camera}
        label="Take a photo"
        capture
        className="hidden touch:flex"
        onChoose={onChoose}
      />
      <FileInput
        icon={ImagePlus}
        label={isEmpty ? 'Choose photos' : 'Choose more'}
        hint={isEmpty ? 'or drop them here' : undefined}
        onChoose={onChoose}
      />
    </div>
  )
}

interface FileInputProps {
  icon: LucideIcon
  label: string
  hint?: string | undefined
  capture?: true
  className?: string
  onChoose: (files: File[]) => void
}

/** A file input that fills its card: clicks, drops and the keyboard all reach the browser's own control. */
function FileInput({
  icon: Icon,
  label,
  hint,
  capture,
  className = 'flex',
  onChoose,
}: FileInputProps) {
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = takeFiles(target)
    if (files.length > 0) onChoose(files)
  }
  return (
    <div
      className={cx(
        'relative flex-col items-center justify-center gap-1 rounded-m border border-dashed border-control text-ink-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-sunken',
        className,
      )}
    >
      <Icon aria-hidden className="size-5" />
      <span className="font-medium text-ink">{label}</span>
      {hint && <span className="text-sm touch:hidden">{hint}</span>}
      <input
        type="file"
        accept="image/*"
        multiple={!capture}
        {...(capture && { capture: 'environment' })}
        aria-label={label}
        onChange={onChange}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  )
}
