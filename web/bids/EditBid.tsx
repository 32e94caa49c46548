import { type Bid, BidDetails, bidRoutes } from '@plumbline/contract/bids.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FieldTexts, useEditForm } from '../forms/useEditForm.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { priorityStyle } from '../ui/status.ts'
import { bidQuery } from './api.ts'
import { estimate } from './BidCard.tsx'
import { BidFields, type BidValues } from './BidFields.tsx'

const valuesOf = (bid: Bid): Required<BidValues> => ({
  name: bid.name,
  address: bid.address,
  estimatedAmount: bid.estimatedAmount,
  customerName: bid.customerName ?? '',
  customerEmail: bid.customerEmail ?? '',
  customerPhone: bid.customerPhone ?? '',
  customerAddress: bid.customerAddress ?? '',
  leadSource: bid.leadSource ?? '',
  priority: bid.priority,
  notes: bid.notes ?? '',
})

const textsOf = (bid: Bid): FieldTexts<BidValues> => ({
  name: ['Project Name', bid.name],
  address: ['Address', bid.address],
  estimatedAmount: ['Estimated Amount', estimate(bid)],
  customerName: ['Customer Name', bid.customerName ?? 'none'],
  customerEmail: ['Customer Email', bid.customerEmail ?? 'none'],
  customerPhone: ['Customer Phone', bid.customerPhone ?? 'none'],
  customerAddress: ['Customer Address', bid.customerAddress ?? 'none'],
  leadSource: ['Lead Source', bid.leadSource ?? 'none'],
  priority: ['Priority', priorityStyle(bid.priority).label],
  notes: ['Notes', bid.notes ?? 'none'],
})

/** The dialog that changes a bid: the create form, filled in. */
export default function EditBid({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const client = useQueryClient()
  const { form, submission } = useEditForm(bidRoutes.update, bid, {
    schema: BidDetails,
    values: valuesOf,
    texts: textsOf,
    target: { params: { id: bid.id } },
    reload: () => client.query({ ...bidQuery(bid.id), staleTime: 0 }),
    success: 'Bid updated successfully',
    failure: 'Failed to update bid',
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Edit Bid" wide submitLabel="Save" onClose={onClose}>
      <BidFields form={form} />
    </FormDialog>
  )
}
