import { BidDetails, bidRoutes } from '@plumbline/contract/bids.ts'
import { useCreateForm } from '../forms/useCreateForm.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { BidFields, type BidValues } from './BidFields.tsx'

const empty: Required<BidValues> = {
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

/** The dialog that creates a bid. */
export default function CreateBid({ onClose }: { onClose: () => void }) {
  const { form, submission } = useCreateForm(bidRoutes.create, {
    schema: BidDetails,
    empty,
    target: {},
    success: 'Pending bid created successfully',
    failure: 'Failed to create pending bid',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Create New Bid"
      wide
      submitLabel="Create Bid"
      onClose={onClose}
    >
      <BidFields form={form} />
    </FormDialog>
  )
}
