import { type Bid, BidRejection, bidRoutes } from '@plumbline/contract/bids.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { TextAreaField } from '../forms/TextAreaField.tsx'
import { type FieldTexts, useEditForm } from '../forms/useEditForm.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { bidQuery } from './api.ts'

type Values = z.input<typeof BidRejection>

// A bid has no reason of its own: the reason goes to its history.
const values: Required<Values> = { status: 'rejected', reason: '' }
const texts: FieldTexts<Values> = { status: null, reason: null }

/** The dialog that closes a bid that was not won. */
export default function RejectBid({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const client = useQueryClient()
  const { form, submission } = useEditForm(bidRoutes.update, bid, {
    schema: BidRejection,
    values: () => values,
    texts: () => texts,
    target: { params: { id: bid.id } },
    reload: () => client.query({ ...bidQuery(bid.id), staleTime: 0 }),
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
        hint="Kept in the history of the bid"
      />
    </FormDialog>
  )
}
