import { describe, expect, it } from 'vitest'
import { amountUntil, nextPortion, type Portion } from './progress.ts'

const nothing: Portion = { amount: 0, tax: 0, taxable: 0 }

const sum = (parts: readonly Portion[], of: keyof Portion) =>
  parts.reduce((all, part) => all + part[of], 0)

/** The invoices that bring a contract to these percentages, one after another. */
function invoicesOf(contract: Portion, steps: readonly string[]): Portion[] {
  const parts: Portion[] = []
  for (const soFar of steps) {
    const invoiced = {
      amount: sum(parts, 'amount'),
      tax: sum(parts, 'tax'),
      taxable: sum(parts, 'taxable'),
    }
    const amount = amountUntil(contract.amount, soFar, invoiced.amount)
    parts.push(nextPortion(amount, contract, invoiced))
  }
  return parts
}

describe('parts of a contract', () => {
  it('rounds what is invoiced so far, so that 145.05 is 43.52 and 101.53', () => {
    const parts = invoicesOf({ amount: 14_505, tax: 0, taxable: 0 }, ['30', '100'])
    expect(parts.map(({ amount }) => amount)).toEqual([4352, 10_153])
  })

  it('ends with 0.00 where everything is invoiced', () => {
    const parts = invoicesOf({ amount: 1, tax: 0, taxable: 0 }, ['50', '100'])
    expect(parts.map(({ amount }) => amount)).toEqual([1, 0])
  })

  it('is below zero where more was invoiced', () => {
    expect(amountUntil(10_000, '30', 4000)).toBe(-1000)
  })

  it.each([
    [{ amount: 14_505, tax: 1077, taxable: 13_428 }, ['30', '100']],
    [
      { amount: 8_322_000, tax: 618_131, taxable: 7_500_000 },
      ['33.3333', '66.6667', '99.9999', '100'],
    ],
    [{ amount: 7, tax: 3, taxable: 4 }, ['10', '20', '50', '51', '100']],
    [{ amount: 99_999_999_999, tax: 23_076_923_077, taxable: 1 }, ['0.0001', '12.5', '100']],
  ])('adds up to the contract and to its tax: %j in %j', (contract, steps) => {
    const parts = invoicesOf(contract, steps)
    expect({
      amount: sum(parts, 'amount'),
      tax: sum(parts, 'tax'),
      taxable: sum(parts, 'taxable'),
    }).toEqual(contract)
    expect(parts.every(({ amount, tax, taxable }) => tax >= 0 && tax + taxable <= amount)).toBe(
      true,
    )
  })

  it('has no tax without a contract', () => {
    expect(nextPortion(500, nothing, nothing)).toEqual({ amount: 500, tax: 0, taxable: 0 })
  })

  it('takes back tax that was invoiced above that of the contract', () => {
    const contract = { amount: 200, tax: 20, taxable: 180 }
    expect(nextPortion(50, contract, { amount: 150, tax: 30, taxable: 120 })).toEqual({
      ...{ amount: 50, tax: -10, taxable: 60 },
    })
  })
})
