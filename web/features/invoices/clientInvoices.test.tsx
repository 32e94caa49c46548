import { cardPaymentRoutes } from '@plumbline/contract/cardPayments.ts'
import {
  type ClientInvoice,
  clientInvoiceRoutes,
  type ListedClientInvoice,
} from '@plumbline/contract/clientInvoices.ts'
import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { invoiceContent } from '../../testing/invoiceDetails.ts'
import { open, people } from '../../testing/open.tsx'
import { job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const idOf = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const listed = (n: number, change: Partial<ListedClientInvoice> = {}): ListedClientInvoice => ({
  ...{ id: idOf(n), number: `2026-004${n}`, title: 'Cabinets in', status: 'open' },
  ...{ kind: 'invoice', paid: 0, received: 0 },
  ...{ jobId: job(1).id, jobName: 'Kitchen remodel' },
  ...{ issuedOn: '2026-11-16', dueOn: '2026-11-30', total: 1_728_000, owed: 1_728_000 },
  ...change,
})

let one: ClientInvoice
let found: ListedClientInvoice[]
beforeEach(() => {
  server.reset()
  vi.setSystemTime('2026-11-19T18:00:00.000Z')
  one = {
    ...listed(2),
    content: invoiceContent(),
    payments: [],
    takesCard: false,
    ...{ processing: null, refused: null },
  }
  found = []
  server.on(clientInvoiceRoutes.one, () => ({ body: one }))
  server.on(clientInvoiceRoutes.view, { body: undefined })
  server.on(dashboardRoutes.read, {
    body: {
      ...{ role: 'client', jobs: [], lead: null, jobCount: 0, decisions: [], recentUpdates: [] },
      ...{ unpaid: [], unpaidCount: 2, unpaidOwed: 3_456_000 },
    },
  })
  server.on(clientInvoiceRoutes.list, () => ({
    body: found,
    headers: { 'X-Total-Count': String(found.length) },
  }))
})

async function show(change: Partial<ClientInvoice> = {}) {
  one = { ...one, ...change }
  open(server, `/invoices/${one.id}`, 'client')
  await screen.findByRole('heading', { level: 1, name: `Invoice ${one.number}` })
  return within(screen.getByRole('main'))
}

test('a client reads what is owed and until when, with the paper, its PDF and its print', async () => {
  const main = await show()
  expect(main.getByText('Open')).toBeTruthy()
  expect(main.getByText('$17,280.00', { selector: 'p' })).toBeTruthy()
  expect(main.getByText(/^Due Nov 30, 2026,/).textContent).toBe('Due Nov 30, 2026, in 11 days')
  const paper = within(main.getByRole('article', { name: 'Document' }))
  expect(paper.getByText('2026-0042')).toBeTruthy()
  expect(paper.getByText('Due Nov 30, 2026')).toBeTruthy()
  const href = (name: string) => main.getByRole('link', { name }).getAttribute('href')
  expect(href('PDF')).toBe(`/api/my-invoices/${one.id}/document.pdf`)
  expect(href('Print')).toBe(`/api/my-invoices/${one.id}/document?print=yes`)
  expect(href('Message')).toBe(`/messages?jobId=${one.jobId}`)
  expect(href('Back to Invoices')).toBe('/invoices')
  expect(main.getByRole('region', { name: 'By check' }).textContent).toBe(
    'By checkTo Ridgeline Builders, with 2026-0042 on it, by mail to Elgin.',
  )
  expect(main.queryByRole('button')).toBeNull()
})

test('an admin who views as the client opens the document of the office', async () => {
  server.on(peopleRoutes.viewAs, { body: undefined })
  open(server, `/view-as/${people.client.id}/invoices/${one.id}`, 'client')
  const pdf = await screen.findByRole('link', { name: 'PDF' })
  expect(pdf.getAttribute('href')).toBe(`/api/invoices/${one.id}/document.pdf`)
})

const check: ClientInvoice['payments'][number] = {
  ...{ paymentId: idOf(71), creditMemoId: null, kind: 'payment', number: null },
  ...{ method: 'check', reference: '1042', day: '2026-11-17', amount: 500_000 },
}
const paidInPart: Partial<ClientInvoice> = {
  payments: [
    check,
    { ...check, paymentId: null, creditMemoId: idOf(72), kind: 'creditMemo', number: 'C-1' },
    { ...check, paymentId: idOf(73), kind: 'writeOff', method: null, reference: null },
  ],
  ...{ paid: 600_000, owed: 1_128_000 },
}

test('each payment has its receipt; credit and write-offs have none', async () => {
  const main = await show(paidInPart)
  const section = within(main.getByRole('region', { name: 'Payments' }))
  expect(section.getAllByRole('listitem')).toHaveLength(1)
  expect(section.getByText('$5,000.00')).toBeTruthy()
  const href = (name: string) => section.getByRole('link', { name }).getAttribute('href')
  const at = `/api/my-payments/${idOf(71)}/receipt`
  expect(href('Receipt of Check 1042, Nov 17')).toBe(`${at}?print=yes`)
  expect(href('Receipt of Check 1042, Nov 17 as PDF')).toBe(`${at}.pdf`)
})

test('an admin who views as the client opens the receipt of the office', async () => {
  one = { ...one, ...paidInPart }
  server.on(peopleRoutes.viewAs, { body: undefined })
  open(server, `/view-as/${people.client.id}/invoices/${one.id}`, 'client')
  const pdf = await screen.findByRole('link', { name: /^Receipt of .* as PDF$/ })
  expect(pdf.getAttribute('href')).toBe(`/api/payments/${idOf(71)}/receipt.pdf`)
})

test('one that is late says so from the day after, whatever the server said that day', async () => {
  vi.setSystemTime('2026-12-02T18:00:00.000Z')
  const main = await show()
  expect(main.getByText('Overdue')).toBeTruthy()
  expect(main.getByText('2 days overdue')).toBeTruthy()
})

test.each([
  ['paid', 1_728_000, 'Paid', 'Paid. Thank you.'],
  ['paid', 1_000_000, 'Settled', 'Settled. Nothing is owed.'],
  ['void', 0, 'Void', 'Void. Nothing is owed.'],
] as const)('of one that is %s with %i received nothing is to pay', async (...row) => {
  const [status, received, label, text] = row
  const main = await show({ status, owed: 0, received })
  expect(main.getAllByText(label).length).toBeGreaterThan(0)
  expect(main.getByText(text)).toBeTruthy()
  expect(main.queryByText(/^Due Nov 30, 2026,/)).toBeNull()
  expect(main.queryByRole('region', { name: 'By check' })).toBeNull()
})

test.each([
  ['open', 'Open', 'This is credited to you: it is taken off what you owe, or paid back.'],
  ['paid', 'Applied', 'All of it was used.'],
  ['void', 'Void', 'Void. This is no longer credited.'],
] as const)(
  'of a credit memo that is %s the credit is shown, and nothing is to pay',
  async (...row) => {
    const [status, label, text] = row
    const number = 'CM-2026-0001'
    const facts = { kind: 'creditMemo', total: '130.44', contract: null, terms: null } as const
    const amounts = { total: -13_044, paid: status === 'paid' ? -13_044 : 0, owed: 0, dueOn: null }
    one = { ...one, ...amounts, kind: 'creditMemo', number, status, content: invoiceContent(facts) }
    open(server, `/invoices/${one.id}`, 'client')
    await screen.findByRole('heading', { level: 1, name: `Credit Memo ${number}` })
    const main = within(screen.getByRole('main'))
    expect(main.getAllByText(label).length).toBeGreaterThan(0)
    expect(main.getByText(text)).toBeTruthy()
    expect(main.getAllByText('$130.44').length).toBe(2)
    expect(main.queryByText(/^Due|Paid/)).toBeNull()
    expect(main.queryByRole('region', { name: 'By check' })).toBeNull()
  },
)

test('that it was on screen for a while is noted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const noted = () => server.seen.filter(({ url }) => url.endsWith('/view')).length
  await show()
  expect(noted()).toBe(0)
  vi.advanceTimersByTime(2000)
  await waitFor(() => expect(noted()).toBe(1))
  vi.useRealTimers()
})

test('one that is not theirs is not found', async () => {
  server.on(clientInvoiceRoutes.one, { failure: 'notFound' })
  open(server, `/invoices/${idOf(9)}`, 'client')
  expect(await screen.findByText('Invoice not found')).toBeTruthy()
  expect(screen.getByText('It may be addressed to somebody else')).toBeTruthy()
})

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Invoices' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('the list has the state today, the job, the number, the due day and the amount', async () => {
  found = [
    listed(2),
    listed(1, { title: 'Deposit', dueOn: '2026-11-18' }),
    listed(0, { title: 'Permits', status: 'void', owed: 0 }),
  ]
  open(server, '/invoices', 'client')
  expect(await rows()).toEqual([
    'OpenCabinets in, Kitchen remodel2026-0042, due Nov 30due Nov 3017,280.00',
    'OverdueDeposit, Kitchen remodel2026-0041, due Nov 18due Nov 1817,280.00',
    'VoidPermits, Kitchen remodel2026-004017,280.00',
  ])
  expect(screen.getByRole('link', { name: 'Deposit' }).getAttribute('href')).toBe(
    `/invoices/${idOf(1)}`,
  )
  expect(screen.queryByRole('button', { name: 'New Invoice' })).toBeNull()
})

test('what is owed in all stands above the list, where it can be read', async () => {
  found = [listed(2)]
  open(server, '/invoices', 'client')
  expect(await screen.findByText('$34,560.00')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Owed' })).toBeTruthy()
})

test('an empty list says so', async () => {
  open(server, '/invoices', 'client')
  expect(await screen.findByText('No invoices yet')).toBeTruthy()
})

test('a list that cannot be read can be read again', async () => {
  server.on(clientInvoiceRoutes.list, { failure: 'unavailable' })
  open(server, '/invoices', 'client')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  found = [listed(2)]
  server.on(clientInvoiceRoutes.list, () => ({ body: found, headers: { 'X-Total-Count': '1' } }))
  server.on(dashboardRoutes.read, { failure: 'unavailable' })
  await userEvent.click(retry)
  expect(await rows()).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Owed' })).toBeNull())
})

test('a client pays by card on the page of Stripe', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  server.on(cardPaymentRoutes.pay, { body: { url: 'https://checkout.stripe.com/c/1' } })
  const main = await show({ takesCard: true })
  expect(main.getByRole('region', { name: 'Or by check' })).toBeTruthy()
  const pay = main.getByRole('button', { name: 'Pay $17,280.00' })
  await userEvent.click(pay)
  await waitFor(() => expect(assign.mock.calls).toEqual([['https://checkout.stripe.com/c/1']]))
})

test('a client reads that their bank refused a payment, and can pay in another way', async () => {
  const main = await show({ takesCard: true, refused: 1_728_000 })
  expect(main.getByRole('alert').textContent).toBe(
    'The bank payment of $17,280.00 did not go through. Nothing was taken.',
  )
  expect(main.getByRole('button', { name: 'Pay $17,280.00' })).toBeTruthy()
})

test('the return from a card payment is settled once, and shows that it is processing', async () => {
  one = { ...one, takesCard: true }
  server.on(cardPaymentRoutes.settle, () => {
    one = { ...one, takesCard: false, processing: 1_728_000 }
    return { body: undefined }
  })
  open(server, `/invoices/${one.id}?session=cs_1`, 'client')
  expect(await screen.findByText(/^Your payment of \$17,280\.00 is being processed/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  // Nobody shall pay it twice.
  expect(screen.queryByRole('region', { name: /by check$/i })).toBeNull()
  const settled = server.seen.filter(({ url }) => url.endsWith('/settle-card'))
  expect(settled.map(({ body }) => body)).toEqual(['{"session":"cs_1"}'])
  await waitFor(() => expect(window.location.search).toBe(''))
})
