import { type Bid, BidFollowUp, BidRejection, bidRoutes } from '@plumbline/contract/bids.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import type { z } from 'zod'
import { DateField, TextAreaField } from '../../forms/fields.tsx'
import { type FieldTexts, useEditForm } from '../../forms/useEditForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { bidQuery } from './api.ts'

type Rejection = z.input<typeof BidRejection>

// The reason is stored in the history of the bid, not in the bid itself.
const rejection: Required<Rejection> = { status: 'rejected', reason: '' }
const rejectionTexts: FieldTexts<Rejection> = { status: null, reason: null }

/** The dialog that rejects a bid. */
export function RejectBid({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const { form, submission } = useEditForm(bidRoutes.update, bid, {
    schema: BidRejection,
    values: () => rejection,
    texts: () => rejectionTexts,
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
      <TextAreaField
        control={form.control}
        name="reason"
        label="Reason"
        hint={`Saved in the history of the bid. ${readersSentence.office}.`}
      />
    </FormDialog>
  )
}

type FollowUpValues = z.input<typeof BidFollowUp>

const valuesOf = (bid: Bid): Required<FollowUpValues> => ({
  status: 'follow_up',
  followUpDate: bid.followUpDate,
  followUpNotes: bid.followUpNotes ?? '',
})

const textsOf = (bid: Bid): FieldTexts<FollowUpValues> => ({
  status: null,
  followUpDate: ['Follow-Up Date', formatDay(bid.followUpDate)],
  followUpNotes: ['Note', bid.followUpNotes ?? 'none'],
})

/** The dialog that schedules a follow-up with a date and a note. */
export function FollowUp({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const { form, submission } = useEditForm(bidRoutes.update, bid, {
    schema: BidFollowUp,
    values: valuesOf,
    texts: textsOf,
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
        <DateField control={control} name="followUpDate" label="Follow-Up Date" required />
        <TextAreaField
          control={control}
          name="followUpNotes"
          label="Note"
          hint={readersSentence.office}
        />
      </div>
    </FormDialog>
  )
}
