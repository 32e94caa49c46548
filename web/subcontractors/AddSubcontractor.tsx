import { NewUser, peopleRoutes } from '@plumbline/contract/people.ts'
import type { z } from 'zod'
import { useCreateForm } from '../forms/useCreateForm.ts'
import { PersonFields } from '../people/PersonFields.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'

const empty: Required<z.input<typeof NewUser>> = {
  firstName: '',
  lastName: '',
  email: '',
  role: 'subcontractor',
  specialty: '',
  phone: '',
}

/** The dialog that adds a sub who can be assigned at once. */
export default function AddSubcontractor({ onClose }: { onClose: () => void }) {
  const { form, submission } = useCreateForm(peopleRoutes.create, {
    schema: NewUser,
    empty,
    target: {},
    success: 'Subcontractor added successfully',
    failure: 'Failed to add subcontractor',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Add Subcontractor"
      description="Can be assigned at once; send the invite when they should sign in."
      submitLabel="Add Subcontractor"
      onClose={onClose}
    >
      <PersonFields control={form.control} withSpecialty specialtyRequired />
    </FormDialog>
  )
}
