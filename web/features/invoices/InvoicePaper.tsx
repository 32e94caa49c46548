import { formatDay } from '@plumbline/contract/dates.ts'
import type { InvoiceContent } from '@plumbline/contract/invoiceContent.ts'
import type { Invoice } from '@plumbline/contract/invoices.ts'
import { paidText } from '@plumbline/contract/paymentTexts.ts'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { CompanyLogo } from '../../screens/CompanyLogo.tsx'
import { useToday } from '../../screens/days.ts'
import { Alert } from '../../ui/Alert.tsx'
import { columnCents } from '../changeOrders/contractTexts.ts'
import { numberText } from '../pricing/draft.ts'
import { amountText, columnText } from '../pricing/texts.ts'
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
    <article
      aria-label="Document"
      className="@container border border-line-strong bg-surface text-sm wrap-anywhere"
    >
      <div className="px-5 py-6 @lg:px-10 @lg:py-9">
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-line-strong pb-5">
          <div className="flex min-w-0 gap-3">
            <CompanyLogo className="max-h-10 max-w-24" />
            <div className="min-w-0">
              <p className="text-base font-bold">{company.name}</p>
              {company.address && <p>{company.address}</p>}
              {company.phone && <p>{company.phone}</p>}
              {company.license && <p>License {company.license}</p>}
            </div>
          </div>
          <Name invoice={invoice} />
        </header>
        <Parties invoice={invoice} dueOn={dueOn} content={content} />
        <table className="mt-6 w-full [&_td]:border-b [&_td]:border-line [&_td]:py-2 [&_td]:align-top [&_th]:border-b [&_th]:border-line-strong [&_th]:pb-1.5 [&_th]:text-left [&_th]:font-normal [&_th]:text-ink-2">
          <thead>
            <tr>
              <th scope="col">Description</th>
              <th scope="col" className="text-right!">
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
            <Fact name="Contract with changes">{columnText(contract.amount)}</Fact>
            <Fact name="Invoiced before">{columnText(contract.before)}</Fact>
            <Fact name="This invoice">{columnText(total)}</Fact>
            <Fact name="Left to invoice">{columnText(contract.left)}</Fact>
          </dl>
        )}
        {message && <p className="mt-4 whitespace-pre-line text-ink-2">{message}</p>}
      </div>
    </article>
  )
}

function Name({ invoice }: Pick<PaperProps, 'invoice'>) {
  const { number, status } = invoice
  return (
    <div className="ml-auto text-right">
      <p className="text-lg leading-tight font-bold tracking-tight">{titleNoun(invoice)}</p>
      <p>{number ?? 'Draft'}</p>
      {status === 'void' && (
        <p className="mt-1 inline-block border-2 border-bad px-2 text-md font-bold text-bad">
          Void
        </p>
      )}
    </div>
  )
}

function Parties({ invoice, dueOn, content: { customer, job, title, terms } }: PaperProps) {
  const { kind, issuedOn } = invoice
  const isCredit = kind === 'creditMemo'
  return (
    <div className="grid gap-x-6 gap-y-4 border-b border-line py-4 @lg:grid-cols-3">
      <Part title={isCredit ? 'Credit to' : 'Bill to'}>
        <p className="font-bold">{customer.name}</p>
        {customer.company && <p>{customer.company}</p>}
        {customer.address && <p className="whitespace-pre-line">{customer.address}</p>}
      </Part>
      <Part title="For">
        {job && (
          <>
            <p className="font-bold">{job.name}</p>
            <p>{job.address}</p>
          </>
        )}
        <p>{title}</p>
      </Part>
      <Part title="Dates">
        <p>{issuedOn === null ? 'Not issued yet' : formatDay(issuedOn)}</p>
        {!isCredit && <p className="font-bold">Due {formatDay(dueOn)}</p>}
        {terms && <p>{terms}</p>}
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-0.5 text-xs font-normal text-ink-2">{title}</h2>
      {children}
    </section>
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
    <dl className="mt-3 ml-auto w-full max-w-90">
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
    </dl>
  )
}

interface SumProps {
  name: string
  isTotal?: boolean
  children: ReactNode
}

function Sum({ name, isTotal = false, children }: SumProps) {
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-4 py-1',
        isTotal && 'mt-1 border-t border-line-strong pt-2 text-md font-bold tracking-tight',
      )}
    >
      <dt className={cx(!isTotal && 'text-ink-2')}>{name}</dt>
      <dd className="figures whitespace-nowrap">{children}</dd>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="figures font-bold">{children}</dd>
    </div>
  )
}
