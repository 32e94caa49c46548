import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useContext } from 'react'
import { Button } from './Button.tsx'
import { Textarea } from './Input.tsx'
import { ReadOnly } from './readOnly.ts'

interface MessageBoxProps {
  /** What is written, as the accessible names say it: `Message`, `Comment`. */
  label: string
  /** The id of a line that says more about it, such as who reads it. */
  describedBy?: string
  maxLength: number
  value: string
  onChange: (value: string) => void
  /** Called with the trimmed text, never with an empty one. */
  onSend: (text: string) => void
  /** Whether it can be sent yet; it can be written before. */
  ready?: boolean
  pending: boolean
}

/** Where a message is written. Enter sends it, Shift+Enter starts a new line; the caller empties it once it is sent. */
export function MessageBox({
  label,
  describedBy,
  maxLength,
  value,
  onChange,
  onSend,
  ready = true,
  pending,
}: MessageBoxProps) {
  const readOnly = useContext(ReadOnly)
  const word = label.toLowerCase()
  const text = value.trim()
  const submit = () => {
    if (text && ready && !pending) onSend(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed (Japanese, Chinese …), Enter ends the word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Textarea
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={`Write a ${word}`}
        rows={1}
        maxLength={maxLength}
        value={value}
        readOnly={pending}
        {...(readOnly && { disabled: true, title: readOnly })}
        onKeyDown={onKeyDown}
        onChange={({ target }) => onChange(target.value)}
        className="max-h-40 min-h-9! flex-1 resize-none py-1.5! touch:min-h-11! touch:py-2.5!"
      />
      <Button
        type="submit"
        variant="primary"
        aria-label={`Send ${word}`}
        disabled={text === '' || !ready}
        pending={pending}
        className="size-9 px-0 touch:size-11"
      >
        {!pending && <SendHorizontal aria-hidden />}
      </Button>
    </form>
  )
}
