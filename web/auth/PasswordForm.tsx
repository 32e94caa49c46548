import { authRoutes, PASSWORD_LENGTH, PasswordChange } from '@plumbline/contract/auth.ts'
import type { User } from '@plumbline/contract/people.ts'
import { TextField } from '../forms/TextField.tsx'
import { useCreateForm } from '../forms/useCreateForm.ts'
import { FormPanel } from '../ui/FormPanel.tsx'

const { min, max } = PASSWORD_LENGTH

/** Changes the password, given the current one. */
export function PasswordForm({ me }: { me: User }) {
  const { form, submission } = useCreateForm(authRoutes.changePassword, {
    schema: PasswordChange,
    empty: { currentPassword: '', newPassword: '' },
    target: {},
    success: 'Password changed',
    failure: 'Failed to change the password',
    onDone: () => {
      form.reset()
    },
  })
  const { control } = form
  return (
    <FormPanel
      {...submission}
      title="Password"
      text="Changing it signs you out everywhere else."
      submitLabel="Change Password"
    >
      {/* So that a password manager knows whose password this is. */}
      <input type="email" autoComplete="username" value={me.email} readOnly hidden />
      <TextField
        control={control}
        name="currentPassword"
        label="Current Password"
        required
        type="password"
        autoComplete="current-password"
      />
      <TextField
        control={control}
        name="newPassword"
        label="New Password"
        required
        hint={`${min} to ${max} characters of any kind; a sentence is a good one`}
        type="password"
        autoComplete="new-password"
      />
    </FormPanel>
  )
}
