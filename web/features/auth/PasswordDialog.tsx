import { accountRoutes, Confirmation } from '@plumbline/contract/account.ts'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../api/me.ts'
import { query } from '../../api/query.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { forgetTyped, saveTyped } from '../../api/typed.ts'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { paths } from '../../paths.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

interface PasswordDialogProps {
  /** Called with `true` when the password was correct. */
  onClose: (confirmed: boolean) => void
}

/**
 * Asks a person who signed in a while ago for their password, before an action that could harm
 * others.
 */
export function PasswordDialog({ onClose }: PasswordDialogProps) {
  const { data: ways } = useQuery(query(accountRoutes.confirmWays))
  return ways?.password === false ? (
    <SignInAgain with={ways.singleSignOn} onClose={() => onClose(false)} />
  ) : (
    <PasswordForm onClose={onClose} />
  )
}

function PasswordForm({ onClose }: PasswordDialogProps) {
  const me = useMe()
  const { form, submission } = useCreateForm(accountRoutes.confirm, {
    schema: Confirmation,
    empty: { password: '' },
    target: {},
    failure: serverMessageOr('Failed to check your password'),
    onDone: () => onClose(true),
  })
  return (
    <FormDialog
      {...submission}
      title="Enter your password again"
      description="Confirm that it is you. You will not be asked again for ten minutes."
      submitLabel="Continue"
      onClose={() => onClose(false)}
    >
      {/* Tells password managers whose password this is. */}
      <input type="email" autoComplete="username" value={me.email ?? ''} readOnly hidden />
      <PasswordField
        control={form.control}
        name="password"
        label="Password"
        required
        autoComplete="current-password"
      />
    </FormDialog>
  )
}

const STAYS = 'What you typed comes back.'
const LOSES = 'Anything you have not saved will be lost.'

/** For people who have no password here: they sign in again, with single sign-on if available. */
function SignInAgain({ with: label, onClose }: { with: string | null; onClose: () => void }) {
  const back = location.pathname + location.search
  return (
    <Dialog open onOpenChange={onClose} title="Sign in again">
      <DialogBody>
        <p>
          You signed in a while ago, so confirm that it is you: sign in again, then repeat what you
          were about to do. {label ? STAYS : LOSES}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <a
          href={label ? paths.singleSignOn({ returnTo: back }) : paths.signOut()}
          onClick={label ? saveTyped : forgetTyped}
          className={buttonVariants({ variant: 'primary' })}
        >
          {label ? `Sign in with ${label}` : 'Sign out'}
        </a>
      </DialogFooter>
    </Dialog>
  )
}
