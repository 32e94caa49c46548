import type { User } from '@plumbline/contract/people.ts'
import { secondFactorRoutes } from '@plumbline/contract/secondFactor.ts'
import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '../../api/people.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { Button } from '../../ui/Button.tsx'

/** Removes the second factor of a person who has lost it. */
export function RemoveSecondFactorButton({ person }: { person: User }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button
        aria-label={`Remove the second factor of ${fullName(person)}`}
        onClick={() => setAsking(true)}
      >
        <ShieldOff aria-hidden />
        Remove second factor
      </Button>
      {isAsking && (
        <ConfirmWrite
          row={secondFactorRoutes.removeOf}
          args={{ params: { id: person.id } }}
          title={`Remove the second factor of ${fullName(person)}?`}
          confirmLabel="Remove"
          success="Second factor removed"
          failure={serverMessageOr('Failed to remove second factor')}
          onClose={close}
        >
          Their authenticator app, recovery codes and passkeys stop working, and they are signed out
          everywhere. Make sure that it is really them who asks.
        </ConfirmWrite>
      )}
    </>
  )
}
