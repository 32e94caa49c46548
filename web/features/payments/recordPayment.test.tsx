import { customerRoutes } from '@plumbline/contract/customers.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { invoiceRoutes } from '@plumbline/contract/invoices.ts'
import {
  type CustomerAccount,
  type OpenInvoice,
  paymentRoutes,
} from '@plumbline/contract/payments.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { invoice } from '../../testing/invoiceDetails.ts'
import { open } from '../../testing/open.tsx'
import { account, openInvoice, payment } from '../../testing/payments.ts'
import { customer, inviteAddress } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const [oldest, middle, last] = [openInvoice(11), openInvoice(12), openInvoice(13)]
const issued = invoice(13, {
  ...{ number: last.number, status: 'overdue', issuedOn: '2026-10-01', dueOn: '2026-10-13' },
  owed: 100_000,
})
let owed: CustomerAccount
beforeEach(() => {
  server.reset()
  owed = account([oldest, middle, last])
  server.on(invoiceRoutes.one, { body: issued })
  server.on(inviteRoutes.address, { body: inviteAddress })
  server.on(paymentRoutes.account, () => ({ body: owed }))
  server.on(paymentRoutes.record, ({ body }) => ({
    body: payment(1, { amount: JSON.parse(body).amount }),
  }))
})

const posts = () => server.seen.filter(({ method }) => method === 'POST')
const body = () => JSON.parse(posts().at(-1)?.body ?? '{}')
const form = async () => within(await screen.findByRole('dialog', { name: 'Record Payment' }))
type Form = Awaited<ReturnType<typeof form>>
const save = (shown: Form) => userEvent.click(shown.getByRole('button', { name: 'Record Payment' }))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const typedIn = (shown: Form, name: string | RegExp) =>
  shown.getByLabelText<HTMLInputElement>(name).value
const retype = async (shown: Form, name: string | RegExp, text: string) => {
  const field = shown.getByLabelText(name)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}
const AMOUNT = /^Amount$/
const amountFor = ({ number }: OpenInvoice) => `Amount for invoice ${number}`
/** The amounts by invoice, in their order. */
const parts = (shown: Form) =>
  shown
    .getAllByLabelText<HTMLInputElement>(/^Amount for invoice/)
    .map((input) => [input.getAttribute('aria-label')?.slice(-7), input.value])

async function show() {
  open(server, `/invoices/${issued.id}`, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Record Payment' }))
  const shown = await form()
  await shown.findByLabelText(amountFor(last))
  return shown
}

test('what is owed of an invoice is recorded without typing anything', async () => {
  const shown = await show()
  expect(parts(shown)).toEqual([
    ['26-0013', '1000.00'],
    ['26-0011', ''],
    ['26-0012', ''],
  ])
  expect(shown.getByText('$3,000.00 is owed in all')).toBeTruthy()
  expect(shown.getByText('$2,000.00 is owed after this.')).toBeTruthy()
  await save(shown)
  await isClosed()
  expect(posts().map(({ url }) => url)).toEqual(['/api/payments'])
  expect(body()).toEqual({
    ...{ customerId: customer(1).id, amount: 100_000, day: '2026-11-19', method: 'check' },
    ...{ reference: null, note: null, keepCredit: false, email: null },
    allocations: [{ invoiceId: last.id, amount: 100_000 }],
  })
  expect(await screen.findByText('$1,000.00 from Maya Okafor recorded')).toBeTruthy()
})

test('an invoice whose card payment is being processed says so at its line', async () => {
  owed = account([{ ...oldest, processing: 80_000 }, middle, last])
  const shown = await show()
  const words = /A card payment of \$800\.00 is being processed$/
  const [line] = shown.getAllByRole('checkbox', { name: words })
  expect(line?.closest('label')?.textContent).toContain(oldest.number)
  expect(shown.getAllByText(words)).toHaveLength(1)
})

test('another amount pays that invoice first, and then the oldest ones', async () => {
  const shown = await show()
  await retype(shown, AMOUNT, '1,250.50')
  expect(parts(shown).map(([, amount]) => amount)).toEqual(['1000.00', '250.50', ''])
  expect(shown.getByLabelText('For invoices').textContent).toBe('$1,250.50')
  await userEvent.click(shown.getByRole('button', { name: 'Card' }))
  await userEvent.type(shown.getByLabelText('Reference'), 'A 17')
  await retype(shown, 'Day', '2026-11-02')
  await userEvent.type(shown.getByLabelText('Note'), 'By phone')
  await save(shown)
  await isClosed()
  expect(body()).toMatchObject({
    ...{ amount: 125_050, method: 'card', reference: 'A 17', day: '2026-11-02', note: 'By phone' },
    allocations: [
      { invoiceId: last.id, amount: 100_000 },
      { invoiceId: oldest.id, amount: 25_050 },
    ],
  })
})

test('more than is owed is recorded once its rest is chosen as credit, again after the rest changes', async () => {
  const shown = await show()
  await retype(shown, AMOUNT, '3050')
  expect(shown.getByText('This is $50.00 more than is owed.')).toBeTruthy()
  await save(shown)
  expect(await shown.findByText('Choose this, or change the amounts')).toBeTruthy()
  await userEvent.click(shown.getByLabelText('Keep $50.00 as credit'))
  await retype(shown, AMOUNT, '3060')
  expect(shown.getByLabelText('Keep $60.00 as credit')).toHaveProperty('checked', false)
  expect(posts()).toEqual([])
  await userEvent.click(shown.getByLabelText('Keep $60.00 as credit'))
  await save(shown)
  await isClosed()
  expect(body()).toMatchObject({ amount: 306_000, keepCredit: true })
  expect(body().allocations).toHaveLength(3)
})

test('amounts that were typed for invoices stay until they are proposed again', async () => {
  const shown = await show()
  await retype(shown, AMOUNT, '1500')
  await retype(shown, amountFor(last), '0')
  await userEvent.click(shown.getByRole('checkbox', { name: /2026-0012/ }))
  expect(parts(shown).map(([, amount]) => amount)).toEqual(['0', '500.00', '1000.00'])
  await retype(shown, AMOUNT, '400')
  await save(shown)
  expect(await shown.findByText('The invoices add up to $1,500.00')).toBeTruthy()
  expect(posts()).toEqual([])
  await retype(shown, AMOUNT, '1500')
  await waitFor(() => expect(shown.queryByText(/^The invoices add up/)).toBeNull())
  await save(shown)
  await isClosed()
  expect(body().allocations).toEqual([
    { invoiceId: oldest.id, amount: 50_000 },
    { invoiceId: middle.id, amount: 100_000 },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Record Payment' }))
  const again = await form()
  await userEvent.click(await again.findByRole('checkbox', { name: /2026-0013/ }))
  expect(again.getByText('$1,000.00 is for no invoice.')).toBeTruthy()
  await userEvent.click(again.getByRole('button', { name: 'Propose again' }))
  expect(parts(again).map(([, amount]) => amount)).toEqual(['1000.00', '', ''])
})

test('problems that the server finds are shown beside what they are about', async () => {
  server.on(paymentRoutes.record, {
    failure: 'invalid',
    fields: {
      'allocations.1.amount': 'Only $10.00 is owed of invoice 2026-0011',
      day: 'Choose a day up to today',
      keepCredit: '$1.00 is for no invoice. Keep it as credit',
    },
  })
  const shown = await show()
  await retype(shown, AMOUNT, '2001')
  await retype(shown, amountFor(middle), '0')
  await userEvent.click(shown.getByLabelText('Keep $1.00 as credit'))
  await save(shown)
  const problemOf = (name: string) => {
    const described = shown.getByLabelText(name).getAttribute('aria-describedby') ?? ''
    return document.getElementById(described.split(' ')[0] ?? '')?.textContent
  }
  await shown.findByText('Choose a day up to today')
  expect(problemOf('Day')).toBe('Choose a day up to today')
  expect(problemOf(amountFor(oldest))).toBe('Only $10.00 is owed of invoice 2026-0011')
  expect(problemOf('Keep $1.00 as credit')).toBe('$1.00 is for no invoice. Keep it as credit')
  expect(shown.getByLabelText(amountFor(last)).getAttribute('aria-invalid')).toBeNull()
})

test('a receipt is emailed if that is chosen, to the main contact or to another address', async () => {
  server.on(inviteRoutes.address, { body: { ...inviteAddress, sendsEmail: true } })
  const shown = await show()
  expect(shown.queryByLabelText('Email Address')).toBeNull()
  await userEvent.click(shown.getByLabelText('Email a receipt'))
  expect(typedIn(shown, 'Email Address')).toBe('maya@example.com')
  await userEvent.clear(shown.getByLabelText('Email Address'))
  await save(shown)
  expect(await shown.findByText('Enter the address that the receipt goes to')).toBeTruthy()
  await userEvent.type(shown.getByLabelText('Email Address'), 'dan@example.com')
  await save(shown)
  await isClosed()
  expect(body().email).toBe('dan@example.com')
  const words = '$1,000.00 recorded, the receipt is on its way to dan@example.com'
  expect(await screen.findByText(words)).toBeTruthy()
})

test('where no emails are sent, no receipt is offered by email', async () => {
  const shown = await show()
  expect(shown.queryByLabelText('Email a receipt')).toBeNull()
})

test('of many invoices the first ones are shown, and those that get an amount', async () => {
  const many = Array.from({ length: 8 }, (_, n) => openInvoice(11 + n))
  owed = account(many, { openCount: 120 })
  const shown = await show()
  expect(parts(shown)).toHaveLength(4)
  await retype(shown, AMOUNT, '5000')
  expect(parts(shown)).toHaveLength(5)
  expect(shown.getByText('These are the 8 oldest of 120.')).toBeTruthy()
  await userEvent.click(shown.getByRole('button', { name: 'Show 3 more invoices' }))
  expect(parts(shown)).toHaveLength(8)
})

test('from the list of invoices the customer is chosen, and all that they owe is proposed', async () => {
  server.on(invoiceRoutes.list, { body: [] })
  server.on(invoiceRoutes.totals, { body: { count: 0, total: 0, owed: 0 } })
  server.on(customerRoutes.list, { body: [customer(1, { name: 'Maya Okafor' })] })
  open(server, '/invoices?new=payment', 'admin')
  const shown = await form()
  await save(shown)
  expect(await shown.findByText('Choose a customer')).toBeTruthy()
  await userEvent.click(shown.getByRole('combobox'))
  await userEvent.click(await screen.findByRole('option', { name: /Maya Okafor/ }))
  await waitFor(() => expect(typedIn(shown, AMOUNT)).toBe('3000.00'))
  expect(await shown.findByText('Nothing is owed after this.')).toBeTruthy()
  expect(shown.getByLabelText(AMOUNT).getAttribute('aria-invalid')).toBeNull()
  await save(shown)
  await isClosed()
  expect(body()).toMatchObject({ customerId: customer(1).id, amount: 300_000 })
})

test('a customer who owes nothing pays in advance', async () => {
  owed = account([], { email: null })
  open(server, `/invoices/${issued.id}`, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Record Payment' }))
  const shown = await form()
  expect(await shown.findByText('Nothing is owed')).toBeTruthy()
  expect(typedIn(shown, AMOUNT)).toBe('')
  await userEvent.type(shown.getByLabelText(AMOUNT), '500')
  await userEvent.click(shown.getByLabelText('Keep $500.00 as credit'))
  await save(shown)
  await isClosed()
  expect(body()).toMatchObject({ amount: 50_000, allocations: [], keepCredit: true })
})
