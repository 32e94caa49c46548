import type { InvoiceDraft } from './invoiceDrafts.ts'
import { MAX_CENTS } from './money.ts'
import { amountUntil, less, nextPortion, type Portion, totalOf } from './progress.ts'
import { amountInCents, totalsOf } from './totals.ts'

/** A payment of the signed schedule. */
interface StepMoney {
  readonly title: string
  /** In cents, with its tax. */
  readonly amount: number
  /** Whether it is on a draft. */
  readonly isDrafted: boolean
}

/** An approved change order. In cents. */
interface ChangeMoney extends Portion {
  readonly id: string
  /** Whether it was on an invoice that was issued, as a line of its own. */
  readonly isInvoiced: boolean
}

/** The money of a job that its invoices are made from. In cents. */
export interface JobMoney {
  /** With the approved change orders. */
  readonly contract: Portion
  /** Whether its amount is known, so that there is something to exceed. */
  readonly hasContract: boolean
  /** By all invoices that were issued and are not void, less credit memos. */
  readonly invoiced: Portion
  /** The parts of the contract on them, without lines and change orders: {@link portionsOf}. */
  readonly portions: Portion
  /** In the order of the signed schedule. */
  readonly steps: readonly StepMoney[]
  readonly changes: readonly ChangeMoney[]
}

/** The amounts of an invoice in cents; those of a credit memo are below zero. */
export interface InvoiceAmounts {
  /** The part of the contract without tax; null where there is none. */
  readonly portion: number | null
  /** The change orders without tax, in their order. */
  readonly changes: readonly number[]
  /** The lines, in their order. */
  readonly lines: readonly number[]
  readonly subtotal: number
  readonly discount: number
  /** The part of the subtotal that is taxed, less its share of the discount. */
  readonly taxable: number
  readonly tax: number
  readonly total: number
}

type Filled = Pick<
  InvoiceDraft,
  'kind' | 'basis' | 'changeOrderIds' | 'lines' | 'discount' | 'taxRate'
>

/** Fields of a draft that cannot be invoiced, with what is wrong. */
export type Problem = Readonly<Record<string, string>>

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
const nothing: Portion = { amount: 0, tax: 0, taxable: 0 }
const inCents = (exact: string) => Number(amountInCents(exact))

/** The amount that is left to invoice of a contract, in cents: below zero if more was invoiced. */
export const leftOf = ({ contract, invoiced }: Pick<JobMoney, 'contract' | 'invoiced'>): number =>
  contract.amount - invoiced.amount

/**
 * The parts of a contract that are invoiced, of which the next one has its tax. Credit memos take
 * back lines first, which have tax of their own, and then parts of the contract.
 * @param invoiced all that was invoiced, less credit memos
 * @param parts the parts of the contract in it
 * @param changes the change orders in it that have lines of their own
 */
export function portionsOf(
  invoiced: Portion,
  parts: Portion,
  changes: readonly Portion[],
): Portion {
  const own = less(less(invoiced, parts), totalOf(changes))
  return own.amount <= 0 ? totalOf([parts, own]) : parts
}

/** The amount of a part of the contract with its tax, or the problem with it. */
function portionOf(
  basis: Exclude<InvoiceDraft['basis'], { kind: 'lines' }>,
  job: JobMoney,
  chosenIds: readonly string[],
): number | Problem {
  const { contract, invoiced, steps, changes } = job
  const chosen = totalOf(changes.filter(({ id }) => chosenIds.includes(id)))
  if (basis.kind === 'amount') return Number(amountInCents(basis.amount))
  if (basis.kind === 'percent') {
    if (contract.amount <= 0) return { basis: 'This job has no contract to invoice a part of' }
    const amount = amountUntil(contract.amount, basis.soFar, invoiced.amount) - chosen.amount
    return amount < 0 ? { basis: `More than ${basis.soFar}% is invoiced already` } : amount
  }
  const step = steps[basis.step]
  if (!step) return { basis: 'This payment is not in the signed schedule' }
  if (basis.step < steps.length - 1) return step.amount
  // The last payment is what is left besides other payments that are drafts. Change orders that are
  // not invoiced yet have lines of their own, here or later; a credit among them only here.
  const drafted = steps.filter(({ isDrafted }, at) => isDrafted && at !== basis.step)
  const later = changes.filter(
    ({ id, amount, isInvoiced }) => !isInvoiced && !chosenIds.includes(id) && amount > 0,
  )
  const besides = chosen.amount + totalOf(later).amount + sum(drafted.map(({ amount }) => amount))
  return Math.max(leftOf(job) - besides, 0)
}

/** The amounts of the lines of a credit memo, or the problem with them. */
function creditedBy({
  lines,
  taxRate,
}: Pick<Filled, 'lines' | 'taxRate'>): InvoiceAmounts | { readonly problem: Problem } {
  // Rounded as on an invoice, so that both together are nothing.
  const own = totalsOf(lines, { discount: null, taxRate })
  const credited = (exact: string) => 0 - inCents(exact)
  if (inCents(own.total) <= 0) return { problem: { lines: 'The credit has to be above zero' } }
  return {
    ...{ portion: null, changes: [], lines: own.lines.map(credited), discount: 0 },
    ...{ subtotal: credited(own.subtotal), taxable: credited(own.taxable) },
    ...{ tax: credited(own.tax), total: credited(own.total) },
  }
}

/**
 * The amounts of an invoice, with those of a job it is for, or the problems with it. The part of a
 * contract has the part of its tax, without the change orders that have lines of their own; a
 * change order has its own tax; only lines are taxed by the rate of the invoice.
 */
export function amountsOf(
  { kind, basis, changeOrderIds, lines, ...terms }: Filled,
  job: JobMoney | null,
): InvoiceAmounts | { readonly problem: Problem } {
  if (kind === 'creditMemo') return creditedBy({ lines, taxRate: terms.taxRate })
  const chosen = changeOrderIds.map((id) => job?.changes.find((change) => change.id === id))
  if (!chosen.every((change) => change !== undefined))
    return { problem: { changeOrderIds: 'Choose approved change orders of this job' } }
  const changes = totalOf(chosen)
  const own = totalsOf(lines, terms)
  let portion = nothing
  if (basis.kind !== 'lines') {
    if (!job) return { problem: { basis: 'Choose a job' } }
    const amount = portionOf(basis, job, changeOrderIds)
    if (typeof amount !== 'number') return { problem: amount }
    const apart = job.changes.filter(
      ({ id, isInvoiced }) => isInvoiced || changeOrderIds.includes(id),
    )
    portion = nextPortion(amount, less(job.contract, totalOf(apart)), job.portions)
  }
  const nets = chosen.map(({ amount, tax }) => amount - tax)
  const net = portion.amount - portion.tax
  const amounts = {
    portion: basis.kind === 'lines' ? null : net,
    changes: nets,
    lines: own.lines.map(inCents),
    subtotal: net + sum(nets) + inCents(own.subtotal),
    discount: inCents(own.discount),
    taxable: portion.taxable + changes.taxable + inCents(own.taxable),
    tax: portion.tax + changes.tax + inCents(own.tax),
    total: portion.amount + changes.amount + inCents(own.total),
  }
  const field = lines.length > 0 ? 'lines' : changeOrderIds.length > 0 ? 'changeOrderIds' : 'basis'
  if (amounts.total < 0) return { problem: { [field]: 'The total is below zero' } }
  if (amounts.total > MAX_CENTS) return { problem: { [field]: 'That is too much in all' } }
  return amounts
}
