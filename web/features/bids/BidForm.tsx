import { bidPriorities } from '@plumbline/contract/bidStatuses.ts'
import { type Bid, BidDetails, bidRoutes } from '@plumbline/contract/bids.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { MoneyField, SelectField, TextAreaField, TextField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { type FieldTexts, useEditForm } from '../../forms/useEditForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { FormSection } from '../../ui/FormPanel.tsx'
import { priorityOptions, priorityStyle } from '../../ui/status.ts'
import { CustomerFields, customerTexts, customerValues } from '../jobs/CustomerFields.tsx'
import { bidQuery } from './api.ts'
import { estimate } from './BidCard.tsx'

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
  scope: '',
  notes: '',
}

/** The dialog that creates a bid. */
export function CreateBid({ onClose }: { onClose: () => void }) {
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

const valuesOf = (bid: Bid): Required<BidValues> => ({
  name: bid.name,
  address: bid.address,
  estimatedAmount: bid.estimatedAmount,
  ...customerValues(bid),
  leadSource: bid.leadSource ?? '',
  priority: bid.priority,
  scope: bid.scope ?? '',
  notes: bid.notes ?? '',
})

const textsOf = (bid: Bid): FieldTexts<BidValues> => ({
  name: ['Project Name', bid.name],
  address: ['Address', bid.address],
  estimatedAmount: ['Estimated Amount', estimate(bid)],
  ...customerTexts(bid),
  leadSource: ['Lead Source', bid.leadSource ?? 'none'],
  priority: ['Priority', priorityStyle(bid.priority).label],
  scope: ['Scope of Work', bid.scope ?? 'none'],
  notes: ['Notes', bid.notes ?? 'none'],
})

/** The dialog that edits a bid, with the same fields as the create form. */
export function EditBid({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const { form, submission } = useEditForm(bidRoutes.update, bid, {
    schema: BidDetails,
    values: valuesOf,
    texts: textsOf,
    target: { params: { id: bid.id } },
    reload: (read) => read(bidQuery(bid.id)),
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

/** Suggested lead sources. Any other source can be typed. */
const LEAD_SOURCES = [
  'Referral',
  'Repeat customer',
  'Website',
  'Phone call',
  'Walk-in',
  'Yard sign',
]

type BidValues = z.input<typeof BidDetails>

/** The project and customer fields of a bid. */
function BidFields({ form }: { form: UseFormReturn<BidValues, unknown, BidDetails> }) {
  const { control } = form
  return (
    <div className="flex flex-col gap-6">
      <FormSection title="Project">
        <TextField
          control={control}
          name="name"
          label="Project Name"
          required
          placeholder="Kitchen remodel"
          className="sm:col-span-2"
        />
        <TextField
          control={control}
          name="address"
          label="Address"
          required
          placeholder="418 Alder Ct, Elgin"
          className="sm:col-span-2"
        />
        <MoneyField
          control={control}
          name="estimatedAmount"
          label="Estimated Amount"
          hint="In dollars (optional)"
        />
        <SelectField
          control={control}
          name="priority"
          label="Priority"
          options={priorityOptions(bidPriorities)}
        />
        <TextField
          control={control}
          name="leadSource"
          label="Lead Source"
          suggestions={LEAD_SOURCES}
          className="sm:col-span-2"
        />
        <TextAreaField
          control={control}
          name="scope"
          label="Scope of Work"
          hint="Printed on the bid for the customer"
          className="sm:col-span-2"
        />
        <TextAreaField
          control={control}
          name="notes"
          label="Notes"
          hint={readersSentence.office}
          className="sm:col-span-2"
        />
      </FormSection>
      <CustomerFields title="Customer" control={control} />
    </div>
  )
}
