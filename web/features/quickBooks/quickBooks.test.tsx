import {
  type QuickBooksRun,
  type QuickBooksState,
  quickBooksRoutes,
} from '@plumbline/contract/quickBooks.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
const run: QuickBooksRun = {
  ...{ id: id(1), createdAt: '2026-11-02T17:30:00.000Z', createdByName: 'Joanna Park' },
  ...{ customers: 1, invoices: 101, creditMemos: 0, payments: 2 },
  files: [
    { name: 'customers.csv', rows: 1 },
    { name: 'invoices-1.csv', rows: 240 },
    { name: 'invoices-2.csv', rows: 3 },
    { name: 'payments.csv', rows: 2 },
  ],
}
const nothing: QuickBooksState = {
  ...{ invoices: 0, creditMemos: 0, payments: 0, changed: [], changedCount: 0 },
}

let [state, runs]: [QuickBooksState, QuickBooksRun[]] = [nothing, []]
beforeEach(() => {
  server.reset()
  state = { ...nothing, invoices: 12, creditMemos: 1, payments: 3 }
  runs = [run]
  server.on(quickBooksRoutes.state, () => ({ body: state }))
  server.on(quickBooksRoutes.list, () => ({
    body: runs,
    headers: { 'X-Total-Count': String(runs.length) },
  }))
})

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const exportButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Export' })

test('what is new is counted, and exported once', async () => {
  runs = []
  server.on(quickBooksRoutes.create, () => {
    state = nothing
    runs = [run]
    return { status: 201, body: run }
  })
  open(server, '/quickbooks', 'admin')
  const fresh = await region('Not exported yet')
  for (const text of ['Invoices', '12', 'Credit memos', '1', 'Payments and refunds', '3'])
    expect(fresh.getByText(text)).toBeTruthy()
  expect(screen.getByText('No exports yet')).toBeTruthy()
  await userEvent.click(await exportButton())
  expect(await screen.findByText('Nothing is new since the last export.')).toBeTruthy()
  expect((await exportButton()).disabled).toBe(true)
  expect(await screen.findByRole('link', { name: /^payments.csv/ })).toBeTruthy()
})

test('an export says who made it and what it took, and has a link for each file', async () => {
  open(server, '/quickbooks', 'admin')
  const exports = await region('Exports')
  expect(exports.getByText('Joanna Park')).toBeTruthy()
  expect(exports.getByText('101 invoices, 1 customer, 2 payments')).toBeTruthy()
  const links = exports.getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    ...['customers.csv1 row', 'invoices-1.csv240 rows', 'invoices-2.csv3 rows'],
    'payments.csv2 rows',
  ])
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    [0, 1, 2, 3].map((place) => `/api/quickbooks-runs/${run.id}/file?place=${place}`),
  )
})

test('an export that somebody else made meanwhile is said', async () => {
  server.on(quickBooksRoutes.create, { failure: 'nothingToExport' })
  open(server, '/quickbooks', 'admin')
  await userEvent.click(await exportButton())
  expect(await screen.findByText('Nothing is new since the last export')).toBeTruthy()
})

test('a company without invoices has nothing to export', async () => {
  ;[state, runs] = [nothing, []]
  open(server, '/quickbooks', 'admin')
  expect(await screen.findByText('There are no invoices or payments yet.')).toBeTruthy()
  expect((await exportButton()).disabled).toBe(true)
})

test('more than an export takes is left for the next one', async () => {
  state = { ...nothing, invoices: 1001 }
  open(server, '/quickbooks', 'admin')
  expect(await screen.findByText(/Export again for the rest/)).toBeTruthy()
})

test('an export is undone after a question', async () => {
  server.on(quickBooksRoutes.remove, () => {
    runs = []
    return { body: undefined }
  })
  open(server, '/quickbooks', 'admin')
  await userEvent.click(await screen.findByRole('button', { name: /^Undo the export of Nov 2/ }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Undo Export' }))
  expect(await screen.findByText('No exports yet')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('changes after an export lead to their invoice and customer', async () => {
  const of = { customerId: id(2), customerName: 'Ana Ruiz', day: '2026-11-03' }
  const invoice = { invoiceId: id(3), number: '2026-0042' }
  state = {
    ...nothing,
    changedCount: 140,
    changed: [
      { ...of, id: id(4), ...invoice, kind: 'voided', amount: 12_000 },
      { ...of, id: id(5), kind: 'reversed', invoiceId: null, number: null, amount: 5000 },
      { ...of, id: id(6), ...invoice, kind: 'applied', amount: 7000 },
      { ...of, id: id(7), ...invoice, kind: 'applied', amount: -7000 },
    ],
  }
  open(server, '/quickbooks', 'admin')
  const changed = await region('Changed after their export')
  expect(changed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Void: 2026-0042 Ana RuizNov 3120.00',
    'Payment reversed  Ana RuizNov 350.00',
    'Credit applied to invoice 2026-0042 Ana RuizNov 370.00',
    'Credit taken back from invoice 2026-0042 Ana RuizNov 3−70.00',
  ])
  expect(changed.getByText('The last 4 of 140.')).toBeTruthy()
  const [link] = changed.getAllByRole('link', { name: '2026-0042' })
  expect(link?.getAttribute('href')).toBe(`/invoices/${id(3)}`)
  const [customer] = changed.getAllByRole('link', { name: 'Ana Ruiz' })
  expect(customer?.getAttribute('href')).toBe(`/customers/${id(2)}`)
})
