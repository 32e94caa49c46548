import {
  type PaymentKind,
  type PaymentMethod,
  paymentKindNames,
  paymentMethodNames,
  paymentMethods,
} from '@plumbline/contract/paymentKinds.ts'

/** The methods as the options of a choice. */
export const methodOptions = paymentMethods.map((value) => ({
  value,
  label: paymentMethodNames[value],
}))

interface Named {
  readonly kind: PaymentKind | 'creditMemo'
  readonly method: PaymentMethod | null
  readonly reference: string | null
  /** The number of a credit memo. */
  readonly number?: string | null
  /** The entry that it reverses. */
  readonly reversesId?: string | null
}

const inSentence = (name: string) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

function plainName({ kind, method, reference, number }: Named): string {
  if (kind === 'creditMemo') return `Credit memo ${number ?? ''}`.trim()
  if (kind === 'writeOff') return paymentKindNames[kind]
  const means =
    method === null || method === 'other' ? paymentKindNames.payment : paymentMethodNames[method]
  const moved = reference === null ? means : `${means} ${reference}`
  return kind === 'refund' ? `${paymentKindNames.refund}, ${inSentence(moved)}` : moved
}

/** The name of an entry: `Check 1188`, `Refund, check 1190`, `Reversal of check 1188`. */
export function paymentName(entry: Named): string {
  const name = plainName(entry)
  return entry.reversesId ? `Reversal of ${inSentence(name)}` : name
}

/** The addresses of the receipt of a payment, as a page that prints itself and as a PDF. */
export const receiptPaths = (id: string) => ({
  page: `/api/payments/${id}/receipt?print=yes`,
  pdf: `/api/payments/${id}/receipt.pdf`,
})

/** The money of an entry that came in, in cents; below zero where it went back to the customer. */
export const receivedOf = ({ kind, amount }: { readonly kind: PaymentKind; amount: number }) =>
  kind === 'refund' ? -amount : amount
