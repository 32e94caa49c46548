import { INVITES_AT_ONCE, inviteRoutes } from '@plumbline/contract/invites.ts'
import { useQuery } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { useWrite } from '../api/write.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogFooter } from '../ui/Dialog.tsx'
import { plural } from '../ui/format.ts'
import { serverMessageOr } from './api.ts'
import { inviteAddressQuery } from './inviteQueries.ts'
import type { MadeInvite } from './useInvites.tsx'

const peopleText = (count: number) => plural(count, 'person', 'people')

interface InviteSeveralProps {
  /** People who have an email address and were not invited; at most the first 200 are invited at once. */
  userIds: readonly string[]
  label: string
  primary?: boolean
  onInvited: (invites: readonly MadeInvite[]) => void
}

/** Invites several people at once; asks first where that emails them. */
export function InviteSeveral({ userIds, label, primary = false, onInvited }: InviteSeveralProps) {
  const { data: address } = useQuery(inviteAddressQuery)
  const [isAsking, setAsking] = useState(false)
  const ids = userIds.slice(0, INVITES_AT_ONCE)
  const invite = useWrite(inviteRoutes.several, {
    failure: serverMessageOr('Failed to invite them'),
    onSuccess: (invites) => {
      setAsking(false)
      onInvited(invites)
    },
  })
  const send = () => invite.mutate({ body: { userIds: ids } })
  return (
    <>
      <Button
        {...(primary && { variant: 'primary' as const })}
        pending={invite.isPending}
        onClick={() => (address?.sendsEmail ? setAsking(true) : send())}
      >
        {!invite.isPending && <MailPlus aria-hidden />}
        {label}
      </Button>
      {isAsking && (
        <Dialog
          open
          onOpenChange={() => setAsking(false)}
          title={`Invite ${peopleText(ids.length)}?`}
          description="Each of them gets an email with their own link at once."
        >
          <DialogFooter>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button variant="primary" pending={invite.isPending} onClick={send}>
              Send {plural(ids.length, 'Invite', 'Invites')}
            </Button>
          </DialogFooter>
        </Dialog>
      )}
    </>
  )
}
