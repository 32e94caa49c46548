import { type Bid, bidRoutes } from '@plumbline/contract/bids.ts'
import { useRouter } from '@tanstack/react-router'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { type Toast, toast } from '../../ui/toasts.ts'
import { OptionalTemplate } from '../templates/TemplateFields.tsx'
import { useApplyChosen, useTemplateChoice } from '../templates/useTemplateChoice.ts'

interface ApproveBidProps {
  bid: Bid
  /**
   * Whether the toast offers to undo the approval. It never does once a template was applied,
   * because only an unchanged job can be undone.
   */
  offersUndo?: boolean
  onClose: () => void
}

/**
 * The dialog that converts an open bid to a job. The job gets the schedule of a template if one is
 * selected.
 */
export function ApproveBid({ bid, offersUndo = false, onClose }: ApproveBidProps) {
  const router = useRouter()
  const choice = useTemplateChoice(null)
  const applyTo = useApplyChosen(choice, {
    failure:
      'The bid became a job, the template was not applied. Apply it from the schedule of the job.',
    keepBaseline: true,
  })
  const undo = useWrite(bidRoutes.undoConvert, {
    success: 'The bid is pending again',
    failure: serverMessageOr('Failed to undo the approval'),
  })
  const approved = (id: string): Toast => ({
    title: 'Success',
    description: 'Bid successfully converted to job',
    action:
      offersUndo && !choice.template
        ? { label: 'Undo', onClick: () => undo.mutate({ params: { id: bid.id } }) }
        : { label: 'View Job', onClick: () => void router.navigate({ href: paths.job(id) }) },
  })
  const approve = useWrite(bidRoutes.convert, {
    success: ({ id }) => approved(id),
    failure: 'Failed to convert bid to job',
    onSuccess: async ({ id }) => {
      const note = await applyTo(id)
      if (note) toast({ ...approved(id), note })
      onClose()
    },
  })
  return (
    <FormDialog
      title="Approve Bid"
      description={`${bid.name} becomes a job with its customer and its amount.`}
      wide
      submitLabel="Approve"
      onSubmit={(event) => {
        event.preventDefault()
        approve.mutate({ params: { id: bid.id } })
      }}
      error={approve.problem}
      pending={approve.isPending}
      onClose={onClose}
    >
      <OptionalTemplate choice={choice} />
    </FormDialog>
  )
}
