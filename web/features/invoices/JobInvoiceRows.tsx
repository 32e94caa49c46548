import { shortDay } from '@plumbline/contract/dates.ts'
import type { JobInvoicing, ListedInvoice } from '@plumbline/contract/invoices.ts'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { Button } from '../../ui/Button.tsx'
import { MarkedWord } from '../../ui/StatusWord.tsx'
import { columnCents } from '../changeOrders/contractTexts.ts'
import { openSteps, stepAmount } from './jobMoney.ts'
import { listedTitle } from './listTexts.ts'
import { styleOf } from './statuses.ts'

interface JobInvoiceRowsProps {
  invoicing: JobInvoicing
  /** Opens the form with the next payment; undefined for those who may not. */
  onInvoice: (() => void) | undefined
}

/** The invoices of a job, and then the payments of its schedule that are on none. */
export function JobInvoiceRows({ invoicing, onInvoice }: JobInvoiceRowsProps) {
  const steps = openSteps(invoicing, null)
  // The last payment is what is left once all others are on invoices.
  const isRest = steps.length === 1
  if (invoicing.invoices.length === 0 && steps.length === 0)
    return <p className="border-t border-line-strong py-4 text-ink-2">Nothing is invoiced yet.</p>
  return (
    <div className="border-t border-line-strong">
      <ul aria-label="Invoices" className="open-rows">
        {invoicing.invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
        {steps.map(({ title, amount, at }, index) => (
          <Row
            key={at}
            status={
              <MarkedWord tone="neutral" mark="ring">
                Left
              </MarkedWord>
            }
            name={title}
            amount={columnCents(isRest ? stepAmount(invoicing, at) : amount)}
            action={
              index === 0 &&
              onInvoice && (
                <Button size="sm" aria-label={`Invoice ${title}`} onClick={onInvoice}>
                  Invoice
                </Button>
              )
            }
            className="text-ink-2"
          />
        ))}
      </ul>
    </div>
  )
}

interface InvoiceRowProps {
  invoice: Omit<
    ListedInvoice,
    'jobId' | 'jobName' | 'customerId' | 'customerName' | 'issuedOn' | 'updatedAt'
  >
  /** Its job, in a list of several jobs. */
  jobName?: string
}

/** An invoice in a list: of its job, its customer or its client. */
export function InvoiceRow({ invoice, jobName }: InvoiceRowProps) {
  const today = useToday()
  const { id, number, status, dueOn, total, owed, paid } = invoice
  const { label, tone, mark } = styleOf(invoice)
  const isVoid = status === 'void'
  return (
    <Row
      status={
        <MarkedWord tone={tone} mark={mark}>
          {label}
        </MarkedWord>
      }
      name={listedTitle(invoice)}
      jobName={jobName}
      href={paths.invoice(id)}
      number={number}
      due={dueOn !== null && !isVoid && status !== 'paid' ? `due ${shortDay(dueOn, today)}` : null}
      amount={
        <>
          {isVoid ? <s>{columnCents(total)}</s> : columnCents(total)}
          {paid > 0 && owed > 0 && (
            <span className="block text-sm text-ink-2">{columnCents(owed)} owed</span>
          )}
        </>
      }
      className={isVoid || status === 'draft' ? 'text-ink-2' : undefined}
    />
  )
}

interface RowProps {
  status: ReactNode
  name: string
  jobName?: string | undefined
  href?: string
  number?: string | null
  due?: string | null
  amount: ReactNode
  action?: ReactNode
  className?: string | undefined
}

/** In columns where there is room; otherwise the state and the facts are below the name. */
function Row({ status, name, jobName, href, number, due, amount, action, className }: RowProps) {
  return (
    <li
      className={cx(
        'open-row grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1 py-2.5 @xl:grid-cols-[6rem_minmax(0,1fr)_5.5rem_6rem_7rem] @xl:gap-x-4',
        action ? '@xl:items-center @xl:py-1.5' : undefined,
        className,
      )}
    >
      <span className="@max-xl:row-start-2 @max-xl:text-sm">{status}</span>
      <span className="min-w-0 wrap-anywhere @max-xl:col-span-2 @max-xl:row-start-1">
        {href ? (
          // The whole row opens it.
          <Link href={href} className="font-medium after:absolute after:inset-0 hover:underline">
            {name}
          </Link>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        {jobName && <span className="text-ink-2">, {jobName}</span>}
      </span>
      <span className="@max-xl:row-start-2 @max-xl:text-sm @max-xl:text-ink-2 @xl:whitespace-nowrap">
        {number}
        {due && (
          <span className="@xl:hidden">
            {number ? ', ' : ''}
            {due}
          </span>
        )}
      </span>
      {action ? (
        <span className="@max-xl:col-start-3 @max-xl:row-start-2 @xl:text-right">{action}</span>
      ) : (
        <span className="figures text-sm text-ink-2 @max-xl:hidden">{due}</span>
      )}
      <span className="figures text-right @max-xl:col-start-3 @max-xl:row-start-1">{amount}</span>
    </li>
  )
}
