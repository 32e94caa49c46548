import {
  NewRentalProperty,
  type RentalProperty,
  rentalRoutes,
} from '@plumbline/contract/rentals.ts'
import { useCreateForm } from '../../../forms/useCreateForm.ts'
import { useEditForm } from '../../../forms/useEditForm.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { propertyQuery } from './api.ts'
import { type EditedProperty, PropertyFields, placeOf, propertyForm } from './PropertyFields.tsx'

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
    empty: { ...propertyForm.empty, ...(from && placeOf(from)) },
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

const edited = (property: RentalProperty): EditedProperty => ({
  ...property,
  status: property.statusSetByHand ? property.status : null,
})

interface EditPropertyProps {
  property: RentalProperty
  onClose: () => void
}

/** The dialog that edits a property, with the same fields as the create form. */
export function EditProperty({ property, onClose }: EditPropertyProps) {
  const { form, submission } = useEditForm(rentalRoutes.update, edited(property), {
    ...propertyForm,
    schema: NewRentalProperty,
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
