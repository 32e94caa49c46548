import type { BidDetails } from '@plumbline/contract/bids.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { MoneyField } from '../forms/MoneyField.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { TextAreaField } from '../forms/TextAreaField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { CustomerFields } from '../jobs/CustomerFields.tsx'
import { FormSection } from '../ui/FormPanel.tsx'
import { priorityOptions } from './api.ts'

/** Where work comes from; any other source can be typed. */
const LEAD_SOURCES = [
  'Referral',
  'Repeat customer',
  'Website',
  'Phone call',
  'Walk-in',
  'Yard sign',
]

export type BidValues = z.input<typeof BidDetails>

/** The fields of a bid: what it is about, and for whom. */
export function BidFields({ form }: { form: UseFormReturn<BidValues, unknown, BidDetails> }) {
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
          hint="In dollars; may stay empty"
        />
        <SelectField control={control} name="priority" label="Priority" options={priorityOptions} />
        <TextField
          control={control}
          name="leadSource"
          label="Lead Source"
          suggestions={LEAD_SOURCES}
          className="sm:col-span-2"
        />
        <TextAreaField control={control} name="notes" label="Notes" className="sm:col-span-2" />
      </FormSection>
      <CustomerFields title="Customer" control={control} />
    </div>
  )
}
