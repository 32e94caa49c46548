import { authRoutes, PASSWORD_LENGTH } from '@plumbline/contract/auth.ts'
import type { User } from '@plumbline/contract/people.ts'
import { useForm } from 'react-hook-form'
import { useWrite } from '../api/write.ts'
import { Field } from '../ui/Field.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { Input } from '../ui/Input.tsx'

const { min, max } = PASSWORD_LENGTH

/** A new password, with the one it takes the place of. */
export function PasswordForm({ me }: { me: User }) {
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '' } })
  const change = useWrite(authRoutes.changePassword, {
    success: 'Password changed',
    failure: 'Failed to change the password',
    form,
    onSuccess: () => form.reset(),
  })
  const { errors } = form.formState
  return (
    <FormPanel
      title="Password"
      text="Changing it signs you out everywhere else."
      submitLabel="Change Password"
      onSubmit={form.handleSubmit((body) => change.mutate({ body }))}
      error={change.problem}
      pending={change.isPending}
    >
      {/* So that a password manager knows whose password this is. */}
      <input type="email" autoComplete="username" value={me.email} readOnly hidden />
      <Field label="Current Password" required error={errors.currentPassword?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('currentPassword', { required: 'Enter your current password' })}
            type="password"
            autoComplete="current-password"
          />
        )}
      </Field>
      <Field
        label="New Password"
        required
        hint={`${min} to ${max} characters of any kind; a sentence is a good one`}
        error={errors.newPassword?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('newPassword', {
              required: 'Enter a new password',
              minLength: { value: min, message: `At least ${min} characters` },
              maxLength: { value: max, message: `At most ${max} characters` },
            })}
            type="password"
            autoComplete="new-password"
          />
        )}
      </Field>
    </FormPanel>
  )
}
