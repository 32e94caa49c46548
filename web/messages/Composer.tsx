import { MAX_MESSAGE, messageRoutes } from '@plumbline/contract/messages.ts'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useWrite } from '../api/write.ts'
import { Button } from '../ui/Button.tsx'
import { Textarea } from '../ui/Input.tsx'

/** Text not sent yet, by project: kept while another conversation is open, gone when the page is closed. */
export const drafts = new Map<string, string>()

/** Where a message is written. Enter sends it, Shift+Enter starts a new line; a message that fails stays. */
export function Composer({ jobId }: { jobId: string }) {
  const [text, setText] = useState(drafts.get(jobId) ?? '')
  const send = useWrite(messageRoutes.create, {
    success: 'Message sent successfully',
    failure: 'Failed to send message',
    onSuccess: () => {
      drafts.delete(jobId)
      setText('')
    },
  })
  const content = text.trim()
  const submit = () => {
    if (content && !send.isPending) send.mutate({ body: { jobId, content } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed (Japanese, Chinese …), Enter ends the word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      className="flex items-end gap-2 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Textarea
        aria-label="Message"
        placeholder="Write a message"
        rows={1}
        maxLength={MAX_MESSAGE}
        value={text}
        readOnly={send.isPending}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          drafts.set(jobId, target.value)
          setText(target.value)
        }}
        className="max-h-40 min-h-9! flex-1 resize-none py-1.5! touch:min-h-11! touch:py-2.5!"
      />
      <Button
        type="submit"
        variant="primary"
        aria-label="Send message"
        disabled={content === ''}
        pending={send.isPending}
        className="size-9 px-0 touch:size-11"
      >
        {!send.isPending && <SendHorizontal aria-hidden />}
      </Button>
    </form>
  )
}
