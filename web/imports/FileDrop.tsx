import { cx } from 'class-variance-authority'
import { FileSpreadsheet } from 'lucide-react'
import { type ChangeEvent, useId } from 'react'
import { takeFiles } from '../ui/Input.tsx'

interface FileDropProps {
  /** The file that was chosen, if one was. */
  name: string | undefined
  onChoose: (file: File) => void
}

/** Where a file is chosen or dropped; the browser's own control lies over the whole card, so the keyboard reaches it too. */
export function FileDrop({ name, onChoose }: FileDropProps) {
  const hint = useId()
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = takeFiles(target)
    if (file) onChoose(file)
  }
  return (
    <div
      className={cx(
        'relative flex items-center gap-x-3 gap-y-1 rounded-m border border-dashed border-control bg-surface px-4 text-ink-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-sunken',
        name ? 'min-h-16' : 'min-h-36 flex-col justify-center text-center',
      )}
    >
      <FileSpreadsheet aria-hidden className="size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere text-ink">{name ?? 'Choose a CSV file'}</p>
        <p id={hint} className="text-sm">
          {name
            ? 'Choose another file'
            : 'From Excel, Numbers or Google Sheets: save or download the list as CSV'}
          <span className="touch:hidden">{name ? ', or drop it here' : '; or drop it here'}</span>
        </p>
      </div>
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/comma-separated-values"
        aria-label={name ? 'Choose another CSV file' : 'Choose a CSV file'}
        aria-describedby={hint}
        onChange={onChange}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  )
}
