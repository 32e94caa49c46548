import { BYTE_ORDER_MARK, csvLine } from '@plumbline/contract/csv.ts'
import type { InvoiceContent } from '@plumbline/contract/invoiceContent.ts'
import { type PaymentMethod, paymentMethodNames } from '@plumbline/contract/paymentKinds.ts'
import { amountInCents, dollarsOf, lineAmount } from '@plumbline/contract/totals.ts'

/** The most invoices and the most rows of a file that QuickBooks Online imports. */
const MAX_INVOICES = 100
const MAX_ROWS = 1000

/** The item of every row: each new company in QuickBooks has one of this name. */
const ITEM = 'Services'

/** A file as it is stored. */
export interface CsvFile {
  readonly name: string
  /** Without the header. */
  readonly rows: number
  readonly content: string
}

type Cells = readonly string[]

/** A customer by their name in QuickBooks. */
export interface ExportedCustomer {
  readonly exportName: string
  readonly company: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: string | null
  readonly taxCertificate: string | null
}

/** An invoice that was issued, with its customer by their name in QuickBooks. */
export interface ExportedInvoice {
  readonly exportName: string
  readonly number: string
  /** Calendar days. */
  readonly issuedOn: string
  readonly dueOn: string
  /** Whether the due day is another one than that of the terms. */
  readonly isDueMoved: boolean
  readonly content: InvoiceContent
}

/** A payment, a refund or a credit memo, and the invoices that it is used for. Cents. */
export interface ExportedPayment {
  readonly exportName: string
  readonly kind: 'payment' | 'refund' | 'creditMemo'
  /** A calendar day. */
  readonly day: string
  /** Null for a credit memo. */
  readonly method: PaymentMethod | null
  /** The number of a credit memo. */
  readonly reference: string | null
  /** Above zero. */
  readonly amount: number
  readonly uses: readonly { readonly number: string; readonly amount: number }[]
}

const customerHeader = ['Name', 'Company', 'Email', 'Phone', 'Street', 'Tax resale number']

const invoiceHeader = [
  ...['Invoice number', 'Customer', 'Invoice date', 'Due date', 'Terms', 'Memo'],
  ...['Item (Product/Service)', 'Item description', 'Item quantity', 'Item rate'],
  ...['Item amount', 'Item tax code', 'Item tax amount'],
]

const paymentHeader = [
  ...['Payment date', 'Customer', 'Kind', 'Payment method', 'Reference', 'Amount'],
  ...['Invoice number', 'Amount applied'],
]

const kindNames: Readonly<Record<ExportedPayment['kind'], string>> = {
  payment: 'Payment',
  refund: 'Refund',
  creditMemo: 'Credit memo',
}

/** A calendar day as QuickBooks reads it: `11/02/2026`. */
function dayText(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

const exact = (cents: number) => dollarsOf(BigInt(cents))

type Line = InvoiceContent['lines'][number]

/**
 * The quantity, the rate and the amount of a row. QuickBooks multiplies: where quantity and price
 * do not make the amount, it is one of the amount.
 */
function pricesOf({ quantity, unitPrice, amount }: Line): Cells {
  if (quantity !== null && unitPrice !== null && lineAmount({ quantity, unitPrice }) === amount)
    return [quantity, unitPrice, amount]
  return ['1', amount, amount]
}

/** A text on one line. */
const onOneLine = (text: string) => text.replace(/\s*[\r\n]+\s*/g, ' ')

const wordsOf = ({ description, details, unit }: Line) =>
  onOneLine([unit ? `${description} (${unit})` : description, details].filter(Boolean).join(', '))

/** The rows of an invoice: its lines, and its discount below zero. The first has all of the tax. */
export function invoiceRows(invoice: ExportedInvoice): Cells[] {
  const { exportName, number, issuedOn, dueOn, isDueMoved, content } = invoice
  const { lines, discount, discountPercent, tax, terms, job, title } = content
  const memo = job ? `${job.name}: ${title}` : title
  const facts = [number, exportName, dayText(issuedOn), dayText(dueOn)]
  const head = [...facts, isDueMoved ? '' : (terms ?? ''), memo, ITEM]
  const isTaxed = amountInCents(tax) !== 0n
  const less = `-${discount}`
  const all = [
    ...lines.map((line) => [wordsOf(line), ...pricesOf(line)]),
    ...(amountInCents(discount) === 0n
      ? []
      : [[discountPercent ? `Discount, ${discountPercent}%` : 'Discount', '1', less, less]]),
  ]
  return all.map((cells, at) => [
    ...[...head, ...cells],
    ...(at === 0 && isTaxed ? ['TAX', tax] : ['NON', '0.00']),
  ])
}

/**
 * A row for each invoice that a payment is used for, and one without a number for what is left of
 * it. The amounts of a refund are below zero.
 */
function paymentRows(payment: ExportedPayment): Cells[] {
  const { exportName, kind, day, method, reference, amount, uses } = payment
  const total = kind === 'refund' ? -amount : amount
  const by = method === null ? '' : paymentMethodNames[method]
  const head = [dayText(day), exportName, kindNames[kind], by, reference ?? '', exact(total)]
  const left = total - uses.reduce((all, use) => all + use.amount, 0)
  return [
    ...uses.map((use) => [...head, use.number, exact(use.amount)]),
    ...(left === 0 ? [] : [[...head, '', exact(left)]]),
  ]
}

const customerRow = (customer: ExportedCustomer): Cells => {
  const { exportName, company, email, phone, address, taxCertificate } = customer
  const facts = [company, email, phone, address, taxCertificate]
  return [exportName, ...facts.map((one) => (one === null ? '' : onOneLine(one)))]
}

const fileOf = (name: string, header: Cells, rows: readonly Cells[]): CsvFile => ({
  ...{ name, rows: rows.length },
  content: BYTE_ORDER_MARK + [header, ...rows].map(csvLine).join(''),
})

/** The rows of things by file: none is divided between two. */
function parts(things: readonly (readonly Cells[])[], most: number): Cells[][] {
  const files: { count: number; rows: Cells[] }[] = []
  for (const rows of things) {
    const last = files.at(-1)
    if (last && last.count < most && last.rows.length + rows.length <= MAX_ROWS) {
      last.count++
      last.rows.push(...rows)
    } else files.push({ count: 1, rows: [...rows] })
  }
  return files.map(({ rows }) => rows)
}

/** The files of a run: customers, invoices, payments. A kind of which there is nothing has none. */
export function filesOf({
  customers,
  invoices,
  payments,
}: {
  readonly customers: readonly ExportedCustomer[]
  readonly invoices: readonly ExportedInvoice[]
  readonly payments: readonly ExportedPayment[]
}): CsvFile[] {
  const customerFiles = parts(
    customers.map((customer) => [customerRow(customer)]),
    MAX_ROWS,
  )
  const paid = payments.flatMap(paymentRows)
  return [
    ...customerFiles.map((rows, at) =>
      fileOf(at === 0 ? 'customers.csv' : `customers-${at + 1}.csv`, customerHeader, rows),
    ),
    ...parts(invoices.map(invoiceRows), MAX_INVOICES).map((rows, at) =>
      fileOf(`invoices-${at + 1}.csv`, invoiceHeader, rows),
    ),
    ...(paid.length === 0 ? [] : [fileOf('payments.csv', paymentHeader, paid)]),
  ]
}
