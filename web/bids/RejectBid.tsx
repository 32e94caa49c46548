import { type Bid, bidRoutes } from '@plumbline/contract/bids.ts'
import { useForm } from 'react-hook-form'
import { useWrite } from '../api/write.ts'
import { Field } from '../ui/Field.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Textarea } from '../ui/Input.tsx'

/** The dialog that closes a bid that was not won; the reason is kept in its history. */
export default function RejectBid({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: '' } })
  const reject = useWrite(bidRoutes.update, {
    success: 'Bid rejected successfully',
    failure: 'Failed to reject bid',
    form,
    onSuccess: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      onClose={onClose}
      title="Reject Bid"
      description={bid.name}
      submitLabel="Reject"
      onSubmit={form.handleSubmit(({ reason }) =>
        reject.mutate({ params: { id: bid.id }, body: { status: 'rejected', reason } }),
      )}
      error={reject.problem}
      pending={reject.isPending}
    >
      <Field label="Reason" hint="Kept in the history of the bid" error={errors.reason?.message}>
        {(control) => <Textarea {...control} {...form.register('reason')} maxLength={2000} />}
      </Field>
    </FormDialog>
  )
}
