import { formatMonth } from '@plumbline/contract/months.ts'
import type { SalesTax, TaxedMonth, TaxPart } from '@plumbline/contract/salesTax.ts'
import { cx } from 'class-variance-authority'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { plural } from '../../ui/format.ts'
import { columnCents } from '../changeOrders/contractTexts.ts'
import { TaxDocuments } from './TaxDocuments.tsx'

/** The columns where there is room for them; on a phone, the tax is beside the month. */
const columns = 'grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,1fr)_repeat(3,8rem)]'

/** The months with what was taxed in them, each of which opens to its documents, and their sum. */
export function TaxMonths({ months, total }: Pick<SalesTax, 'months' | 'total'>) {
  return (
    <>
      <div
        aria-hidden
        className={cx(
          'grid gap-x-3 border-b border-line-strong px-4 py-2 text-sm text-ink-2 @max-2xl:hidden',
          columns,
        )}
      >
        <span>Month</span>
        <span className="text-right">Taxable</span>
        <span className="text-right">Not taxable</span>
        <span className="text-right">Tax</span>
      </div>
      <ul aria-label="Sales tax by month">
        {months.map((month) => (
          <Month key={month.month} month={month} />
        ))}
      </ul>
      <div
        className={cx(
          'grid items-baseline gap-x-3 border-t border-line-strong px-4 py-2.5 font-bold',
          columns,
        )}
      >
        <span>Total</span>
        <Amounts of={total} />
      </div>
    </>
  )
}

function Month({ month }: { month: TaxedMonth }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { invoices, creditMemos, voids } = month
  const count = invoices.count + creditMemos.count + voids.count
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        disabled={count === 0}
        onClick={() => setOpen(!open)}
        className={cx(
          'grid w-full items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5 text-left enabled:hover:bg-sunken/50 disabled:text-ink-3 touch:min-h-11',
          columns,
        )}
      >
        <span className="flex items-baseline gap-1.5 font-medium">
          <ChevronRight
            aria-hidden
            className={cx(
              'size-3.5 shrink-0 self-center text-ink-3',
              open && 'rotate-90',
              count === 0 && 'invisible',
            )}
          />
          {formatMonth(month.month)}
        </span>
        <Amounts of={month} />
      </button>
      <div id={id} hidden={!open}>
        {open && (
          <div className="bg-sunken/50 px-4 pb-2 @2xl:pl-9">
            <Parts month={month} />
            <TaxDocuments month={month.month} />
          </div>
        )}
      </div>
    </li>
  )
}

/** The three amounts in their columns; on a phone, what was taxed is below the month. */
function Amounts({ of: { taxable, notTaxable, tax } }: { of: Omit<TaxPart, 'count'> }) {
  const below = 'figures @2xl:text-right @max-2xl:col-start-1 @max-2xl:text-sm @max-2xl:font-normal'
  const hidden = '@max-2xl:hidden'
  return (
    <>
      <span className={cx(below, taxable === 0 && hidden)}>
        <span className="text-ink-2 @2xl:sr-only">Taxable </span>
        {columnCents(taxable)}
      </span>
      <span className={cx(below, notTaxable === 0 && hidden)}>
        <span className="text-ink-2 @2xl:sr-only">Not taxable </span>
        {columnCents(notTaxable)}
      </span>
      <span className="figures text-right @max-2xl:col-start-2 @max-2xl:row-start-1">
        <span className="sr-only">Tax </span>
        {columnCents(tax)}
      </span>
    </>
  )
}

/** The parts in which the tax of a month adds up. */
function Parts({ month: { invoices, creditMemos, voids } }: { month: TaxedMonth }) {
  const parts = [
    [plural(invoices.count, 'invoice', 'invoices'), invoices],
    [plural(creditMemos.count, 'credit memo', 'credit memos'), creditMemos],
    [`${voids.count} void`, voids],
  ] as const
  const shown = parts.filter(([, { count }]) => count > 0)
  return (
    <p className="py-2 text-sm text-ink-2">
      {shown.map(([name, { tax }]) => `${name}: ${columnCents(tax)} tax`).join(' · ')}
    </p>
  )
}
