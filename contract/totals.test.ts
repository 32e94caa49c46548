import { expect, test } from 'vitest'
import {
  lineAmount,
  markedUp,
  type PricedLine,
  type Share,
  scheduleOf,
  smallestTotal,
  totalsOf,
} from './totals.ts'

const line = (quantity: string, unitPrice: string, taxable = false): PricedLine => ({
  quantity,
  unitPrice,
  taxable,
})
const flat = (amount: string, taxable = false) => line('1', amount, taxable)

test.each([
  ['12.375', '3.25', '40.22'],
  ['0.5', '1.01', '0.51'],
  ['-0.5', '1.01', '-0.51'],
  ['1000000', '9999.9999', '9999999900.00'],
  ['0.001', '0.0001', '0.00'],
  ['-0.001', '4.9999', '0.00'],
])('%s x %s is %s', (quantity, unitPrice, amount) => {
  expect(lineAmount({ quantity, unitPrice })).toBe(amount)
})

test.each<[string, PricedLine[], Share | null, string, object]>([
  [
    'tax is rounded once',
    [flat('55.55', true), flat('11.11', true)],
    null,
    '23',
    { tax: '15.33', total: '81.99' },
  ],
  [
    'no tax on the discount',
    [flat('110', true)],
    { kind: 'amount', value: '10' },
    '10',
    { tax: '10.00', total: '110.00' },
  ],
  [
    'taxable lines carry their share of the discount',
    [flat('200', true), flat('100')],
    { kind: 'amount', value: '10' },
    '8.25',
    { taxable: '193.33', tax: '15.95', total: '305.95' },
  ],
  [
    'a discount in percent',
    [flat('1200', true), flat('799.99')],
    { kind: 'percent', value: '7.5' },
    '8.875',
    { discount: '150.00', taxable: '1110.00', tax: '98.51', total: '1948.50' },
  ],
  [
    'a discount is at most the subtotal',
    [flat('50', true)],
    { kind: 'amount', value: '80' },
    '8',
    { discount: '50.00', taxable: '0.00', tax: '0.00', total: '0.00' },
  ],
  [
    'no discount on a credit',
    [line('-1', '50', true)],
    { kind: 'percent', value: '10' },
    '8',
    { discount: '0.00', tax: '-4.00', total: '-54.00' },
  ],
])('%s', (_, lines, discount, taxRate, expected) => {
  expect(totalsOf(lines, { discount, taxRate })).toMatchObject(expected)
})

const percent = (value: string): Share => ({ kind: 'percent', value })

test.each<[string, (Share | null)[], string[]]>([
  ['12870.59', [percent('50'), null], ['6435.30', '6435.29']],
  ['145.05', [percent('30'), null], ['43.52', '101.53']],
  [
    '1000.01',
    [{ kind: 'amount', value: '250' }, percent('33.3333'), null],
    ['250.00', '333.34', '416.67'],
  ],
  ['0.00', [percent('50'), null], ['0.00', '0.00']],
])('%s is paid in %j', (total, steps, amounts) => {
  expect(scheduleOf(total, steps)).toEqual(amounts)
})

test.each([
  ['12.3456', '25', '15.43'],
  ['100', '0', '100.00'],
  ['0.0049', '100', '0.01'],
])('%s with a markup of %s %% is %s', (cost, percent, price) => {
  expect(markedUp(cost, percent)).toBe(price)
})

test.each<[string, Parameters<typeof smallestTotal>[0], Share | null, string]>([
  [
    'without options, with the cheapest choice and every credit',
    [
      { kind: 'included', lines: [flat('100')] },
      { kind: 'optional', lines: [flat('30'), line('-1', '5')] },
      { kind: 'choose_one', lines: [flat('20'), flat('10')] },
    ],
    null,
    '105.00',
  ],
  [
    'with the tax of a choice',
    [{ kind: 'choose_one', lines: [flat('100', true), flat('105')] }],
    null,
    '105.00',
  ],
  [
    'with the tax that a discount takes away',
    [{ kind: 'choose_one', lines: [flat('100'), flat('95', true)] }],
    { kind: 'amount', value: '50' },
    '48.60',
  ],
  [
    'with the tax of one choice that depends on another one',
    [
      { kind: 'choose_one', lines: [flat('100'), flat('95', true)] },
      { kind: 'choose_one', lines: [flat('100'), flat('99.90', true)] },
    ],
    { kind: 'amount', value: '100' },
    '98.70',
  ],
])('the smallest total is %s', (_, sections, discount, total) => {
  expect(smallestTotal(sections, { discount, taxRate: '8' })).toBe(total)
})
