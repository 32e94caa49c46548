import type { TaxedMonth } from '@plumbline/contract/salesTax.ts'
import { cx } from 'class-variance-authority'
import { columnCents } from '../changeOrders/contractTexts.ts'

/** The columns of the sales tax; on a phone, the tax is beside the name and the rest is below. */
export const taxColumns =
  'grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-0.5 @2xl:grid-cols-[7rem_minmax(0,1fr)_6.5rem_10rem_7rem]'

interface TaxAmountsProps {
  of: Pick<TaxedMonth, 'taxable' | 'notTaxable' | 'tax'>
}

/** The three amounts in their columns; on a phone, without those that are none. */
export function TaxAmounts({ of: { taxable, notTaxable, tax } }: TaxAmountsProps) {
  const below = (cents: number) =>
    cx(
      'figures text-sm @2xl:text-right @max-2xl:col-start-1 @max-2xl:pl-5',
      cents === 0 && '@max-2xl:hidden',
    )
  return (
    <>
      <span className={below(taxable)}>
        <span className="text-ink-2 @4xl:sr-only">Taxable </span>
        {columnCents(taxable)}
      </span>
      <span className={below(notTaxable)}>
        <span className="text-ink-2 @4xl:sr-only">Not taxable </span>
        {columnCents(notTaxable)}
      </span>
      <span className="figures text-right @max-2xl:col-start-2 @max-2xl:row-start-1">
        <span className="text-ink-2 @4xl:sr-only">Tax </span>
        {columnCents(tax)}
      </span>
    </>
  )
}
