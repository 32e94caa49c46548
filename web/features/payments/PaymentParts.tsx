import { creditOf } from '@plumbline/contract/ledger.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import type { CustomerAccount } from '@plumbline/contract/payments.ts'
import { useEffect, useRef } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { CheckboxField } from '../../forms/fields.tsx'
import { AllocationsField } from './AllocationsField.tsx'
import { fields, inOrder, type PaymentForm, type TypedAllocation, validAmounts } from './draft.ts'

interface PaymentPartsProps {
  form: PaymentForm
  account: CustomerAccount
  /** The invoices that are paid before all others. */
  first: readonly string[]
  /** Whether somebody changed the amounts that were proposed. */
  isByHand: boolean
  setByHand: (isByHand: boolean) => void
}

/** The parts of a payment for open invoices, and what is left of it as credit. */
export function PaymentParts({ form, account, first, isByHand, setByHand }: PaymentPartsProps) {
  const { control } = form
  const { field, formState } = useController({ control, name: 'allocations' })
  const typed = useWatch({ control, name: 'amount' })
  const value: readonly TypedAllocation[] = field.value
  const amount = typeof typed === 'number' ? typed : 0
  const parts = validAmounts(value)
  const rest = creditOf(amount, parts)
  useConsent(form, rest)
  const { allocations: problem } = formState.errors
  const { open, openCount, owed } = account
  const owedAfter = owed + rest - amount
  return (
    <div className="flex flex-col gap-3">
      {open.length > 0 && (
        <>
          <AllocationsField
            column="For this payment"
            open={inOrder(open, first)}
            openCount={openCount}
            value={value}
            onChange={(changed) => {
              setByHand(true)
              field.onChange(changed)
            }}
            errors={value.map((_, at) => problem?.[at]?.amount?.message)}
            problem={problem?.message ?? problem?.root?.message}
            left={rest}
            onPropose={isByHand ? () => setByHand(false) : undefined}
          />
          {parts.length > 0 && owedAfter >= 0 && (
            <p className="text-ink-2">
              {owedAfter === 0
                ? 'Nothing is owed after this.'
                : `${formatCents(owedAfter)} is owed after this.`}
            </p>
          )}
        </>
      )}
      {rest > 0 && (
        <div className="rounded-s bg-sunken px-3 py-2">
          <p className="text-sm text-ink-2">
            {owedAfter === 0
              ? `This is ${formatCents(rest)} more than is owed.`
              : `${formatCents(rest)} is for no invoice.`}
          </p>
          <CheckboxField
            control={control}
            {...fields.keepCredit}
            label={`Keep ${formatCents(rest)} as credit`}
          />
        </div>
      )}
    </div>
  )
}

/** Takes the consent to a credit back when it would be another one, with what was wrong before. */
function useConsent({ setValue, clearErrors, trigger, formState }: PaymentForm, rest: number) {
  const before = useRef(rest)
  const hasProblem = formState.errors.amount !== undefined
  useEffect(() => {
    if (before.current === rest) return
    before.current = rest
    setValue('keepCredit', false)
    clearErrors('keepCredit')
    // The amount is checked against its parts, which may have followed it.
    if (hasProblem) void trigger('amount')
  }, [rest, hasProblem, setValue, clearErrors, trigger])
}
