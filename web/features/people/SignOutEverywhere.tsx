import { peopleRoutes, type User } from '@plumbline/contract/people.ts'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '../../api/people.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { Button } from '../../ui/Button.tsx'

/** Ends every session of a person. */
export function SignOutEverywhereButton({ person }: { person: User }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        aria-label={`Sign ${fullName(person)} out everywhere`}
        onClick={() => setAsking(true)}
      >
        <LogOut aria-hidden />
        Sign out everywhere
      </Button>
      {isAsking && (
        <ConfirmWrite
          row={peopleRoutes.endSessions}
          args={{ params: { id: person.id } }}
          title={`Sign ${fullName(person)} out everywhere?`}
          confirmLabel="Sign Out"
          success="Signed out everywhere"
          failure={serverMessageOr('Failed to sign out')}
          onClose={() => setAsking(false)}
        >
          Every browser they are signed in with asks them to sign in again. Their password, second
          factor and calendar link stay.
        </ConfirmWrite>
      )}
    </>
  )
}
