import { describe, expect, test } from 'vitest'
import { dollarAmount, readDollars } from './dollars.ts'
import { cents, centsFromDollars } from './money.ts'
import { enteredNumber, numberOf } from './numbers.ts'

const FORMAT = 'Enter an amount such as 48,250.75'
const NEGATIVE = 'Amounts cannot be negative'
const DECIMALS = 'Amounts have at most two decimals'
const TOO_LARGE = 'That amount is too large'

describe('a typed amount', () => {
  test.each([
    ['48250.75', '48250.75'],
    ['48,250.75', '48250.75'],
    ['$48,250.75', '48250.75'],
    ['$ 5', '5.00'],
    ['+5', '5.00'],
    ['1,234,567', '1234567.00'],
    ['1 234', '1234.00'],
    ['1\u00a0234.5', '1234.50'],
    ['1\u202f234\u202f567', '1234567.00'],
    ['  12.5\u00a0', '12.50'],
    ['\u202d1,850.00\u202c', '1850.00'],
    ['\ufeff19.99', '19.99'],
    ['1.', '1.00'],
    ['.5', '0.50'],
    ['0.1', '0.10'],
    ['007', '7.00'],
    ['0', '0.00'],
    ['１２３４．５６', '1234.56'],
    ['＄１，２３４', '1234.00'],
  ])('%j is %s', (typed, amount) => {
    expect(readDollars(typed)).toEqual({ value: amount })
    expect(dollarAmount().parse(typed)).toBe(amount)
    expect(centsFromDollars(typed)).toBe(Math.round(Number(amount) * 100))
  })

  test.each([
    ['1234,56', FORMAT],
    ['1,5', FORMAT],
    ['1,23', FORMAT],
    ['12,34,567', FORMAT],
    ['1234,567', FORMAT],
    ['0,500', FORMAT],
    ['1,234 567', FORMAT],
    ['1 234,56', FORMAT],
    ['1\u00a0234,56', FORMAT],
    ['12 50', FORMAT],
    ['12-50', FORMAT],
    ['12–50', FORMAT],
    ['1.234,56', FORMAT],
    ['1.234.567', FORMAT],
    ["1'234", FORMAT],
    ['１，５', FORMAT],
    ['1e3', FORMAT],
    ['0x10', FORMAT],
    ['Infinity', FORMAT],
    ['5k', FORMAT],
    ['12 USD', FORMAT],
    ['€5', FORMAT],
    ['$', FORMAT],
    ['.', FORMAT],
    [',', FORMAT],
    ['-', FORMAT],
    ['--5', FORMAT],
    ['5²', FORMAT],
    ['½', FORMAT],
    ['٣', FORMAT],
    ['1.234', DECIMALS],
    ['1.005', DECIMALS],
    ['-1', NEGATIVE],
    ['-$5', NEGATIVE],
    ['$-5', NEGATIVE],
    ['−5', NEGATIVE],
    ['(5.00)', NEGATIVE],
    ['9'.repeat(30), TOO_LARGE],
    ['1,000,000,000', TOO_LARGE],
  ])('%j is refused: %s', (typed, problem) => {
    expect(readDollars(typed)).toEqual({ problem })
    for (const schema of [dollarAmount(), cents])
      expect(schema.safeParse(typed).error?.issues[0]?.message).toBe(problem)
    expect(centsFromDollars(typed)).toBeUndefined()
  })

  test.each(['', ' ', '\u00a0'])('is missing in %j', (typed) => {
    for (const schema of [dollarAmount(), cents])
      expect(schema.safeParse(typed).error?.issues[0]?.message).toBe('Enter an amount')
    expect(centsFromDollars(typed)).toBeNull()
  })
})

describe('a typed number', () => {
  test.each([
    ['1,250', 1250],
    ['1 250', 1250],
    ['1.5', 1.5],
    ['7.25', 7.25],
    ['-3', -3],
    ['−3', -3],
    ['- 3', -3],
    ['+2', 2],
    ['(2)', -2],
    ['-0', 0],
    ['８', 8],
  ])('%j is %d', (typed, value) => expect(numberOf(typed)).toBe(value))

  test.each([
    '1,5',
    '2.000',
    '1.250',
    '0,125',
    '8h',
    '$5',
    '1e3',
    '7-8',
    '--1',
    '1/2',
    '½',
    'NaN',
    '5'.repeat(400),
  ])('%j is refused', (typed) => {
    expect(numberOf(typed)).toBeUndefined()
    expect(enteredNumber('Enter hours').safeParse(typed).error?.issues[0]?.message).toBe(
      'Enter a number such as 1,250 or 1.5',
    )
  })

  test.each([null, undefined, '', ' ', '8', Number.NaN, true])('is missing in %j', (value) =>
    expect(enteredNumber('Enter hours').safeParse(value).error?.issues[0]?.message).toBe(
      'Enter hours',
    ),
  )
})
