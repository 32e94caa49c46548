import { divide, percentOf, WHOLE } from './totals.ts'

/**
 * The parts in which a contract is invoiced. They add up to it and to its tax, because each is the
 * difference between what is invoiced by then and what was invoiced before.
 */

/** A contract, or a part of it. In cents. */
export interface Portion {
  /** With the tax. */
  readonly amount: number
  readonly tax: number
  /** The part of it that is taxed, without the tax. */
  readonly taxable: number
}

const sum = (portions: readonly Portion[], of: keyof Portion) =>
  portions.reduce((all, portion) => all + portion[of], 0)

/** The sum of portions. */
export const totalOf = (portions: readonly Portion[]): Portion => ({
  amount: sum(portions, 'amount'),
  tax: sum(portions, 'tax'),
  taxable: sum(portions, 'taxable'),
})

/** A portion without a part of it. */
export const less = (all: Portion, part: Portion): Portion => ({
  amount: all.amount - part.amount,
  tax: all.tax - part.tax,
  taxable: all.taxable - part.taxable,
})

/**
 * The amount of the next invoice that brings a contract to a percentage: below zero if more than
 * that was invoiced before.
 * @param contract cents
 * @param soFar percent as exact text
 * @param invoiced cents
 */
export const amountUntil = (contract: number, soFar: string, invoiced: number): number =>
  Number(divide(BigInt(contract) * percentOf(soFar), WHOLE)) - invoiced

/**
 * The next part of a contract: an amount in cents with the tax that is part of it, none without a
 * contract. Where more tax was invoiced than so much of the contract has, its tax is below zero.
 */
export function nextPortion(amount: number, contract: Portion, invoiced: Portion): Portion {
  const shareOf = (of: 'tax' | 'taxable'): number => {
    if (contract.amount <= 0) return 0
    const all = BigInt(contract[of]) * BigInt(invoiced.amount + amount)
    return Number(divide(all, BigInt(contract.amount))) - invoiced[of]
  }
  return { amount, tax: shareOf('tax'), taxable: shareOf('taxable') }
}
