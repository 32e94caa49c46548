import { zodResolver } from '@hookform/resolvers/zod'
import { type Member, peopleRoutes, UserChange } from '@plumbline/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useMe } from '../api/me.ts'
import { query } from '../api/query.ts'
import { useWrite } from '../api/write.ts'
import { EmptyState } from '../ui/Card.tsx'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { fullName } from './api.ts'
import { saidOr } from './failures.ts'
import { useShareLink } from './LinkDialog.tsx'
import { PersonFields } from './PersonFields.tsx'
import { ResetLink } from './ResetLink.tsx'

/** The dialog that changes a person, found by the id in the address. */
export default function EditUser({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: person, isPending } = useQuery(query(peopleRoutes.one, { params: { id } }))
  if (person) return <Form person={person} onClose={onClose} />
  if (isPending) return null
  return (
    <Dialog open onOpenChange={onClose} title="Edit User">
      <DialogBody>
        <EmptyState title="This person is not here any more" />
      </DialogBody>
    </Dialog>
  )
}

function Form({ person, onClose }: { person: Member; onClose: () => void }) {
  const form = useForm<z.input<typeof UserChange>, unknown, UserChange>({
    defaultValues: {
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      role: person.role,
      phone: person.phone ?? '',
      specialty: person.specialty ?? '',
    },
    resolver: zodResolver(UserChange),
  })
  const save = useWrite(peopleRoutes.update, {
    success: 'User updated successfully',
    failure: saidOr('Failed to update user'),
    form,
    onSuccess: onClose,
  })
  const me = useMe()
  const { share, dialog } = useShareLink()
  const role = useWatch({ control: form.control, name: 'role' })
  return (
    <FormDialog
      onClose={onClose}
      title="Edit User"
      description={fullName(person)}
      submitLabel="Save"
      onSubmit={form.handleSubmit((body) => save.mutate({ params: { id: person.id }, body }))}
      error={save.problem}
      pending={save.isPending}
    >
      <PersonFields
        field={form.register}
        errors={form.formState.errors}
        withRole
        withSpecialty={role === 'subcontractor'}
      />
      {person.hasJoined && person.id !== me.id && (
        <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-4">
          <ResetLink person={person} share={share} />
          <p className="min-w-40 flex-1 text-sm text-ink-2">
            For a forgotten password: works once, for 30 minutes.
          </p>
        </div>
      )}
      {dialog}
    </FormDialog>
  )
}
