import { type Member, peopleRoutes, UserChange } from '@plumbline/contract/people.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useMe } from '../api/me.ts'
import { type FieldTexts, useEditForm } from '../forms/useEditForm.ts'
import { EmptyState } from '../ui/Card.tsx'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { titleCase } from '../ui/status.ts'
import { fullName, isSub, messageOr, personQuery } from './api.ts'
import { PersonFields } from './PersonFields.tsx'
import { ResetLink, useShareLink } from './ShareLink.tsx'

type Values = z.input<typeof UserChange>

const valuesOf = (person: Member): Required<Values> => ({
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email,
  role: person.role,
  phone: person.phone ?? '',
  specialty: person.specialty ?? '',
})

const textsOf = (person: Member): FieldTexts<Values> => ({
  firstName: ['First Name', person.firstName],
  lastName: ['Last Name', person.lastName],
  email: ['Email', person.email],
  role: ['Role', titleCase(person.role)],
  phone: ['Phone', person.phone ?? 'none'],
  specialty: ['Specialty', person.specialty ?? 'none'],
})

/** The dialog that changes a person, found by the id in the address. */
export default function EditUser({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: person, error } = useQuery(personQuery(id))
  if (person) return <EditForm person={person} onClose={onClose} />
  if (!error) return null
  return (
    <Dialog open onOpenChange={onClose} title="Edit User">
      <DialogBody>
        <EmptyState title="This person could not be found" />
      </DialogBody>
    </Dialog>
  )
}

function EditForm({ person, onClose }: { person: Member; onClose: () => void }) {
  const client = useQueryClient()
  const { form, submission } = useEditForm(peopleRoutes.update, person, {
    schema: UserChange,
    values: valuesOf,
    texts: textsOf,
    target: { params: { id: person.id } },
    reload: () => client.query({ ...personQuery(person.id), staleTime: 0 }),
    success: 'User updated successfully',
    failure: messageOr('Failed to update user'),
    onDone: onClose,
  })
  const me = useMe()
  const { share, dialog } = useShareLink()
  const role = useWatch({ control: form.control, name: 'role' }) ?? person.role
  return (
    <FormDialog
      {...submission}
      title="Edit User"
      description={fullName(person)}
      submitLabel="Save"
      onClose={onClose}
    >
      <PersonFields control={form.control} withRole withSpecialty={isSub({ role })} />
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
