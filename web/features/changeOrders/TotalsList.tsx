import { Lock } from 'lucide-react'
import { plural } from '../../ui/format.ts'
import { less, marginText } from '../pricing/margin.ts'
import { amountText } from '../pricing/texts.ts'

interface TotalsListProps {
  /** In exact dollars, as all others. */
  subtotal: string
  tax: string
  /** In percent, where it is worth saying. */
  taxRate?: string
  total: string
  /** The cost of the lines whose cost is known; null if none is. */
  cost: string | null
  /** The number of lines without a cost. */
  withoutCost: number
  className?: string
}

/** The amounts of a change order with its margin, which stays in the office. */
export function TotalsList(props: TotalsListProps) {
  const { subtotal, tax, taxRate, total, cost, withoutCost, className = '' } = props
  const percent = marginText(subtotal, cost)
  return (
    <dl
      className={`figures grid grid-cols-[1fr_auto] items-baseline gap-x-8 gap-y-1 text-right [&_dt]:text-left ${className}`}
    >
      {tax !== '0.00' && (
        <>
          <dt className="text-ink-2">Subtotal</dt>
          <dd>{amountText(subtotal)}</dd>
          <dt className="text-ink-2">{taxRate ? `Tax (${taxRate}%)` : 'Tax'}</dt>
          <dd>{amountText(tax)}</dd>
        </>
      )}
      <dt className="font-bold">Total</dt>
      <dd>
        <output aria-label="Total" className="text-md font-bold tracking-tight">
          {amountText(total)}
        </output>
      </dd>
      {cost !== null && (
        <>
          <dt className="flex items-center gap-1.5 text-sm text-ink-2">
            <Lock aria-hidden className="size-3" />
            Our margin
          </dt>
          <dd className="text-sm text-ink-2">
            {amountText(less(subtotal, cost))}
            {withoutCost > 0
              ? ` (${plural(withoutCost, 'line has', 'lines have')} no cost)`
              : percent && `, ${percent}`}
          </dd>
        </>
      )}
    </dl>
  )
}
