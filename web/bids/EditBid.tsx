import { zodResolver } from '@hookform/resolvers/zod'
import { type Bid, bidRoutes, NewBid } from '@plumbline/contract/bids.ts'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useWrite } from '../api/write.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { BidFields } from './BidFields.tsx'

/** The dialog of a new bid, filled in. */
export default function EditBid({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const form = useForm<z.input<typeof NewBid>, unknown, NewBid>({
    defaultValues: {
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
    },
    resolver: zodResolver(NewBid),
  })
  const save = useWrite(bidRoutes.update, {
    success: 'Bid updated successfully',
    failure: 'Failed to update bid',
    form,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Edit Bid"
      wide
      submitLabel="Save"
      onSubmit={form.handleSubmit((body) => save.mutate({ params: { id: bid.id }, body }))}
      error={save.problem}
      pending={save.isPending}
    >
      <BidFields form={form} />
    </FormDialog>
  )
}
