import { ReplaceSample, setupRoutes } from '@plumbline/contract/setup.ts'
import type { z } from 'zod'
import { clearOfflineData } from '../../api/clearOfflineData.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextField } from '../../forms/fields.tsx'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { paths } from '../../paths.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'

interface ReplaceSampleProps {
  name: string
  onClose: () => void
}

const empty: z.input<typeof ReplaceSample> = {
  ...{ companyName: '', holdingsName: '', firstName: '', lastName: '', email: '', password: '' },
  confirm: '',
}

/** The dialog that replaces the sample company of a name by the person's own. */
export default function ReplaceSampleDialog({ name, onClose }: ReplaceSampleProps) {
  const { form, submission } = useCreateForm(setupRoutes.replaceSample, {
    schema: ReplaceSample,
    empty,
    target: {},
    failure: serverMessageOr('Failed to replace the sample company'),
    onDone: () => {
      clearOfflineData()
      // The whole application starts again, for another person in another company.
      location.assign(paths.dashboard())
    },
  })
  const { control } = form
  return (
    <FormDialog
      {...submission}
      title="Start Your Own Company"
      description="A backup of the sample company is made first. Then all of it is deleted, its people are signed out, and you are the first admin of an empty company."
      submitLabel="Replace Sample"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {' '}
        <TextField
          control={control}
          name="companyName"
          label="Company Name"
          required
          autoComplete="organization"
        />
        <TextField
          control={control}
          name="holdingsName"
          label="Holdings Name"
          hint="Titles the rental properties. Leave it empty if you have none."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            control={control}
            name="firstName"
            label="First Name"
            required
            autoComplete="given-name"
          />
          <TextField
            control={control}
            name="lastName"
            label="Last Name"
            required
            autoComplete="family-name"
          />
        </div>
        <TextField
          control={control}
          name="email"
          label="Email"
          type="email"
          required
          autoComplete="email"
        />
        <PasswordField
          control={control}
          name="password"
          label="Password"
          required
          autoComplete="new-password"
        />
        <TextField
          control={control}
          name="confirm"
          label={`Type “${name}” to confirm that it is deleted`}
          required
        />
      </div>{' '}
    </FormDialog>
  )
}
