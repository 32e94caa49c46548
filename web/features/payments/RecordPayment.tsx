import { formatCents } from '@plumbline/contract/money.ts'
import { type CustomerAccount, paymentRoutes } from '@plumbline/contract/payments.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useController } from 'react-hook-form'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextAreaField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { CustomerField } from '../../pickers/CustomerField.tsx'
import { useToday } from '../../screens/days.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { emailsCustomers, linkAddressQuery } from '../proposals/api.ts'
import { AmountFields } from './AmountFields.tsx'
import { accountQuery } from './api.ts'
import { empty, fields, likelyAmount, TypedPayment, withoutZeros } from './draft.ts'
import { PaymentParts } from './PaymentParts.tsx'
import { ReceiptFields } from './ReceiptFields.tsx'
import { useProposal } from './useProposal.ts'

interface RecordPaymentProps {
  /** The customer who pays, where it is known; otherwise one is chosen. */
  customer?: { readonly id: string; readonly name: string } | undefined
  /** The invoices that are paid before all others. */
  first?: readonly string[]
  onClose: () => void
}

const NONE: readonly string[] = []

/**
 * The dialog that records a payment. It proposes what is owed for the oldest invoices, so that a
 * payment of one invoice needs nothing typed.
 */
export function RecordPayment({ customer, first = NONE, onClose }: RecordPaymentProps) {
  const { data: address, isPending } = useQuery(linkAddressQuery)
  const account = useQuery({
    ...accountQuery(customer?.id ?? 'none'),
    enabled: customer !== undefined,
  })
  if (isPending || (customer && account.isLoading)) return null
  return (
    <PaymentDialog
      {...{ customer, first, onClose }}
      account={account.data}
      canEmail={address !== undefined && emailsCustomers(address)}
    />
  )
}

interface PaymentDialogProps extends Required<Pick<RecordPaymentProps, 'first' | 'onClose'>> {
  customer: RecordPaymentProps['customer']
  /** The account of the customer who is known when it opens. */
  account: CustomerAccount | undefined
  /** Whether emails are sent here. */
  canEmail: boolean
}

function PaymentDialog({ customer, first, account: known, canEmail, onClose }: PaymentDialogProps) {
  const today = useToday()
  const receiver = useRef<string | null>(null)
  const { form, submission } = useCreateForm(paymentRoutes.record, {
    schema: TypedPayment,
    empty: {
      ...empty,
      customerId: customer?.id ?? '',
      amount: known ? likelyAmount(known, first) || null : null,
      day: today,
      email: known?.email ?? '',
    },
    target: {},
    toBody: ({ sendsReceipt: _, ...body }) => {
      receiver.current = body.email ?? null
      return body
    },
    success: ({ amount, customerName }) => ({
      title: 'Success',
      description:
        receiver.current === null
          ? `${formatCents(amount)} from ${customerName} recorded`
          : `${formatCents(amount)} recorded, the receipt is on its way to ${receiver.current}`,
    }),
    failure: serverMessageOr('Failed to record the payment'),
    onDone: onClose,
  })
  const { control } = form
  const { field: allocations } = useController({ control, name: 'allocations' })
  const customerId = form.watch('customerId')
  const isChosen = Boolean(customerId)
  const { data, isFetching, refetch } = useQuery({
    ...accountQuery(customerId || 'none'),
    enabled: isChosen,
  })
  const account = isChosen ? data : undefined
  const proposal = useProposal(form, { account, first, isFilledIn: submission.isFilledIn })
  return (
    <FormDialog
      {...submission}
      onSubmit={withoutZeros(allocations, submission.onSubmit)}
      title="Record Payment"
      description={customer?.name}
      submitLabel="Record Payment"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {!customer && <CustomerField control={control} {...fields.customerId} />}
        <AmountFields control={control} fields={fields} hint={owedText(account)} />
        {account && <PaymentParts form={form} account={account} first={first} {...proposal} />}
        {isChosen && !account && isFetching && <RowsSkeleton count={2} />}
        {isChosen && !account && !isFetching && (
          <LoadProblem
            what="What the customer owes"
            pending={false}
            onRetry={() => void refetch()}
          />
        )}
        {canEmail && <ReceiptFields form={form} />}
        <TextAreaField control={control} {...fields.note} rows={2} />
      </div>
    </FormDialog>
  )
}

const owedText = (account: CustomerAccount | undefined) =>
  account && (account.owed > 0 ? `${formatCents(account.owed)} is owed in all` : 'Nothing is owed')
