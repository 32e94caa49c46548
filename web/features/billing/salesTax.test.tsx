import {
  type SalesTax,
  salesTaxRoutes,
  type TaxDocument,
  type TaxedMonth,
} from '@plumbline/contract/salesTax.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const none = { count: 0, taxable: 0, notTaxable: 0, tax: 0 }
const empty: Omit<TaxedMonth, 'month'> = {
  ...{ taxable: 0, notTaxable: 0, tax: 0 },
  ...{ invoices: none, creditMemos: none, voids: none },
}
const october: Omit<TaxedMonth, 'month'> = {
  ...{ taxable: 10_000, notTaxable: -500, tax: 760 },
  invoices: { count: 2, taxable: 20_000, notTaxable: 1_000, tax: 1_650 },
  creditMemos: { count: 1, taxable: 0, notTaxable: -500, tax: -65 },
  voids: { count: 1, taxable: -10_000, notTaxable: -1_000, tax: -825 },
}
const tax = (year: number, month = october): SalesTax => ({
  ...{ year, years: [2026, 2025], total: month },
  months: [
    { month: `${year}-09`, ...empty },
    { month: `${year}-10`, ...month },
  ],
})
const idOf = (n: number) => `0198c0de-0000-7000-8000-00000000000${n}`
const documents: TaxDocument[] = [
  {
    ...{ id: idOf(1), kind: 'invoice', isVoid: false, day: '2026-10-02', number: '2026-0011' },
    ...{ customerName: 'Maya Okafor', taxable: 10_000, notTaxable: 1_000, tax: 825 },
  },
  {
    ...{ id: idOf(1), kind: 'invoice', isVoid: true, day: '2026-10-03', number: '2026-0011' },
    ...{ customerName: 'Maya Okafor', taxable: -10_000, notTaxable: -1_000, tax: -825 },
  },
  {
    ...{ id: idOf(2), kind: 'creditMemo', isVoid: false, day: '2026-10-04', number: 'CM-1' },
    ...{ customerName: '=cmd', taxable: 0, notTaxable: -500, tax: -65 },
  },
]

beforeEach(() => {
  server.reset()
  server.on(salesTaxRoutes.year, ({ query }) => ({ body: tax(Number(query.get('year') ?? 2026)) }))
  server.on(salesTaxRoutes.documents, {
    body: documents,
    headers: { 'X-Total-Count': String(documents.length) },
  })
})

test('each month opens to the documents that it is the sum of', async () => {
  open(server, '/completions?show=tax', 'admin')
  const months = within(await screen.findByRole('list', { name: 'Sales tax by month' }))
  expect(months.queryByRole('button', { name: /^Sep 2026/ })).toBe(null)
  const month = months.getByRole('button', { name: /^Oct 2026/ })
  expect(month.textContent).toBe(
    'Oct 20262 invoices 16.50, 1 credit memo −0.65, 1 void −8.25Taxable 100.00Not taxable −5.00Tax 7.60',
  )
  await userEvent.click(month)
  const rows = within(await screen.findByRole('list', { name: 'Documents' })).getAllByRole(
    'listitem',
  )
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '2026-0011Maya Okafor Oct 2Taxable 100.00Not taxable 10.00Tax 8.25',
    '2026-0011Maya Okafor Void, Oct 3Taxable −100.00Not taxable −10.00Tax −8.25',
    'CM-1=cmd Credit memo, Oct 4Taxable 0.00Not taxable −5.00Tax −0.65',
  ])
  expect(screen.getByRole('link', { name: 'CM-1' }).getAttribute('href')).toBe(
    `/invoices/${idOf(2)}`,
  )
  expect(server.seen.at(-1)?.url).toBe('/api/sales-tax/documents?month=2026-10&limit=50')
})

test('another year is chosen, and one without invoices says so', async () => {
  server.on(salesTaxRoutes.year, ({ query }) => ({
    body: tax(Number(query.get('year') ?? 2026), query.get('year') === '2025' ? empty : october),
  }))
  open(server, '/completions?show=tax', 'admin')
  await userEvent.selectOptions(await screen.findByLabelText('Year'), '2025')
  expect(await screen.findByText('Nothing was invoiced in 2025')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'CSV' })).toBe(null)
})

test('its CSV file has a line for each month', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  open(server, '/completions?show=tax&year=2025', 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  const lines = (await files[0]?.text())?.split('\r\n')
  expect(lines?.slice(0, 3).map((line) => line.replace('\ufeff', ''))).toEqual([
    'Month,Taxable,Not taxable,Tax on invoices,Tax on credit memos,Tax taken back (void),Tax',
    '2025-09,0.00,0.00,0.00,0.00,0.00,0.00',
    '2025-10,100.00,-5.00,16.50,-0.65,-8.25,7.60',
  ])
})
