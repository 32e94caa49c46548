import { customerRoutes } from '@plumbline/contract/customers.ts'
import { type CustomerAccount, type Payment, paymentRoutes } from '@plumbline/contract/payments.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { account, openInvoice, partFor, payment } from '../../testing/payments.ts'
import { customer } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const { jobs: _, openBids: __, ...maya } = customer(1, { name: 'Maya Okafor' })
const [first, second] = [openInvoice(11), openInvoice(12)]
let owed: CustomerAccount
let payments: Payment[]
beforeEach(() => {
  server.reset()
  owed = account([first, second], { credit: 5_000 })
  payments = []
  server.on(customerRoutes.one, { body: maya })
  server.on(paymentRoutes.account, () => ({ body: owed }))
  server.on(paymentRoutes.list, ({ query }) => {
    const body = query.get('customerId') === maya.id ? payments : []
    return { body, headers: { 'X-Total-Count': String(body.length) } }
  })
})

const part = async (name: string) => within(await screen.findByRole('region', { name }))
const posts = () => server.seen.filter(({ method }) => method === 'POST')
const body = () => JSON.parse(posts().at(-1)?.body ?? '{}')
function show() {
  open(server, `/customers/${maya.id}`, 'admin')
  return userEvent.setup()
}

test('the payments of a customer with what they were for, reversed ones struck', async () => {
  payments = [
    payment(6, { kind: 'refund', amount: 2_000, reference: '300' }),
    payment(5, { kind: 'writeOff', amount: 250, method: null, note: 'Rounding' }),
    payment(4, { reversesId: payment(3).id, amount: -100_000, note: 'Bounced', reference: '113' }),
    payment(3, { isReversed: true }),
    payment(2, {
      ...{ method: 'card', reference: null, amount: 200_000, unapplied: 3_000 },
      allocations: [
        ...[partFor(first, 100_000), partFor(second, 95_000)],
        { invoiceId: null, number: null, title: null, refundId: payment(6).id, amount: 2_000 },
      ],
    }),
    payment(1, { day: '2025-12-30', allocations: [partFor(first, 100_000)] }),
  ]
  show()
  const rows = await (await part('Payments')).findAllByRole('listitem')
  const paragraphs = (row: HTMLElement) =>
    [...row.querySelectorAll('p')].map(({ textContent }) => textContent)
  expect(rows.map(paragraphs)).toEqual([
    ['Refund, check 300Nov 2'],
    ['Write-offNov 2', 'Rounding'],
    ['Reversal of check 113Nov 2', 'Bounced'],
    ['Check 113ReversedNov 2'],
    ['CardNov 2', 'for 2026-0011 $1,000.00, 2026-0012 $950.00, $30.00 credit, $20.00 paid back'],
    ['Check 111Dec 30, 2025', 'for 2026-0011'],
  ])
  const amounts = rows.map((row) => row.querySelector('.text-right')?.textContent)
  expect(amounts).toEqual(['−20.00', '2.50', '−1,000.00', '1,000.00', '2,000.00', '1,000.00'])
  expect(rows.map((row) => row.querySelector('s')?.textContent)[3]).toBe('1,000.00')
  const actions = rows.map((row) =>
    [...row.querySelectorAll('[popover] :is(a, button)')].map(({ textContent }) => textContent),
  )
  const reversed = ['Print receipt', 'Receipt PDF']
  const receipt = [...reversed, 'Send receipt']
  expect(actions).toEqual([
    [...receipt, 'Reverse'],
    ['Reverse'],
    [],
    reversed,
    [...receipt, 'Reverse'],
    [...receipt, 'Reverse'],
  ])
})

test('what a customer owes and their credit, which is applied or paid back', async () => {
  server.on(paymentRoutes.refund, { body: payment(9, { kind: 'refund', amount: 2_000 }) })
  const user = show()
  const invoices = await part('Invoices')
  await invoices.findByText('$50.00')
  const facts = (await invoices.findAllByRole('term')).map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ])
  expect(facts).toEqual([
    ['Owed', '$2,000.00'],
    ['Credit', '$50.00'],
  ])
  await user.click(invoices.getByRole('button', { name: 'Apply credit' }))
  const apply = within(await screen.findByRole('dialog', { name: 'Apply Credit' }))
  expect(apply.getByLabelText('Amount for invoice 2026-0011')).toHaveProperty('value', '50.00')
  await user.click(apply.getByRole('button', { name: 'Cancel' }))
  await user.click(invoices.getByRole('button', { name: 'Refund' }))
  const form = within(await screen.findByRole('dialog', { name: 'Record Refund' }))
  expect(form.getByLabelText('Amount')).toHaveProperty('value', '50.00')
  await user.clear(form.getByLabelText('Amount'))
  await user.type(form.getByLabelText('Amount'), '20')
  await user.type(form.getByLabelText('Check number'), '300')
  await user.click(form.getByRole('button', { name: 'Record Refund' }))
  expect(await screen.findByText('Refund of $20.00 recorded')).toBeTruthy()
  expect(posts().map(({ url }) => url)).toEqual(['/api/refunds'])
  expect(body()).toEqual({
    ...{ customerId: maya.id, amount: 2_000, day: '2026-11-19', method: 'check' },
    ...{ reference: '300', note: null },
  })
})

test('a customer without credit can pay, and has nothing to apply or to get back', async () => {
  owed = account([])
  const user = show()
  expect(await (await part('Payments')).findByText('No payments yet')).toBeTruthy()
  const invoices = await part('Invoices')
  await invoices.findByRole('button', { name: 'Record Payment' })
  for (const name of ['Apply credit', 'Refund'])
    expect(invoices.queryByRole('button', { name })).toBeNull()
  await user.click(invoices.getByRole('button', { name: 'Record Payment' }))
  const form = within(await screen.findByRole('dialog', { name: 'Record Payment' }))
  expect(form.getByText('Maya Okafor')).toBeTruthy()
})
