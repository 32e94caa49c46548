import {
  type NewRentalProperty,
  propertyStatuses,
  propertyTypes,
} from '@plumbline/contract/rentals.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { DollarField } from '../../../forms/dollarFields.tsx'
import {
  DateField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../forms/fields.tsx'
import { MoreFields } from '../../../forms/MoreFields.tsx'
import { FormSection } from '../../../ui/FormPanel.tsx'
import { statusOptions } from '../../../ui/status.ts'

export type PropertyValues = z.input<typeof NewRentalProperty>

/** The label of the status that is derived from the leases. */
export const FOLLOW_LEASES = 'Follow the leases'

/** The required fields, which are always visible. */
const required: readonly string[] = ['address', 'city', 'state', 'zipCode', 'propertyType']

interface PropertyFieldsProps {
  form: UseFormReturn<PropertyValues, unknown, NewRentalProperty>
  /** Whether the optional fields are visible from the start. */
  unfolded?: boolean
}

/** The fields of a property. Optional ones are collapsed below the required ones. */
export function PropertyFields({ form, unfolded = false }: PropertyFieldsProps) {
  const { control, formState } = form
  return (
    <div className="flex flex-col gap-6">
      <FormSection title="Property">
        <TextField
          control={control}
          name="address"
          label="Address"
          required
          placeholder="229 N Douglas Ave, B"
          hint="With the unit, where there are several"
          className="sm:col-span-2"
        />
        <TextField control={control} name="city" label="City" required className="sm:col-span-2" />
        <TextField control={control} name="state" label="State" required placeholder="IL" />
        <TextField control={control} name="zipCode" label="ZIP Code" required />
        <TextField
          control={control}
          name="propertyType"
          label="Property Type"
          required
          suggestions={propertyTypes}
          className="sm:col-span-2"
        />
      </FormSection>
      <MoreFields
        startsOpen={unfolded}
        hasProblem={Object.keys(formState.errors).some((name) => !required.includes(name))}
      >
        <DollarField
          control={control}
          name="monthlyRent"
          label="Monthly Rent"
          hint="What it is let for, or offered at"
        />
        <SelectField
          control={control}
          name="status"
          label="Status"
          hint="Occupied on the days of a lease, else vacant; or set by hand"
          options={[{ value: '', label: FOLLOW_LEASES }, ...statusOptions(propertyStatuses)]}
        />
        <NumberField control={control} name="bedrooms" label="Bedrooms" min={0} step={1} optional />
        <NumberField
          control={control}
          name="bathrooms"
          label="Bathrooms"
          min={0}
          step={0.5}
          optional
        />
        <NumberField
          control={control}
          name="squareFeet"
          label="Square Feet"
          min={0}
          step={1}
          optional
        />
        <DollarField control={control} name="securityDeposit" label="Security Deposit" />
        <DollarField control={control} name="purchasePrice" label="Purchase Price" />
        <DateField control={control} name="purchaseDate" label="Purchase Date" />
        <TextField
          control={control}
          name="propertyManager"
          label="Property Manager"
          className="sm:col-span-2"
        />
        <TextAreaField control={control} name="notes" label="Notes" className="sm:col-span-2" />
      </MoreFields>
    </div>
  )
}
