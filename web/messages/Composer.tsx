import { MAX_MESSAGE, messageRoutes } from '@plumbline/contract/messages.ts'
import { useState } from 'react'
import { useWrite } from '../api/write.ts'
import { MessageBox } from '../ui/MessageBox.tsx'

/** Text not sent yet, by project: kept while another conversation is open, gone when the page is closed. */
export const drafts = new Map<string, string>()

/** Where a message to a project is written; one that fails stays. */
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
  return (
    <div className="border-t border-line p-3">
      <MessageBox
        label="Message"
        maxLength={MAX_MESSAGE}
        value={text}
        onChange={(typed) => {
          drafts.set(jobId, typed)
          setText(typed)
        }}
        onSend={(content) => send.mutate({ body: { jobId, content } })}
        pending={send.isPending}
      />
    </div>
  )
}
