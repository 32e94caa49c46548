import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { Pricing } from './pricing.ts'

type Input = z.input<typeof Pricing>
type Line = Input['sections'][number]['lines'][number]

const line = { description: 'Footings', quantity: '16', unitPrice: '298' }
const section = (change: Partial<Input['sections'][number]> = {}) => ({
  title: 'Room',
  lines: [line],
  ...change,
})
const withLine = (change: Partial<Line>): Input => ({
  sections: [section({ lines: [{ ...line, ...change }] })],
})

/** The problems of a price by their path. */
const problemsOf = (pricing: unknown) =>
  Object.fromEntries(
    (Pricing.safeParse(pricing).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  )

test('numbers are stored as exact text, however they are typed', () => {
  const typed = { quantity: ' 1,234.500 ', unitPrice: '$66.00', unitCost: 47.5 }
  const { sections } = Pricing.parse(withLine(typed))
  expect(sections[0]?.lines[0]).toEqual({
    ...{ description: 'Footings', details: null, unit: null, category: 'other' },
    ...{ quantity: '1234.5', unitPrice: '66', unitCost: '47.5' },
    ...{ taxable: false, allowance: false, chosen: true },
  })
})

test('what is included is chosen, whatever was sent', () => {
  const { sections } = Pricing.parse(withLine({ chosen: false }))
  expect(sections[0]?.lines[0]?.chosen).toBe(true)
})

describe('refused', () => {
  test.each<[Partial<Line>, string, string]>([
    [{ quantity: '1.2345' }, 'quantity', 'At most three decimals'],
    [{ quantity: '0.000' }, 'quantity', 'A quantity cannot be 0'],
    [{ quantity: '1000000.5' }, 'quantity', 'At most 1,000,000'],
    [{ quantity: '12 pieces' }, 'quantity', 'Enter a number such as 1,250 or 1.5'],
    [{ quantity: '' }, 'quantity', 'Enter a number'],
    [{ unitPrice: '3.12345' }, 'unitPrice', 'At most four decimals'],
    [{ unitPrice: '-3' }, 'unitPrice', 'This cannot be negative'],
    [{ unitPrice: 1e15 }, 'unitPrice', 'At most 99,999,999'],
    [{ unitCost: '1000000000000000' }, 'unitCost', 'At most 99,999,999'],
    [{ description: ' ' }, 'description', 'Description is required'],
    [{ description: 'x'.repeat(501) }, 'description', 'At most 500 characters'],
    [{ details: 'x'.repeat(4001) }, 'details', 'At most 4000 characters'],
    [{ category: 'magic' as 'other' }, 'category', 'Choose a category'],
  ])('a line with %j', (change, field, message) => {
    expect(problemsOf(withLine(change))).toEqual({ [`sections.0.lines.0.${field}`]: message })
  })

  const optional = (chosen: boolean) => ({ ...line, chosen })
  const many = Array.from({ length: 301 }, () => line)
  test.each<[string, object, string, string]>([
    ['two of a choose-one', {}, 'sections.0.lines', 'Choose one line of this section'],
    ['a tax of 31 %', { taxRate: '31' }, 'taxRate', 'At most 30'],
    [
      'a discount above the subtotal',
      { discount: { kind: 'amount', value: '4768.01' } },
      'discount',
      'The discount is above the subtotal',
    ],
    [
      'a discount of 101 %',
      { discount: { kind: 'percent', value: '101' } },
      'discount.value',
      'At most 100',
    ],
    [
      'payments above 100 %',
      {
        schedule: [
          { title: 'Start', share: { kind: 'percent', value: '60' } },
          { title: 'Half', share: { kind: 'percent', value: '40.0001' } },
          { title: 'End' },
        ],
      },
      'schedule.1.share',
      'The payments are more than 100%',
    ],
    [
      'a last payment that is not the rest',
      { schedule: [{ title: 'All', share: { kind: 'percent', value: '100' } }] },
      'schedule.0.share',
      'The last payment is the rest',
    ],
    [
      'a payment without an amount',
      { schedule: [{ title: 'Start' }, { title: 'End' }] },
      'schedule.0.share',
      'Enter a percentage or an amount',
    ],
    ['41 sections', { sections: Array(41).fill(section()) }, 'sections', 'At most 40 sections'],
    [
      '301 lines in two sections',
      {
        sections: [section({ lines: many.slice(0, 151) }), section({ lines: many.slice(0, 150) })],
      },
      'sections',
      'At most 300 lines in all',
    ],
    [
      'more text than is stored',
      { terms: Array(10).fill({ title: 'Terms', text: 'x'.repeat(20_000) }) },
      'sections',
      'At most 200 kB of text in all',
    ],
    [
      'a total below zero',
      { sections: [section({ lines: [{ ...line, quantity: '-1' }] })] },
      'sections',
      'The total is below zero',
    ],
    [
      'a total that no amount holds',
      { sections: [section({ lines: [{ ...line, quantity: '1000000', unitPrice: '1001' }] })] },
      'sections',
      'That is too much in all',
    ],
    ['valid for no day', { validDays: 0 }, 'validDays', 'From 1 to 365 days'],
  ])('%s', (title, change, path, message) => {
    const sections =
      title === 'two of a choose-one'
        ? [section({ kind: 'choose_one', lines: [optional(true), optional(true)] })]
        : [section()]
    expect(problemsOf({ sections, ...change })).toEqual({ [path]: message })
  })
})

test('a choose-one has exactly one choice, and an optional section any number', () => {
  const lines = [
    { ...line, chosen: false },
    { ...line, chosen: false },
  ]
  expect(problemsOf({ sections: [section({ kind: 'choose_one', lines })] })).toEqual({
    'sections.0.lines': 'Choose one line of this section',
  })
  expect(problemsOf({ sections: [section({ kind: 'optional', lines })] })).toEqual({})
  expect(problemsOf({ sections: [section({ kind: 'choose_one', lines: [] })] })).toEqual({})
})

test('up to 300 lines, and payments of exactly 100 % before the rest', () => {
  const lines = Array.from({ length: 300 }, () => line)
  const third = { kind: 'percent', value: '33.3' } as const
  expect(
    problemsOf({
      sections: [section({ lines })],
      schedule: [
        { title: 'One', share: third },
        { title: 'Two', share: third },
        { title: 'Three', share: { kind: 'percent', value: '33.4' } },
        { title: 'Rest' },
      ],
    }),
  ).toEqual({})
})
