import { type Proposal, proposalRoutes, WithdrawProposal } from '@plumbline/contract/proposals.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import type { z } from 'zod'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextAreaField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'

const { fields, empty } = fieldsOf<z.input<typeof WithdrawProposal>>({
  note: { label: 'Reason', hint: readersSentence.office },
})

interface WithdrawDialogProps {
  proposal: Pick<Proposal, 'id' | 'version'>
  onClose: () => void
}

/** The dialog that withdraws an open proposal, perhaps with a reason. */
export function WithdrawDialog({ proposal: { id, version }, onClose }: WithdrawDialogProps) {
  const { form, submission } = useCreateForm(proposalRoutes.withdraw, {
    schema: WithdrawProposal,
    empty,
    target: { params: { id } },
    success: `Version ${version} withdrawn`,
    failure: serverMessageOr('Failed to withdraw the proposal'),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title={`Withdraw Version ${version}`}
      description="Its link stops working, and nobody can sign it any more."
      submitLabel="Withdraw"
      onClose={onClose}
    >
      <TextAreaField control={form.control} {...fields.note} />
    </FormDialog>
  )
}
