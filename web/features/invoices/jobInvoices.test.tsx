import { changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import { clientInvoiceRoutes } from '@plumbline/contract/clientInvoices.ts'
import { customerRoutes } from '@plumbline/contract/customers.ts'
import {
  invoiceRoutes,
  type JobInvoicing,
  type ListedInvoice,
} from '@plumbline/contract/invoices.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { paymentRoutes } from '@plumbline/contract/payments.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { proposalSettingsRoutes } from '@plumbline/contract/proposalSettings.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { weeklyUpdateRoutes } from '@plumbline/contract/weeklyUpdates.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contract } from '../../testing/changeOrders.ts'
import { invoice, invoicedChange, jobInvoicing } from '../../testing/invoiceDetails.ts'
import { open, people } from '../../testing/open.tsx'
import { account, openInvoice, partFor, payment } from '../../testing/payments.ts'
import { job as jobOf, proposalSettings } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const job = jobOf(1, { name: 'Kitchen remodel', clientId: people.client.id })
const listed = (n: number, change: Partial<ListedInvoice>): ListedInvoice => ({
  ...invoice(n),
  ...change,
})
const whole = jobInvoicing({
  contract: { amount: 8_640_000, tax: 0, taxable: 0 },
  invoiced: { amount: 2_160_000, tax: 0, taxable: 0 },
  ...{ paid: 1_000_000, owed: 1_160_000 },
  steps: [
    { title: 'Deposit', amount: 2_160_000, isDrafted: false, invoiceId: invoice(1).id },
    { title: 'Cabinets in', amount: 4_000_000, isDrafted: false, invoiceId: null },
    { title: 'On completion', amount: 2_000_000, isDrafted: false, invoiceId: null },
  ],
  changes: [invoicedChange(1, { amount: 480_000 })],
  invoices: [
    listed(1, {
      ...{ title: 'Deposit', number: '2026-0041', status: 'overdue', dueOn: '2026-11-12' },
      ...{ total: 2_160_000, owed: 1_160_000, paid: 1_000_000 },
    }),
    listed(2, {
      ...{ title: 'Extras', number: '2026-0042', status: 'void', dueOn: '2027-01-12' },
      total: 50_000,
    }),
    listed(3, { title: 'Cleaning', total: 12_000 }),
  ],
})

let read: JobInvoicing
beforeEach(() => {
  server.reset()
  read = whole
  server.on(jobRoutes.one, { body: job })
  server.on(jobRoutes.list, { body: [] })
  server.on(jobRoutes.subcontractors, { body: [] })
  server.on(taskRoutes.ofJob, { body: [] })
  server.on(scheduleRoutes.ofJob, { body: [] })
  server.on(weeklyUpdateRoutes.ofJob, { body: [] })
  server.on(photoRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(customerRoutes.list, { body: [] })
  server.on(proposalSettingsRoutes.read, { body: proposalSettings() })
  server.on(changeOrderRoutes.contract, { body: contract() })
  server.on(invoiceRoutes.ofJob, () => ({ body: read }))
  server.on(clientInvoiceRoutes.list, { body: [] })
  server.on(paymentRoutes.list, { body: [] })
})

const show = (role: keyof typeof people) => open(server, `/jobs/${job.id}`, role)
const findPanel = async () => within(await screen.findByRole('region', { name: 'Money' }))
type Panel = Awaited<ReturnType<typeof findPanel>>
const rows = async (panel: Panel) =>
  within(await panel.findByRole('list', { name: 'Invoices' }))
    .getAllByRole('listitem')
    .map((row) => [...row.children].map(({ textContent }) => textContent?.trim()))
const figures = (panel: Panel) =>
  panel.getAllByRole('term').map((term) => term.parentElement?.textContent)

test('the invoices of a job, and then the payments that are left', async () => {
  show('admin')
  const panel = await findPanel()
  expect(await rows(panel)).toEqual([
    // On a phone, the number and the due day are in one place.
    ['Overdue', 'Deposit', '2026-0041, due Nov 12', 'due Nov 12', '21,600.0011,600.00 owed'],
    ['Void', 'Extras', '2026-0042', '', '500.00'],
    ['Draft', 'Cleaning', '', '', '120.00'],
    ['Left', 'Cabinets in', '', 'Invoice', '40,000.00'],
    ['Left', 'On completion', '', '', '20,000.00'],
  ])
  expect(figures(panel)).toEqual([
    'Contract$86,400.00',
    'Invoiced$21,600.00',
    'Paid$10,000.00',
    'Not paid$11,600.00',
    'Left to invoice$64,800.00',
  ])
  expect(panel.getByRole('link', { name: 'Deposit' }).getAttribute('href')).toBe(
    `/invoices/${invoice(1).id}`,
  )
  expect(screen.getByRole('link', { name: 'Money' }).getAttribute('href')).toBe('#money')
})

test('a payment is for the invoices of the job before those of other jobs', async () => {
  const [other, own] = [openInvoice(11), openInvoice(12, { id: invoice(1).id, owed: 1_160_000 })]
  server.on(paymentRoutes.account, { body: account([other, own]) })
  show('admin')
  const panel = await findPanel()
  await userEvent.click(await panel.findByRole('button', { name: 'Record Payment' }))
  const form = within(await screen.findByRole('dialog', { name: 'Record Payment' }))
  const amounts = form.getAllByLabelText<HTMLInputElement>(/^Amount/)
  expect(amounts.map(({ value }) => value)).toEqual(['11600.00', '11600.00', ''])
  expect(form.getByText('Maya Okafor')).toBeTruthy()
})

test('the next payment is invoiced from its row', async () => {
  const user = userEvent.setup()
  show('admin')
  const panel = await findPanel()
  await user.click(await panel.findByRole('button', { name: 'Invoice Cabinets in' }))
  const form = within(await screen.findByRole('dialog', { name: 'New Invoice' }))
  await waitFor(() => expect(form.getByLabelText('Title')).toHaveProperty('value', 'Cabinets in'))
  expect(form.getByLabelText('Job')).toHaveProperty('value', 'Kitchen remodel')
})

test.each([
  ['without the change orders', false, '60,000.00'],
  ['nor a payment that is a draft', true, '20,000.00'],
] as const)('the last payment is what is left %s', async (_, isDrafted, amount) => {
  read = {
    ...whole,
    steps: whole.steps.map((step, at) =>
      at === 1 ? { ...step, isDrafted, invoiceId: invoice(3).id } : step,
    ),
  }
  show('admin')
  expect((await rows(await findPanel())).at(-1)).toEqual([
    ...['Left', 'On completion', '', 'Invoice', amount],
  ])
})

test('a job without a contract and without invoices says so', async () => {
  read = jobInvoicing()
  show('admin')
  const panel = await findPanel()
  expect(await panel.findByText('Nothing is invoiced yet.')).toBeTruthy()
  expect(panel.queryAllByRole('term')).toHaveLength(0)
  expect(panel.getByRole('button', { name: 'New Invoice' })).toBeTruthy()
})

test.each(['subcontractor', 'client'] as const)('a %s sees nothing of it', async (role) => {
  show(role)
  await screen.findByRole('region', { name: 'Schedule' })
  expect(screen.queryByRole('region', { name: 'Money' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Money' })).toBeNull()
  expect(server.seen.filter(({ url }) => url.endsWith('/invoicing'))).toHaveLength(0)
})

test('money that cannot be read can be tried again', async () => {
  server.on(invoiceRoutes.ofJob, { failure: 'unavailable' })
  show('admin')
  const panel = await findPanel()
  const retry = await panel.findByRole('button', { name: 'Try again' })
  server.on(invoiceRoutes.ofJob, () => ({ body: read }))
  await userEvent.click(retry)
  expect(await rows(panel)).toHaveLength(5)
})

const section = () => screen.queryByRole('region', { name: 'Invoices' })

test('a client sees the invoices to them in a section of their own', async () => {
  const { id, title, jobName } = { ...invoice(2), jobName: 'Kitchen remodel' }
  const days = { issuedOn: '2026-10-12', dueOn: '2026-10-26' }
  const amounts = {
    total: 1_728_000,
    owed: 1_728_000,
    paid: 0,
    received: 0,
    kind: 'invoice',
  } as const
  const one = { id, title, jobName, jobId: job.id, number: '2026-0042', status: 'overdue' } as const
  server.on(clientInvoiceRoutes.list, { body: [{ ...one, ...days, ...amounts }] })
  show('client')
  await waitFor(() => expect(section()).toBeTruthy())
  expect(await rows(within(section() as HTMLElement))).toEqual([
    ['Overdue', 'Cabinets in', '2026-0042, due Oct 26', 'due Oct 26', '17,280.00'],
  ])
  expect(screen.getByRole('link', { name: /^Invoices/ }).getAttribute('href')).toBe('#invoices')
  const asked = server.seen.filter(({ url }) => url.startsWith('/api/my-invoices'))
  expect(new Set(asked.map(({ url }) => url))).toEqual(
    new Set([`/api/my-invoices?jobId=${job.id}`]),
  )
})

test.each(['subcontractor', 'client'] as const)('without any, a %s has none', async (role) => {
  show(role)
  await screen.findByRole('region', { name: 'Schedule' })
  const calls = () => server.seen.filter(({ url }) => url.startsWith('/api/my-invoices')).length
  await waitFor(() => expect(calls()).toBe(role === 'client' ? 1 : 0))
  expect(section()).toBeNull()
})

test('the payments of its invoices are listed with their part and their receipt', async () => {
  const [own, other] = [partFor(openInvoice(11), 400_000), partFor(openInvoice(12), 300_000)]
  const mine = { ...own, invoiceId: invoice(1).id, number: '2026-0041' }
  const writeOff = { kind: 'writeOff', method: null, reference: null } as const
  server.on(paymentRoutes.list, ({ query }) => {
    const body = [
      payment(2, { ...writeOff, amount: 600_000, allocations: [{ ...mine, amount: 600_000 }] }),
      payment(1, { amount: 700_000, allocations: [mine, other] }),
    ]
    return { body: query.get('jobId') === job.id ? body : [] }
  })
  show('admin')
  const section = within(await screen.findByRole('region', { name: 'Payments' }))
  const rows = await section.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Write-off Nov 2, for 2026-00416,000.00',
    'Check 111 Nov 2, for 2026-00414,000.00',
  ])
  const receipt = section.getByRole('link', { name: 'Receipt of Check 111, Nov 2' })
  expect(receipt.getAttribute('href')).toBe(`/api/payments/${payment(1).id}/receipt?print=yes`)
})

test('where only credit memos cover its invoices, no payments are named', async () => {
  show('admin')
  await findPanel()
  await waitFor(() =>
    expect(server.seen.some(({ url }) => url.startsWith('/api/payments'))).toBe(true),
  )
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Payments' })).toBeNull())
})

test('a job of which nothing is paid asks for no payments', async () => {
  read = { ...whole, invoices: [listed(3, { title: 'Cleaning', total: 12_000 })] }
  show('admin')
  await screen.findByText('Cleaning')
  expect(server.seen.some(({ url }) => url.startsWith('/api/payments'))).toBe(false)
})
