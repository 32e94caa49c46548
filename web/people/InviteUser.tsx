import { Invite, peopleRoutes } from '@plumbline/contract/people.ts'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useCreateForm } from '../forms/useCreateForm.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { isAdmin, isSub, messageOr } from './api.ts'
import { JobsField } from './JobsField.tsx'
import { PersonFields } from './PersonFields.tsx'
import type { ShareLink } from './ShareLink.tsx'

const empty: Required<z.input<typeof Invite>> = {
  firstName: '',
  lastName: '',
  email: '',
  role: 'client',
  specialty: '',
  phone: '',
  projectIds: [],
}

/** Why an invite failed; an address that is taken is explained in full. */
function inviteFailure(error: Error): string {
  const message = messageOr('Failed to create user invite')(error)
  return message.includes('already exists')
    ? 'A user with this email address already exists. Please use a different email.'
    : message
}

/** The dialog that invites a person; the link goes to `share`. */
export default function InviteUser({ onClose, share }: { onClose: () => void; share: ShareLink }) {
  const { form, submission } = useCreateForm(peopleRoutes.invite, {
    schema: Invite,
    empty,
    target: {},
    toBody: (person) => ({
      ...person,
      specialty: isSub(person) ? (person.specialty ?? null) : null,
      projectIds: isAdmin(person) ? [] : person.projectIds,
    }),
    failure: inviteFailure,
    onDone: ({ inviteLink }) => {
      onClose()
      share(inviteLink, 'User Invited Successfully!', 'Invite link copied to clipboard')
    },
  })
  const { control } = form
  const role = useWatch({ control, name: 'role' }) ?? 'client'
  return (
    <FormDialog
      {...submission}
      title="Invite User"
      description="They get a link to set a password. It is valid for 7 days and works once."
      submitLabel="Send Invite"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <PersonFields control={control} withRole withSpecialty={isSub({ role })} />
        {!isAdmin({ role }) && <JobsField control={control} name="projectIds" role={role} />}
      </div>
    </FormDialog>
  )
}
