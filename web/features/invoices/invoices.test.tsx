import { ageingRoutes } from '@plumbline/contract/ageing.ts'
import { customerRoutes } from '@plumbline/contract/customers.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { type InvoiceListItem, invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { paymentRoutes } from '@plumbline/contract/payments.ts'
import { savedViewRoutes } from '@plumbline/contract/savedViews.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listedDraft, listedInvoice } from '../../testing/invoices.ts'
import { open } from '../../testing/open.tsx'
import { account, openInvoice } from '../../testing/payments.ts'
import { customer, inviteAddress, job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { useDesktopWindow } from '../../testing/windowSize.ts'
import { lateness, reminderWords, stateToday } from './listTexts.ts'
import { invoicesOnPaper } from './printed.ts'
import { styleOf } from './statuses.ts'

const server = await startServer()
afterAll(server.close)

const late = listedInvoice(44, {
  ...{ title: 'Final', status: 'overdue', customerName: 'Susan Whitcombe' },
  ...{ jobName: 'Primary bath', issuedOn: '2026-10-12', dueOn: '2026-10-26' },
  ...{ total: 1_374_000, owed: 874_000, paid: 500_000 },
  reminder: { sent: 2, nextOn: '2026-11-23', isOff: false },
})
let invoices: InvoiceListItem[] = []
beforeEach(() => {
  server.reset()
  server.on(ageingRoutes.all, { body: owed })
  invoices = [late, listedInvoice(53)]
  server.on(invoiceRoutes.list, ({ query }) => {
    const found = invoices.filter(
      ({ status, customerName }) =>
        (!query.get('status') || status === query.get('status')) &&
        customerName.toLowerCase().includes((query.get('search') ?? '').toLowerCase()),
    )
    return { body: found, headers: { 'X-Total-Count': String(found.length) } }
  })
  server.on(invoiceRoutes.totals, ({ query }) => ({
    body:
      query.get('status') === 'overdue'
        ? { count: 1, total: 1_374_000, owed: 874_000 }
        : { count: 2, total: 1_474_000, owed: 974_000 },
  }))
})
const owed = {
  ...{ asOf: '2026-11-19', customers: [], credit: 0, count: 2, owed: 974_000 },
  ages: { current: 174_000, days1: 800_000, days31: 0, days61: 0, days91: 0 },
}
const reads = () =>
  server.seen.filter(({ url }) => url.startsWith('/api/invoices?')).map(({ url }) => url)

test('the screen leads to the exports for QuickBooks', async () => {
  open(server, '/invoices', 'admin')
  const link = await screen.findByRole('link', { name: 'QuickBooks' })
  expect(link.getAttribute('href')).toBe('/quickbooks')
})

test('what is owed stands above, and each age leads to its invoices', async () => {
  open(server, '/invoices', 'admin')
  const part = within(await screen.findByRole('region', { name: 'Owed' }))
  for (const text of ['$9,740.00', '$8,000.00 past due']) expect(part.getByText(text)).toBeTruthy()
  expect(part.getByRole('link', { name: /^1–30 days/ }).getAttribute('href')).toBe(
    '/invoices?status=unpaid&sort=due&dueFrom=2026-10-20&dueTo=2026-11-18',
  )
  const asked = server.seen.find(({ url }) => url.startsWith(ageingRoutes.all.path))
  expect(asked?.url).toContain('customers=false')
})

test('a card shows the state, customer and job of an invoice, and how late it is', async () => {
  open(server, '/invoices', 'admin')
  const card = within(await screen.findByRole('article', { name: '2026-0044' }))
  for (const text of [
    ...['Overdue', 'Final', 'Susan Whitcombe', 'Primary bath', '$13,740.00', '$8,740.00'],
    'Due Oct 26, 2026, 24 days late',
  ])
    expect(card.getByText(text)).toBeTruthy()
  expect(card.getByRole('link', { name: 'View Details' }).getAttribute('href')).toBe(
    `/invoices/${late.id}`,
  )
  const other = within(screen.getByRole('article', { name: '2026-0053' }))
  expect(other.getByText('Due Nov 30, 2026, not due')).toBeTruthy()
  // The whole amount is owed, and is said once.
  expect(other.getAllByText('$1,000.00')).toHaveLength(1)
})

test('the card of a draft is called by its title, and has neither days nor an owed amount', async () => {
  invoices = [listedDraft(7, { jobId: null, jobName: null })]
  open(server, '/invoices', 'admin')
  const card = within(await screen.findByRole('article', { name: 'Part 7' }))
  expect(card.getByText('Draft')).toBeTruthy()
  expect(card.getByText('$1,000.00')).toBeTruthy()
  expect(card.queryByText(/Due|Owed/)).toBeNull()
})

test.each([
  ['overdue', '2026-11-18', 100, '1 day late'],
  ['open', '2026-11-19', 100, 'due today'],
  ['open', '2026-11-20', 100, 'not due'],
  ['paid', '2026-11-18', 0, ''],
  ['void', '2026-11-18', 0, ''],
  ['draft', null, 0, ''],
] as const)('of one that is %s and due on %s with %i owed it says "%s"', (...row) => {
  const [status, dueOn, owed, expected] = row
  expect(lateness(listedInvoice(1, { status, dueOn, owed }), '2026-11-19')).toBe(expected)
})

test('one that is covered by more than money is settled, not paid', () => {
  const labelOf = (change: Partial<InvoiceListItem>) =>
    styleOf(listedInvoice(1, { status: 'paid', owed: 0, total: 100, ...change })).label
  expect(labelOf({ paid: 100, received: 100 })).toBe('Paid')
  expect(labelOf({ paid: 100, received: 60 })).toBe('Settled')
  expect(labelOf({ kind: 'creditMemo', total: -100, paid: -100, received: 0 })).toBe('Applied')
})

test('an invoice that is still shown after its due day is overdue', () => {
  const open = listedInvoice(1, { status: 'open', dueOn: '2026-11-19' })
  expect(stateToday(open, '2026-11-19')).toBe('open')
  expect(stateToday(open, '2026-11-20')).toBe('overdue')
})

test('a sub cannot open the invoices', async () => {
  open(server, '/invoices', 'subcontractor')
  expect(
    await screen.findByText(
      'Access Denied: This page is only available to administrators and clients.',
    ),
  ).toBeTruthy()
  expect(reads()).toEqual([])
})

test('the filters are in the address, and can be cleared', async () => {
  server.on(customerRoutes.list, { body: [customer(1)] })
  server.on(jobRoutes.list, { body: [job(1)] })
  open(server, '/invoices?status=nonsense&dueTo=someday', 'admin')
  await screen.findByRole('article', { name: '2026-0044' })
  expect(reads()).toEqual(['/api/invoices?limit=60'])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Overdue')
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  for (const [picker, option] of [
    ['Customer', /Customer 1/],
    ['Job', /Job 1/],
  ] as const) {
    await userEvent.click(screen.getByRole('combobox', { name: picker }))
    await userEvent.click(await screen.findByRole('option', { name: option }))
  }
  await userEvent.click(screen.getByRole('button', { name: 'Any due day' }))
  const days = within(await screen.findByRole('dialog', { name: 'Due days' }))
  fireEvent.change(days.getByLabelText('Due from'), { target: { value: '2026-10-01' } })
  fireEvent.change(days.getByLabelText('Due by'), { target: { value: '2026-10-31' } })
  const filter = `status=overdue&customerId=${customer(1).id}&jobId=${job(1).id}&dueFrom=2026-10-01&dueTo=2026-10-31`
  await waitFor(() => expect(location.search).toBe(`?${filter}`))
  await waitFor(() => expect(reads().at(-1)).toBe(`/api/invoices?${filter}&limit=60`))
  expect(
    screen.getByRole('button', { name: 'Due Oct 1, 2026 to Oct 31, 2026', expanded: true }),
  ).toBeTruthy()
  await userEvent.click(days.getByRole('button', { name: 'Any due day' }))
  await waitFor(() => expect(location.search).not.toMatch(/due(From|To)/))

  await userEvent.type(screen.getByRole('searchbox', { name: 'Search invoices' }), 'zzz')
  expect(await screen.findByText('No invoices found')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect(location.search).toBe('')
})

test('the customer and the job of a link are named, also when no list has them', async () => {
  server.on(customerRoutes.list, { body: [] })
  server.on(jobRoutes.list, { body: [] })
  server.on(customerRoutes.one, { body: customer(7, { name: 'Ana Duarte' }) })
  server.on(jobRoutes.one, { body: job(8, { name: 'Room addition' }) })
  open(server, `/invoices?customerId=${customer(7).id}&jobId=${job(8).id}`, 'admin')
  const named = (name: string) => screen.findByRole<HTMLInputElement>('combobox', { name })
  const [whom, which] = [await named('Customer'), await named('Job')]
  await waitFor(() => expect([whom.value, which.value]).toEqual(['Ana Duarte', 'Room addition']))
})

test('without invoices the screen says what to do', async () => {
  invoices = []
  open(server, '/invoices', 'admin')
  expect(await screen.findByText('No invoices yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'New Invoice' }))
  await waitFor(() => expect(location.search).toBe('?new=invoice'))
  expect(await screen.findByRole('dialog', { name: 'New Invoice' })).toBeTruthy()
})

test('Ctrl-K finds an invoice', async () => {
  open(server, '/invoices', 'admin')
  await screen.findByRole('article', { name: '2026-0044' })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), 'Whitcombe')
  await userEvent.click(
    await screen.findByRole('option', { name: /2026-0044 · Final.*Susan Whitcombe/ }),
  )
  await waitFor(() => expect(location.pathname).toBe(`/invoices/${late.id}`))
  expect(reads().at(-1)).toBe('/api/invoices?search=Whitcombe&limit=6&total=false')
})

test('on paper each invoice is a row, with the sums of the amounts', () => {
  const { csv, totals } = invoicesOnPaper({
    filter: 'All invoices',
    rows: [late, listedDraft(7, { jobName: null })],
  })
  expect(csv.split('\r\n').slice(1, 3)).toEqual([
    '2026-0044,Final,Susan Whitcombe,Primary bath,Overdue,2026-10-12,2026-10-26,13740.00,8740.00',
    'Draft,Part 7,Customer 1,,Draft,,,1000.00,0.00',
  ])
  expect(totals.slice(-2)).toEqual(['$14,740.00', '$8,740.00'])
})

describe('as a table', () => {
  beforeEach(() => {
    useDesktopWindow()
    server.on(savedViewRoutes.list, { body: [] })
  })
  const openTable = async (path = '/invoices?view=table') => {
    open(server, path, 'admin')
    return within(await screen.findByRole('grid', { name: 'Invoices' }))
  }

  test('each invoice is a row with its days and amounts, and the sums are below', async () => {
    const grid = await openTable()
    const row = within(await grid.findByRole('row', { name: /2026-0044/ }))
    for (const text of [
      ...['Final', 'Susan Whitcombe', 'Primary bath', 'Overdue', 'Oct 12'],
      ...['Oct 26', '24 days late', 'third on Mon, Nov 23'],
      ...['$13,740.00', '$5,000.00', '$8,740.00'],
    ])
      expect(row.getByText(text)).toBeTruthy()
    expect(grid.getByRole('row', { name: /2026-0053/ }).textContent).toContain('not due')
    const foot = await screen.findByText('2 invoices')
    expect(foot.parentElement?.textContent).toBe('2 invoicesTotal$14,740.00Owed$9,740.00')
  })

  test.each([
    [{ sent: 0, nextOn: '2027-01-04', isOff: false }, 'first on Mon, Jan 4, 2027'],
    [{ sent: 1, nextOn: '2026-11-15', isOff: false }, 'second to send'],
    [{ sent: 2, nextOn: null, isOff: false }, '2 sent'],
    [{ sent: 0, nextOn: null, isOff: false }, ''],
    [{ sent: 0, nextOn: '2026-11-23', isOff: true }, 'off'],
    [{ sent: 1, nextOn: null, isOff: true }, 'off, 1 sent'],
  ])('the reminders %j are %j', (reminder, text) => {
    expect(reminderWords(reminder, '2026-11-19')).toBe(text)
  })

  test('of a draft and a void one the table says no owed amount, of a paid one zero', async () => {
    invoices = [
      listedDraft(7),
      listedInvoice(8, { status: 'void', owed: 0 }),
      listedInvoice(9, { status: 'paid', owed: 0 }),
    ]
    const grid = await openTable()
    await grid.findByRole('row', { name: /Part 7/ })
    const [, ...rows] = grid.getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent?.replace(/^[^$]*/, ''))).toEqual([
      ...['$1,000.00', '$1,000.00', '$1,000.00$0.00'],
    ])
  })

  test('a command that opens a form leaves the list as a table', async () => {
    await openTable('/invoices?new=payment')
    expect(await screen.findByRole('dialog', { name: 'Record Payment' })).toBeTruthy()
    expect(location.search).toBe('?new=payment&view=table')
  })

  test('the payment of a row is recorded, for its customer and its invoice first', async () => {
    invoices = [late, listedInvoice(9, { status: 'paid', owed: 0 }), listedDraft(7)]
    const first = openInvoice(12, { id: late.id, number: '2026-0044', owed: 874_000 })
    server.on(inviteRoutes.address, { body: inviteAddress })
    server.on(paymentRoutes.account, { body: account([openInvoice(11), first]) })
    const grid = await openTable()
    const buttons = await grid.findAllByRole('button', { name: /^Record Payment of/ })
    expect(buttons.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Record Payment of 2026-0044',
    ])
    await userEvent.click(buttons[0] as HTMLElement)
    const form = within(await screen.findByRole('dialog', { name: 'Record Payment' }))
    expect(form.getByText('Susan Whitcombe')).toBeTruthy()
    expect((await form.findByLabelText<HTMLInputElement>(/^Amount$/)).value).toBe('8740.00')
    expect(form.getByLabelText<HTMLInputElement>('Amount for invoice 2026-0044').value).toBe(
      '8740.00',
    )
  })

  test('a row opens its invoice', async () => {
    const grid = await openTable()
    fireEvent.keyDown(await grid.findByRole('row', { name: /2026-0044/ }), { key: 'Enter' })
    await waitFor(() => expect(location.pathname).toBe(`/invoices/${late.id}`))
  })

  test('the views have their filter, their order and their count', async () => {
    await openTable()
    const views = within(await screen.findByRole('navigation', { name: 'Views' }))
    const overdue = await views.findByRole('link', { name: /^Overdue/ })
    const links = () =>
      views.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    await waitFor(() =>
      expect(links()).toEqual([
        ['Open2', '/invoices?sort=due&status=unpaid&view=table'],
        ['Overdue1', '/invoices?sort=due&status=overdue&view=table'],
        ['Drafts2', '/invoices?status=draft&view=table'],
        ['Paid2', '/invoices?status=paid&view=table'],
        ['Credits2', '/invoices?kind=creditMemo&view=table'],
        ['All2', '/invoices?view=table'],
      ]),
    )
    await userEvent.click(overdue)
    await waitFor(() =>
      expect(reads().at(-1)).toBe('/api/invoices?status=overdue&sort=due&limit=200'),
    )
    expect(await screen.findByText('$8,740.00', { selector: 'b' })).toBeTruthy()
  })

  test.each([
    ['Issued', 'issued'],
    ['Due', 'due'],
    ['Total', 'total'],
  ])('a click on %s sorts by it', async (head, sort) => {
    const grid = await openTable()
    await userEvent.click(await grid.findByRole('button', { name: head }))
    await waitFor(() => expect(reads().at(-1)).toBe(`/api/invoices?sort=${sort}&limit=200`))
  })
})
