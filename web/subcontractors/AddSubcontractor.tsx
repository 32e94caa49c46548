import { zodResolver } from '@hookform/resolvers/zod'
import { NewUser, peopleRoutes } from '@plumbline/contract/people.ts'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useWrite } from '../api/write.ts'
import { PersonFields } from '../people/PersonFields.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'

type Values = z.input<typeof NewUser>

const empty: Values = {
  firstName: '',
  lastName: '',
  email: '',
  role: 'subcontractor',
  specialty: '',
  phone: '',
}

/** The dialog that adds a sub who can be assigned at once. */
export default function AddSubcontractor({ onClose }: { onClose: () => void }) {
  const form = useForm<Values, unknown, NewUser>({
    defaultValues: empty,
    resolver: zodResolver(NewUser),
  })
  const add = useWrite(peopleRoutes.create, {
    success: 'Subcontractor added successfully',
    failure: 'Failed to add subcontractor',
    form,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Add Subcontractor"
      description="Can be assigned at once; send the invite when they should sign in."
      submitLabel="Add Subcontractor"
      onSubmit={form.handleSubmit((body) => add.mutate({ body }))}
      error={add.problem}
      pending={add.isPending}
    >
      <PersonFields
        field={form.register}
        errors={form.formState.errors}
        withSpecialty
        specialtyRequired
      />
    </FormDialog>
  )
}
