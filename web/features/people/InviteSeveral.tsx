import { inviteRoutes, MAX_INVITES } from '@plumbline/contract/invites.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import type { Member } from '@plumbline/contract/people.ts'
import { useQueryClient } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { toastFailure } from '../../api/failureToast.ts'
import { fullName } from '../../api/people.ts'
import { messageOf, serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { plural, useNow } from '../../ui/format.ts'
import { BarButton } from '../../ui/table/SelectionBar.tsx'
import { inviteAddressQuery } from './inviteQueries.ts'
import { canBeInvited } from './inviteStatus.ts'
import type { MadeInvite } from './useInvites.tsx'

const peopleText = (count: number) => plural(count, 'person', 'people')

const jobNames = new Intl.ListFormat('en-US')

type Invitable = Pick<Member, 'id' | 'firstName' | 'lastName' | 'email'>

interface Inviting {
  /**
   * People who have an email address and no open invite. At most the first 200 are invited at once.
   */
  people: readonly Invitable[]
  onInvited: (invites: readonly MadeInvite[]) => void
}

interface InviteQuestionProps extends Inviting {
  /** The jobs of which the one invited client becomes the client. */
  jobs?: readonly Pick<Job, 'id' | 'name'>[]
  /** Whether invites are emailed. */
  sendsEmail: boolean
  onClose: () => void
}

/** Invites several people at once, after a confirmation that names them. */
export function InviteQuestion({
  people,
  jobs = [],
  sendsEmail,
  onInvited,
  onClose,
}: InviteQuestionProps) {
  const invited = people.slice(0, MAX_INVITES)
  const one = invited.length === 1 ? invited[0] : undefined
  const invite = useWrite(inviteRoutes.several, {
    failure: serverMessageOr('Failed to invite these people'),
    onSuccess: (invites) => {
      onClose()
      onInvited(invites)
    },
  })
  const idsOf = (things: readonly { readonly id: string }[]) => things.map(({ id }) => id)
  const send = () =>
    invite.mutate({
      body: { userIds: idsOf(invited), ...(jobs.length > 0 && { projectIds: idsOf(jobs) }) },
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Invite ${one ? fullName(one) : peopleText(invited.length)}?`}
      description={`${one ? one.firstName : 'Each of them'} gets ${sendsEmail ? 'an email with their own link at once' : 'a link of their own, which you send them'}.`}
    >
      <DialogBody>
        <ul className="flex flex-col gap-1.5">
          {invited.map((person) => (
            <li key={person.id} className="wrap-anywhere">
              {fullName(person)} <span className="text-ink-2">{person.email}</span>
            </li>
          ))}
        </ul>
        {jobs.length > 0 && (
          <p className="mt-3 text-ink-2 wrap-anywhere">
            Becomes the client of {jobNames.format(jobs.map(({ name }) => name))}, and sees{' '}
            {jobs.length === 1 ? 'it' : 'them'} after signing in.
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" pending={invite.isPending} onClick={send}>
          {sendsEmail ? 'Send' : 'Create'} {plural(invited.length, 'Invite', 'Invites')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** The start of an invite of several people, and its confirmation: `question`. */
function useInviteSeveral(inviting: Inviting) {
  const client = useQueryClient()
  const [isStarting, setStarting] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [sendsEmail, setSendsEmail] = useState(false)
  // The question says whether invites are emailed, so that must be known first.
  const ask = async () => {
    setStarting(true)
    try {
      setSendsEmail((await client.query(inviteAddressQuery)).sendsEmail)
      setAsking(true)
    } catch (error) {
      toastFailure(error, messageOf(error), { isRead: true })
    } finally {
      setStarting(false)
    }
  }
  const question = isAsking && (
    <InviteQuestion {...{ ...inviting, sendsEmail }} onClose={() => setAsking(false)} />
  )
  return { start: () => void ask(), isBusy: isStarting, question }
}

interface InviteSeveralProps extends Inviting {
  label: string
  primary?: boolean
  /** Whether the people are still being loaded. */
  pending?: boolean
}

/** Invites several people at once. */
export function InviteSeveral({
  label,
  primary = false,
  pending = false,
  ...inviting
}: InviteSeveralProps) {
  const { start, question, ...invite } = useInviteSeveral(inviting)
  const isBusy = pending || invite.isBusy
  return (
    <>
      <Button {...(primary && { variant: 'primary' as const })} pending={isBusy} onClick={start}>
        {!isBusy && <MailPlus aria-hidden />}
        {label}
      </Button>
      {question}
    </>
  )
}

interface InviteChosenProps extends Pick<Inviting, 'onInvited'> {
  people: readonly Member[]
}

/** Invites the selected people who can be invited. The others are not changed. */
export function InviteChosen({ people, onInvited }: InviteChosenProps) {
  const now = useNow()
  const invitable = people.filter((person) => canBeInvited(person, now))
  const { start, question, isBusy } = useInviteSeveral({ people: invitable, onInvited })
  const count = Math.min(invitable.length, MAX_INVITES)
  const others = people.length - invitable.length
  const why = `${peopleText(others)} joined, invited or without an email address`
  return (
    <>
      <BarButton
        disabled={count === 0}
        pending={isBusy}
        title={others > 0 ? `Unchanged: ${why}` : undefined}
        onClick={start}
      >
        <MailPlus aria-hidden />
        Invite {count > 0 && peopleText(count)}
      </BarButton>
      {question}
    </>
  )
}
