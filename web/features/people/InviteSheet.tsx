import { MAX_INVITES } from '@plumbline/contract/invites.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { fullName } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { plural } from '../../ui/format.ts'
import { InviteLink } from './InviteLink.tsx'
import { LoopbackNotice } from './LoopbackNotice.tsx'
import { type Invitee, type ShownInvite, useShownInvites } from './openInvites.ts'

const openInvites = query(peopleRoutes.list, {
  query: { invited: 'true', limit: String(MAX_INVITES) },
})

/**
 * Leaves out invites of people who have joined since. Returns all of them when there are more open
 * invites than one request returns.
 */
function useStillOpen(invites: readonly ShownInvite[], focus: string): readonly ShownInvite[] {
  const { data, isFetching } = useQuery({ ...openInvites, refetchOnMount: 'always' })
  if (!data || isFetching || data.length === MAX_INVITES) return invites
  const open = new Set([focus, ...data.map(({ id }) => id)])
  return invites.filter(({ user }) => open.has(user.id))
}

interface InviteSheetProps {
  /** The id of the person whose invite is expanded at first. */
  focus: string
  onResent: (user: Invitee, inviteLink: string) => void
  onClose: () => void
  /** Starts another invite. */
  onAnother?: (() => void) | undefined
}

/**
 * The links of the invites that were created or shown since the page was loaded, each with ways to
 * share it.
 */
export function InviteSheet({ focus, onResent, onClose, onAnother }: InviteSheetProps) {
  const invites = useStillOpen(useShownInvites(), focus)
  const [expanded, setExpanded] = useState<string | null>(focus)
  const [only, ...others] = invites
  const isOne = only !== undefined && others.length === 0
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isOne ? 'Invite Link' : `${plural(invites.length, 'person', 'people')} invited`}
      description={isOne ? fullName(only.user) : 'Each link is for one person.'}
      sticky
    >
      <DialogBody>
        <LoopbackNotice className="mb-4" />
        {isOne ? (
          <InviteLink invite={only} takesFocus onResent={onResent} />
        ) : (
          <ul className="-my-2 divide-y divide-line">
            {invites.map((invite) => (
              <FoldedInvite
                key={invite.user.id}
                invite={invite}
                isOpen={invite.user.id === expanded}
                onToggle={() => setExpanded(invite.user.id === expanded ? null : invite.user.id)}
              >
                <InviteLink
                  invite={invite}
                  takesFocus={invite.user.id === focus}
                  onResent={onResent}
                />
              </FoldedInvite>
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFooter>
        {onAnother && <Button onClick={onAnother}>Invite Another</Button>}
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  )
}

interface FoldedInviteProps {
  invite: ShownInvite
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** One of several invites: the name, and the rest when it is expanded. */
function FoldedInvite({ invite: { user }, isOpen, onToggle, children }: FoldedInviteProps) {
  const partId = useId()
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={partId}
        onClick={onToggle}
        className="flex min-h-11 w-full items-center gap-1.5 text-left hover:underline"
      >
        <ChevronRight
          aria-hidden
          className={`size-4 shrink-0 text-ink-3 transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        <span className="min-w-0 font-medium wrap-anywhere">{fullName(user)}</span>
      </button>
      <div id={partId} hidden={!isOpen} className="pb-4">
        {isOpen && children}
      </div>
    </li>
  )
}
