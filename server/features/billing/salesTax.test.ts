import type { SalesTax, TaxDocument, TaxPart } from '@plumbline/contract/salesTax.ts'
import { seededNumbers } from '@plumbline/contract/testing/random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { invoices } from '../../schema/invoices.ts'
import { settings } from '../../schema/settings.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
let customerId: string
beforeAll(async () => {
  w = await testApp()
  const facts = { companyName: 'Ridgeline Builders', timeZone: 'America/Chicago' }
  await w.db.insert(settings).values(facts)
  w.clock.now = new Date('2026-10-20T18:00:00Z')
  customerId = (await w.call('ada', 'POST', '/api/customers', { name: 'Nancy Boyd' })).body.id
})
afterAll(() => w.close())

const get = async (url: string) => {
  const answer = await w.call('ada', 'GET', url)
  expect(answer.status, answer.text).toBe(200)
  return answer
}
const report = async (year?: number): Promise<SalesTax> =>
  (await get(`/api/sales-tax${year ? `?year=${year}` : ''}`)).body

interface Facts {
  readonly kind?: 'invoice' | 'creditMemo'
  readonly total: number
  readonly tax: number
  readonly taxable: number
  readonly issuedOn: string
  readonly voidedOn?: string
}
let last = 0
/** An invoice or a credit memo as it is stored since its issue. */
async function stored({ kind = 'invoice', voidedOn, ...facts }: Facts) {
  const draft = {
    ...{ basis: { kind: 'lines' }, changeOrderIds: [], lines: [], discount: null, taxRate: '0' },
    ...{ terms: 'receipt', dueOn: null, message: null },
  } as const
  last += 1
  await w.db.insert(invoices).values({
    ...{ ...facts, kind, customerId, number: `N-${last}`, title: 'Doors', content: '{}' },
    ...{ draft: draft as never, dueOn: facts.issuedOn, voidedOn: voidedOn ?? null },
    status: voidedOn ? 'void' : 'issued',
  })
}

const amountsOf = ({ taxable, notTaxable, tax }: Omit<TaxPart, 'count'>) => [
  ...[taxable, notTaxable, tax],
]

test('a month is what was issued in it less credit memos, and what became void in it', async () => {
  const part = { total: 11_825, tax: 825, taxable: 10_000, issuedOn: '2026-01-31' }
  await stored(part)
  await stored({ ...part, voidedOn: '2026-03-01' })
  const memo = { kind: 'creditMemo', total: -1_065, tax: -65, taxable: -500 } as const
  await stored({ ...memo, issuedOn: '2026-02-01' })
  await stored({ ...memo, issuedOn: '2026-03-31', voidedOn: '2026-03-31' })
  // Neither drafts nor other years count.
  await stored({ ...part, issuedOn: '2025-12-31' })
  const lines = [{ description: 'Door', quantity: '1', unitPrice: '5' }]
  const draft = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines }
  await w.call('ada', 'POST', '/api/invoices', draft)
  const { year, years, months, total } = await report()
  expect([year, years]).toEqual([2026, [2026, 2025]])
  // Up to this month.
  expect(months.map(({ month }) => month)).toHaveLength(10)
  expect(months.slice(0, 4).map((month) => [month.month, ...amountsOf(month)])).toEqual([
    ['2026-01', 20_000, 2_000, 1_650],
    ['2026-02', -500, -500, -65],
    ['2026-03', -10_000, -1_000, -825],
    ['2026-04', 0, 0, 0],
  ])
  const march = months[2]
  expect(march?.creditMemos).toEqual({ count: 1, taxable: -500, notTaxable: -500, tax: -65 })
  expect(march?.voids).toEqual({ count: 2, taxable: -9_500, notTaxable: -500, tax: -760 })
  expect(amountsOf(total)).toEqual([9_500, 500, 760])
  expect((await report(2024)).total.invoices.count).toBe(0)
})

test('each month is the sum of its documents, which are read in pages, whatever became void', async () => {
  const below = seededNumbers(72)
  const pad = (value: number) => String(value).padStart(2, '0')
  const day = (from: number) => {
    const month = from + below(13 - from)
    return [month, `2024-${pad(month)}-${pad(1 + below(28))}`] as const
  }
  for (let n = 0; n < 200; n++) {
    const sign = below(4) === 0 ? -1 : 1
    const [taxable, notTaxable, tax] = [below(90_000), below(50_000), below(9_000)]
    const [month, issuedOn] = day(1)
    const [, voidedOn] = day(month)
    await stored({
      ...{ kind: sign < 0 ? 'creditMemo' : 'invoice', issuedOn },
      ...{ taxable: sign * taxable, tax: sign * tax, total: sign * (taxable + notTaxable + tax) },
      ...(below(3) === 0 && voidedOn >= issuedOn && { voidedOn }),
    })
  }
  const { months, total } = await report(2024)
  const all: TaxDocument[] = []
  for (const month of months) {
    const documents: TaxDocument[] = (await get(`/api/sales-tax/documents?month=${month.month}`))
      .body
    const sum = (of: (row: TaxDocument) => number) => documents.reduce((s, row) => s + of(row), 0)
    expect([month.month, ...amountsOf(month)]).toEqual([
      ...[month.month, sum((row) => row.taxable), sum((row) => row.notTaxable)],
      sum((row) => row.tax),
    ])
    const { invoices: issued, creditMemos, voids } = month
    expect(documents).toHaveLength(issued.count + creditMemos.count + voids.count)
    expect(documents.every((row) => row.day.startsWith(month.month))).toBe(true)
    all.push(...documents)
    // In pages it is the same.
    const paged: TaxDocument[] = []
    let url: string | undefined = `/api/sales-tax/documents?month=${month.month}&limit=7`
    while (url) {
      const { body, headers } = await get(url)
      paged.push(...body)
      expect(headers['x-total-count']).toBe(String(documents.length))
      url = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    }
    expect(paged).toEqual(documents)
  }
  const sum = (of: (row: TaxDocument) => number) => all.reduce((s, row) => s + of(row), 0)
  expect(amountsOf(total)).toEqual([
    ...[sum((row) => row.taxable), sum((row) => row.notTaxable), sum((row) => row.tax)],
  ])
  expect(all.some(({ isVoid }) => isVoid)).toBe(true)
})

test.each([
  ['/api/sales-tax?year=1', 'year'],
  ['/api/sales-tax/documents?month=2026-13', 'month'],
  ['/api/sales-tax/documents?month=2026-01&limit=5&after=x', 'after'],
  [`/api/sales-tax/documents?month=2026-01&limit=5&after=2026-02-31i_${newId()}`, 'after'],
])('%s is refused', async (url, field) => {
  const { status, body } = await w.call('ada', 'GET', url)
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
})

test('it is for the office alone', async () => {
  for (const name of ['cleo', 'sam'] as const)
    for (const url of ['/api/sales-tax', '/api/sales-tax/documents?month=2026-01'])
      expect((await w.call(name, 'GET', url)).status).toBe(403)
})

test('a year in which something only became void can be chosen', async () => {
  const part = { total: 1_065, tax: 65, taxable: 1_000 }
  await stored({ ...part, issuedOn: '2018-12-31', voidedOn: '2019-01-02' })
  const { total, years } = await report(2019)
  expect([total.tax, total.voids.count]).toEqual([-65, 1])
  expect(years).toEqual((await report()).years)
  expect(years).toEqual([2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019, 2018])
})
