import { formatMonth } from '@plumbline/contract/months.ts'
import type { SalesTax, TaxedMonth } from '@plumbline/contract/salesTax.ts'
import { cx } from 'class-variance-authority'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { plural } from '../../ui/format.ts'
import { columnCents } from '../changeOrders/contractTexts.ts'
import { TaxAmounts, taxColumns } from './TaxAmounts.tsx'
import { TaxDocuments } from './TaxDocuments.tsx'

/** The months with what was taxed in them, each of which opens to its documents, and their sum. */
export function TaxMonths({ months, total }: Pick<SalesTax, 'months' | 'total'>) {
  return (
    <>
      <div
        aria-hidden
        className={cx(
          'border-b border-line-strong px-4 py-2 text-sm text-ink-2 @max-4xl:hidden',
          taxColumns,
        )}
      >
        <span>Month</span>
        <span />
        <span className="text-right">Taxable</span>
        <span className="text-right">Not taxable</span>
        <span className="text-right">Tax</span>
      </div>
      <ul aria-label="Sales tax by month">
        {months.map((month) => (
          <Month key={month.month} month={month} />
        ))}
      </ul>
      <div className={cx('border-t border-line-strong px-4 py-2.5 font-bold', taxColumns)}>
        <span>Total</span>
        <span className="@max-2xl:hidden" />
        <TaxAmounts of={total} />
      </div>
    </>
  )
}

/** A month, which opens unless nothing was invoiced and nothing became void in it. */
function Month({ month }: { month: TaxedMonth }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const row = cx('w-full px-4 py-2.5 text-left', taxColumns)
  const { invoices, creditMemos, voids } = month
  const isEmpty = invoices.count + creditMemos.count + voids.count === 0
  if (isEmpty)
    return (
      <li className={cx('border-t border-line text-ink-2 first:border-t-0', row)}>
        <span className="pl-5">{formatMonth(month.month)}</span>
        <span className="@max-2xl:hidden" />
        <TaxAmounts of={month} />
      </li>
    )
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={cx('hover:bg-sunken/50 touch:min-h-11', row)}
      >
        <span className="flex items-baseline gap-1.5 font-medium whitespace-nowrap">
          <ChevronRight
            aria-hidden
            className={cx('size-3.5 shrink-0 self-center text-ink-3', open && 'rotate-90')}
          />
          {formatMonth(month.month)}
        </span>
        <span className="min-w-0 text-sm text-ink-2 @max-2xl:row-start-2 @max-2xl:pl-5">
          {partsText(month)}
        </span>
        <TaxAmounts of={month} />
      </button>
      <div id={id} hidden={!open}>
        {open && (
          <div className="bg-sunken/50 px-4 pb-2">
            <TaxDocuments month={month.month} />
          </div>
        )}
      </div>
    </li>
  )
}

/** The parts in which the tax of a month adds up, where it has several. */
function partsText({ invoices, creditMemos, voids }: TaxedMonth): string {
  const parts = [
    [plural(invoices.count, 'invoice', 'invoices'), invoices],
    [plural(creditMemos.count, 'credit memo', 'credit memos'), creditMemos],
    [`${voids.count} void`, voids],
  ] as const
  const shown = parts.filter(([, { count }]) => count > 0)
  return shown
    .map(([name, { tax }]) => (shown.length > 1 ? `${name} ${columnCents(tax)}` : name))
    .join(', ')
}
