import { formatDay } from '@plumbline/contract/dates.ts'
import { InvoiceContent } from '@plumbline/contract/invoiceContent.ts'
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
  /** The moment of the last change, ISO; null for a draft. */
  readonly writtenAt: string | null
}

const filled = (lines: readonly (string | null)[]) => lines.filter((line) => line !== null)
const isZero = (exact: string) => Number(exact) === 0

function totalRows(content: InvoiceContent): Document['totals'] {
  const { subtotal, discount, discountPercent, taxName, taxRate, taxable, tax, total } = content
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
    row('Total', total, true),
  ]
}

/** The document of an invoice. */
export function invoiceDocument(
  content: InvoiceContent,
  { number, issuedOn, dueOn, isDueMoved, isVoid, writtenAt }: Facts,
): Document {
  const { company, customer, job, lines, contract, terms, message } = content
  return {
    title: number === null ? 'Draft of an invoice' : `Invoice ${number}`,
    stamp: isVoid ? 'Void' : null,
    facts: filled([formatDay(issuedOn), `Due ${formatDay(dueOn)}`, isDueMoved ? null : terms]),
    company: {
      name: company.name,
      lines: filled([
        company.address,
        company.phone,
        company.license && `License ${company.license}`,
      ]),
    },
    parties: [
      { title: 'Bill to', lines: filled([customer.name, customer.company, customer.address]) },
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
    totals: totalRows(content),
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
