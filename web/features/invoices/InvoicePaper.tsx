import { formatDay } from '@plumbline/contract/dates.ts'
import type { InvoiceContent } from '@plumbline/contract/invoiceContent.ts'
import type { Invoice } from '@plumbline/contract/invoices.ts'
import { paidText } from '@plumbline/contract/paymentTexts.ts'
import { useToday } from '../../screens/days.ts'
import { Alert } from '../../ui/Alert.tsx'
import { columnCents } from '../changeOrders/contractTexts.ts'
import { numberText } from '../pricing/draft.ts'
import { amountText, columnText } from '../pricing/texts.ts'
import { CustomerPart, Sheet, SheetFact, SheetPart, SheetParts, Sum, Sums } from './paperParts.tsx'
import { centsText, dueDay, issueProblem, titleNoun } from './texts.ts'

/** An invoice with the words of its document; of a draft, as it would be issued now. */
export function InvoicePaper({ invoice }: { invoice: Invoice }) {
  const today = useToday()
  const { id, content, status } = invoice
  const problem = status === 'draft' ? issueProblem(invoice, today) : null
  return (
    <>
      {problem !== null && (
        <Alert className="mb-4">
          <p className="font-medium">It cannot be issued as it is.</p>
          <p>{problem}. Edit the draft first.</p>
        </Alert>
      )}
      {content && (
        <>
          <Paper invoice={invoice} dueOn={dueDay(invoice, today)} content={content} />
          <p className="no-print mt-2 text-right">
            <a
              href={`/api/invoices/${id}/document`}
              target="_blank"
              rel="noopener"
              className="action-link text-sm"
            >
              Open document
            </a>
          </p>
        </>
      )}
    </>
  )
}

const isZero = (exact: string) => Number(exact) === 0

interface PaperProps {
  invoice: Pick<Invoice, 'kind' | 'number' | 'status' | 'issuedOn' | 'owed' | 'payments'>
  dueOn: string | null
  content: InvoiceContent
}

/** The words of an invoice as they stand on paper. */
export function Paper({ invoice, dueOn, content }: PaperProps) {
  const { company, lines, contract, message, total } = content
  return (
    <Sheet company={company} name={titleNoun(invoice)} under={<NumberLines invoice={invoice} />}>
      <Parties invoice={invoice} dueOn={dueOn} content={content} />
      <table className="mt-6 w-full [&_td]:border-b [&_td]:border-line [&_td]:py-2 [&_td]:align-top [&_th]:border-b [&_th]:border-line-strong [&_th]:pb-1.5 [&_th]:text-left [&_th]:font-normal [&_th]:text-ink-2">
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col" className="text-right! whitespace-nowrap">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {/* Lines have no id. They are replaced all together. */}
          {Object.entries(lines).map(([key, line]) => (
            <Line key={key} line={line} />
          ))}
        </tbody>
      </table>
      <Totals content={content} invoice={invoice} />
      {contract && (
        <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-2 border-y border-line-strong py-3 @lg:grid-cols-[repeat(4,auto)] @lg:justify-between">
          <SheetFact name="Contract with changes">{columnText(contract.amount)}</SheetFact>
          <SheetFact name="Invoiced before">{columnText(contract.before)}</SheetFact>
          <SheetFact name="This invoice">{columnText(total)}</SheetFact>
          <SheetFact name="Left to invoice">{columnText(contract.left)}</SheetFact>
        </dl>
      )}
      {message && <p className="mt-4 whitespace-pre-line text-ink-2">{message}</p>}
    </Sheet>
  )
}

function NumberLines({ invoice: { number, status } }: Pick<PaperProps, 'invoice'>) {
  return (
    <>
      <p>{number ?? 'Draft'}</p>
      {status === 'void' && (
        <p className="mt-1 inline-block border-2 border-bad px-2 text-md font-bold text-bad">
          Void
        </p>
      )}
    </>
  )
}

function Parties({ invoice, dueOn, content: { customer, job, title, terms } }: PaperProps) {
  const { kind, issuedOn } = invoice
  const isCredit = kind === 'creditMemo'
  return (
    <SheetParts>
      <CustomerPart title={isCredit ? 'Credit to' : 'Bill to'} customer={customer} />
      <SheetPart title="For">
        {job && (
          <>
            <p className="font-bold">{job.name}</p>
            <p>{job.address}</p>
          </>
        )}
        <p>{title}</p>
      </SheetPart>
      <SheetPart title="Dates">
        <p>{issuedOn === null ? 'Not issued yet' : formatDay(issuedOn)}</p>
        {!isCredit && <p className="font-bold">Due {formatDay(dueOn)}</p>}
        {terms && <p>{terms}</p>}
      </SheetPart>
    </SheetParts>
  )
}

function Line({ line }: { line: InvoiceContent['lines'][number] }) {
  const { description, details, quantity, unit, unitPrice, amount } = line
  return (
    <tr>
      <td className="pr-4">
        <p className="font-medium">{description}</p>
        {quantity !== null && (
          <p className="figures text-ink-2">
            {[numberText(quantity).replace('-', '−'), unit].filter(Boolean).join(' ')} ×{' '}
            {columnText(unitPrice)}
          </p>
        )}
        {details && <p className="whitespace-pre-line text-ink-2">{details}</p>}
      </td>
      <td className="figures text-right whitespace-nowrap">{columnText(amount)}</td>
    </tr>
  )
}

function Totals({ content, invoice: { owed, payments } }: Omit<PaperProps, 'dueOn'>) {
  const { subtotal, discount, discountPercent, taxName, taxRate, taxable, tax, total } = content
  const hasDiscount = !isZero(discount)
  const hasTax = !isZero(tax) || (taxRate !== null && !isZero(taxRate))
  const off = discountPercent ? `Discount, ${discountPercent}%` : 'Discount'
  const taxed = taxRate ? `${taxName}, ${taxRate}% of ${amountText(taxable)}` : taxName
  return (
    <Sums>
      {(hasDiscount || hasTax) && <Sum name="Subtotal">{columnText(subtotal)}</Sum>}
      {hasDiscount && <Sum name={off}>{columnText(`-${discount}`)}</Sum>}
      {hasTax && <Sum name={taxed}>{columnText(tax)}</Sum>}
      <Sum name={content.kind === 'creditMemo' ? 'Total credit' : 'Total'} isTotal>
        {amountText(total)}
      </Sum>
      {payments.map((payment) => (
        <Sum key={payment.paymentId ?? payment.creditMemoId} name={paidText(payment)}>
          {columnCents(-payment.amount)}
        </Sum>
      ))}
      {payments.length > 0 && (
        <Sum name="Balance due" isTotal>
          {centsText(owed)}
        </Sum>
      )}
    </Sums>
  )
}
