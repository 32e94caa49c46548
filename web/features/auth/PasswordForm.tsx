import { accountRoutes, PasswordChange } from '@plumbline/contract/account.ts'
import { PASSWORD_LENGTH } from '@plumbline/contract/auth.ts'
import type { User } from '@plumbline/contract/people.ts'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useIsChanged } from '../../forms/useIsChanged.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'

const { min, max } = PASSWORD_LENGTH
const noPasswords = { currentPassword: '', newPassword: '' }

/** Changes the password, given the current one. */
export default function PasswordForm({ me }: { me: User }) {
  const { form, submission } = useCreateForm(accountRoutes.changePassword, {
    schema: PasswordChange,
    empty: noPasswords,
    target: {},
    success: 'Password changed successfully',
    failure: 'Failed to change password',
    onDone: () => {
      form.reset()
    },
  })
  const { control } = form
  const changed = useIsChanged(control, noPasswords)
  return (
    <FormPanel
      {...submission}
      changed={changed}
      title="Password"
      text="Changing your password signs you out on all other devices and turns off your calendar link."
      submitLabel="Change Password"
    >
      {/* Tells password managers whose password this is. */}
      <input type="email" autoComplete="username" value={me.email ?? ''} readOnly hidden />
      <PasswordField
        control={control}
        name="currentPassword"
        label="Current Password"
        required
        autoComplete="current-password"
      />
      <PasswordField
        control={control}
        name="newPassword"
        label="New Password"
        required
        hint={`${min} to ${max} characters. A passphrase works well.`}
        autoComplete="new-password"
      />
    </FormPanel>
  )
}
