import { shortDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import type { OpenInvoice } from '@plumbline/contract/payments.ts'
import { cx } from 'class-variance-authority'
import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useToday } from '../../screens/days.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choices.tsx'
import { plural } from '../../ui/format.ts'
import { MoneyInput, type Typed } from '../../ui/NumberInput.tsx'
import { type TypedAllocation, validAmounts } from './draft.ts'

/** The number of invoices that are shown at first, as far as others get no amount. */
const MAX_AT_FIRST = 4

interface AllocationsFieldProps {
  /** The heading of the amounts. */
  column: string
  /** The invoices in the order in which they are paid. */
  open: readonly OpenInvoice[]
  /** The number of all open invoices, of which these are the oldest. */
  openCount: number
  value: readonly TypedAllocation[]
  onChange: (value: TypedAllocation[]) => void
  /** The problem with each amount, in the order of `value`. */
  errors: readonly (string | undefined)[]
  /** The problem with all of them. */
  problem?: string | undefined
  /** The amount that is for no invoice yet, in cents. */
  left: number
  /** Proposes the amounts again; undefined while they are those proposed. */
  onPropose?: (() => void) | undefined
}

/** The open invoices of a customer with the amount that each gets. */
export function AllocationsField(props: AllocationsFieldProps) {
  const { column, open, openCount, value, onChange, errors, problem, left, onPropose } = props
  const list = useRef<HTMLUListElement>(null)
  const problemId = useId()
  const [count, setCount] = useState(MAX_AT_FIRST)
  const amountOf = (id: string) => value.find(({ invoiceId }) => invoiceId === id)?.amount ?? null
  const needed = open.findLastIndex(({ id }) => amountOf(id) !== null) + 1
  // A row stays when its amount is deleted to type another one.
  if (needed > count) setCount(needed)
  const firstError = errors.findIndex(Boolean)
  useEffect(() => {
    if (firstError >= 0) list.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [firstError])
  const set = (id: string, amount: Typed<number>) =>
    onChange(
      open.flatMap((invoice) => {
        const now = invoice.id === id ? amount : amountOf(invoice.id)
        return now === null ? [] : [{ invoiceId: invoice.id, amount: now }]
      }),
    )
  const sum = validAmounts(value).reduce((all, { amount }) => all + amount, 0)
  return (
    <fieldset aria-describedby={problem ? problemId : undefined} className="min-w-0">
      <legend className="sr-only">Open invoices</legend>
      <div className="flex min-h-8 items-end justify-between gap-3 border-b border-line-strong pb-1">
        <span aria-hidden className="text-sm font-medium">
          Open invoices
        </span>
        {onPropose ? (
          <Button size="sm" variant="quiet" onClick={onPropose} className="-my-1 -mr-2.5">
            Propose again
          </Button>
        ) : (
          <span aria-hidden className="text-sm text-ink-2">
            {column}
          </span>
        )}
      </div>
      <ul ref={list}>
        {open.slice(0, count).map((invoice) => (
          <InvoiceRow
            key={invoice.id}
            invoice={invoice}
            amount={amountOf(invoice.id)}
            proposal={left > 0 ? Math.min(left, invoice.owed) : invoice.owed}
            error={errors[value.findIndex(({ invoiceId }) => invoiceId === invoice.id)]}
            onChange={(amount) => set(invoice.id, amount)}
          />
        ))}
      </ul>
      {open.length > count && (
        <Button size="sm" variant="quiet" className="-ml-2.5" onClick={() => setCount(open.length)}>
          Show {plural(open.length - count, 'more invoice', 'more invoices')}
        </Button>
      )}
      {openCount > open.length && (
        <p className="py-1.5 text-sm text-ink-2">
          These are the {open.length} oldest of {openCount.toLocaleString('en-US')}.
        </p>
      )}
      <p className="flex justify-between gap-4 border-t border-line-strong py-2 font-bold">
        For invoices
        <output aria-label="For invoices" className="figures">
          {formatCents(sum)}
        </output>
      </p>
      {problem && <Problem id={problemId}>{problem}</Problem>}
    </fieldset>
  )
}

interface InvoiceRowProps {
  invoice: OpenInvoice
  amount: Typed<number>
  /** The amount that it gets when it is chosen, in cents. */
  proposal: number
  error: string | undefined
  onChange: (amount: Typed<number>) => void
}

function InvoiceRow({ invoice, amount, proposal, error, onChange }: InvoiceRowProps) {
  const today = useToday()
  const id = useId()
  const { number, title, jobName, dueOn, owed, processing } = invoice
  const isLate = dueOn < today
  return (
    <li className="border-b border-line py-1.5 last:border-b-0">
      <div className="flex items-start justify-between gap-3">
        <Checkbox
          checked={amount !== null}
          onChange={({ target }) => onChange(target.checked ? proposal : null)}
          className="min-w-0 flex-1"
        >
          <span className="block wrap-anywhere">
            <b className="font-medium">{number}</b> {title}
          </span>
          <span className="block text-sm text-ink-2 wrap-anywhere">
            {jobName && `${jobName}, `}
            <span className={cx(isLate && 'text-bad')}>
              {isLate ? 'was due' : 'due'} {shortDay(dueOn, today)}
            </span>
          </span>
          {processing !== null && (
            <span className="block text-sm text-warn wrap-anywhere">
              A card payment of {formatCents(processing)} is being processed
            </span>
          )}
        </Checkbox>
        <div className="w-32 shrink-0">
          <MoneyInput
            aria-label={`Amount for invoice ${number}`}
            aria-describedby={error ? `${id}-error ${id}-owed` : `${id}-owed`}
            aria-invalid={error ? true : undefined}
            value={amount}
            onChange={onChange}
          />
          <p id={`${id}-owed`} className="figures mt-0.5 text-right text-sm text-ink-2">
            of {formatCents(owed)}
          </p>
        </div>
      </div>
      {error && <Problem id={`${id}-error`}>{error}</Problem>}
    </li>
  )
}

function Problem({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {children}
    </p>
  )
}
