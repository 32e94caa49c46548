import { formatDay } from '@plumbline/contract/dates.ts'
import { InvoiceContent } from '@plumbline/contract/invoiceContent.ts'
import type { InvoicePayment } from '@plumbline/contract/invoices.ts'
import { paidText } from '@plumbline/contract/paymentTexts.ts'
import { amountInCents, dollarsOf } from '@plumbline/contract/totals.ts'
import { moneyText, numberText } from './figures.ts'
import type { Document } from './model.ts'

/** The content of an invoice that was issued. */
export const readInvoice = (stored: string): InvoiceContent =>
  InvoiceContent.parse(JSON.parse(stored))

interface Facts {
  /** Null for a draft. */
  readonly number: string | null
  /** Calendar days; of a draft as if it was issued now. */
  readonly issuedOn: string
  readonly dueOn: string
  /** Whether the due day is another one than that of the terms. */
  readonly isDueMoved: boolean
  readonly isVoid: boolean
  /** The payments for it, oldest first; what they leave is the balance. */
  readonly payments: readonly InvoicePayment[]
  /** The moment of the last change, ISO; null for a draft. */
  readonly writtenAt: string | null
}

const filled = (lines: readonly (string | null)[]) => lines.filter((line) => line !== null)
const isZero = (exact: string) => Number(exact) === 0

function totalRows(content: InvoiceContent): Document['totals'] {
  const { subtotal, discount, discountPercent, taxName, taxRate, taxable, tax, total } = content
  const isCredit = content.kind === 'creditMemo'
  const row = (label: string, exact: string, isTotal = false) => ({
    ...{ label, amount: moneyText(exact), isTotal },
  })
  const hasTax = !isZero(tax) || (taxRate !== null && !isZero(taxRate))
  return [
    ...(isZero(discount) && !hasTax ? [] : [row('Subtotal', subtotal)]),
    ...(isZero(discount)
      ? []
      : [row(discountPercent ? `Discount, ${discountPercent}%` : 'Discount', `-${discount}`)]),
    ...(hasTax
      ? [row(taxRate ? `${taxName}, ${taxRate}% of ${moneyText(taxable)}` : taxName, tax)]
      : []),
    row(isCredit ? 'Total credit' : 'Total', total, true),
  ]
}

/** The rows of the payments for an invoice and of its balance; none as long as nothing is paid. */
function balanceRows({ total }: InvoiceContent, payments: Facts['payments']): Document['totals'] {
  if (payments.length === 0) return []
  const paid = payments.reduce((all, { amount }) => all + amount, 0)
  const balance = Number(amountInCents(total)) - paid
  const text = (cents: number) => moneyText(dollarsOf(BigInt(cents)))
  return [
    ...payments.map((payment) => ({
      ...{ label: paidText(payment), amount: text(-payment.amount), isTotal: false },
    })),
    { label: 'Balance due', amount: text(balance), isTotal: true },
  ]
}

/** The title of an invoice: `Invoice 2026-0042`. */
function titleOf({ kind }: InvoiceContent, number: string | null): string {
  if (kind === 'creditMemo')
    return number === null ? 'Draft of a credit memo' : `Credit Memo ${number}`
  return number === null ? 'Draft of an invoice' : `Invoice ${number}`
}

/** The document of an invoice or a credit memo, which is never due. */
export function invoiceDocument(
  content: InvoiceContent,
  { number, issuedOn, dueOn, isDueMoved, isVoid, payments, writtenAt }: Facts,
): Document {
  const { company, customer, job, lines, contract, terms, message } = content
  const isCredit = content.kind === 'creditMemo'
  return {
    title: titleOf(content, number),
    stamp: isVoid ? 'Void' : null,
    facts: isCredit
      ? [formatDay(issuedOn)]
      : filled([formatDay(issuedOn), `Due ${formatDay(dueOn)}`, isDueMoved ? null : terms]),
    company: {
      name: company.name,
      lines: filled([
        company.address,
        company.phone,
        company.license && `License ${company.license}`,
      ]),
    },
    parties: [
      {
        title: isCredit ? 'Credit to' : 'Bill to',
        lines: filled([customer.name, customer.company, customer.address]),
      },
      ...(job ? [{ title: 'For', lines: [job.name, job.address] }] : []),
    ],
    texts: [],
    photos: [],
    sections: [
      {
        title: content.title,
        hint: null,
        rows: lines.map(({ description, details, quantity, unit, unitPrice, amount }) => ({
          ...{ mark: null, description, details },
          quantity: quantity ? [numberText(quantity), unit].filter(Boolean).join(' ') : '',
          unitPrice: unitPrice ? moneyText(unitPrice) : '',
          amount: moneyText(amount),
        })),
        total: moneyText(content.subtotal),
      },
    ],
    totals: [...totalRows(content), ...balanceRows(content, payments)],
    figures: contract
      ? [
          { title: 'Contract with changes', lines: [moneyText(contract.amount)] },
          { title: 'Invoiced before', lines: [moneyText(contract.before)] },
          { title: 'This invoice', lines: [moneyText(content.total)] },
          { title: 'Left to invoice', lines: [moneyText(contract.left)] },
        ]
      : [],
    schedule: [],
    terms: message ? [{ title: 'Message', text: message, ownPage: false }] : [],
    signatures: [],
    evidence: [],
    writtenAt,
  }
}
