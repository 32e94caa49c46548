import { PasskeyName, passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { TextField } from '../../forms/fields.tsx'
import { resolverOf } from '../../forms/useCreateForm.ts'
import { deviceName } from '../../ui/deviceName.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'

/** The message for a browser error when no passkey was created. */
function messageFor(error: unknown): string {
  return error instanceof Error && error.name === 'InvalidStateError'
    ? 'This device already has a passkey of yours.'
    : 'The browser did not create a passkey. Try again, or choose another device.'
}

/** The dialog that creates a passkey. The browser asks for the fingerprint, face or PIN. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const form = useForm({
    defaultValues: { name: deviceName(navigator.userAgent) },
    resolver: resolverOf(PasskeyName),
  })
  // Not handled as a failed write: the dialog says that the person can try again, which is enough.
  const [refusal, setRefusal] = useState<string | null>(null)
  const failure = serverMessageOr('Failed to add passkey')
  const add = useWrite(passkeyRoutes.add, {
    success: 'Passkey added',
    failure,
    form,
    onSuccess: onClose,
  })
  const begin = useWrite(passkeyRoutes.begin, {
    failure,
    onSuccess: async ({ options }) => {
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
      try {
        const credential = await startRegistration({ optionsJSON })
        add.mutate({ body: { ...form.getValues(), credential } })
      } catch (error) {
        setRefusal(messageFor(error))
      }
    },
  })
  return (
    <FormDialog
      title="Add Passkey"
      description="Your browser asks for your fingerprint, your face or the PIN of this device."
      submitLabel="Continue"
      onSubmit={form.handleSubmit(() => {
        setRefusal(null)
        begin.mutate({})
      })}
      error={refusal ?? begin.problem ?? add.problem}
      pending={begin.isPending || add.isPending}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="name"
        label="Name"
        required
        hint="Helps you tell your passkeys apart."
      />
    </FormDialog>
  )
}
