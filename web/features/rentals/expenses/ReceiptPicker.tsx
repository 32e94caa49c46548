import { failures } from '@plumbline/contract/failures.ts'
import { MAX_PHOTO_BYTES } from '@plumbline/contract/photos.ts'
import { cx } from 'class-variance-authority'
import { FileText, Paperclip, X } from 'lucide-react'
import { type ChangeEvent, useEffect, useMemo, useState } from 'react'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { takeFiles } from '../../../ui/Input.tsx'

const PDF = 'application/pdf'
const ACCEPTED_TYPES = `image/*,.heic,.heif,${PDF}`

/** The reason a file cannot be a receipt, or null. The server checks the content. */
export function refusalOf({ type, name, size }: File): string | null {
  const isKnown = type.startsWith('image/') || type === PDF || /\.hei[cf]$/i.test(name)
  if (!isKnown) return failures.notReceipt.message
  return size > MAX_PHOTO_BYTES ? failures.fileTooLarge.message : null
}

interface ReceiptInputProps {
  label: string
  className?: string
  onChoose: (file: File) => void
}

/**
 * The file input that covers its frame, so that clicks, drops, and the keyboard all reach the
 * native control.
 */
export function ReceiptInput({ label, className, onChoose }: ReceiptInputProps) {
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = takeFiles(target)
    if (file) onChoose(file)
  }
  return (
    <input
      type="file"
      accept={ACCEPTED_TYPES}
      aria-label={label}
      title={label}
      onChange={onChange}
      className={cx('absolute inset-0 cursor-pointer opacity-0', className)}
    />
  )
}

interface ReceiptPickerProps {
  /** The selected file, or null. */
  file: File | null
  onChoose: (file: File | null) => void
}

/** The field for selecting or dropping the picture or PDF of a receipt. */
export function ReceiptPicker({ file, onChoose }: ReceiptPickerProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (chosen: File) => {
    const refusal = refusalOf(chosen)
    setProblem(refusal)
    if (!refusal) onChoose(chosen)
  }
  return (
    <div className="flex flex-col gap-2">
      {problem && <Alert>{problem}</Alert>}
      {file ? (
        <div className="flex items-center gap-3 rounded-m border border-line p-2">
          <Preview file={file} />
          <span className="min-w-0 flex-1 truncate">{file.name}</span>
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Remove ${file.name}`}
            onClick={() => onChoose(null)}
          >
            <X aria-hidden />
          </Button>
        </div>
      ) : (
        <div className="relative flex h-20 flex-col items-center justify-center rounded-m border border-dashed border-control text-ink-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-sunken">
          <span className="flex items-center gap-2 font-medium text-ink">
            <Paperclip aria-hidden className="size-4" />
            Choose a picture or PDF
          </span>
          <span className="text-sm touch:hidden">or drop it here</span>
          <ReceiptInput label="Choose a picture or PDF" onChoose={choose} />
        </div>
      )}
    </div>
  )
}

/**
 * A thumbnail of the selected picture, or an icon for PDFs and formats that the browser cannot
 * show, such as HEIC.
 */
function Preview({ file }: { file: File }) {
  const [isShown, setShown] = useState(file.type.startsWith('image/'))
  const objectUrl = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(objectUrl), [objectUrl])
  return (
    <span className="relative block size-12 shrink-0 overflow-hidden rounded-xs bg-sunken">
      {isShown ? (
        <img
          src={objectUrl}
          alt=""
          onError={() => setShown(false)}
          className="size-full object-cover"
        />
      ) : (
        <FileText aria-hidden className="absolute inset-0 m-auto size-6 text-ink-3" />
      )}
    </span>
  )
}
