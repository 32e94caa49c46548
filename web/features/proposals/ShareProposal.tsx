import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { InviteAddress } from '@plumbline/contract/invites.ts'
import type { Proposal } from '@plumbline/contract/proposals.ts'
import { useQuery } from '@tanstack/react-query'
import { Copy, Mail, MessageSquare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { useToday } from '../../screens/days.ts'
import { Alert, LoadProblem } from '../../ui/Alert.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { CopyRefused, useCopy } from '../../ui/copying.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { mailTextUrl, textUrl } from '../../ui/Person.tsx'
import { linkAddressQuery, linkPathQuery, untilText, versionLine } from './api.ts'

/** The customer to whom a link is sent. */
export interface Addressee {
  readonly email: string | null
  readonly phone: string | null
  /** The name of the bid or of the job. */
  readonly subject: string
}

interface ShareProposalProps {
  proposal: Proposal
  /** The path of its link, if it was read just now. */
  path?: string | undefined
  /** Whether the browser has refused to copy the link. */
  copyRefused?: boolean
  addressee: Addressee
  onClose: () => void
}

/** The link of a proposal, with a text and ways to send both to the customer. */
export function ShareProposal({
  proposal,
  path,
  copyRefused = false,
  addressee,
  onClose,
}: ShareProposalProps) {
  const today = useToday()
  const isChange = proposal.changeOrderId !== null
  const address = useQuery(linkAddressQuery)
  const read = useQuery({ ...linkPathQuery(proposal.id), enabled: path === undefined })
  const shownPath = path ?? read.data?.path ?? undefined
  const retry = () => {
    if (address.error) void address.refetch()
    if (read.error) void read.refetch()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Link of ${isChange ? proposal.number.toLowerCase() : proposal.number}`}
      description={versionLine(proposal, today)}
      sticky
    >
      <DialogBody>
        {address.data && shownPath !== undefined ? (
          <div className="flex flex-col gap-4">
            <Reach address={address.data} />
            <Share
              proposal={proposal}
              link={address.data.origin + shownPath}
              copyRefused={copyRefused}
              addressee={addressee}
            />
          </div>
        ) : (address.error ?? read.error) ? (
          <LoadProblem
            what="The link"
            pending={address.isFetching || read.isFetching}
            onRetry={retry}
          />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  )
}

/** Warns where customers cannot open links, because the server has no public address. */
function Reach({ address }: { address: InviteAddress }) {
  if (address.onlyThisComputer)
    return (
      <Alert tone="warn">
        <p className="font-medium">Only this computer can open this link</p>
        <p>Open Plumbline at an address that others can reach, and copy the link there.</p>
      </Alert>
    )
  if (address.hasPublicUrl) return null
  return (
    <Alert tone="warn">
      Customers cannot open this link from elsewhere until <code>PUBLIC_URL</code> is set to the
      public address of the server.
    </Alert>
  )
}

type ShareProps = Pick<ShareProposalProps, 'proposal' | 'addressee'> & {
  link: string
  copyRefused: boolean
}

function Share({ proposal, link, copyRefused, addressee }: ShareProps) {
  const { companyName } = useCompany()
  const today = useToday()
  const { number, total, changeOrderId } = proposal
  // `proposal for Deck (P-2026-0031)`, but `change order 3 for Deck`.
  const [kind, detail] = changeOrderId ? [number.toLowerCase(), ''] : ['proposal', ` (${number})`]
  const named = `${kind} for ${addressee.subject}`
  const offer =
    `our ${named}${detail}: ${formatDollars(total)}, ${untilText(proposal, today)}. ` +
    'Open this link to read it, ask us a question or sign'
  const signed = `the signed ${named}${detail}, to read and print`
  const [text, setText] = useState(
    `Hello, here is ${proposal.status === 'approved' ? signed : offer}: ${link}\n\n${companyName}`,
  )
  const subject = `${companyName}: ${named}`
  const copyButton = useRef<HTMLButtonElement>(null)
  const copyLink = useCopy<HTMLInputElement>('Link copied to clipboard', copyRefused)
  const copyMessage = useCopy<HTMLTextAreaElement>('Text copied to clipboard')
  useEffect(() => {
    if (copyRefused) return
    // Runs after the dialog has focused its first control.
    const timer = setTimeout(() => copyButton.current?.focus())
    return () => clearTimeout(timer)
  }, [copyRefused])
  return (
    <>
      <p className="text-ink-2">
        Send your customer this link: anybody who has it can open{' '}
        {changeOrderId ? 'the change order' : 'the proposal'}.
      </p>
      <div>
        <div className="flex items-end gap-2">
          <Field label="Link" className="min-w-0 flex-1">
            {(control) => (
              <Input
                {...control}
                ref={copyLink.field}
                readOnly
                value={link}
                onFocus={(event) => event.target.select()}
              />
            )}
          </Field>
          <Button variant="primary" ref={copyButton} onClick={() => copyLink.copy(link)}>
            <Copy aria-hidden />
            Copy
          </Button>
        </div>
        {copyLink.isRefused && <CopyRefused what="link" />}
      </div>
      <div>
        <Field label="Text for an Email or Text Message">
          {(control) => (
            <Textarea
              {...control}
              ref={copyMessage.field}
              rows={5}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        {copyMessage.isRefused && <CopyRefused what="text" />}
        <div className="mt-2.5 flex flex-wrap gap-2 max-sm:*:flex-auto">
          <Button onClick={() => copyMessage.copy(text)}>
            <Copy aria-hidden />
            Copy text
          </Button>
          <a href={mailTextUrl(addressee.email, subject, text)} className={buttonVariants()}>
            <Mail aria-hidden />
            Email
          </a>
          <a href={textUrl(addressee.phone, text)} className={buttonVariants()}>
            <MessageSquare aria-hidden />
            Text message
          </a>
        </div>
      </div>
    </>
  )
}
