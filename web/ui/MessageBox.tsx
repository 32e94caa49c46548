import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useContext } from 'react'
import { FilledInNote } from './Alert.tsx'
import { Button } from './Button.tsx'
import { Textarea } from './Input.tsx'
import { ReadOnly } from './readOnly.ts'

interface MessageBoxProps {
  /** The noun in the accessible names: `Message`, `Comment`. */
  label: string
  /** The id of a line with details, such as who reads the message. */
  describedBy?: string
  maxLength: number
  value: string
  onChange: (value: string) => void
  /** Called with the trimmed text, which is never empty. */
  onSend: (text: string) => void
  /** Whether the message can be sent yet. It can be typed before. */
  ready?: boolean
  pending: boolean
  /** Whether the text was filled in after the person had to sign in again. */
  isFilledIn?: boolean
}

/**
 * The box in which a message is typed. Enter sends it, Shift+Enter starts a new line. The caller
 * clears it once the message is sent.
 */
export function MessageBox({
  label,
  describedBy,
  maxLength,
  value,
  onChange,
  onSend,
  ready = true,
  pending,
  isFilledIn = false,
}: MessageBoxProps) {
  const readOnly = useContext(ReadOnly)
  const word = label.toLowerCase()
  const text = value.trim()
  const submit = () => {
    if (text && ready && !pending) onSend(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {isFilledIn && text && <FilledInNote className="w-full" />}
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
