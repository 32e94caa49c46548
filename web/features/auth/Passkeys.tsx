import { type Passkey, passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { Button } from '../../ui/Button.tsx'
import { DescribedSection } from '../../ui/FormPanel.tsx'
import { formatMoment } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { passkeysQuery } from './api.ts'

const AddPasskey = lazyPart(async () => ({
  default: (await import('./AddPasskey.tsx')).AddPasskey,
}))

/** Whether this browser can create passkeys here: not over plain HTTP, and not on an IP address. */
const canCreate = () =>
  'PublicKeyCredential' in window &&
  window.isSecureContext &&
  !/^[\d.]+$|:/.test(window.location.hostname)

/** The passkeys of the person, with buttons to add and remove them. */
export function Passkeys() {
  const { data: passkeys } = useSuspenseQuery(passkeysQuery)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const [isAdding, setAdding] = useState(false)
  const close = () => setRemoving(null)
  return (
    <DescribedSection
      title="Passkeys"
      text="Sign in with your fingerprint, your face or the PIN of your device instead of a password and a code."
    >
      {passkeys.length > 0 ? (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      ) : (
        <p className="p-5 text-ink-2">You have no passkeys.</p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line px-5 py-3">
        {canCreate() ? (
          <Button onClick={() => setAdding(true)}>Add Passkey</Button>
        ) : (
          <p className="flex-1 text-sm text-ink-2">
            To add one, open the application by its https address in a browser that supports
            passkeys.
          </p>
        )}
      </div>
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
      {removing && (
        <ConfirmWrite
          row={passkeyRoutes.remove}
          args={{ params: { credential: removing.id } }}
          title={`Remove the passkey “${removing.name}”?`}
          confirmLabel="Remove"
          success="Passkey removed"
          failure={serverMessageOr('Failed to remove passkey')}
          onClose={close}
        >
          It no longer signs you in. Delete it on your device as well.
        </ConfirmWrite>
      )}
    </DescribedSection>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { timeZone } = useCompany()
  const { name, createdAt, lastUsedAt } = passkey
  const used = lastUsedAt ? `last used ${formatMoment(lastUsedAt, timeZone)}` : 'never used'
  return (
    <li className="flex items-center gap-4 border-t border-line px-5 py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-2">
          Added {formatMoment(createdAt, timeZone)} · {used}
        </p>
      </div>
      <Button size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}
