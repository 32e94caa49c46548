import { proposed } from '@plumbline/contract/ledger.ts'
import type { CustomerAccount } from '@plumbline/contract/payments.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { isSame } from '../../forms/isSame.ts'
import { inOrder, likelyAmount, type PaymentForm } from './draft.ts'

interface ProposalOptions {
  /** Undefined until it is known. */
  account: CustomerAccount | undefined
  /** The invoices that are paid before all others. */
  first: readonly string[]
  /** Whether the amounts may be what somebody typed when the form opens. */
  isFilledIn: boolean
}

/**
 * Has the amount of a payment follow what is owed, and its parts follow the amount, as long as
 * nobody typed others.
 */
export function useProposal(form: PaymentForm, { account, first, isFilledIn }: ProposalOptions) {
  const { control, getValues, setValue, clearErrors } = form
  const [isByHand, setByHand] = useState(isFilledIn)
  const likely = useRef(isFilledIn ? undefined : getValues('amount'))
  const address = useRef(isFilledIn ? undefined : getValues('email'))
  const amount = useWatch({ control, name: 'amount' })

  const fillIn = useEffectEvent((known: CustomerAccount) => {
    if (getValues('amount') === likely.current) {
      // The field is empty where nothing is owed.
      likely.current = (likelyAmount(known, first) || null) as number
      setValue('amount', likely.current)
      clearErrors('amount')
    }
    if (getValues('email') === address.current) {
      address.current = known.email ?? ''
      setValue('email', address.current)
    }
  })
  useEffect(() => {
    if (account) fillIn(account)
  }, [account])

  const divide = useEffectEvent(({ open }: CustomerAccount, typed: unknown, isTyped: boolean) => {
    const before = getValues('allocations')
    const known = new Set(open.map(({ id }) => id))
    const allocations = isTyped
      ? before.filter(({ invoiceId }) => known.has(invoiceId))
      : proposed(inOrder(open, first), typeof typed === 'number' ? typed : 0)
    if (!isSame(before, allocations)) setValue('allocations', allocations)
  })
  useEffect(() => {
    if (account) divide(account, amount, isByHand)
  }, [account, amount, isByHand])

  return { isByHand, setByHand }
}
