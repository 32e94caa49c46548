import { expect, test } from 'vitest'
import { pricedLine, pricing } from '../../testing/pricing.ts'
import { draftTotals, formatted, largestDeposit, readLine, sumsOf } from './amounts.ts'
import { draftOf, newLine } from './draft.ts'
import { marginText } from './margin.ts'

test.each([
  ['100.00', '72.00', '28.0%'],
  ['100.00', '130.00', '-30.0%'],
  ['0.00', '10.00', null],
  ['100.00', null, null],
])('the margin of %s that costs %s is %s', (amount, cost, text) => {
  expect(marginText(amount, cost)).toBe(text)
})

test('a number that is not valid counts as absent, and the line says why', () => {
  const line = newLine({ description: 'Tile', quantity: '1.2345', unitPrice: '10' })
  expect(readLine(line)).toMatchObject({
    ...{ amount: null, problems: { quantity: 'At most three decimals' } },
  })
  const draft = draftOf(
    pricing({ sections: [{ title: 'Work', kind: 'included', lines: [pricedLine('A')] }] }),
  )
  const sections = draft.sections.map((one) => ({ ...one, lines: [...one.lines, line] }))
  expect(draftTotals({ ...draft, sections }).total).toBe('100.00')
})

test('only lines of the price count, and those without a cost are counted', () => {
  const { sections } = draftOf(
    pricing({
      sections: [
        {
          ...{ title: 'Extras', kind: 'optional' },
          lines: [
            pricedLine('A', { unitCost: '60' }),
            pricedLine('B'),
            pricedLine('C', { chosen: false }),
          ],
        },
      ],
    }),
  )
  expect(sumsOf(sections)).toEqual({ amount: '200.00', cost: '60.00', withoutCost: 1 })
})

test.each([
  ['unitPrice', '1234.5', '1,234.50'],
  ['unitPrice', '$3.125', '3.125'],
  ['quantity', '1200.50', '1,200.5'],
  ['quantity', '16', undefined],
  ['unitPrice', 'abc', undefined],
] as const)('a %s of %s is written as %s', (field, typed, text) => {
  const line = newLine({ description: 'A', unitPrice: '1', [field]: typed })
  expect(formatted(line, field)?.[field]).toBe(text)
})

test.each([
  ['10', '1000', '20000.00', '1000'],
  ['10', '1000', '5000.00', '500.00'],
  [null, '1000', '500.00', '1000'],
  [null, null, '500.00', null],
])('with %s %% and %s, the largest deposit of %s is %s', (percent, amount, total, limit) => {
  expect(largestDeposit({ depositPercent: percent, depositAmount: amount }, total)).toBe(limit)
})
