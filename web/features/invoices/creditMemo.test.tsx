import { customerRoutes } from '@plumbline/contract/customers.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { type Invoice, invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { priceListRoutes } from '@plumbline/contract/priceList.ts'
import { proposalSettingsRoutes } from '@plumbline/contract/proposalSettings.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { invoice, invoiceContent, jobInvoicing } from '../../testing/invoiceDetails.ts'
import { listedInvoice } from '../../testing/invoices.ts'
import { open } from '../../testing/open.tsx'
import {
  customer as customerOf,
  inviteAddress,
  job as jobOf,
  proposalSettings,
} from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const job = jobOf(1, { name: 'Kitchen remodel', customerId: customerOf(1).id })
const customer = customerOf(1, { name: 'Maya Okafor' })
/** An invoice of $17,280 that was issued. */
const billed = invoice(7, { number: '2026-0042', status: 'open', dueOn: '2026-11-30' })
const lines = [
  {
    ...{ description: 'Vanity light', details: null, quantity: '1', unit: null },
    ...{ unitPrice: '120.50', taxable: true },
  },
]
/** A draft that credits $130.44. */
const memo = invoice(8, {
  ...{ kind: 'creditMemo', title: 'Invoice 2026-0042', basis: { kind: 'lines' }, lines },
  ...{ taxRate: '8.25', subtotal: -12_050, tax: -994, total: -13_044, left: 100_000 },
  content: invoiceContent({
    ...{ kind: 'creditMemo', title: 'Invoice 2026-0042', contract: null, terms: null },
    ...{ subtotal: '120.50', tax: '9.94', taxable: '120.50', taxRate: '8.25', total: '130.44' },
  }),
})

let shown: Invoice
beforeEach(() => {
  server.reset()
  shown = billed
  server.on(jobRoutes.list, { body: [job] })
  server.on(jobRoutes.one, { body: job })
  server.on(priceListRoutes.list, { body: [] })
  server.on(customerRoutes.list, { body: [customer], headers: { 'X-Total-Count': '1' } })
  server.on(customerRoutes.one, { body: customer })
  server.on(proposalSettingsRoutes.read, { body: proposalSettings({ taxRate: '8.25' }) })
  server.on(inviteRoutes.address, { body: inviteAddress })
  server.on(invoiceRoutes.ofJob, {
    body: jobInvoicing({
      contract: { amount: 200_000, tax: 0, taxable: 0 },
      invoiced: { amount: 100_000, tax: 0, taxable: 0 },
      steps: [{ title: 'On completion', amount: 100_000, isDrafted: false, invoiceId: null }],
    }),
  })
  server.on(invoiceRoutes.one, () => ({ body: shown }))
})

const bodyOf = (method: string) =>
  JSON.parse(server.seen.findLast((request) => request.method === method)?.body ?? '{}')
type Part = { getAllByRole: (role: 'term') => HTMLElement[] }
const facts = (part: Part) =>
  part.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])

test('is made from the menu of an invoice: its customer and job, and lines that are credited', async () => {
  const user = userEvent.setup()
  server.on(invoiceRoutes.create, { body: memo })
  open(server, `/invoices/${billed.id}`, 'admin')
  await user.click(await screen.findByRole('button', { name: 'New credit memo', hidden: true }))
  const form = within(await screen.findByRole('dialog', { name: 'New Credit Memo' }))
  await form.findByText(/left to invoice again/)
  const value = (label: string) => form.getByLabelText<HTMLInputElement>(label).value
  await waitFor(() => expect(value('Customer')).toBe('Maya Okafor'))
  await waitFor(() => expect(value('Job')).toBe('Kitchen remodel'))
  expect(value('Title')).toBe('Invoice 2026-0042')
  expect(form.queryByText('The credit has to be above zero')).toBeNull()
  for (const label of ['Invoice by', 'Terms', 'Discount'])
    expect(form.queryByLabelText(label)).toBeNull()
  const line = within(form.getByRole('group', { name: 'Line 1' }))
  await user.type(line.getByLabelText('Description'), 'Vanity light')
  await user.type(line.getByLabelText('Price'), '120.50')
  expect(line.getByText('Credit').nextElementSibling?.textContent).toBe('120.50')
  expect(facts(form)).toEqual([
    ['Subtotal', '$120.50'],
    ['Sales tax', '$9.94'],
    ['Total credit', '$130.44'],
    ['Left to invoice after it', '$1,130.44'],
  ])
  await user.click(form.getByRole('button', { name: 'Add Draft' }))
  await waitFor(() =>
    expect(bodyOf('POST')).toMatchObject({
      ...{ kind: 'creditMemo', customerId: customer.id, jobId: job.id, taxRate: '8.25' },
      ...{ title: 'Invoice 2026-0042', basis: { kind: 'lines' }, changeOrderIds: [] },
      lines: [{ description: 'Vanity light', unitPrice: '120.5', taxable: true }],
    }),
  )
})

test('is edited as a credit memo', async () => {
  const user = userEvent.setup()
  shown = memo
  server.on(invoiceRoutes.update, { body: memo })
  open(server, `/invoices/${memo.id}`, 'admin')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit Credit Memo' }))
  await user.type(form.getByLabelText('Title'), ', light')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodyOf('PUT')).toMatchObject({
      ...{ kind: 'creditMemo', title: 'Invoice 2026-0042, light', basis: { kind: 'lines' } },
    }),
  )
})

test('of a draft, its total and what it leaves to invoice are shown; it is issued as a credit', async () => {
  const user = userEvent.setup()
  shown = memo
  open(server, `/invoices/${memo.id}`, 'admin')
  await screen.findByRole('heading', { name: 'Draft credit memo: Invoice 2026-0042' })
  const paper = within(screen.getByRole('article', { name: 'Document' }))
  expect(paper.getByText('Credit Memo')).toBeTruthy()
  expect(paper.getByRole('region', { name: 'Credit to' })).toBeTruthy()
  expect(paper.queryByText(/^Due/)).toBeNull()
  expect(facts(within(screen.getByRole('main')))).toEqual(
    expect.arrayContaining([
      ['Total credit', '$130.44'],
      ['Left to invoice after it', '$1,130.44'],
    ]),
  )
  await user.click(screen.getByRole('button', { name: 'Issue' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Issue Credit Memo' }))
  expect(facts(dialog)).toEqual([
    ['Total credit', '$130.44'],
    ['Customer', 'Maya Okafor'],
  ])
  expect(dialog.getByText(/left to invoice again/)).toBeTruthy()
  server.on(invoiceRoutes.issue, { body: { ...memo, number: 'CM-2026-0001', status: 'open' } })
  server.on(invoiceRoutes.link, { body: { path: '/i/abc' } })
  await user.click(dialog.getByRole('button', { name: 'Issue' }))
  expect(await screen.findByText('Credit Memo CM-2026-0001 issued')).toBeTruthy()
  expect(bodyOf('POST')).toMatchObject({ total: -13_044 })
})

const issued = { number: 'CM-2026-0001', status: 'open', issuedOn: '2026-11-18' } as const

test('that was issued has no due day, and is made void', async () => {
  const user = userEvent.setup()
  shown = { ...memo, ...issued }
  open(server, `/invoices/${memo.id}`, 'admin')
  await screen.findByRole('heading', { name: 'Credit Memo CM-2026-0001' })
  expect(screen.queryByRole('button', { name: 'Move due day' })).toBeNull()
  for (const name of ['New credit memo', 'Record Payment', 'Write off'])
    expect(screen.queryByRole('button', { name, hidden: true })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Void' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Void Credit Memo CM-2026-0001' }),
  )
  expect(dialog.getByText(/It counts as invoiced for the job again/)).toBeTruthy()
  // It was used meanwhile.
  server.on(invoiceRoutes.void, { failure: 'moneyApplied' })
  await user.type(dialog.getByLabelText('Reason'), 'Wrong light')
  await user.click(dialog.getByRole('button', { name: 'Void Credit Memo' }))
  expect(await dialog.findByText(/Take them back first/)).toBeTruthy()
})

test('that is used in part shows what is left to apply, and is not made void', async () => {
  shown = { ...memo, ...issued, paid: -3044 }
  open(server, `/invoices/${memo.id}`, 'admin')
  await screen.findByText('It cannot be made void while something of it is applied.')
  expect(facts(within(screen.getByRole('main')))).toEqual(
    expect.arrayContaining([['Left to apply', '$100.00']]),
  )
  expect(screen.queryByRole('button', { name: 'Void' })).toBeNull()
})

test('is marked in the list, filtered by kind, and added there', async () => {
  const user = userEvent.setup()
  const used = listedInvoice(3, {
    ...{ kind: 'creditMemo', number: 'CM-2026-0003', title: 'Light', status: 'paid' },
    ...{ dueOn: null, total: -13_044, paid: -13_044, owed: 0 },
  })
  server.on(invoiceRoutes.list, { body: [used], headers: { 'X-Total-Count': '1' } })
  open(server, '/invoices', 'admin')
  const card = within(await screen.findByRole('article', { name: 'CM-2026-0003' }))
  for (const text of ['Credit memo: Light', 'Applied', '−$130.44'])
    expect(card.getByText(text)).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('State'), 'Credits')
  await waitFor(() =>
    expect(server.seen.some(({ url }) => url.includes('kind=creditMemo'))).toBe(true),
  )
  await user.click(screen.getByRole('button', { name: 'New Credit Memo' }))
  expect(await screen.findByRole('dialog', { name: 'New Credit Memo' })).toBeTruthy()
})
