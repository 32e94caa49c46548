import { formatDollars } from '@plumbline/contract/dollars.ts'
import { type Proposal, proposalRoutes, SendProposal } from '@plumbline/contract/proposals.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { refreshAll } from '../../api/query.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { proposalsQuery } from './api.ts'
import { type Addressee, ShareProposal } from './ShareProposal.tsx'

const { fields, empty } = fieldsOf<z.input<typeof SendProposal>>({
  email: {
    label: 'Email Address',
    hint: 'Noted with the proposal. Leave it empty if you only copy the link.',
  },
  // Not a field on screen: the server refuses a total that is not the one that is shown.
  total: { label: 'Total' },
})

interface SendDialogProps {
  bidId: string
  addressee: Addressee
  /** The `updatedAt` of the price that the person has seen. */
  pricingVersion: string
  /** The total of that price in exact dollars; null if there is none. */
  total: string | null
  onClose: () => void
}

/** The dialog that sends a bid as it is now, and then shows the link of it. */
export function SendDialog(props: SendDialogProps) {
  const [sent, setSent] = useState<Proposal | null>(null)
  if (!sent) return <SendForm {...props} onSent={setSent} />
  const addressee = { ...props.addressee, email: sent.sentTo }
  return <ShareProposal proposal={sent} addressee={addressee} onClose={props.onClose} />
}

type SendFormProps = SendDialogProps & { onSent: (proposal: Proposal) => void }

function SendForm({ bidId, addressee, pricingVersion, total, onSent, onClose }: SendFormProps) {
  const client = useQueryClient()
  const { data: proposals = [] } = useQuery(proposalsQuery(bidId))
  const [isStale, setStale] = useState(false)
  const { form, submission } = useCreateForm(proposalRoutes.send, {
    schema: SendProposal,
    empty: { ...empty, email: addressee.email ?? '', total: total ?? undefined },
    target: { params: { id: bidId }, version: { updatedAt: pricingVersion } },
    success: ({ version }) => ({
      title: 'Success',
      description: `Version ${version} is ready to send`,
    }),
    failure: serverMessageOr('Failed to send the proposal'),
    onDone: onSent,
    onStale: async () => {
      await refreshAll(client)
      setStale(true)
    },
  })
  useEffect(() => form.setValue('total', total ?? undefined), [form, total])
  const [latest] = proposals
  const version = (latest?.version ?? 0) + 1
  return (
    <FormDialog
      {...submission}
      title={latest ? `Send Version ${version}` : 'Send Proposal'}
      description={
        <>
          Total <b className="figures font-bold text-ink">{formatDollars(total)}</b>
        </>
      }
      submitLabel="Get Link"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {isStale && (
          <Alert tone="warn">
            <p className="font-medium">The price was changed meanwhile.</p>
            <p>The total above is the new one. Look at the lines, then send it.</p>
          </Alert>
        )}
        <p className="text-ink-2">
          You get a link. Your customer opens it without signing in, chooses options, asks a
          question, and signs or declines.
          {latest?.status === 'sent' && ` The link of version ${latest.version} stops working.`}
        </p>
        <TextField control={form.control} {...fields.email} type="email" />
        <p className="text-sm text-ink-2">
          Plumbline does not email customers yet. You send the link yourself in the next step.
        </p>
      </div>
    </FormDialog>
  )
}
