import {
  type NewRentalProperty,
  type PropertyStatus,
  propertyStatuses,
  propertyTypes,
  type RentalProperty,
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
import { choice, day, dollars, fieldsOf, number } from '../../../forms/fieldsOf.ts'
import { MoreFields } from '../../../forms/MoreFields.tsx'
import { FormSection } from '../../../ui/FormPanel.tsx'
import { statusOptions, statusStyle } from '../../../ui/status.ts'

type PropertyValues = z.input<typeof NewRentalProperty>

/** The property in its edit form. The status is null unless it was set by hand. */
export type EditedProperty = Omit<RentalProperty, 'status'> & {
  readonly status: PropertyStatus | null
}

/** The label of the status that is derived from the leases. */
const FOLLOW_LEASES = 'Follow the leases'

/** The required fields, which are always visible. Units at the same address share their values. */
const placeFields = {
  address: { label: 'Address', required: true, hint: 'With the unit, where there are several' },
  city: { label: 'City', required: true },
  state: { label: 'State', required: true },
  zipCode: { label: 'ZIP Code', required: true },
  propertyType: { label: 'Property Type', required: true },
} as const

export const { values: placeOf } = fieldsOf<
  Pick<PropertyValues, keyof typeof placeFields>,
  RentalProperty
>(placeFields)

const { fields, ...propertyForm } = fieldsOf<PropertyValues, EditedProperty>({
  ...placeFields,
  monthlyRent: { label: 'Monthly Rent', kind: dollars, hint: 'What it is let for, or offered at' },
  bedrooms: { label: 'Bedrooms', kind: number },
  bathrooms: { label: 'Bathrooms', kind: number },
  squareFeet: { label: 'Square Feet', kind: number },
  securityDeposit: { label: 'Security Deposit', kind: dollars },
  purchasePrice: { label: 'Purchase Price', kind: dollars },
  purchaseDate: { label: 'Purchase Date', kind: day },
  propertyManager: { label: 'Property Manager' },
  status: {
    label: 'Status',
    kind: choice((status) => (status ? statusStyle(status).label : FOLLOW_LEASES), null),
    hint: 'Occupied on the days of a lease, else vacant; or set by hand',
  },
  notes: { label: 'Notes' },
})

export { propertyForm }

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
          {...fields.address}
          placeholder="229 N Douglas Ave, B"
          className="sm:col-span-2"
        />
        <TextField control={control} {...fields.city} className="sm:col-span-2" />
        <TextField control={control} {...fields.state} placeholder="IL" />
        <TextField control={control} {...fields.zipCode} />
        <TextField
          control={control}
          {...fields.propertyType}
          suggestions={propertyTypes}
          className="sm:col-span-2"
        />
      </FormSection>
      <MoreFields
        startsOpen={unfolded}
        hasProblem={Object.keys(formState.errors).some((name) => !(name in placeFields))}
      >
        <DollarField control={control} {...fields.monthlyRent} />
        <SelectField
          control={control}
          {...fields.status}
          options={[{ value: '', label: FOLLOW_LEASES }, ...statusOptions(propertyStatuses)]}
        />
        <NumberField control={control} {...fields.bedrooms} isWhole />
        <NumberField control={control} {...fields.bathrooms} />
        <NumberField control={control} {...fields.squareFeet} isWhole />
        <DollarField control={control} {...fields.securityDeposit} />
        <DollarField control={control} {...fields.purchasePrice} />
        <DateField control={control} {...fields.purchaseDate} />
        <TextField control={control} {...fields.propertyManager} className="sm:col-span-2" />
        <TextAreaField control={control} {...fields.notes} className="sm:col-span-2" />
      </MoreFields>
    </div>
  )
}
