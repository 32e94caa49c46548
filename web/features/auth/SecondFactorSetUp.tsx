import {
  type AuthenticatorSecret,
  Confirmation,
  secondFactorRoutes,
} from '@plumbline/contract/secondFactor.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { FormProblems } from '../../ui/Alert.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { copyText } from '../../ui/clipboard.ts'
import { Field } from '../../ui/Field.tsx'
import { Textarea } from '../../ui/Input.tsx'
import { toast } from '../../ui/toasts.ts'
import { LinkQrCode } from '../people/LinkQrCode.tsx'

/** Formats the secret in groups of four, which are easier to copy by hand. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

async function copy(secret: string) {
  const isCopied = await copyText(secret)
  toast(
    isCopied
      ? { title: 'Success', description: 'Key copied' }
      : {
          title: 'Copy the key yourself',
          description: 'The browser did not allow copying. Select the key.',
        },
  )
}

interface SetUpFormProps {
  secret: AuthenticatorSecret
  /** Called with the recovery codes once two-step sign-in is on. */
  onDone: (codes: readonly string[]) => void
  onCancel: () => void
}

/** Shows the secret to an authenticator app, and asks for its first code. */
export function SetUpForm({ secret, onDone, onCancel }: SetUpFormProps) {
  const { form, submission } = useCreateForm(secondFactorRoutes.confirm, {
    schema: Confirmation,
    empty: { code: '' },
    target: {},
    success: 'Two-step sign-in turned on',
    failure: serverMessageOr('Failed to turn on two-step sign-in'),
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  const { onSubmit, error, pending } = submission
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="flex flex-col gap-4 p-5">
        <FormProblems error={error} conflict={null} isFilledIn={false} />
        <p>
          Scan this with an authenticator app, such as Google Authenticator, Microsoft
          Authenticator, 1Password or the passwords of your phone. If the app is on this device,
          open it here or copy the key.
        </p>
        <LinkQrCode link={secret.uri} label="QR code for your authenticator app" />
        <Field label="Key" hint="To type into the app where it cannot scan.">
          {(control) => (
            <Textarea
              {...control}
              readOnly
              rows={1}
              value={inGroups(secret.secret)}
              className="min-h-0! resize-none [font-family:ui-monospace,monospace]"
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void copy(secret.secret)}>Copy Key</Button>
          <a href={secret.uri} className={buttonVariants()}>
            Open in App
          </a>
        </div>
        <TextField
          control={form.control}
          name="code"
          label="Code"
          required
          hint="The six digits that the app shows for this account."
          autoComplete="one-time-code"
          inputMode="numeric"
          className="max-w-64"
        />
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" pending={pending}>
          Turn On
        </Button>
      </div>
    </form>
  )
}
