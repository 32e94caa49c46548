import { INVITES_AT_ONCE, inviteRoutes } from '@plumbline/contract/invites.ts'
import { useQueryClient } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { toastFailure } from '../api/failureToast.ts'
import { messageOf, serverMessageOr } from '../api/serverMessage.ts'
import { useWrite } from '../api/write.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogFooter } from '../ui/Dialog.tsx'
import { plural } from '../ui/format.ts'
import { inviteAddressQuery } from './inviteQueries.ts'
import type { MadeInvite } from './useInvites.tsx'

const peopleText = (count: number) => plural(count, 'person', 'people')

interface InviteSeveralProps {
  /** People who have an email address and were not invited; at most the first 200 are invited at once. */
  userIds: readonly string[]
  label: string
  primary?: boolean
  /** Who they are is still being read. */
  pending?: boolean
  onInvited: (invites: readonly MadeInvite[]) => void
}

/** Invites several people at once; asks first where that emails them. */
export function InviteSeveral({
  userIds,
  label,
  primary = false,
  pending = false,
  onInvited,
}: InviteSeveralProps) {
  const client = useQueryClient()
  const [isStarting, setStarting] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const ids = userIds.slice(0, INVITES_AT_ONCE)
  const invite = useWrite(inviteRoutes.several, {
    failure: serverMessageOr('Failed to invite these people'),
    onSuccess: (invites) => {
      setAsking(false)
      onInvited(invites)
    },
  })
  const send = () => invite.mutate({ body: { userIds: ids } })
  // Nobody is emailed unasked: whether they would be has to be known first.
  const start = async () => {
    setStarting(true)
    try {
      const { sendsEmail } = await client.query(inviteAddressQuery)
      if (sendsEmail) setAsking(true)
      else send()
    } catch (error) {
      toastFailure(error, messageOf(error), { isRead: true })
    } finally {
      setStarting(false)
    }
  }
  const isBusy = pending || isStarting || invite.isPending
  return (
    <>
      <Button
        {...(primary && { variant: 'primary' as const })}
        pending={isBusy}
        onClick={() => void start()}
      >
        {!isBusy && <MailPlus aria-hidden />}
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
