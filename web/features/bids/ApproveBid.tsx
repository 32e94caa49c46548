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
  /** Whether it can be taken back from the toast; where a template was applied, the job is no longer untouched. */
  offersUndo?: boolean
  onClose: () => void
}

/** The dialog that turns an open bid into a job, once, with the schedule of a template if one is chosen. */
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
