import { describe, expect, it } from 'vitest'
import { amountsOf, type JobMoney, portionsOf } from './invoiceAmounts.ts'
import { InvoiceDraft } from './invoiceDrafts.ts'

const nothing = { amount: 0, tax: 0, taxable: 0 }
const [first, second] = ['1', '2'].map((end) => `00000000-0000-7000-8000-00000000000${end}`)

/** A contract of $83,220 with changes of $1,980 and $1,200, and a schedule of three payments. */
const kitchen: JobMoney = {
  contract: { ...nothing, amount: 8_640_000 },
  hasContract: true,
  ...{ invoiced: nothing, portions: nothing },
  steps: [
    { title: 'Deposit', amount: 1_664_400, isDrafted: false },
    { title: 'Cabinets in', amount: 3_328_800, isDrafted: false },
    { title: 'On completion', amount: 3_328_800, isDrafted: false },
  ],
  changes: [
    { ...nothing, id: first ?? '', amount: 198_000, isInvoiced: false },
    { ...nothing, id: second ?? '', amount: 120_000, isInvoiced: false },
  ],
}

const draft = (facts: object) =>
  InvoiceDraft.parse({ customerId: first, jobId: first, title: 'Invoice', ...facts })
const totalOf = (facts: object, job: JobMoney | null = kitchen) => {
  const amounts = amountsOf(draft(facts), job)
  return 'problem' in amounts ? amounts.problem : amounts.total
}

describe('an invoice', () => {
  it('of a payment has its amount; the last one has what is left besides changes', () => {
    expect(totalOf({ basis: { kind: 'step', step: 1 } })).toBe(3_328_800)
    const last = { kind: 'step', step: 2 }
    const invoiced = { ...nothing, amount: 1_664_400 + 3_328_800 }
    expect(totalOf({ basis: last }, { ...kitchen, invoiced })).toBe(3_328_800)
    // A percentage was invoiced in between.
    const more = { ...nothing, amount: 8_000_000 }
    expect(totalOf({ basis: last }, { ...kitchen, invoiced: more })).toBe(322_000)
    // Another payment is a draft, whose amount is left to invoice.
    const steps = kitchen.steps.map((step, at) => ({ ...step, isDrafted: at > 0 }))
    const deposit = { ...nothing, amount: 1_664_400 }
    expect(totalOf({ basis: last }, { ...kitchen, steps, invoiced: deposit })).toBe(3_328_800)
    const all = { ...nothing, amount: 8_640_000 }
    expect(totalOf({ basis: last }, { ...kitchen, invoiced: all })).toBe(0)
    // A credit is part of what is left, unless it has a line of its own.
    const credit = { ...nothing, id: first ?? '', amount: -100_000, isInvoiced: false }
    const less = { ...kitchen, contract: { ...nothing, amount: 8_222_000 }, changes: [credit] }
    expect(totalOf({ basis: last }, { ...less, invoiced })).toBe(3_228_800)
    const own = { basis: last, changeOrderIds: [first] }
    expect(amountsOf(draft(own), { ...less, invoiced })).toMatchObject({
      ...{ portion: 3_328_800, changes: [-100_000], total: 3_228_800 },
    })
  })

  it('up to a percentage has the rest of that, with the changes it lists', () => {
    const invoiced = { ...nothing, amount: 1_664_400 }
    const basis = { kind: 'percent', soFar: '40' }
    expect(totalOf({ basis }, { ...kitchen, invoiced })).toBe(1_791_600)
    const amounts = amountsOf(draft({ basis, changeOrderIds: [first] }), { ...kitchen, invoiced })
    expect(amounts).toMatchObject({ portion: 1_593_600, changes: [198_000], total: 1_791_600 })
  })

  it('taxes lines by its rate, and parts of a contract with their part of its tax', () => {
    const line = { description: 'Door', quantity: '2', unitPrice: '60', taxable: true }
    const lines = { basis: { kind: 'lines' }, lines: [line], taxRate: '10' }
    expect(
      amountsOf(draft({ ...lines, discount: { kind: 'percent', value: '50' } }), null),
    ).toEqual({
      ...{ portion: null, changes: [], lines: [12_000] },
      ...{ subtotal: 12_000, discount: 6000, taxable: 6000, tax: 600, total: 6600 },
    })
    // $100 of the contract are tax; the change has $10 of its own.
    const job: JobMoney = {
      contract: { amount: 121_000, tax: 11_000, taxable: 110_000 },
      ...{ hasContract: true, invoiced: nothing, portions: nothing },
      steps: [],
      changes: [{ id: first ?? '', amount: 11_000, tax: 1000, taxable: 10_000, isInvoiced: false }],
    }
    const half = { basis: { kind: 'amount', amount: '550' }, changeOrderIds: [first] }
    expect(amountsOf(draft(half), job)).toEqual({
      ...{ portion: 50_000, changes: [10_000], lines: [], subtotal: 60_000, discount: 0 },
      ...{ taxable: 60_000, tax: 6000, total: 66_000 },
    })
    const rest = {
      ...{ ...job, invoiced: { amount: 66_000, tax: 6000, taxable: 60_000 } },
      portions: { amount: 55_000, tax: 5000, taxable: 50_000 },
      changes: job.changes.map((change) => ({ ...change, isInvoiced: true })),
    }
    expect(amountsOf(draft({ basis: { kind: 'percent', soFar: '100' } }), rest)).toMatchObject({
      ...{ portion: 50_000, tax: 5000, total: 55_000 },
    })
  })

  it('says what cannot be invoiced', () => {
    const invoiced = { ...nothing, amount: 5_000_000 }
    expect(totalOf({ basis: { kind: 'percent', soFar: '30' } }, { ...kitchen, invoiced })).toEqual({
      basis: 'More than 30% is invoiced already',
    })
    expect(
      totalOf({ basis: { kind: 'percent', soFar: '30' } }, { ...kitchen, contract: nothing }),
    ).toEqual({ basis: 'This job has no contract to invoice a part of' })
    expect(totalOf({ basis: { kind: 'step', step: 5 } })).toEqual({
      basis: 'This payment is not in the signed schedule',
    })
    const lines = { basis: { kind: 'lines' } }
    expect(totalOf({ ...lines, changeOrderIds: ['00000000-0000-7000-8000-000000000009'] })).toEqual(
      {
        changeOrderIds: 'Choose approved change orders of this job',
      },
    )
    const credit = { description: 'Credit', quantity: '-1', unitPrice: '5' }
    expect(totalOf({ ...lines, lines: [credit] })).toEqual({ lines: 'The total is below zero' })
    const much = { description: 'Much', quantity: '10', unitPrice: '99999999', taxable: true }
    expect(totalOf({ ...lines, lines: [much], taxRate: '30' })).toEqual({
      lines: 'That is too much in all',
    })
  })
})

describe('a draft', () => {
  const line = { description: 'Door', quantity: '1', unitPrice: '60' }
  it.each<[string, object]>([
    ['basis', {}],
    ['basis.amount', { basis: { kind: 'amount', amount: '0' } }],
    ['basis.amount', { basis: { kind: 'amount', amount: '-5' } }],
    ['basis.amount', { basis: { kind: 'amount', amount: '1000000000000000' } }],
    ['basis.amount', { basis: { kind: 'amount', amount: '1.005' } }],
    ['basis.soFar', { basis: { kind: 'percent', soFar: '101' } }],
    ['basis.soFar', { basis: { kind: 'percent', soFar: '0' } }],
    ['basis.step', { basis: { kind: 'step', step: -1 } }],
    ['jobId', { jobId: null, basis: { kind: 'percent', soFar: '50' } }],
    ['jobId', { jobId: null, basis: { kind: 'lines' }, changeOrderIds: [first] }],
    ['lines', { basis: { kind: 'percent', soFar: '50' }, lines: [line] }],
    ['lines', { basis: { kind: 'lines' }, lines: Array.from({ length: 301 }, () => line) }],
    [
      'lines',
      {
        basis: { kind: 'lines' },
        lines: [{ ...line, quantity: '1000000', unitPrice: '99999999' }],
      },
    ],
    ['lines.0.unitPrice', { basis: { kind: 'lines' }, lines: [{ ...line, unitPrice: '-1' }] }],
    [
      'discount',
      { basis: { kind: 'lines' }, lines: [line], discount: { kind: 'amount', value: '61' } },
    ],
    ['lines', { basis: { kind: 'lines' } }],
    ['dueOn', { basis: { kind: 'lines' }, lines: [line], terms: 'day' }],
    ['title', { basis: { kind: 'lines' }, lines: [line], title: ' ' }],
  ])('with a bad %s is refused: %j', (field, facts) => {
    const { error } = InvoiceDraft.safeParse({
      ...{ customerId: first, jobId: first, title: 'Invoice', ...facts },
    })
    expect(error?.issues.map(({ path }) => path.join('.'))).toContain(field)
  })
})

describe('a credit memo', () => {
  const door = { description: 'Door', quantity: '2', unitPrice: '60.05', taxable: true }
  const memo = { kind: 'creditMemo', basis: { kind: 'lines' }, lines: [door], taxRate: '8.25' }

  it('is the same invoice below zero', () => {
    expect(amountsOf(draft(memo), kitchen)).toEqual({
      ...{ portion: null, changes: [], lines: [-12_010], subtotal: -12_010, discount: 0 },
      ...{ taxable: -12_010, tax: -991, total: -13_001 },
    })
    expect(totalOf({ ...memo, kind: 'invoice' })).toBe(13_001)
  })

  it('credits something', () => {
    const back = { ...door, quantity: '-2' }
    const problem = { lines: 'The credit has to be above zero' }
    expect(totalOf({ ...memo, lines: [back] })).toEqual(problem)
    expect(totalOf({ ...memo, lines: [door, back] })).toEqual(problem)
  })

  it.each([
    ['basis', { basis: { kind: 'percent', soFar: '50' }, lines: [] }],
    ['changeOrderIds', { changeOrderIds: [first] }],
    ['discount', { discount: { kind: 'percent', value: '10' } }],
  ])('has no %s of its own', (field, facts) => {
    expect(() => draft({ ...memo, ...facts })).toThrow(`"${field}"`)
  })

  it('takes back lines first, and then parts of the contract with their tax', () => {
    const portion = (amount: number, tax: number) => ({ amount, tax, taxable: 0 })
    const parts = portion(110_000, 10_000)
    const part = (invoiced: number, tax: number) => portionsOf(portion(invoiced, tax), parts, [])
    // Lines of $541.25 are there besides, then they are credited, and $110 more.
    expect(part(164_125, 14_125)).toEqual(parts)
    expect(part(110_000, 10_000)).toEqual(parts)
    expect(part(99_000, 9000)).toEqual(portion(99_000, 9000))
    const change = portion(5000, 0)
    expect(portionsOf(portion(104_000, 9000), parts, [change])).toEqual(portion(99_000, 9000))
  })
})
