import { peopleRoutes, type User } from '@plumbline/contract/people.ts'
import { KeyRound } from 'lucide-react'
import { useWrite } from '../api/write.ts'
import { Button } from '../ui/Button.tsx'
import { fullName } from './api.ts'
import { saidOr } from './failures.ts'
import type { ShareLink } from './LinkDialog.tsx'

/** Makes a link with which somebody who forgot their password sets another; it goes to `share`. */
export function ResetLink({ person, share }: { person: User; share: ShareLink }) {
  const make = useWrite(peopleRoutes.resetLink, {
    failure: saidOr('Failed to make a reset link'),
    onSuccess: ({ resetLink }) =>
      share(resetLink, 'Reset Link Made', 'Reset link copied to clipboard', 'reset'),
  })
  return (
    <Button
      aria-label={`Reset link for ${fullName(person)}`}
      pending={make.isPending}
      onClick={() => make.mutate({ params: { id: person.id } })}
    >
      {!make.isPending && <KeyRound aria-hidden />}
      Reset link
    </Button>
  )
}
