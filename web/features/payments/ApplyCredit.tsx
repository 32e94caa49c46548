import { creditOf, proposed } from '@plumbline/contract/ledger.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { ApplyCredit, type CustomerAccount, paymentRoutes } from '@plumbline/contract/payments.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { AllocationsField } from './AllocationsField.tsx'
import { accountQuery } from './api.ts'
import { inOrder, type TypedAllocation, validAmounts, withoutZeros } from './draft.ts'
import { LoadFailed } from './LoadFailed.tsx'

const Applied = ApplyCredit.refine(({ allocations }) => allocations.length > 0, {
  error: 'Choose an invoice',
  path: ['allocations'],
})

interface ApplyCreditProps {
  customerId: string
  /** The invoices that get the credit before all others. */
  first?: readonly string[]
  onClose: () => void
}

/** The dialog that uses the credit of a customer for open invoices. */
export function ApplyCreditDialog({ customerId, first = [], onClose }: ApplyCreditProps) {
  const { data: account, isFetching, refetch } = useQuery(accountQuery(customerId))
  if (account) return <ApplyForm {...{ customerId, first, account, onClose }} />
  const retry = () => void refetch()
  return isFetching ? null : (
    <LoadFailed title="Apply Credit" what="The credit" onRetry={retry} onClose={onClose} />
  )
}

interface ApplyFormProps extends Required<ApplyCreditProps> {
  account: CustomerAccount
}

function ApplyForm({ customerId, first, account, onClose }: ApplyFormProps) {
  const { open, openCount, credit } = account
  // The order stays while a colleague's payment changes what is owed.
  const [allocations] = useState(() => proposed(inOrder(open, first), credit))
  const { form, submission } = useCreateForm(paymentRoutes.apply, {
    schema: Applied,
    empty: { allocations },
    target: { params: { id: customerId } },
    success: (after) => ({
      title: 'Success',
      description: `Credit applied, ${formatCents(after.credit)} is left`,
    }),
    failure: serverMessageOr('Failed to apply the credit'),
    onDone: onClose,
  })
  const { field, formState } = useController({ control: form.control, name: 'allocations' })
  const value: readonly TypedAllocation[] = field.value
  const { allocations: problem } = formState.errors
  return (
    <FormDialog
      {...submission}
      onSubmit={withoutZeros(field, submission.onSubmit)}
      title="Apply Credit"
      description={`${formatCents(credit)} credit`}
      submitLabel="Apply"
      onClose={onClose}
    >
      <AllocationsField
        column="From the credit"
        open={inOrder(open, first)}
        openCount={openCount}
        value={value}
        onChange={field.onChange}
        errors={value.map((_, at) => problem?.[at]?.amount?.message)}
        problem={problem?.message ?? problem?.root?.message}
        left={creditOf(credit, validAmounts(value))}
      />
    </FormDialog>
  )
}
