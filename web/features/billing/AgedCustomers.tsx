import {
  type AgedCustomer,
  type AgedInvoice,
  type Ageing,
  ageBucketNames,
  ageBuckets,
  MAX_AGED_INVOICES,
} from '@plumbline/contract/ageing.ts'
import { shortDay } from '@plumbline/contract/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { LoadProblem } from '../../ui/Alert.tsx'
import { plural } from '../../ui/format.ts'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { MarkedWord } from '../../ui/StatusWord.tsx'
import { columnCents } from '../changeOrders/contractTexts.ts'
import { styleOf } from '../invoices/statuses.ts'
import { agedInvoices } from './api.ts'

/** The columns of a row where there is room for them; on a phone, its ages follow its name. */
const columns =
  'grid-cols-[minmax(0,1fr)_auto] @4xl:grid-cols-[minmax(0,1fr)_5.5rem_repeat(7,5.75rem)]'

/** Customers with what they owe by age, each of which opens to its invoices. */
export function AgedCustomers({
  customers,
  ageing,
}: {
  customers: readonly AgedCustomer[]
  ageing: Ageing
}) {
  return (
    <>
      <div
        aria-hidden
        className={cx(
          'grid gap-x-3 border-b border-line-strong px-4 py-2 text-sm text-ink-2 @max-4xl:hidden',
          columns,
        )}
      >
        <span>Customer</span>
        <span className="text-right">Oldest</span>
        {ageBuckets.map((bucket) => (
          <span key={bucket} className="text-right">
            {ageBucketNames[bucket].replace(' days', '')}
          </span>
        ))}
        <span className="text-right">Credit</span>
        <span className="text-right">Owes</span>
      </div>
      <ul aria-label="Customers by age of what they owe">
        {customers.map((customer) => (
          <Customer key={customer.customerId} customer={customer} asOf={ageing.asOf} />
        ))}
      </ul>
    </>
  )
}

/** The days by which the oldest invoice is late, as `24 days`. */
function oldest(days: number | null): string {
  if (days === null) return ''
  return days > 0 ? plural(days, 'day', 'days') : 'not due'
}

function Customer({ customer, asOf }: { customer: AgedCustomer; asOf: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { name, oldestDays, ages, owed, credit } = customer
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={cx(
          'grid w-full items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5 text-left hover:bg-sunken/50 touch:min-h-11',
          columns,
        )}
      >
        <span className="flex min-w-0 items-baseline gap-1.5 font-medium">
          <ChevronRight
            aria-hidden
            className={cx('size-3.5 shrink-0 self-center text-ink-3', open && 'rotate-90')}
          />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </span>
        <span
          className={cx(
            'figures text-sm @4xl:text-right @max-4xl:row-start-2 @max-4xl:pl-5',
            (oldestDays ?? 0) > 90 ? 'text-bad' : 'text-ink-2',
          )}
        >
          {oldest(oldestDays)}
        </span>
        {ageBuckets.map((bucket) => (
          <Cell key={bucket} label={ageBucketNames[bucket]} cents={ages[bucket]} />
        ))}
        <Cell label="Credit" cents={credit} />
        <b className="figures text-right @max-4xl:col-start-2 @max-4xl:row-start-1">
          <span className="sr-only">Owes </span>
          {columnCents(owed)}
        </b>
      </button>
      <div id={id} hidden={!open}>
        {open && <Invoices customer={customer} asOf={asOf} />}
      </div>
    </li>
  )
}

/** An amount in its column; on a phone below the name, with what it is, unless it is none. */
const Cell = ({ label, cents }: { label: string; cents: number }) => (
  <span
    className={cx(
      'figures text-sm text-ink-2 @4xl:text-right @max-4xl:col-start-1 @max-4xl:pl-5',
      cents === 0 && '@max-4xl:hidden',
    )}
  >
    <span className="@4xl:sr-only">{label} </span>
    {cents !== 0 && columnCents(cents)}
  </span>
)

/** The state that an invoice had at the end of a past day, when something of it was owed. */
function stateThen({ daysLate, owed, total }: AgedInvoice): AgedInvoice['status'] {
  if (daysLate > 0) return 'overdue'
  return owed < total ? 'partPaid' : 'open'
}

function State({ status }: Pick<AgedInvoice, 'status'>) {
  const { label, tone, mark } = styleOf({ kind: 'invoice', status })
  return (
    <MarkedWord tone={tone} mark={mark}>
      {label}
    </MarkedWord>
  )
}

/** The invoices that a customer owes at the end of the day. */
function Invoices({ customer, asOf }: { customer: AgedCustomer; asOf: string }) {
  const today = useToday()
  const { customerId, name } = customer
  const { data, isFetching, refetch } = useQuery(
    agedInvoices(customerId, asOf === today ? undefined : asOf),
  )
  if (!data)
    return isFetching ? (
      <RowsSkeleton count={1} />
    ) : (
      <LoadProblem what="The invoices" pending={false} onRetry={() => void refetch()} />
    )
  return (
    <div className="bg-sunken/50 px-4 pb-2 @4xl:pl-9">
      <ul aria-label={`Invoices of ${name}`}>
        {data.map((invoice) => (
          <li
            key={invoice.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-line py-2 first:border-t-0 @2xl:grid-cols-[5.5rem_minmax(0,1fr)_6.5rem_10rem_7rem]"
          >
            <Link
              href={paths.invoice(invoice.id)}
              className="figures font-medium hover:underline touch:py-3"
            >
              {invoice.number}
            </Link>
            <span className="min-w-0 text-ink-2 wrap-anywhere @max-2xl:row-start-2">
              {invoice.jobName ? `${invoice.title}, ${invoice.jobName}` : invoice.title}
            </span>
            <span className="@max-2xl:hidden">
              <State status={asOf === today ? invoice.status : stateThen(invoice)} />
            </span>
            <span className="figures text-sm text-ink-2 @max-2xl:row-start-2 @max-2xl:text-right">
              {invoice.daysLate > 0
                ? `${plural(invoice.daysLate, 'day', 'days')} late`
                : `due ${shortDay(invoice.dueOn, today)}`}
            </span>
            <b className="figures text-right @max-2xl:col-start-2 @max-2xl:row-start-1">
              {columnCents(invoice.owed)}
            </b>
          </li>
        ))}
      </ul>
      {data.length === MAX_AGED_INVOICES && (
        <p className="text-sm text-ink-2">The {MAX_AGED_INVOICES} oldest of them.</p>
      )}
      <p className="flex flex-wrap gap-x-4">
        <Link href={paths.customer(customerId)} className="action-link text-sm touch:py-3">
          Open {name}
        </Link>
        <Link href={paths.statement(customerId)} className="action-link text-sm touch:py-3">
          Statement
        </Link>
      </p>
    </div>
  )
}
