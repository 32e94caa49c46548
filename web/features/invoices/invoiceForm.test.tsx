import { changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import { customerRoutes } from '@plumbline/contract/customers.ts'
import { type Invoice, invoiceRoutes, type JobInvoicing } from '@plumbline/contract/invoices.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { priceListRoutes } from '@plumbline/contract/priceList.ts'
import { proposalSettingsRoutes } from '@plumbline/contract/proposalSettings.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { weeklyUpdateRoutes } from '@plumbline/contract/weeklyUpdates.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contract } from '../../testing/changeOrders.ts'
import { invoice, invoicedChange, jobInvoicing } from '../../testing/invoiceDetails.ts'
import { open } from '../../testing/open.tsx'
import { customer as customerOf, job as jobOf, proposalSettings } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const job = jobOf(1, { name: 'Kitchen remodel', customerId: customerOf(1).id })
const bare = jobOf(2, { name: 'Deck' })
const step = (title: string, amount: number, invoiceId: string | null = null) => ({
  ...{ title, amount, isDrafted: false, invoiceId },
})
/** A contract of $86,400, of which $16,644 is invoiced. */
const money = jobInvoicing({
  contract: { amount: 8_640_000, tax: 0, taxable: 0 },
  invoiced: { amount: 1_664_400, tax: 0, taxable: 0 },
  steps: [
    step('Deposit', 1_664_400, invoice(50).id),
    step('Cabinets in', 1_728_000),
    step('On completion', 5_000_000),
  ],
  changes: [
    invoicedChange(1, { title: 'Outlets', amount: 198_000 }),
    invoicedChange(2, { title: 'Subfloor', amount: 120_000 }),
    invoicedChange(3, { invoiceId: invoice(50).id, isInvoiced: true }),
  ],
  ...{ taxRate: '8.25', taxName: 'State tax' },
})

let saved: Invoice
let read: JobInvoicing
let customer = customerOf(1)
beforeEach(() => {
  server.reset()
  saved = invoice(7)
  read = money
  customer = customerOf(1, { name: 'Maya Okafor' })
  server.on(jobRoutes.list, { body: [job, bare] })
  server.on(jobRoutes.one, ({ params }) => ({ body: params.id === bare.id ? bare : job }))
  server.on(jobRoutes.subcontractors, { body: [] })
  server.on(taskRoutes.ofJob, { body: [] })
  server.on(scheduleRoutes.ofJob, { body: [] })
  server.on(weeklyUpdateRoutes.ofJob, { body: [] })
  server.on(photoRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(priceListRoutes.list, { body: [] })
  server.on(changeOrderRoutes.contract, { body: contract() })
  server.on(customerRoutes.list, () => ({ body: [customer], headers: { 'X-Total-Count': '1' } }))
  server.on(customerRoutes.one, () => ({ body: customer }))
  server.on(proposalSettingsRoutes.read, { body: proposalSettings({ taxRate: '8.25' }) })
  server.on(invoiceRoutes.ofJob, ({ params }) => ({
    body: params.id === bare.id ? jobInvoicing() : read,
  }))
  server.on(invoiceRoutes.one, () => ({ body: saved }))
  server.on(invoiceRoutes.create, ({ body: text }) => {
    saved = { ...saved, title: JSON.parse(text).title }
    return { body: saved }
  })
})

const sent = (method: string) => server.seen.filter((request) => request.method === method)
const body = (method: string) => JSON.parse(sent(method).at(-1)?.body ?? '{}')
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
type Form = Awaited<ReturnType<typeof dialog>>
type User = ReturnType<typeof userEvent.setup>
const value = (form: Form, label: string) => form.getByLabelText<HTMLInputElement>(label).value
const facts = (form: Form) =>
  form.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
const optionsOf = (form: Form, label: string) =>
  [...form.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text)
const line = (form: Form, number: number) =>
  within(form.getByRole('group', { name: `Line ${number}` }))

async function openNew() {
  const user = userEvent.setup()
  open(server, `/jobs/${job.id}`, 'admin')
  await user.click(await screen.findByRole('button', { name: 'New Invoice' }))
  const form = await dialog('New Invoice')
  await waitFor(() => expect(value(form, 'Customer')).toBe('Maya Okafor'))
  await form.findByLabelText('Invoice by')
  return { user, form }
}
async function openEdit() {
  const user = userEvent.setup()
  open(server, `/invoices/${saved.id}`, 'admin')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = await dialog('Edit Invoice')
  await form.findByLabelText('Invoice by')
  return { user, form }
}
const add = (user: User, form: Form) => user.click(form.getByRole('button', { name: 'Add Draft' }))
async function type(user: User, field: HTMLElement, text: string) {
  await user.clear(field)
  await user.type(field, text)
}

test('a job offers its next payment, and the change orders that are on no invoice', async () => {
  const { user, form } = await openNew()
  expect(value(form, 'Job')).toBe('Kitchen remodel')
  expect(optionsOf(form, 'Invoice by')).toEqual([
    'Next payment of the schedule',
    'Percent of the contract so far',
    'Amount of the contract',
    'Lines',
  ])
  // The last payment is what is left, without the change orders.
  expect(optionsOf(form, 'Payment')).toEqual([
    'Cabinets in, $17,280.00',
    'On completion, $66,576.00',
  ])
  expect(value(form, 'Title')).toBe('Cabinets in')
  expect(facts(form)).toEqual([
    ['Total', '$17,280.00'],
    ['Left to invoice after it', '$52,476.00'],
  ])
  await user.click(form.getByRole('checkbox', { name: /^Change 1, Outlets/ }))
  expect(facts(form)).toEqual([
    ['Total', '$19,260.00'],
    ['Left to invoice after it', '$50,496.00'],
  ])
  expect(form.queryByRole('checkbox', { name: /^Change 3/ })).toBeNull()
  expect(form.queryByRole('group', { name: 'Line 1' })).toBeNull()
  await user.type(form.getByLabelText('Message'), 'Thank you')
  await user.type(form.getByLabelText('Note'), 'Calls back')
  await add(user, form)
  expect(await screen.findByRole('heading', { name: 'Draft: Cabinets in' })).toBeTruthy()
  expect(body('POST')).toEqual({
    ...{ kind: 'invoice', customerId: customer.id, jobId: job.id, title: 'Cabinets in' },
    basis: { kind: 'step', step: 1 },
    changeOrderIds: [money.changes[0]?.id],
    ...{ lines: [], discount: null, taxRate: '8.25', terms: 'net14', dueOn: null },
    ...{ message: 'Thank you', note: 'Calls back' },
  })
})

test('a percentage or an amount of the contract, with what is wrong beside it', async () => {
  const { user, form } = await openNew()
  await user.selectOptions(form.getByLabelText('Invoice by'), 'percent')
  expect(form.getByText('19.3% of $86,400.00 is invoiced')).toBeTruthy()
  expect(facts(form)[0]).toEqual(['Total', '–'])
  await user.type(form.getByLabelText('Percent so far'), '10')
  expect(form.getByText('More than 10% is invoiced already')).toBeTruthy()
  await type(user, form.getByLabelText('Percent so far'), '40')
  expect(form.queryByText(/is invoiced already/)).toBeNull()
  expect(value(form, 'Title')).toBe('40% so far')
  expect(facts(form)[0]).toEqual(['Total', '$17,916.00'])

  await user.selectOptions(form.getByLabelText('Invoice by'), 'amount')
  expect(value(form, 'Title')).toBe('Part of the contract')
  await user.type(form.getByLabelText('Amount with tax'), '70,000')
  // It is allowed, and said.
  expect(form.getByText(/^This is \$244\.00 more than is left to invoice/)).toBeTruthy()
  await type(user, form.getByLabelText('Amount with tax'), '69756')
  expect(form.queryByText(/more than is left/)).toBeNull()
  expect(facts(form)[1]).toEqual(['Left to invoice after it', '$0.00'])
  await add(user, form)
  await screen.findByRole('heading', { name: 'Draft: Part of the contract' })
  expect(body('POST').basis).toEqual({ kind: 'amount', amount: '69756.00' })
})

test('a title that somebody typed stays', async () => {
  const { user, form } = await openNew()
  await user.selectOptions(form.getByLabelText('Payment'), '2')
  expect(value(form, 'Title')).toBe('On completion')
  await type(user, form.getByLabelText('Title'), 'The rest')
  await user.selectOptions(form.getByLabelText('Payment'), '1')
  expect(value(form, 'Title')).toBe('The rest')
})

test('lines have a discount and the tax of the company', async () => {
  const { user, form } = await openNew()
  expect(form.queryByLabelText('Discount')).toBeNull()
  await user.selectOptions(form.getByLabelText('Invoice by'), 'lines')
  expect(value(form, 'Title')).toBe('')
  const first = line(form, 1)
  expect(first.queryByLabelText('Our cost')).toBeNull()
  expect(first.getByLabelText('Taxable')).toHaveProperty('checked', true)
  await user.type(first.getByLabelText('Description'), 'Cleaning')
  await type(user, first.getByLabelText('Quantity'), '4')
  await user.type(first.getByLabelText('Price'), '100{Enter}')
  await user.selectOptions(form.getByLabelText('Discount'), 'Percent')
  await user.type(form.getByLabelText('Percent Off'), '10')
  expect(facts(form)).toEqual([
    ['Subtotal', '$400.00'],
    ['Discount', '−$40.00'],
    ['State tax', '$29.70'],
    ['Total', '$389.70'],
    ['Left to invoice after it', '$69,366.30'],
  ])
  await user.click(form.getByRole('checkbox', { name: /^Change 2/ }))
  expect(value(form, 'Title')).toBe('Change order 2, Subfloor')
  await add(user, form)
  await screen.findByRole('heading', { name: 'Draft: Change order 2, Subfloor' })
  expect(body('POST')).toMatchObject({
    ...{ basis: { kind: 'lines' }, discount: { kind: 'percent', value: '10' }, taxRate: '8.25' },
    lines: [
      {
        ...{ description: 'Cleaning', details: null, quantity: '4', unit: null },
        ...{ unitPrice: '100', taxable: true },
      },
    ],
  })
  expect(body('POST').lines[0]).not.toHaveProperty('unitCost')
})

test('another job has other ways, and a customer who pays no tax none of it', async () => {
  customer = customerOf(1, { name: 'Maya Okafor', taxExempt: true })
  const { user, form } = await openNew()
  await user.click(form.getByRole('checkbox', { name: /^Change 1/ }))
  await user.click(form.getByLabelText('Job'))
  await user.click(await form.findByRole('option', { name: /^Deck/ }))
  await waitFor(() => expect(form.queryByLabelText('Payment')).toBeNull())
  expect(form.queryByLabelText('Invoice by')).toBeNull()
  expect(form.queryByRole('checkbox', { name: /^Change/ })).toBeNull()
  await waitFor(() => expect(value(form, 'Tax Rate (%)')).toBe('0'))
  await user.type(line(form, 1).getByLabelText('Description'), 'Cleaning')
  await user.type(line(form, 1).getByLabelText('Price'), '100')
  expect(facts(form)).toEqual([['Total', '$100.00']])
  await user.type(form.getByLabelText('Title'), 'Cleaning')
  await user.clear(form.getByLabelText('Job'))
  await add(user, form)
  await screen.findByRole('heading', { name: 'Draft: Cleaning' })
  expect(body('POST')).toMatchObject({
    ...{ jobId: null, basis: { kind: 'lines' }, changeOrderIds: [], taxRate: '0' },
  })
})

test('problems are shown beside what is wrong, also those that the server finds', async () => {
  server.on(invoiceRoutes.create, {
    failure: 'invalid',
    fields: { basis: 'More than 40% is invoiced already' },
  })
  const { user, form } = await openNew()
  await user.selectOptions(form.getByLabelText('Invoice by'), 'percent')
  await user.clear(form.getByLabelText('Customer'))
  await user.selectOptions(form.getByLabelText('Terms'), 'day')
  await add(user, form)
  for (const text of ['Choose a customer', 'Title is required', 'Enter a number'])
    expect(await form.findByText(text)).toBeTruthy()
  await user.click(form.getByLabelText('Customer'))
  await user.click(await form.findByRole('option', { name: /^Maya/ }))
  await user.type(form.getByLabelText('Percent so far'), '40')
  await add(user, form)
  expect(await form.findByText('Enter a day')).toBeTruthy()
  expect(sent('POST')).toHaveLength(0)
  await user.type(form.getByLabelText('Due Day'), '2026-12-20')
  await add(user, form)
  expect(await form.findByText('More than 40% is invoiced already')).toBeTruthy()
  expect(body('POST')).toMatchObject({ terms: 'day', dueOn: '2026-12-20' })
  server.on(invoiceRoutes.create, { failure: 'alreadyInvoiced' })
  await add(user, form)
  expect((await form.findByRole('alert')).textContent).toBe(
    'This payment or change order is on another invoice already',
  )
})

test('money that cannot be read can be tried again', async () => {
  const { user, form } = await openNew()
  server.on(invoiceRoutes.ofJob, { failure: 'unavailable' })
  await user.click(form.getByLabelText('Job'))
  await user.click(await form.findByRole('option', { name: /^Deck/ }))
  const retry = await form.findByRole('button', { name: 'Try again' })
  server.on(invoiceRoutes.ofJob, { body: money })
  await user.click(retry)
  expect(await form.findByLabelText('Payment')).toBeTruthy()
})

test('an edit keeps its own payment, and sends all of it with its version', async () => {
  read = {
    ...money,
    steps: money.steps.map((one, at) => (at === 1 ? { ...one, invoiceId: saved.id } : one)),
  }
  saved = { ...saved, title: 'Our title', message: 'Thank you' }
  server.on(invoiceRoutes.update, ({ body: text }) => {
    saved = { ...saved, ...JSON.parse(text), updatedAt: '2026-11-19T12:00:00.000Z' }
    return { body: saved }
  })
  const { user, form } = await openEdit()
  expect(optionsOf(form, 'Payment')[0]).toBe('Cabinets in, $17,280.00')
  expect(value(form, 'Title')).toBe('Our title')
  await user.selectOptions(form.getByLabelText('Invoice by'), 'lines')
  expect(value(form, 'Title')).toBe('Our title')
  await user.type(line(form, 1).getByLabelText('Description'), 'Cleaning')
  await user.type(line(form, 1).getByLabelText('Price'), '100')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [put] = sent('PUT')
  expect(put?.headers['if-match']).toBe(tagOf({ updatedAt: '2026-11-18T16:00:00.000Z' }))
  expect(body('PUT')).toMatchObject({
    ...{ basis: { kind: 'lines' }, title: 'Our title', message: 'Thank you' },
    lines: [{ description: 'Cleaning', unitPrice: '100' }],
  })
})

test('changes of others meanwhile are shown before they are overwritten', async () => {
  const { user, form } = await openEdit()
  await type(user, form.getByLabelText('Title'), 'Mine')
  server.on(invoiceRoutes.update, { failure: 'stale' })
  saved = {
    ...saved,
    ...{ title: 'Theirs', basis: { kind: 'percent', soFar: '40' }, terms: 'net30' },
    ...{ discount: { kind: 'amount', value: '50' }, updatedAt: '2026-11-19T12:00:00.000Z' },
  }
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('Someone else changed this while you were editing.')
  expect(form.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'Title: Cabinets in Theirs',
      'Invoice by: payment 2 of the schedule 40% of the contract so far',
      'Discount: none $50.00',
      'Terms: Net 14 Net 30',
    ]),
  )
})
