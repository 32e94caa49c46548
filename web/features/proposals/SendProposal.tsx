import { addDays } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { type Proposal, proposalRoutes, SendChangeOrder } from '@plumbline/contract/proposals.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { refreshAll } from '../../api/query.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { DateField, TextField } from '../../forms/fields.tsx'
import { day, fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useToday } from '../../screens/days.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { emailsCustomers, linkAddressQuery, proposalsQuery } from './api.ts'
import { type Addressee, ShareProposal } from './ShareProposal.tsx'
import { type Source, sourceTexts } from './source.ts'

/** The days that a customer has at first to answer a change order. */
const ANSWER_DAYS = 14

const { fields, empty } = fieldsOf<z.input<typeof SendChangeOrder>>({
  email: { label: 'Email Address' },
  // Not a field on screen: the server refuses a total that is not the one that is shown.
  total: { label: 'Total' },
  lastDay: { label: 'Answer by', kind: day, required: true },
})

interface SendDialogProps {
  source: Source
  addressee: Addressee
  /** The `updatedAt` of the price or the change order that the person has seen. */
  version: string
  /** The total of that in exact dollars; null if there is none. */
  total: string | null
  onClose: () => void
}

/**
 * The dialog that sends a bid or a change order as it is now. Where it is not emailed, the link is
 * shown after that.
 */
export function SendDialog(props: SendDialogProps) {
  const [sent, setSent] = useState<Proposal | null>(null)
  if (!sent) return <SendForm {...props} onSent={setSent} />
  const addressee = { ...props.addressee, email: sent.sentTo }
  return <ShareProposal proposal={sent} addressee={addressee} onClose={props.onClose} />
}

type SendFormProps = SendDialogProps & {
  /** Runs after it was sent, but not emailed. */
  onSent: (proposal: Proposal) => void
}

function SendForm({ source, addressee, onSent, onClose, ...latestSeen }: SendFormProps) {
  const client = useQueryClient()
  const today = useToday()
  const { data: proposals = [] } = useQuery(proposalsQuery(source))
  const { data: address } = useQuery(linkAddressQuery)
  const canEmail = address !== undefined && emailsCustomers(address)
  const [isStale, setStale] = useState(false)
  const isBid = source.kind === 'bid'
  // A colleague's change must not be sent unseen. The price of a bid is saved while this is open.
  const [opened] = useState(latestSeen)
  const { version, total } = isBid || isStale ? latestSeen : opened
  const texts = sourceTexts[source.kind]
  const { form, submission } = useCreateForm(
    isBid ? proposalRoutes.send : proposalRoutes.sendChange,
    {
      schema: SendChangeOrder,
      empty: {
        ...empty,
        email: addressee.email ?? '',
        total: total ?? undefined,
        // A bid is valid for the days that its price says.
        lastDay: isBid ? undefined : addDays(today, ANSWER_DAYS),
      },
      target: { params: { id: source.id }, version: { updatedAt: version } },
      success: (sent) => ({
        title: 'Success',
        description:
          canEmail && sent.sentTo !== null
            ? `Version ${sent.version} is on its way to ${sent.sentTo}`
            : `Version ${sent.version} is ready to send`,
      }),
      failure: serverMessageOr('Failed to send it'),
      onDone: (sent) => (canEmail && sent.sentTo !== null ? onClose() : onSent(sent)),
      onStale: async () => {
        await refreshAll(client)
        setStale(true)
      },
    },
  )
  useEffect(() => form.setValue('total', total ?? undefined), [form, total])
  const [latest] = proposals
  const isEmailed = canEmail && Boolean(form.watch('email'))
  return (
    <FormDialog
      {...submission}
      title={latest ? `Send Version ${latest.version + 1}` : texts.send}
      description={
        <>
          Total <b className="figures font-bold text-ink">{formatDollars(total)}</b>
        </>
      }
      submitLabel={isEmailed ? 'Send' : 'Get Link'}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {isStale && (
          <Alert tone="warn">
            <p className="font-medium">{texts.stale}</p>
            <p>The total above is the new one. Look at the lines, then send it.</p>
          </Alert>
        )}
        <p className="text-ink-2">
          {isEmailed ? 'A link goes to the address below by email.' : 'You get a link.'}{' '}
          {texts.link}
          {latest?.status === 'sent' && ` The link of version ${latest.version} stops working.`}
        </p>
        <TextField
          control={form.control}
          {...fields.email}
          hint={
            canEmail
              ? 'Leave it empty to get the link and send it yourself.'
              : 'Recorded with the link. Leave it empty if you only copy the link.'
          }
          type="email"
        />
        {!isBid && <DateField control={form.control} {...fields.lastDay} className="sm:max-w-44" />}
        {address && !canEmail && (
          <p className="text-sm text-ink-2">
            No emails are sent since{' '}
            {address.sendsEmail
              ? 'the public address of the server is not set up'
              : 'no mail server is set up'}
            . You send the link yourself in the next step.
          </p>
        )}
      </div>
    </FormDialog>
  )
}
