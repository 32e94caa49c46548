import { failures } from '@plumbline/contract/failures.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { type Invoice, type InvoicePayment, invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { type CustomerAccount, paymentRoutes } from '@plumbline/contract/payments.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { invoice } from '../../testing/invoiceDetails.ts'
import { open } from '../../testing/open.tsx'
import { account, openInvoice, partFor, payment } from '../../testing/payments.ts'
import { customer, inviteAddress } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const paid = (n: number, change: Partial<InvoicePayment> = {}): InvoicePayment => ({
  ...{ paymentId: invoice(n).id, creditMemoId: null, kind: 'payment', number: null },
  ...{ method: 'check', reference: '1188', day: '2026-11-02', amount: 500_000 },
  ...change,
})
const partPaid = invoice(7, {
  ...{ number: '2026-0042', status: 'partPaid', issuedOn: '2026-11-01', dueOn: '2026-11-30' },
  ...{ owed: 1_228_000, paid: 500_000, payments: [paid(21)] },
})
const unpaid = invoice(7, { ...partPaid, status: 'open', owed: 1_728_000, paid: 0, payments: [] })
let saved: Invoice
let owed: CustomerAccount
beforeEach(() => {
  server.reset()
  saved = partPaid
  owed = account([openInvoice(11), openInvoice(12)])
  server.on(invoiceRoutes.one, () => ({ body: saved }))
  server.on(inviteRoutes.address, { body: inviteAddress })
  server.on(paymentRoutes.account, () => ({ body: owed }))
})

const posts = () => server.seen.filter(({ method }) => method === 'POST')
const body = () => JSON.parse(posts().at(-1)?.body ?? '{}')
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const payments = async () => within(await screen.findByRole('region', { name: 'Payments' }))
const actionsOn = async (name: string) => {
  const row = (await payments())
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent?.startsWith(name))
  return within(row as HTMLElement)
}
const namesOf = (shown: Pick<typeof screen, 'queryAllByRole'>) =>
  [...shown.queryAllByRole('link'), ...shown.queryAllByRole('button')]
    .map(({ textContent }) => textContent)
    .filter(Boolean)
async function show() {
  open(server, `/invoices/${partPaid.id}`, 'admin')
  await screen.findByRole('heading', { level: 1, name: 'Invoice 2026-0042' })
  return userEvent.setup()
}
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))

test('what is paid of an invoice stands beside it, and on its paper in the words of the document', async () => {
  saved = {
    ...partPaid,
    payments: [
      paid(21),
      paid(22, { method: 'other', reference: null, amount: 100 }),
      paid(23, { kind: 'writeOff', method: null, reference: null, amount: 250 }),
      paid(24, {
        ...{ kind: 'creditMemo', paymentId: null, creditMemoId: invoice(24).id },
        ...{ number: 'C-2026-0003', method: null, reference: null, amount: 40_000 },
      }),
    ],
  }
  await show()
  const rows = (await payments()).getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('.font-medium')?.textContent)).toEqual([
    'Check 1188',
    'Payment',
    'Write-off',
    'Credit memo C-2026-0003',
  ])
  expect(rows.map((row) => row.querySelector('.text-right')?.textContent)).toEqual([
    '5,000.00',
    '1.00',
    '2.50',
    '400.00',
  ])
  const paper = within(screen.getByRole('article', { name: 'Document' }))
  const terms = paper.getAllByRole('term')
  expect(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual(
    expect.arrayContaining([
      ['Paid Nov 2, 2026, check 1188', '−5,000.00'],
      ['Paid Nov 2, 2026', '−1.00'],
      ['Written off Nov 2, 2026', '−2.50'],
      ['Credit memo C-2026-0003', '−400.00'],
      ['Balance due', '$12,280.00'],
    ]),
  )
  expect(screen.getByText('Part-paid')).toBeTruthy()
  expect(screen.getByText('$5,000.00 paid')).toBeTruthy()
})

test('each entry has the actions of its kind', async () => {
  saved = {
    ...partPaid,
    payments: [
      paid(21),
      paid(23, { kind: 'writeOff', method: null, reference: null }),
      paid(24, {
        ...{ kind: 'creditMemo', paymentId: null, creditMemoId: invoice(24).id },
        ...{ number: 'C-1', method: null, reference: null },
      }),
    ],
  }
  await show()
  expect(namesOf(await actionsOn('Check 1188'))).toEqual([
    ...['Print receipt', 'Receipt PDF', 'Send receipt', 'Take back', 'Reverse'],
  ])
  const receipt = (await payments()).getByRole('link', { name: 'Print receipt' })
  expect(receipt.getAttribute('href')).toBe(`/api/payments/${invoice(21).id}/receipt?print=yes`)
  expect(namesOf(await actionsOn('Write-off'))).toEqual(['Reverse'])
  expect(namesOf(await actionsOn('Credit memo'))).toEqual(['Credit memo C-1', 'Take back'])
})

test('a payment is taken back from the invoice after a question', async () => {
  server.on(paymentRoutes.release, () => {
    saved = unpaid
    owed = { ...owed, credit: 500_000 }
    return { body: owed }
  })
  const user = await show()
  await press(user, 'Take back')
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Take $5,000.00 back from invoice 2026-0042?')).toBeTruthy()
  const effect = 'It becomes credit of Maya Okafor, and the invoice is owed again.'
  expect(question.getByText(effect)).toBeTruthy()
  expect(posts()).toEqual([])
  await user.click(question.getByRole('button', { name: 'Take Back' }))
  expect(await screen.findByText('$5,000.00 is credit again')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Payments' })).toBeNull())
  expect(posts().map(({ url }) => url)).toEqual([`/api/invoices/${partPaid.id}/release-credit`])
  expect(body()).toEqual({ kind: 'payment', id: invoice(21).id })
  expect(await screen.findByText('$5,000.00 credit')).toBeTruthy()
})

test('a payment is reversed for a reason, and the dialog says what is owed again', async () => {
  const [first, second] = [openInvoice(11), openInvoice(12)]
  const check = payment(21, {
    ...{ amount: 500_000, reference: '1188', unapplied: 5_000 },
    allocations: [partFor(first, 400_000), partFor(second, 95_000)],
  })
  server.on(paymentRoutes.one, { body: check })
  server.on(paymentRoutes.reverse, { failure: 'creditPaidBack' })
  const user = await show()
  await press(user, 'Reverse')
  const form = await dialog('Reverse Payment')
  expect(form.getByText('Check 1188, Nov 2, 2026, $5,000.00')).toBeTruthy()
  const again = within(form.getByRole('list', { name: 'Owed again' })).getAllByRole('listitem')
  expect(again.map(({ textContent }) => textContent)).toEqual([
    '2026-0011 Part 11$4,000.00',
    '2026-0012 Part 12$950.00',
  ])
  expect(form.getByText('$50.00 of credit ends.')).toBeTruthy()
  const reverse = () => user.click(form.getByRole('button', { name: 'Reverse Payment' }))
  await reverse()
  expect(await form.findByText('Say why it is reversed')).toBeTruthy()
  await user.type(form.getByLabelText('Reason'), 'Bounced')
  await reverse()
  expect((await form.findByRole('alert')).textContent).toMatch(/^Part of this was paid back/)
  server.on(paymentRoutes.reverse, { body: { ...check, isReversed: true } })
  await reverse()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(posts().at(-1)?.url).toBe(`/api/payments/${check.id}/reverse`)
  expect(body()).toEqual({ note: 'Bounced' })
  expect(await screen.findByText('Check 1188 reversed')).toBeTruthy()
})

test('a payment that cannot be read can be tried again, and then be reversed', async () => {
  server.on(paymentRoutes.one, 'hangup')
  const user = await show()
  await press(user, 'Reverse')
  const failed = await dialog('Reverse')
  expect(failed.getByText('The payment could not be loaded.')).toBeTruthy()
  server.on(paymentRoutes.one, { body: payment(21) })
  await user.click(failed.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('dialog', { name: 'Reverse Payment' })).toBeTruthy()
})

test.each([
  ['part-paid', partPaid, false],
  ['open', unpaid, true],
] as const)('an invoice that is %s: it can be made void: %#', async (_, shown, canVoid) => {
  saved = shown
  await show()
  expect(screen.queryAllByRole('button', { name: 'Void' })).toHaveLength(canVoid ? 1 : 0)
  const reason = 'It cannot be made void while something of it is paid.'
  expect(screen.queryAllByText(reason)).toHaveLength(canVoid ? 0 : 1)
})

test('an invoice that was paid meanwhile is not made void, and the dialog says why', async () => {
  saved = unpaid
  server.on(invoiceRoutes.void, { failure: 'moneyApplied' })
  const user = await show()
  await press(user, 'Void')
  const form = await dialog('Void Invoice 2026-0042')
  await user.type(form.getByLabelText('Reason'), 'Wrong')
  await user.click(form.getByRole('button', { name: 'Void Invoice' }))
  expect((await form.findByRole('alert')).textContent).toContain(failures.moneyApplied.message)
})

test('credit of the customer is offered, and pays this invoice before the oldest one', async () => {
  const mine = openInvoice(42, { id: partPaid.id, dueOn: '2026-11-30', owed: 3_000 })
  owed = account([openInvoice(11), mine], { credit: 5_000 })
  server.on(paymentRoutes.apply, ({ body: text }) =>
    JSON.parse(text).allocations.length > 1
      ? { failure: 'invalid', fields: { allocations: 'Their credit is $30.00' } }
      : { body: { ...owed, credit: 2_000 } },
  )
  const user = await show()
  await screen.findByText('$50.00 credit')
  await press(user, 'Apply')
  const form = await dialog('Apply Credit')
  const amounts = () =>
    form.getAllByLabelText<HTMLInputElement>(/^Amount for/).map(({ value }) => value)
  expect(amounts()).toEqual(['30.00', '20.00'])
  const apply = () => user.click(form.getByRole('button', { name: 'Apply' }))
  await apply()
  expect(await form.findByText('Their credit is $30.00')).toBeTruthy()
  await user.click(form.getByRole('checkbox', { name: /2026-0011/ }))
  await user.click(form.getByRole('checkbox', { name: /2026-0042/ }))
  await apply()
  expect(await form.findByText('Choose an invoice')).toBeTruthy()
  await user.click(form.getByRole('checkbox', { name: /2026-0042/ }))
  await apply()
  expect(await screen.findByText('Credit applied, $20.00 is left')).toBeTruthy()
  expect(posts().at(-1)?.url).toBe(`/api/customers/${customer(1).id}/apply-credit`)
  expect(body()).toEqual({ allocations: [{ invoiceId: partPaid.id, amount: 3_000 }] })
})

test('a paid invoice asks for no payment, and offers no credit', async () => {
  owed = account([], { credit: 5_000 })
  saved = { ...partPaid, status: 'paid', owed: 0, paid: 1_728_000 }
  await show()
  await payments()
  for (const name of ['Record Payment', 'Write off', 'Apply'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('what is no longer expected is written off for a reason', async () => {
  server.on(paymentRoutes.writeOff, ({ body: text }) => ({
    body: payment(30, { kind: 'writeOff', amount: JSON.parse(text).amount, method: null }),
  }))
  const user = await show()
  await press(user, 'Write off')
  const form = await dialog('Write Off')
  expect(form.getByLabelText('Amount')).toHaveProperty('value', '12280.00')
  await user.clear(form.getByLabelText('Amount'))
  await user.type(form.getByLabelText('Amount'), '12.50')
  const write = () => user.click(form.getByRole('button', { name: 'Write Off' }))
  await write()
  expect(await form.findByText('Say why it is written off')).toBeTruthy()
  await user.type(form.getByLabelText('Reason'), 'Rounding')
  await write()
  expect(await screen.findByText('$12.50 of invoice 2026-0042 written off')).toBeTruthy()
  expect(posts().map(({ url }) => url)).toEqual([`/api/invoices/${partPaid.id}/write-off`])
  expect(body()).toEqual({ amount: 1_250, day: '2026-11-19', note: 'Rounding' })
})

test('a receipt is sent to the main contact or to another address', async () => {
  server.on(inviteRoutes.address, { body: { ...inviteAddress, sendsEmail: true } })
  server.on(paymentRoutes.send, { body: payment(21) })
  const user = await show()
  await press(user, 'Send receipt')
  const form = await dialog('Send Receipt')
  expect(form.getByLabelText('Email Address')).toHaveProperty('value', 'maya@example.com')
  await user.clear(form.getByLabelText('Email Address'))
  await user.type(form.getByLabelText('Email Address'), 'dan@example.com')
  await user.click(form.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('The receipt is on its way')).toBeTruthy()
  expect(posts().map(({ url }) => url)).toEqual([`/api/payments/${invoice(21).id}/send-receipt`])
  expect(body()).toEqual({ email: 'dan@example.com' })
})

test('where no emails are sent, the receipt is downloaded instead', async () => {
  const user = await show()
  await press(user, 'Send receipt')
  const shown = await dialog('Send Receipt')
  expect(shown.getByText(/^No emails are sent here/)).toBeTruthy()
  expect(shown.getByRole('link', { name: 'Receipt PDF' }).getAttribute('href')).toBe(
    `/api/payments/${invoice(21).id}/receipt.pdf`,
  )
})
