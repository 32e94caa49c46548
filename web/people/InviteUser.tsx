import { zodResolver } from '@hookform/resolvers/zod'
import { Invite, peopleRoutes } from '@plumbline/contract/people.ts'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useWrite } from '../api/write.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { inviteFailure } from './failures.ts'
import { JobCheckboxGroup } from './JobCheckboxGroup.tsx'
import type { ShareLink } from './LinkDialog.tsx'
import { PersonFields } from './PersonFields.tsx'

type Values = z.input<typeof Invite>

const empty: Values = {
  firstName: '',
  lastName: '',
  email: '',
  role: 'client',
  specialty: '',
  phone: '',
  projectIds: [],
}

/** The dialog that invites a person; the link goes to `share`. */
export default function InviteUser({ onClose, share }: { onClose: () => void; share: ShareLink }) {
  const form = useForm<Values, unknown, Invite>({
    defaultValues: empty,
    resolver: zodResolver(Invite),
  })
  const invite = useWrite(peopleRoutes.invite, {
    failure: inviteFailure,
    form,
    onSuccess: ({ inviteLink }) => {
      onClose()
      share(inviteLink, 'User Invited Successfully!', 'Invite link copied to clipboard')
    },
  })
  const role = useWatch({ control: form.control, name: 'role' }) ?? 'client'
  return (
    <FormDialog
      onClose={onClose}
      title="Invite User"
      description="They get a link to set a password; it lives 7 days and works once."
      submitLabel="Send Invite"
      onSubmit={form.handleSubmit((person) =>
        invite.mutate({
          body: {
            ...person,
            specialty: role === 'subcontractor' ? (person.specialty ?? null) : null,
            projectIds: role === 'admin' ? [] : person.projectIds,
          },
        }),
      )}
      error={invite.problem}
      pending={invite.isPending}
    >
      <div className="flex flex-col gap-4">
        <PersonFields
          field={form.register}
          errors={form.formState.errors}
          withRole
          withSpecialty={role === 'subcontractor'}
        />
        {role !== 'admin' && (
          <Controller
            control={form.control}
            name="projectIds"
            render={({ field }) => (
              <JobCheckboxGroup role={role} value={field.value ?? []} onChange={field.onChange} />
            )}
          />
        )}
      </div>
    </FormDialog>
  )
}
