import { bidPriorities } from '@plumbline/contract/bidStatuses.ts'
import { type Bid, BidDetails, bidRoutes } from '@plumbline/contract/bids.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { MoneyField, SelectField, TextAreaField, TextField } from '../../forms/fields.tsx'
import { cents, choice, fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { paths } from '../../paths.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { FormSection } from '../../ui/FormPanel.tsx'
import { priorityOptions, priorityStyle } from '../../ui/status.ts'
import { ClientField } from '../jobs/ClientField.tsx'
import { CustomerFields, customerFields } from '../jobs/CustomerFields.tsx'
import { countLines, pricingQuery } from '../pricing/api.ts'
import { bidQuery } from './api.ts'
import { estimate } from './BidCard.tsx'

type BidValues = z.input<typeof BidDetails>

const { fields, ...bidForm } = fieldsOf<BidValues, Bid>({
  name: { label: 'Project Name', required: true },
  address: { label: 'Address', required: true },
  estimatedAmount: {
    label: 'Estimated Amount',
    kind: cents,
    text: estimate,
    hint: 'In dollars (optional)',
  },
  clientId: {
    label: 'Client',
    empty: null,
    text: ({ customerName }) => customerName,
    hint: 'Becomes the client of the job and sees it when signed in',
  },
  ...customerFields,
  leadSource: { label: 'Lead Source' },
  priority: { label: 'Priority', kind: choice((value) => priorityStyle(value).label, 'medium') },
  scope: { label: 'Scope of Work', hint: 'Printed on the bid for the customer' },
  notes: { label: 'Notes', hint: readersSentence.office },
})

interface CreateBidProps {
  /** The values that are already known. */
  prefill?: Partial<BidValues>
  onClose: () => void
}

/** The dialog that creates a bid. */
export function CreateBid({ prefill, onClose }: CreateBidProps) {
  const router = useRouter()
  const { form, submission } = useCreateForm(bidRoutes.create, {
    schema: BidDetails,
    empty: { ...bidForm.empty, ...prefill },
    target: {},
    success: ({ id }) => ({
      ...{ title: 'Success', description: 'Pending bid created successfully' },
      action: { label: 'Open', onClick: () => void router.navigate({ href: paths.bid(id) }) },
    }),
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

/** The dialog that edits a bid, with the same fields as the create form. */
export function EditBid({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const { form, submission } = useEditForm(bidRoutes.update, bid, {
    ...bidForm,
    schema: BidDetails,
    target: { params: { id: bid.id } },
    reload: (read) => read(bidQuery(bid.id)),
    success: 'Bid updated successfully',
    failure: 'Failed to update bid',
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Edit Bid" wide submitLabel="Save" onClose={onClose}>
      <BidFields form={form} bid={bid} />
    </FormDialog>
  )
}

/** Suggested lead sources. Any other source can be typed. */
export const LEAD_SOURCES = [
  'Referral',
  'Repeat customer',
  'Website',
  'Phone call',
  'Walk-in',
  'Yard sign',
]

interface BidFieldsProps {
  form: UseFormReturn<BidValues, unknown, BidDetails>
  /** The bid that is edited. */
  bid?: Bid | undefined
}

/** The estimated amount, which is not a field while the bid has lines. */
function EstimatedAmount({ form: { control }, bid }: BidFieldsProps) {
  const { data: pricing } = useQuery({ ...pricingQuery(bid?.id ?? ''), enabled: Boolean(bid) })
  if (!bid || !pricing || countLines(pricing) === 0)
    return <MoneyField control={control} {...fields.estimatedAmount} />
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{fields.estimatedAmount.label}</p>
      <p className="figures flex h-9 items-center touch:h-11">{estimate(bid)}</p>
      <p className="text-sm text-ink-2">The lines of the price set it</p>
    </div>
  )
}

/** The project and customer fields of a bid. */
function BidFields({ form, bid }: BidFieldsProps) {
  const { control } = form
  return (
    <div className="flex flex-col gap-6">
      <FormSection title="Project">
        <TextField
          control={control}
          {...fields.name}
          placeholder="Kitchen remodel"
          className="sm:col-span-2"
        />
        <TextField
          control={control}
          {...fields.address}
          placeholder="418 Alder Ct, Elgin"
          className="sm:col-span-2"
        />
        <ClientField form={form} control={control} {...fields.clientId} />
        <EstimatedAmount form={form} bid={bid} />
        <SelectField
          control={control}
          {...fields.priority}
          options={priorityOptions(bidPriorities)}
        />
        <TextField
          control={control}
          {...fields.leadSource}
          suggestions={LEAD_SOURCES}
          className="sm:col-span-2"
        />
        <TextAreaField control={control} {...fields.scope} className="sm:col-span-2" />
        <TextAreaField control={control} {...fields.notes} className="sm:col-span-2" />
      </FormSection>
      <CustomerFields title="Customer" form={form} />
    </div>
  )
}
