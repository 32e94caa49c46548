import { zodResolver } from '@hookform/resolvers/zod'
import { bidRoutes, NewBid } from '@plumbline/contract/bids.ts'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useWrite } from '../api/write.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { BidFields } from './BidFields.tsx'

type Values = z.input<typeof NewBid>

const empty: Values = {
  name: '',
  address: '',
  estimatedAmount: null,
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  customerAddress: '',
  leadSource: '',
  priority: 'medium',
  notes: '',
}

/** The dialog that writes down a bid. */
export default function CreateBid({ onClose }: { onClose: () => void }) {
  const form = useForm<Values, unknown, NewBid>({
    defaultValues: empty,
    resolver: zodResolver(NewBid),
  })
  const create = useWrite(bidRoutes.create, {
    success: 'Pending bid created successfully',
    failure: 'Failed to create pending bid',
    form,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Create New Bid"
      wide
      submitLabel="Create Bid"
      onSubmit={form.handleSubmit((body) => create.mutate({ body }))}
      error={create.problem}
      pending={create.isPending}
    >
      <BidFields form={form} />
    </FormDialog>
  )
}
