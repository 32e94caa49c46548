import { csvLine } from '@plumbline/contract/csv.ts'
import type { ImportReport } from '@plumbline/contract/imports.ts'
import type { SavedLine } from '@plumbline/contract/priceList.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { events } from '../../schema/live.ts'
import { savedLines } from '../../schema/pricing.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(events)
  await w.db.delete(savedLines)
})

async function send(rows: readonly (readonly string[])[], fields = {}): Promise<ImportReport> {
  const content = Buffer.from(rows.map((row) => csvLine(row)).join(''))
  const { status, body, text } = await w.upload(
    'ada',
    '/api/imports/price-list',
    { field: 'file', content, name: 'prices.csv', type: 'text/csv' },
    { dryRun: 'false', ...fields },
  )
  expect(status, text).toBe(200)
  return body
}
const priceList = async (): Promise<SavedLine[]> =>
  (await w.call('ada', 'GET', '/api/price-list')).body
const reasonsOf = ({ problems }: ImportReport) =>
  problems.flatMap(({ row, reasons }) => reasons.map((one) => [row, one.field, one.message]))

const head = ['Item', 'Notes', 'UOM', 'Rate', 'Purchase cost', 'Type', 'Taxable']
const footing = ['Footing', 'Dug to frost depth', 'each', '$1,298.50', '180.0825', 'Materials', 'Y']

test('lines are read exactly, and the same file adds nothing again', async () => {
  const list = [head, footing, ['Demo,\nby hand', '', '', '75', '', 'Labour', 'no']]
  expect(await send(list, { dryRun: 'true' })).toMatchObject({
    ...{ rows: 2, added: 2, problems: [], missing: [] },
    mapping: { description: 0, details: 1, unit: 2, unitPrice: 3, unitCost: 4, taxable: 6 },
  })
  expect(await priceList()).toEqual([])

  expect(await send(list)).toMatchObject({ added: 2, existing: [] })
  expect(await priceList()).toMatchObject([
    {
      ...{ description: 'Demo, by hand', details: null, unit: null, unitPrice: '75' },
      ...{ unitCost: null, category: 'labor', taxable: false },
    },
    {
      ...{ description: 'Footing', details: 'Dug to frost depth', unit: 'each' },
      ...{ unitPrice: '1298.5', unitCost: '180.0825', category: 'material', taxable: true },
    },
  ])
  const published = await w.db.select().from(events)
  expect(published.map(({ name, detail }) => [name, detail])).toEqual([
    ['savedLine.imported', { kind: 'prices', count: 2 }],
  ])
  expect(await send(list)).toMatchObject({ added: 0, existing: [2, 3] })
})

test('a description beside a name is its details', async () => {
  await send([
    ['Name', 'Description', 'Price'],
    ['Footing', 'Dug to frost depth', '298'],
  ])
  expect(await priceList()).toMatchObject([
    { description: 'Footing', details: 'Dug to frost depth', unitPrice: '298' },
  ])
})

test('a line of the same description and unit stays as it is', async () => {
  await send([head, footing])
  const list = [
    ['Description', 'Unit', 'Price'],
    ['FOOTING', 'Each', '5'],
    ['Footing', 'ln ft', '6'],
    ['Footing', '', '7'],
    ['footing', 'LN FT', '8'],
  ]
  const report = await send(list)
  expect(report).toMatchObject({ added: 2, existing: [2] })
  expect(reasonsOf(report)).toEqual([
    [5, 'description', 'The same description and unit as in row 3'],
  ])
  const prices = (await priceList()).map(({ unit, unitPrice }) => [unit, unitPrice])
  expect(prices.toSorted()).toEqual([
    [null, '7'],
    ['each', '1298.5'],
    ['ln ft', '6'],
  ])
})

test('a row is refused by the rules of the form', async () => {
  const list = [
    ['Description', 'Unit', 'Price', 'Cost', 'Taxable'],
    ['', '', '1', '', ''],
    ['a', '', '', '', ''],
    ['b', '', '1.23456', '', ''],
    ['c', '', '-1', '', ''],
    ['d', '', '1', '1,5', ''],
    ['e', '', '100,000,000', '', ''],
    ['f', '', '1', '', '8.25%'],
    ['g'.repeat(501), '', '1', '', ''],
    ['h', 'u'.repeat(21), '1', '', ''],
  ]
  const report = await send(list, { dryRun: 'true' })
  expect(report.added).toBe(0)
  expect(reasonsOf(report)).toEqual([
    [2, 'description', 'Description is required'],
    [3, 'unitPrice', 'Unit price is required'],
    [4, 'unitPrice', 'At most four decimals'],
    [5, 'unitPrice', 'This cannot be negative'],
    [6, 'unitCost', 'Enter a number such as 1,250 or 1.5'],
    [7, 'unitPrice', 'At most 99,999,999'],
    [8, 'taxable', 'Enter yes or no'],
    [9, 'description', 'At most 500 characters'],
    [10, 'unit', 'At most 20 characters'],
  ])
})

test.each([
  ['Labor', 'labor'],
  ['SERVICE', 'labor'],
  ['materials', 'material'],
  ['Supplies', 'material'],
  ['Non-inventory', 'material'],
  ['Subcontractors', 'subcontract'],
  ['Equipment Rental', 'equipment'],
  ['Permits', 'permit'],
  ['06100', 'other'],
  ['', 'other'],
])('the category %j is %s', async (typed, category) => {
  await send([
    ['Description', 'Price', 'Category'],
    ['Line', '1', typed],
  ])
  expect((await priceList()).map((line) => line.category)).toEqual([category])
})

test('the list of QuickBooks is recognized', async () => {
  const report = await send([
    [
      ...['Product/Service Name', 'Sales Description', 'SKU', 'Type', 'Sales Price / Rate'],
      ...['Taxable', 'Income Account', 'Purchase Description', 'Purchase Cost', 'Expense Account'],
    ],
    [
      ...['Framing:Wall', 'Framed at 16 in.', 'W-1', 'Service', '12.25', 'no', 'Sales'],
      ...['Crew', '7.5', 'Labor'],
    ],
  ])
  expect(report).toMatchObject({
    ...{ source: { name: 'QuickBooks product and service list', kind: 'prices' }, added: 1 },
  })
  expect(await priceList()).toMatchObject([
    {
      ...{ description: 'Framing:Wall', details: 'Framed at 16 in.', unit: null },
      ...{ unitPrice: '12.25', unitCost: '7.5', category: 'labor', taxable: false },
    },
  ])
})

test('5,000 lines are added at once', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => [`Line ${n}`, '1'])
  expect(await send([['Description', 'Price'], ...rows])).toMatchObject({ added: 5000 })
})
