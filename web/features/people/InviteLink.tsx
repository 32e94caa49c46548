import { inviteSentence, inviteSubject } from '@plumbline/contract/inviteTexts.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { Copy, Mail, MessageSquare, QrCode, RotateCw, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isMissing } from '../../api/call.ts'
import { useCompany } from '../../api/company.ts'
import { fullName } from '../../api/people.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { CopyRefused, useCopy } from '../../ui/copying.tsx'
import { Field } from '../../ui/Field.tsx'
import { formatDate, useNow } from '../../ui/format.ts'
import { Input } from '../../ui/Input.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { mailTextUrl, textUrl } from '../../ui/Person.tsx'
import { inviteLinkQuery } from './inviteQueries.ts'
import { LinkQrCode } from './LinkQrCode.tsx'
import type { Invitee, ShownInvite } from './openInvites.ts'

interface InviteLinkProps {
  invite: ShownInvite
  /** Whether the copy button gets the focus at first. */
  takesFocus?: boolean
  onResent: (user: Invitee, inviteLink: string) => void
}

/**
 * The link of one invite with ways to share it, or a button for a new link when it cannot be shown.
 */
export function InviteLink({ invite, takesFocus = false, onResent }: InviteLinkProps) {
  const { user } = invite
  const { timeZone } = useCompany()
  const { data, error, isFetching, refetch } = useQuery(inviteLinkQuery(user.id))
  if (isMissing(error)) return <p>{user.firstName} has joined, or the invite was withdrawn.</p>
  if (!data) {
    if (!error) return <Skeleton className="h-24 w-full" />
    return <LoadProblem what="The link" pending={isFetching} onRetry={() => void refetch()} />
  }
  const { inviteLink, inviteExpiry } = data
  if (inviteLink === null)
    return <NewLink user={user} inviteExpiry={inviteExpiry} onResent={onResent} />
  return (
    <div className="flex flex-col gap-3">
      <ShareLink key={inviteLink} invite={invite} link={inviteLink} takesFocus={takesFocus} />
      <p className="text-sm text-ink-2">
        {invite.emailed && `It was also emailed to ${user.email}. `}
        It works once, {inviteExpiry ? `until ${formatDate(inviteExpiry, timeZone)}` : 'for 7 days'}
        .
      </p>
    </div>
  )
}

interface NewLinkProps {
  user: Invitee
  inviteExpiry: string | null
  onResent: InviteLinkProps['onResent']
}

/** Creates a new link when the existing one cannot be shown. */
function NewLink({ user, inviteExpiry, onResent }: NewLinkProps) {
  const now = useNow()
  const isOver = inviteExpiry !== null && new Date(inviteExpiry) <= now
  const resend = useWrite(peopleRoutes.resendInvite, {
    failure: serverMessageOr('Failed to resend invite'),
    onSuccess: (reply) => onResent(user, reply.inviteLink),
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <p>
        {isOver
          ? 'This invite has expired.'
          : 'The link of this invite cannot be shown again. Make a new one: only the newest link works.'}
      </p>
      <Button
        variant="primary"
        pending={resend.isPending}
        onClick={() => resend.mutate({ params: { id: user.id } })}
      >
        {!resend.isPending && <RotateCw aria-hidden />}
        New link
      </Button>
    </div>
  )
}

interface ShareLinkProps {
  invite: ShownInvite
  link: string
  takesFocus: boolean
}

/** The link, with buttons to copy, text, email or share it, or to show it as a QR code. */
function ShareLink({ invite, link, takesFocus }: ShareLinkProps) {
  const { user } = invite
  const { companyName } = useCompany()
  const copyButton = useRef<HTMLButtonElement>(null)
  const { field, isRefused, copy } = useCopy<HTMLInputElement>(
    'Invite link copied to clipboard',
    invite.copyRefused,
  )
  const [isCodeShown, setCodeShown] = useState(false)
  useEffect(() => {
    if (isRefused || !takesFocus) return
    // Runs after the dialog has focused its first control.
    const timer = setTimeout(() => copyButton.current?.focus())
    return () => clearTimeout(timer)
  }, [isRefused, takesFocus])
  const text = inviteText(user, companyName, link)
  return (
    <>
      <div>
        <div className="flex items-end gap-2">
          <Field label="Link" className="min-w-0 flex-1">
            {(control) => (
              <Input
                {...control}
                ref={field}
                readOnly
                value={link}
                onFocus={(event) => event.target.select()}
              />
            )}
          </Field>
          <Button variant="primary" ref={copyButton} onClick={() => copy(link)}>
            <Copy aria-hidden />
            Copy
          </Button>
        </div>
        {isRefused && <CopyRefused what="link" />}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <a href={textUrl(user.phone, text)} className={buttonVariants()}>
          <MessageSquare aria-hidden />
          Text
        </a>
        <a
          href={mailTextUrl(user.email, inviteSubject(companyName, user.role), text)}
          className={buttonVariants()}
        >
          <Mail aria-hidden />
          Mail
        </a>
        {'share' in navigator && (
          <Button
            // Rejects when the person cancels.
            onClick={() =>
              void navigator
                .share({ title: inviteSubject(companyName, user.role), text })
                .catch(() => undefined)
            }
          >
            <Share2 aria-hidden />
            Share
          </Button>
        )}
        <Button aria-expanded={isCodeShown} onClick={() => setCodeShown(!isCodeShown)}>
          <QrCode aria-hidden />
          QR code
        </Button>
      </div>
      {isCodeShown && (
        <div className="flex justify-center">
          <LinkQrCode link={link} label={`QR code of the invite link for ${fullName(user)}`} />
        </div>
      )}
    </>
  )
}

/** The text of an invite, short enough for a text message. */
const inviteText = ({ firstName, role }: Invitee, company: string, link: string) =>
  `Hello ${firstName}, ${inviteSentence(company, role)} Open this link to choose a password and join: ${link}`
