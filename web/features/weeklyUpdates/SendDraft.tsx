import type { Job } from '@plumbline/contract/jobs.ts'
import { type WeeklyUpdate, weeklyUpdateRoutes } from '@plumbline/contract/weeklyUpdates.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { receivedText, weekTitle } from './api.ts'

interface SendDraftProps {
  job: Job
  update: WeeklyUpdate
  onClose: () => void
}

/**
 * Confirms that an update is sent, and shows who receives it and how. Only the version that was
 * read is sent, never a later one.
 */
export default function SendDraft({ job, update, onClose }: SendDraftProps) {
  const send = useWrite(weeklyUpdateRoutes.send, {
    success: 'Update sent',
    failure: serverMessageOr('Failed to send the update'),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title="Send this update?"
      description={weekTitle(update)}
      submitLabel="Send"
      error={send.problem}
      pending={send.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.isPending) send.mutate({ params: { id: update.id }, version: update })
      }}
    >
      <p>{receivedText(job.clientName ?? 'The client', update.byEmail ?? 'noAddress')}</p>
      <p className="mt-1.5 text-ink-2">It cannot be changed or taken back after that.</p>
    </FormDialog>
  )
}
