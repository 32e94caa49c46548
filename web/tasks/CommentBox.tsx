import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { Send } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { useWrite } from '../api/write.ts'
import { Button } from '../ui/Button.tsx'
import { Textarea } from '../ui/Input.tsx'

/** Where a comment is written: Enter sends, Shift+Enter breaks the line; a failed one stays. */
export function CommentBox({ taskId }: { taskId: string }) {
  const [typed, setTyped] = useState('')
  const comment = useWrite(taskRoutes.comment, {
    failure: 'Failed to send comment',
    onSuccess: () => setTyped(''),
  })
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (typed.trim() === '' || comment.isPending) return
    comment.mutate({ params: { id: taskId }, body: { message: typed } })
  }
  return (
    <form onSubmit={send} className="flex items-end gap-2">
      <Textarea
        aria-label="Comment"
        placeholder="Write a comment"
        compact
        maxLength={4000}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing)
            send(event)
        }}
      />
      <Button
        type="submit"
        variant="primary"
        size="icon"
        aria-label="Send comment"
        pending={comment.isPending}
      >
        <Send aria-hidden />
      </Button>
    </form>
  )
}
