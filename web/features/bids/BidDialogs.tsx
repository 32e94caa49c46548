import { type Bid, BidFollowUp, BidRejection, bidRoutes } from '@plumbline/contract/bids.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import type { z } from 'zod'
import { DateField, TextAreaField } from '../../forms/fields.tsx'
import { day, fieldsOf } from '../../forms/fieldsOf.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { useToday } from '../../screens/days.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { bidQuery } from './api.ts'
import { useFollowUpDay } from './followUpDay.ts'

type Rejection = z.input<typeof BidRejection>

// The reason is stored in the history of the bid, not in the bid itself.
const { fields: rejectionFields, ...rejectionForm } = fieldsOf<Rejection, Bid>({
  status: { label: null, value: () => 'rejected' },
  reason: { label: 'Reason', hint: `Saved in the history of the bid. ${readersSentence.office}.` },
})

/** The dialog that rejects a bid. */
export function RejectBid({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const { form, submission } = useEditForm(bidRoutes.update, bid, {
    ...rejectionForm,
    schema: BidRejection,
    target: { params: { id: bid.id } },
    reload: (read) => read(bidQuery(bid.id)),
    success: 'Bid rejected successfully',
    failure: 'Failed to reject bid',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Reject Bid"
      description={bid.name}
      submitLabel="Reject"
      onClose={onClose}
    >
      <TextAreaField control={form.control} {...rejectionFields.reason} />
    </FormDialog>
  )
}

type FollowUpValues = z.input<typeof BidFollowUp>

const { fields: followUpFields, ...followUpForm } = fieldsOf<FollowUpValues, Bid>({
  status: { label: null, value: () => 'follow_up' },
  followUpDate: { label: 'Follow-Up Date', kind: day, required: true },
  followUpNotes: { label: 'Note', hint: readersSentence.office },
})

/** The dialog that schedules a follow-up with a date and a note. */
export function FollowUp({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const today = useToday()
  const proposed = useFollowUpDay()
  const { form, submission } = useEditForm(bidRoutes.update, bid, {
    ...followUpForm,
    // A day that has passed was for the follow-up before this one.
    values: (one) => {
      const values = followUpForm.values(one)
      const { followUpDate } = values
      return followUpDate && followUpDate >= today ? values : { ...values, followUpDate: proposed }
    },
    schema: BidFollowUp,
    target: { params: { id: bid.id } },
    reload: (read) => read(bidQuery(bid.id)),
    success: 'Follow-up saved successfully',
    failure: 'Failed to save follow-up',
    onDone: onClose,
  })
  const { control } = form
  return (
    <FormDialog
      {...submission}
      title="Follow Up"
      description={bid.name}
      submitLabel="Save"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <DateField control={control} {...followUpFields.followUpDate} />
        <TextAreaField control={control} {...followUpFields.followUpNotes} />
      </div>
    </FormDialog>
  )
}
