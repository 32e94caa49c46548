import { inviteStateOf } from '@plumbline/contract/invites.ts'
import {
  Invite,
  type Member,
  type MemberAccess,
  peopleRoutes,
  type User,
  UserChange,
} from '@plumbline/contract/people.ts'
import { type Role, roles } from '@plumbline/contract/policy.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useMe } from '../../api/me.ts'
import { fullName, isAdmin, isSub, personQuery } from '../../api/people.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { SelectField, TextAreaField, TextField } from '../../forms/fields.tsx'
import { choice, fieldProps, fieldsOf } from '../../forms/fieldsOf.ts'
import { MoreFields } from '../../forms/MoreFields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { paths } from '../../paths.ts'
import { useRememberOpened } from '../../screens/recent.ts'
import { EmptyState } from '../../ui/Card.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { titleCase } from '../../ui/status.ts'
import { inviteAddressQuery } from './inviteQueries.ts'
import { JobsField } from './JobsField.tsx'
import { LoopbackNotice } from './LoopbackNotice.tsx'
import { RefusedEmail } from './RefusedEmail.tsx'
import { RemoveSecondFactorButton } from './RemoveSecondFactor.tsx'
import { ResetLinkButton } from './ResetLink.tsx'
import { SignOutEverywhereButton } from './SignOutEverywhere.tsx'
import type { Invites } from './useInvites.tsx'

/** The description of a person, for `fieldsOf`. */
export const personFields = {
  firstName: { label: 'First Name', required: true },
  lastName: { label: 'Last Name', required: true },
  email: { label: 'Email' },
  role: { label: 'Role', kind: choice<Role>(titleCase, 'client'), required: true },
  phone: { label: 'Phone' },
  specialty: { label: 'Specialty' },
} as const

const { empty } = fieldsOf<z.input<typeof Invite>>({
  ...personFields,
  projectIds: { label: null, empty: [] },
})

/** The message for a failed invite, with a full explanation for an email address that is taken. */
function inviteFailure(error: Error): string {
  const message = serverMessageOr('Failed to create user invite')(error)
  return message.includes('already exists')
    ? 'A user with this email address already exists. Please use a different email.'
    : message
}

/** The dialog that invites a person. It passes the invite to `onInvited`. */
export function InviteUser({
  prefill,
  onClose,
  onInvited,
}: {
  /** The values that are already known. */
  prefill?: Partial<z.input<typeof Invite>>
  onClose: () => void
  onInvited: (invite: Parameters<Invites['invited']>[0] & { readonly user: User }) => void
}) {
  const { data: address } = useQuery(inviteAddressQuery)
  const { form, submission } = useCreateForm(peopleRoutes.invite, {
    schema: Invite,
    empty: { ...empty, ...prefill },
    target: {},
    toBody: (person) => ({
      ...person,
      specialty: isSub(person) ? (person.specialty ?? null) : null,
      projectIds: isAdmin(person) ? [] : person.projectIds,
    }),
    failure: inviteFailure,
    onDone: (invite) => {
      onClose()
      onInvited(invite)
    },
  })
  const { control } = form
  const role = useWatch({ control, name: 'role' }) ?? 'client'
  return (
    <FormDialog
      {...submission}
      title="Invite User"
      description="They get a link to set a password. It is valid for 7 days and works once."
      submitLabel={address?.sendsEmail ? 'Send Invite' : 'Create Invite Link'}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <PersonFields control={control} withRole withSpecialty={isSub({ role })} />
        {!isAdmin({ role }) && <JobsField control={control} name="projectIds" role={role} />}
        {/* Below the fields, because the first field takes the focus. */}
        <LoopbackNotice />
      </div>
    </FormDialog>
  )
}

type Values = z.input<typeof UserChange>

const { fields, ...userForm } = fieldsOf<Values, Member>({
  ...personFields,
  secondPhone: { label: 'Second Phone' },
  company: { label: 'Company' },
  address: { label: 'Address' },
  officeNotes: { label: 'Notes', hint: readersSentence.office },
})
const moreFields = ['secondPhone', 'company', 'address', 'officeNotes'] as const

/** The dialog that edits the person with the id in the URL. */
export function EditUser({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: person, error } = useQuery(personQuery(id))
  useRememberOpened(
    person
      ? {
          ...{ kind: 'person', href: paths.users({ edit: id }), label: fullName(person) },
          detail: titleCase(person.role),
        }
      : null,
  )
  if (person) return <EditForm person={person} onClose={onClose} />
  if (!error) return null
  return (
    <Dialog open onOpenChange={onClose} title="Edit User">
      <DialogBody>
        <EmptyState title="User not found" />
      </DialogBody>
    </Dialog>
  )
}

function EditForm({ person, onClose }: { person: MemberAccess; onClose: () => void }) {
  const { form, submission } = useEditForm(peopleRoutes.update, person, {
    ...userForm,
    schema: UserChange,
    target: { params: { id: person.id } },
    reload: (read) => read(personQuery(person.id)),
    success: 'User updated successfully',
    failure: serverMessageOr('Failed to update user'),
    onDone: onClose,
  })
  const me = useMe()
  const role = useWatch({ control: form.control, name: 'role' }) ?? person.role
  return (
    <FormDialog
      {...submission}
      title="Edit User"
      description={fullName(person)}
      submitLabel="Save"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <PersonFields
          control={form.control}
          withRole
          withSpecialty={isSub({ role })}
          emailRequired={inviteStateOf(person) !== 'notInvited'}
        />
        <RefusedEmail id={person.id} />
        <MorePersonFields form={form} person={person} role={role} />
      </div>
      {person.hasJoined && person.id !== me.id && (
        <div className="mt-5 grid justify-items-start gap-x-4 gap-y-2 border-t border-line pt-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:*:[button]:w-full">
          <ResetLinkButton person={person} />
          <p className="text-sm text-ink-2 max-sm:mb-2">
            Lets them set a new password. Valid once, for 30 minutes.
          </p>
          {person.hasSecondFactor && (
            <>
              <RemoveSecondFactorButton person={person} />
              <p className="text-sm text-ink-2 max-sm:mb-2">
                For a person who has lost their phone and their recovery codes.
              </p>
            </>
          )}
          <SignOutEverywhereButton person={person} />
          <p className="text-sm text-ink-2">
            For a person who has lost a device that is signed in.
          </p>
        </div>
      )}
    </FormDialog>
  )
}

interface MorePersonFieldsProps {
  form: Pick<UseFormReturn<Values, unknown, UserChange>, 'control' | 'formState'>
  person: Member
  role: Role
}

/**
 * The optional fields that are often empty. Only clients have notes here: subs have private notes
 * on their profile, and admins need none.
 */
function MorePersonFields({ form: { control, formState }, person, role }: MorePersonFieldsProps) {
  const { secondPhone, company, address, officeNotes } = person
  const hasNotes = !isSub({ role }) && !isAdmin({ role })
  return (
    <MoreFields
      startsOpen={Boolean(secondPhone || company || address || (hasNotes && officeNotes))}
      hasProblem={moreFields.some((name) => formState.errors[name])}
    >
      <TextField control={control} {...fields.secondPhone} type="tel" />
      <TextField control={control} {...fields.company} />
      <TextField control={control} {...fields.address} className="sm:col-span-2" />
      {hasNotes && (
        <TextAreaField control={control} {...fields.officeNotes} className="sm:col-span-2" />
      )}
    </MoreFields>
  )
}

/** The usual trades, as suggestions. Any other can be typed. */
const TRADES = [
  'Carpentry',
  'Concrete',
  'Drywall',
  'Electrical',
  'Flooring',
  'HVAC',
  'Painting',
  'Plumbing',
  'Roofing',
]

/** The roles as choices, the most frequent one first. */
const roleOptions = roles.toReversed().map((role) => ({ value: role, label: titleCase(role) }))

interface PersonFieldsProps<V extends FieldValues, Out> {
  control: Control<V, unknown, Out>
  /** Whether the role can be chosen. False where it is fixed. */
  withRole?: boolean
  /** Only subs have a specialty. */
  withSpecialty: boolean
  specialtyRequired?: boolean
  /**
   * Whether the email address is required. Only people who were never invited may be without one.
   */
  emailRequired?: boolean
}

/** The fields of a person, in two columns. */
export function PersonFields<V extends FieldValues, Out>({
  control,
  withRole = false,
  withSpecialty,
  specialtyRequired = false,
  emailRequired = true,
}: PersonFieldsProps<V, Out>) {
  const field = fieldProps(control, fields)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField {...field('firstName')} />
      <TextField {...field('lastName')} />
      <TextField
        {...field('email')}
        type="email"
        required={emailRequired}
        {...(!emailRequired && { hint: 'Needed to invite them' })}
        className="sm:col-span-2"
      />
      {withRole && <SelectField {...field('role')} options={roleOptions} />}
      <TextField {...field('phone')} type="tel" />
      {withSpecialty && (
        <TextField
          {...field('specialty')}
          required={specialtyRequired}
          placeholder="Electrical"
          suggestions={TRADES}
        />
      )}
    </div>
  )
}
