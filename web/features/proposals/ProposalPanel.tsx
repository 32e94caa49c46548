import { centsOf } from '@plumbline/contract/dollars.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import type { Proposal } from '@plumbline/contract/proposals.ts'
import { useQuery } from '@tanstack/react-query'
import { Link2, Mail, Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOpened } from '../../api/typed.ts'
import { QueryList } from '../../screens/QueryList.tsx'
import { Button } from '../../ui/Button.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { Skeleton, Skeletons } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import type { Saving } from '../pricing/editor.ts'
import { linkPathQuery, proposalsQuery } from './api.ts'
import { EarlierVersions, ProposalVersion } from './ProposalVersion.tsx'
import type { Addressee } from './ShareProposal.tsx'
import { type Source, sourceTexts } from './source.ts'
import { useCopyLink } from './useCopyLink.ts'

const SendDialog = lazyPart(async () => ({
  default: (await import('./SendProposal.tsx')).SendDialog,
}))
const RenewLink = lazyPart(async () => ({
  default: (await import('./RenewLink.tsx')).RenewLink,
}))
const ShareProposal = lazyPart(async () => ({
  default: (await import('./ShareProposal.tsx')).ShareProposal,
}))
const WithdrawDialog = lazyPart(async () => ({
  default: (await import('./WithdrawProposal.tsx')).WithdrawDialog,
}))

interface ProposalPanelProps {
  source: Source
  customerEmail: string | null
  customerPhone?: string | null
  /** Whether it was approved or rejected, so that nothing can be sent any more. */
  isDecided: boolean
  /** The `updatedAt` of the price or the change order on screen. */
  version: string
  /** The total on screen in exact dollars; null if there is nothing to send yet. */
  total: string | null
  /** Whether the draft is known to be another one than what was sent last. */
  differs?: boolean
  /** Whether what is on screen is saved, for a price that is saved as it is typed. */
  saving?: Saving
}

/** A bid or a change order as it was sent: what became of it, and its actions. */
export function ProposalPanel({
  source,
  customerEmail,
  customerPhone = null,
  isDecided,
  version,
  total,
  differs = false,
  saving = { isSaved: true, problem: null, save: () => {} },
}: ProposalPanelProps) {
  const proposals = useQuery(proposalsQuery(source))
  const [isSending, setSending] = useOpened('send proposal', false)
  const addressee = { email: customerEmail, phone: customerPhone, subject: source.name }
  // The number of a change order is in the heading of its screen.
  const number = source.kind === 'bid' && proposals.data?.[0]?.number
  const { isSaved, problem } = saving
  // Only what is saved is sent: the dialog opens once it is.
  const sendSaved = () => {
    saving.save()
    setSending(true)
  }
  const pending = isSending && !isSaved
  const send =
    isDecided || total === null || problem !== null ? undefined : { onClick: sendSaved, pending }
  useEffect(() => {
    if (problem !== null) setSending(false)
  }, [problem, setSending])
  return (
    <TitledPanel
      title={sourceTexts[source.kind].title}
      mark={number && <span className="text-sm text-ink-2">{number}</span>}
    >
      <QueryList
        list={proposals}
        noun="the proposal"
        skeleton={
          <Skeletons count={1} className="flex flex-col gap-2 pt-1">
            <Skeleton className="h-5 w-full" />
            <Skeleton className="mt-2 h-20 w-full" />
          </Skeletons>
        }
        empty={
          <NothingSent
            kind={source.kind}
            isDecided={isDecided}
            isMissing={total === null}
            send={send}
          />
        }
      >
        {([latest, ...earlier]) => {
          if (!latest) return null
          const isNoted = isAnother(latest, total, differs)
          return (
            <>
              <ProposalVersion proposal={latest} />
              <div className="no-print mt-2 flex flex-wrap gap-1 empty:hidden">
                <LinkActions key={latest.id} proposal={latest} addressee={addressee} />
                {send && !isNoted && (
                  <Button
                    size="sm"
                    {...(latest.status === 'sent' && { variant: 'quiet' })}
                    {...send}
                  >
                    Send Version {latest.version + 1}
                  </Button>
                )}
              </div>
              {send && isNoted && <DraftNote latest={latest} total={total} send={send} />}
              <EarlierVersions proposals={earlier} />
            </>
          )
        }}
      </QueryList>
      {problem !== null && !isDecided && (
        <p role="status" className="no-print mt-3 text-sm text-bad">
          {problem}. It can be sent once it is saved.
        </p>
      )}
      {isSending && isSaved && (
        <SendDialog {...{ source, addressee, version, total }} onClose={() => setSending(false)} />
      )}
    </TitledPanel>
  )
}

/** The button that sends, which waits until the price is saved. */
interface Sending {
  onClick: () => void
  pending: boolean
}

interface NothingSentProps {
  kind: Source['kind']
  isDecided: boolean
  /** Whether there is nothing to send yet. */
  isMissing: boolean
  /** Undefined where nothing can be sent now. */
  send: Sending | undefined
}

/** Says what sending does. */
function NothingSent({ kind, isDecided, isMissing, send }: NothingSentProps) {
  const texts = sourceTexts[kind]
  if (isDecided) return <p className="text-ink-2">{texts.neverSent}</p>
  return (
    <>
      <p className="text-ink-2">{texts.explanation}</p>
      {send ? (
        // The main action of a bid is to approve it.
        <Button {...(kind === 'changeOrder' && { variant: 'primary' })} className="mt-3" {...send}>
          {!send.pending && <Mail aria-hidden />}
          {texts.send}
        </Button>
      ) : (
        isMissing && <p className="mt-2">{texts.missing}</p>
      )}
    </>
  )
}

type LinkDialog =
  | { readonly kind: 'renew' }
  | { readonly kind: 'share'; readonly path: string; readonly copyRefused: boolean }

interface LinkActionsProps {
  proposal: Proposal
  addressee: Addressee
}

/** The actions on the link of the last version, while it works. */
function LinkActions({ proposal, addressee }: LinkActionsProps) {
  const [isWithdrawing, setWithdrawing] = useOpened('withdraw proposal', false)
  const [dialog, setDialog] = useState<LinkDialog | null>(null)
  const close = () => setDialog(null)
  const { status } = proposal
  const isOpen = status === 'sent'
  const copy = useCopyLink({
    read: linkPathQuery(proposal.id),
    onMissing: isOpen ? () => setDialog({ kind: 'renew' }) : undefined,
    onRefused: (path) => setDialog({ kind: 'share', path, copyRefused: true }),
  })
  if (!isOpen && status !== 'approved') return null
  return (
    <>
      <Button size="sm" pending={copy.pending} onClick={copy.run}>
        {!copy.pending && <Link2 aria-hidden />}
        Copy link
      </Button>
      {isOpen && (
        <>
          <Button size="sm" variant="quiet" onClick={() => setDialog({ kind: 'renew' })}>
            Renew
          </Button>
          <Button size="sm" variant="quiet" onClick={() => setWithdrawing(true)}>
            Withdraw
          </Button>
        </>
      )}
      {isWithdrawing && (
        <WithdrawDialog proposal={proposal} onClose={() => setWithdrawing(false)} />
      )}
      {dialog?.kind === 'renew' && (
        <RenewLink
          proposal={proposal}
          onClose={close}
          onMade={(path) => setDialog({ kind: 'share', path, copyRefused: false })}
        />
      )}
      {dialog?.kind === 'share' && (
        <ShareProposal
          {...{ proposal, addressee }}
          path={dialog.path}
          copyRefused={dialog.copyRefused}
          onClose={close}
        />
      )}
    </>
  )
}

const differenceOf = (total: string | null, { total: sent }: Proposal) =>
  centsOf(total ?? '0') - centsOf(sent)

/** Whether the customer may accept, or declined, something else than the draft. */
function isAnother(latest: Proposal, total: string | null, differsOnScreen: boolean) {
  const differs = differsOnScreen || latest.differs
  return (
    (latest.status === 'sent' && (differs || differenceOf(total, latest) !== 0)) ||
    (latest.status === 'declined' && differs)
  )
}

interface DraftNoteProps {
  latest: Proposal
  total: string | null
  send: Sending
}

/** The difference between the draft and what the customer has, with a button to send it again. */
function DraftNote({ latest, total, send }: DraftNoteProps) {
  const next = latest.version + 1
  const difference = differenceOf(total, latest)
  return (
    <div className="no-print mt-3.5 flex gap-2.5 rounded-m bg-sunken px-3.5 py-3 text-sm">
      <Pencil aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2" />
      <div className="min-w-0">
        <p>
          <b className="font-bold">
            {difference === 0
              ? 'Your draft is not what the customer has.'
              : `Your draft is ${formatCents(Math.abs(difference))} ${difference > 0 ? 'above' : 'below'} it.`}
          </b>{' '}
          Sending makes version {next} and ends the old link.
        </p>
        <Button size="sm" className="mt-2.5" {...send}>
          {!send.pending && <Mail aria-hidden />}
          Send Version {next}
        </Button>
      </div>
    </div>
  )
}
