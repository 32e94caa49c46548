import {
  ApproveOffer,
  AskAboutOffer,
  changeOrderRoutes,
  DeclineOffer,
  type Offer,
} from '@plumbline/contract/changeOrders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { refreshAll } from '../../api/query.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { CheckboxField, TextAreaField, TextField } from '../../forms/fields.tsx'
import { fieldsOf, hidden } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { OfferEffect } from './OfferContent.tsx'
import { OfferTotal } from './OfferTotal.tsx'

interface AnswerProps {
  offer: Offer
  onClose: () => void
  /** Called when the offer had changed or ended before the answer; it was read again by then. */
  onLate: () => void
}

/** The parts of a form that are the same for each answer. */
function useAnswer({ offer, onClose, onLate }: AnswerProps) {
  const client = useQueryClient()
  // The version that the person answers, even if a newer one arrives while the dialog is open.
  const [shown] = useState(offer)
  return {
    shown,
    target: { params: { id: shown.id } },
    description: `Change ${shown.number}, ${shown.title}`,
    onDone: onClose,
    onStale: async () => {
      await refreshAll(client)
      onLate()
    },
  }
}

const signature = fieldsOf<z.input<typeof ApproveOffer>>({
  name: { label: 'Your name', required: true },
  consent: { label: 'I agree', empty: null },
  total: hidden,
  version: hidden,
})

/** The dialog in which a client signs a change order. */
export function ApproveDialog(props: AnswerProps) {
  const { shown, description, ...answer } = useAnswer(props)
  const { total, version, signer, consent } = shown
  const { form, submission } = useCreateForm(changeOrderRoutes.approve, {
    ...answer,
    schema: ApproveOffer,
    empty: { ...signature.empty, name: signer ?? '', total, version },
    success: `Change ${shown.number} is approved`,
    failure: serverMessageOr('Failed to approve the change order'),
  })
  return (
    <FormDialog
      {...submission}
      title="Approve and sign"
      description={description}
      submitLabel="Approve and sign"
      onClose={props.onClose}
    >
      <div className="flex flex-col gap-4">
        <OfferTotal total={total} />
        <OfferEffect effect={shown.effect} daysAdded={shown.daysAdded} />
        <TextField control={form.control} {...signature.fields.name} autoComplete="name" />
        <CheckboxField
          control={form.control}
          {...signature.fields.consent}
          label={consent}
          className="whitespace-pre-line"
        />
        <p className="text-sm text-ink-2">
          We store the moment, your network address and your browser with it.
        </p>
      </div>
    </FormDialog>
  )
}

const refusal = fieldsOf<z.input<typeof DeclineOffer>>({ reason: { label: 'Why' } })

/** The dialog in which a client declines a change order, perhaps with a reason. */
export function DeclineDialog(props: AnswerProps) {
  const { shown, description, ...answer } = useAnswer(props)
  const { form, submission } = useCreateForm(changeOrderRoutes.decline, {
    ...answer,
    schema: DeclineOffer,
    empty: refusal.empty,
    success: `Change ${shown.number} is declined`,
    failure: serverMessageOr('Failed to decline the change order'),
  })
  return (
    <FormDialog
      {...submission}
      title="Decline this change?"
      description={description}
      submitLabel="Decline"
      onClose={props.onClose}
    >
      <TextAreaField
        control={form.control}
        {...refusal.fields.reason}
        hint="You can leave it empty"
      />
    </FormDialog>
  )
}

const question = fieldsOf<z.input<typeof AskAboutOffer>>({
  question: { label: 'Your question', required: true },
})

/** The dialog in which a client asks about a change order, which stays open. */
export function AskDialog(props: AnswerProps) {
  const { shown: _, description, ...answer } = useAnswer(props)
  const { form, submission } = useCreateForm(changeOrderRoutes.ask, {
    ...answer,
    schema: AskAboutOffer,
    empty: question.empty,
    success: () => ({
      title: 'Your question was sent',
      description: 'The change order stays open until you answer it.',
    }),
    failure: serverMessageOr('Failed to send your question'),
  })
  return (
    <FormDialog
      {...submission}
      title="Ask a question"
      description={description}
      submitLabel="Send"
      onClose={props.onClose}
    >
      <TextAreaField control={form.control} {...question.fields.question} />
    </FormDialog>
  )
}
