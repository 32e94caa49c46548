import { type Bid, bidRoutes } from '@plumbline/contract/bids.ts'
import { useRouter } from '@tanstack/react-router'
import { useWrite } from '../api/write.ts'
import { paths } from '../paths.ts'
import { OptionalTemplate } from '../templates/TemplateFields.tsx'
import { useApplyChosen, useTemplateChoice } from '../templates/useTemplateChoice.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { type Toast, toast } from '../ui/toasts.ts'

/** The dialog that turns an open bid into a job, once, with the schedule of a template if one is chosen. */
export function ApproveBid({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const router = useRouter()
  const choice = useTemplateChoice(null)
  const applyTo = useApplyChosen(choice, {
    failure:
      'The bid became a job, the template was not applied. Apply it from the schedule of the job.',
    keepBaseline: true,
  })
  const approved = (id: string): Toast => ({
    title: 'Success',
    description: 'Bid successfully converted to job',
    action: { label: 'View Job', onClick: () => void router.navigate({ href: paths.job(id) }) },
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
