import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import {
  NewRentalProperty,
  type PropertyStatus,
  type RentalProperty,
  rentalRoutes,
} from '@plumbline/contract/rentals.ts'
import { useCreateForm } from '../../../forms/useCreateForm.ts'
import { type FieldTexts, useEditForm } from '../../../forms/useEditForm.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { statusStyle } from '../../../ui/status.ts'
import { propertyQuery } from './api.ts'
import { FOLLOW_LEASES, PropertyFields, type PropertyValues } from './PropertyFields.tsx'

const empty: Required<PropertyValues> = {
  address: '',
  city: '',
  state: '',
  zipCode: '',
  propertyType: '',
  monthlyRent: null,
  bedrooms: null,
  bathrooms: null,
  squareFeet: null,
  securityDeposit: null,
  purchasePrice: null,
  purchaseDate: null,
  propertyManager: '',
  status: null,
  notes: '',
}

interface AddPropertyProps {
  /** A unit at the same address that provides the initial values. */
  from?: RentalProperty
  onClose: () => void
  /** Called instead of `onClose` after the property was added. */
  onAdded?: (property: RentalProperty) => unknown
}

/** The dialog that adds a property, or another unit at the address of one. */
export function AddProperty({ from, onClose, onAdded = onClose }: AddPropertyProps) {
  const { form, submission } = useCreateForm(rentalRoutes.create, {
    schema: NewRentalProperty,
    empty: from ? { ...empty, ...placeOf(from) } : empty,
    target: {},
    success: 'Property added successfully',
    failure: 'Failed to add property',
    onDone: onAdded,
  })
  return (
    <FormDialog
      {...submission}
      title={from ? 'Add Unit' : 'Add Property'}
      wide
      submitLabel={from ? 'Add Unit' : 'Add Property'}
      onClose={onClose}
    >
      <PropertyFields form={form} />
    </FormDialog>
  )
}

type Place = Pick<RentalProperty, 'address' | 'city' | 'state' | 'zipCode' | 'propertyType'>

const placeOf = ({ address, city, state, zipCode, propertyType }: Place): Place => ({
  address,
  city,
  state,
  zipCode,
  propertyType,
})

/** The property in its edit form. The status is null unless it was set by hand. */
type EditedProperty = Omit<RentalProperty, 'status'> & { readonly status: PropertyStatus | null }

const edited = (property: RentalProperty): EditedProperty => ({
  ...property,
  status: property.statusSetByHand ? property.status : null,
})

const valuesOf = (property: EditedProperty): Required<PropertyValues> => ({
  ...placeOf(property),
  monthlyRent: property.monthlyRent,
  bedrooms: property.bedrooms,
  bathrooms: property.bathrooms,
  squareFeet: property.squareFeet,
  securityDeposit: property.securityDeposit,
  purchasePrice: property.purchasePrice,
  purchaseDate: property.purchaseDate,
  propertyManager: property.propertyManager ?? '',
  status: property.status,
  notes: property.notes ?? '',
})

const dollarsText = (amount: string | null) => (amount === null ? 'none' : formatDollars(amount))
const numberText = (value: number | null) => value?.toLocaleString('en-US') ?? 'none'

const textsOf = (property: EditedProperty): FieldTexts<PropertyValues> => ({
  address: ['Address', property.address],
  city: ['City', property.city],
  state: ['State', property.state],
  zipCode: ['ZIP Code', property.zipCode],
  propertyType: ['Property Type', property.propertyType],
  monthlyRent: ['Monthly Rent', dollarsText(property.monthlyRent)],
  bedrooms: ['Bedrooms', numberText(property.bedrooms)],
  bathrooms: ['Bathrooms', numberText(property.bathrooms)],
  squareFeet: ['Square Feet', numberText(property.squareFeet)],
  securityDeposit: ['Security Deposit', dollarsText(property.securityDeposit)],
  purchasePrice: ['Purchase Price', dollarsText(property.purchasePrice)],
  purchaseDate: ['Purchase Date', formatDay(property.purchaseDate)],
  propertyManager: ['Property Manager', property.propertyManager ?? 'none'],
  status: ['Status', property.status ? statusStyle(property.status).label : FOLLOW_LEASES],
  notes: ['Notes', property.notes ?? 'none'],
})

interface EditPropertyProps {
  property: RentalProperty
  onClose: () => void
}

/** The dialog that edits a property, with the same fields as the create form. */
export function EditProperty({ property, onClose }: EditPropertyProps) {
  const { form, submission } = useEditForm(rentalRoutes.update, edited(property), {
    schema: NewRentalProperty,
    values: valuesOf,
    texts: textsOf,
    target: { params: { id: property.id } },
    reload: async (read) => edited(await read(propertyQuery(property.id))),
    success: 'Property updated successfully',
    failure: 'Failed to update property',
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Edit Property" wide submitLabel="Save" onClose={onClose}>
      <PropertyFields form={form} unfolded />
    </FormDialog>
  )
}
