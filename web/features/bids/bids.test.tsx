import { type Bid, bidRoutes } from '@plumbline/contract/bids.ts'
import { customerRoutes } from '@plumbline/contract/customers.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { savedViewRoutes } from '@plumbline/contract/savedViews.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { bid, bidSums, customer, job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { useDesktopWindow } from '../../testing/windowSize.ts'

const server = await startServer()
afterAll(server.close)

const kitchen = bid(1, {
  name: 'Kitchen remodel',
  priority: 'high',
  estimatedAmount: 4_825_075,
  customerName: 'Grace Hollis',
  customerEmail: 'grace@example.com',
  customerPhone: '(630) 555-0142',
})
const maya = customer(1, {
  name: 'Maya Okafor',
  address: '9 Oak St',
  contacts: [
    {
      ...{ id: kitchen.id, name: 'Maya', role: null, email: 'maya@example.com' },
      ...{ phone: '847-555-0121', emailRefused: false },
    },
  ],
})
let bids: Bid[] = []
beforeEach(() => {
  server.reset()
  bids = [kitchen, bid(2, { status: 'rejected', priority: 'low' })]
  server.on(bidRoutes.list, ({ query }) => {
    const found = bids.filter(
      ({ name, status, priority }) =>
        name.toLowerCase().includes((query.get('search') ?? '').toLowerCase()) &&
        (!query.get('status') || status === query.get('status')) &&
        (!query.get('priority') || priority === query.get('priority')) &&
        (!query.get('followUpDue') || status === 'follow_up'),
    )
    return { body: found, headers: { 'X-Total-Count': String(found.length) } }
  })
  server.on(peopleRoutes.list, { body: [] })
  server.on(bidRoutes.totals, {
    body: { totalJobsValue: 93_421_025, activeJobs: 17, pendingBids: 23 },
  })
})
const reads = () =>
  server.seen.filter(({ url }) => url.startsWith('/api/pending-bids')).map(({ url }) => url)
const posts = () => server.seen.filter(({ method }) => method === 'POST')

test('the screen shows three figures, and a card with all facts of a bid', async () => {
  open(server, '/pending-bids', 'admin')
  const card = within(await screen.findByRole('article', { name: 'Kitchen remodel' }))
  const texts = [
    'Pending',
    'High',
    '1 Elm St, Batavia',
    'Grace Hollis',
    'grace@example.com',
    '630-555-0142',
  ]
  for (const text of [...texts, '$48,250.75']) expect(card.getByText(text)).toBeTruthy()
  for (const name of ['Kitchen remodel', 'View Details'])
    expect(card.getByRole('link', { name }).getAttribute('href')).toBe(
      `/pending-bids/${kitchen.id}`,
    )
  expect(card.getByRole('button', { name: 'Approve' })).toBeTruthy()
  const other = within(screen.getByRole('article', { name: 'Bid 2' }))
  expect(other.getByText('Not specified')).toBeTruthy()
  expect(other.queryByRole('button', { name: 'Approve' })).toBeNull()
  for (const [label, value, note] of [
    ['Total Active Jobs Value', '$934,210.25', 'including completed'],
    ['Active Jobs', '17', 'including on hold'],
    ['Pending Bids', '23'],
  ]) {
    const term = within(screen.getByRole('main')).getAllByText(label ?? '', { selector: 'dt' })[0]
    expect(term?.nextElementSibling?.textContent).toBe(value)
    expect(term?.nextElementSibling?.nextElementSibling?.textContent).toBe(note)
  }
})

test.each(['subcontractor', 'client'] as const)('a %s cannot open the bids', async (who) => {
  open(server, '/pending-bids', who)
  expect(
    await screen.findByText("Access Denied: You don't have permission to view pending bids."),
  ).toBeTruthy()
})

test('search and filters are in the address, and can be cleared', async () => {
  open(server, '/pending-bids?priority=nonsense', 'admin')
  await screen.findByRole('article', { name: 'Kitchen remodel' })
  const names = (label: string) =>
    within(screen.getByRole('combobox', { name: label }))
      .getAllByRole('option')
      .map((option) => option.textContent)
  expect(names('Status')).toEqual(['All statuses', 'Pending', 'Approved', 'Rejected', 'Follow Up'])
  expect(names('Priority')).toEqual(['All priorities', 'High', 'Medium', 'Low'])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Priority' }), 'low')
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'pending')
  expect(await screen.findByText('No pending bids found')).toBeTruthy()
  expect(location.search).toBe('?priority=low&status=pending')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: 'Follow-up due' }))
  expect(await screen.findByText('No pending bids found')).toBeTruthy()
  expect(location.search).toBe('?followUpDue=true')
  // The cards count the filtered bids.
  expect(server.seen.some(({ url }) => url === '/api/bid-totals?followUpDue=true')).toBe(true)
})

async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Create New Bid' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Bid' }))
  return {
    dialog,
    submit: () => userEvent.click(dialog.getByRole('button', { name: 'Create Bid' })),
  }
}

test('name, address and a valid email are required', async () => {
  open(server, '/pending-bids', 'admin')
  const { dialog, submit } = await openDialog()
  await userEvent.type(dialog.getByLabelText('Customer Email'), 'nonsense')
  await submit()
  expect(await dialog.findByText('Project name is required')).toBeTruthy()
  expect(dialog.getByText('Address is required')).toBeTruthy()
  expect(dialog.getByText('Enter a valid email address')).toBeTruthy()
  expect(posts()).toEqual([])
})

test.each([
  ['48250.75', 4_825_075],
  ['', null],
])('an amount entered in dollars (%s) is sent in cents', async (typed, cents) => {
  server.on(bidRoutes.create, { body: kitchen })
  open(server, '/pending-bids', 'admin')
  const { dialog, submit } = await openDialog()
  await userEvent.type(dialog.getByLabelText('Project Name'), 'Deck')
  await userEvent.type(dialog.getByLabelText('Address'), '12 Elm St')
  if (typed) await userEvent.type(dialog.getByLabelText('Estimated Amount'), typed)
  await submit()
  expect(await screen.findByText('Pending bid created successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(JSON.parse(posts().at(-1)?.body ?? '')).toEqual({
    ...{
      name: 'Deck',
      address: '12 Elm St',
      estimatedAmount: cents,
      priority: 'medium',
      scope: null,
      notes: null,
    },
    ...{
      clientId: null,
      customerName: null,
      customerEmail: null,
      customerPhone: null,
      customerAddress: null,
      leadSource: null,
    },
  })
})

test('the toast of a new bid opens it', async () => {
  server.on(bidRoutes.create, { body: kitchen })
  open(server, '/pending-bids', 'admin')
  const { dialog, submit } = await openDialog()
  await userEvent.type(dialog.getByLabelText('Project Name'), 'Deck')
  await userEvent.type(dialog.getByLabelText('Address'), '12 Elm St')
  await submit()
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }))
  await waitFor(() => expect(location.pathname).toBe(`/pending-bids/${kitchen.id}`))
})

test('a bid can be for a client, whose details fill in what is still empty', async () => {
  server.on(bidRoutes.create, { body: kitchen })
  server.on(peopleRoutes.list, {
    body: [{ ...people.client, address: '5 Lake Rd', hasJoined: true }],
  })
  open(server, '/pending-bids', 'admin')
  const { dialog, submit } = await openDialog()
  await userEvent.type(dialog.getByLabelText('Project Name'), 'Deck')
  await userEvent.type(dialog.getByLabelText('Customer Name'), 'The Hales')
  await userEvent.click(dialog.getByRole('combobox', { name: 'Client' }))
  await userEvent.click(await dialog.findByRole('option', { name: /Maria/ }))
  await submit()
  expect(await screen.findByText('Pending bid created successfully')).toBeTruthy()
  expect(JSON.parse(posts().at(-1)?.body ?? '')).toMatchObject({
    ...{ clientId: people.client.id, customerName: 'The Hales', address: '5 Lake Rd' },
    customerEmail: people.client.email,
  })
})

test('choosing a customer by typing a name fills in what is known of them', async () => {
  server.on(bidRoutes.create, { body: kitchen })
  server.on(customerRoutes.list, ({ query }) => ({
    body: query.get('search') === 'oka' ? [maya] : [],
  }))
  open(server, '/pending-bids', 'admin')
  const { dialog, submit } = await openDialog()
  await userEvent.type(dialog.getByLabelText('Project Name'), 'Deck')
  const name = dialog.getByLabelText('Customer Name')
  await userEvent.type(name, 'oka')
  await dialog.findByRole('option', { name: /Maya Okafor/ })
  await userEvent.type(name, '{ArrowDown}{Enter}')
  await submit()
  expect(await screen.findByText('Pending bid created successfully')).toBeTruthy()
  expect(JSON.parse(posts().at(-1)?.body ?? '')).toMatchObject({
    ...{ customerId: maya.id, customerName: 'Maya Okafor', customerEmail: 'maya@example.com' },
    ...{ customerPhone: '847-555-0121', customerAddress: '9 Oak St', address: '9 Oak St' },
  })
})

test('another client is another customer, also after a customer of the same name was chosen', async () => {
  server.on(bidRoutes.create, { body: kitchen })
  server.on(customerRoutes.list, { body: [{ ...maya, name: 'Maria Okafor' }] })
  const paul = { ...people.client, id: maya.id, firstName: 'Paul', hasJoined: true }
  server.on(peopleRoutes.list, { body: [{ ...people.client, hasJoined: true }, paul] })
  open(server, '/pending-bids', 'admin')
  const { dialog, submit } = await openDialog()
  const choose = async (name: RegExp) => {
    await userEvent.click(dialog.getByRole('combobox', { name: 'Client' }))
    await userEvent.click(await dialog.findByRole('option', { name }))
  }
  await userEvent.type(dialog.getByLabelText('Project Name'), 'Deck')
  await choose(/Maria/)
  const name = dialog.getByLabelText('Customer Name')
  await userEvent.type(name, '{Backspace}')
  await userEvent.click(await dialog.findByRole('option', { name: /Maria Okafor/ }))
  expect(dialog.getByText('One of your customers')).toBeTruthy()
  await choose(/Paul/)
  expect(dialog.queryByText('One of your customers')).toBeNull()
  await submit()
  expect(await screen.findByText('Pending bid created successfully')).toBeTruthy()
  expect(JSON.parse(posts().at(-1)?.body ?? '')).toMatchObject({ customerName: 'Paul Okafor' })
  expect(JSON.parse(posts().at(-1)?.body ?? '').customerId ?? null).toBeNull()
})

test('a name that is typed after a choice is another customer', async () => {
  server.on(bidRoutes.create, { body: kitchen })
  server.on(customerRoutes.list, { body: [maya] })
  open(server, '/pending-bids', 'admin')
  const { dialog, submit } = await openDialog()
  await userEvent.type(dialog.getByLabelText('Project Name'), 'Deck')
  const name = dialog.getByLabelText('Customer Name')
  await userEvent.type(name, 'maya')
  await userEvent.click(await dialog.findByRole('option', { name: /Maya Okafor/ }))
  expect(dialog.getByText('One of your customers')).toBeTruthy()
  await userEvent.type(name, ' junior')
  expect(dialog.queryByText('One of your customers')).toBeNull()
  await submit()
  expect(await screen.findByText('Pending bid created successfully')).toBeTruthy()
  const sent = JSON.parse(posts().at(-1)?.body ?? '')
  expect([sent.customerId, sent.customerName]).toEqual([undefined, 'Maya Okafor junior'])
})

test.each([
  ['2026-01-05', 'Follow up Jan 5, 2026, overdue'],
  ['2099-01-05', 'Follow up Jan 5, 2099'],
])('a card says whether the follow-up of %s is overdue', async (followUpDate, text) => {
  bids = [bid(1, { name: 'Porch', status: 'follow_up', followUpDate })]
  open(server, '/pending-bids', 'admin')
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a bid that could not be created remains in its dialog', async () => {
  server.on(bidRoutes.create, 'hangup')
  open(server, '/pending-bids', 'admin')
  const { dialog, submit } = await openDialog()
  await userEvent.type(dialog.getByLabelText('Project Name'), 'Deck')
  await userEvent.type(dialog.getByLabelText('Address'), '12 Elm St')
  await submit()
  expect(await screen.findByText('Failed to create pending bid')).toBeTruthy()
  expect(dialog.getByLabelText('Project Name')).toHaveProperty('value', 'Deck')
})

test('approving updates the card; a failure is shown', async () => {
  server.on(bidRoutes.convert, { failure: 'bidDecided' })
  open(server, '/pending-bids', 'admin')
  const card = within(await screen.findByRole('article', { name: 'Kitchen remodel' }))
  await userEvent.click(card.getByRole('button', { name: 'Approve' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve Bid' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Failed to convert bid to job')).toBeTruthy()
  server.on(bidRoutes.convert, { body: job(10) })
  bids = [bid(1, { name: 'Kitchen remodel', status: 'approved' })]
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Bid successfully converted to job')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull())
})

describe('as a table', () => {
  beforeEach(() => {
    useDesktopWindow()
    server.on(savedViewRoutes.list, { body: [] })
    server.on(bidRoutes.sums, {
      body: bidSums(2, {
        statuses: { pending: 1, approved: 0, rejected: 1, follow_up: 0 },
        estimatedAmount: 4_825_075,
      }),
    })
  })
  const openTable = async (params = '') => {
    open(server, `/pending-bids?view=table${params}`, 'admin')
    return within(await screen.findByRole('grid', { name: 'Bids' }))
  }

  test('each bid is a row, and the sums follow the filter', async () => {
    const grid = await openTable('&sort=-amount&open=true')
    const row = within(await grid.findByRole('row', { name: /Kitchen remodel/ }))
    for (const text of ['Grace Hollis', '630-555-0142', 'Pending', 'High', '$48,250.75'])
      expect(row.getByText(text)).toBeTruthy()
    expect(within(grid.getByRole('row', { name: /Bid 2/ })).getByText('Not specified')).toBeTruthy()
    expect(reads()).toEqual(['/api/pending-bids?open=true&sort=-amount&limit=200'])
    expect(await screen.findByText('1 pending, 1 rejected')).toBeTruthy()
    expect(server.seen.some(({ url }) => url === '/api/bid-sums?open=true')).toBe(true)
    // The figures of the spec stay, and count the filtered bids.
    expect(server.seen.some(({ url }) => url === '/api/bid-totals?open=true')).toBe(true)
    expect(grid.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    await userEvent.click(grid.getByRole('button', { name: 'Customer' }))
    await waitFor(() => expect(location.search).toContain('sort=customer'))
    // The second of two quick clicks goes on from the first, which is not in the address yet.
    const head = grid.getByRole('button', { name: 'Status' })
    fireEvent.click(head)
    fireEvent.click(head)
    await waitFor(() => expect(location.search).toContain('sort=-status'))
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Open' }))
    await waitFor(() => expect(location.search).not.toContain('open=true'))
  })

  test('the view that matches the address is current', async () => {
    open(server, '/pending-bids?view=table&followUpDue=true&sort=followUp', 'admin')
    const views = within(await screen.findByRole('navigation', { name: 'Views' }))
    const links = views.getAllByRole('link')
    await waitFor(() =>
      expect(links.map(({ textContent }) => textContent)).toEqual([
        ...['Open2', 'Follow-up due2', 'All2'],
      ]),
    )
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'page', null])
    expect(links[0]?.getAttribute('href')).toBe('/pending-bids?open=true&view=table')
  })

  test('the table that was chosen returns, with its view and columns, until the cards are chosen', async () => {
    const grid = () => screen.findByRole('grid', { name: 'Bids' })
    const reopen = () => {
      cleanup()
      open(server, '/pending-bids', 'admin')
    }
    reopen()
    await userEvent.click(await screen.findByRole('button', { name: 'Table' }))
    await grid()
    const views = within(await screen.findByRole('navigation', { name: 'Views' }))
    await userEvent.click(views.getByRole('link', { name: /^Open/ }))
    await waitFor(() => expect(location.search).toContain('open=true'))
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    const boxes = ['Priority', 'Status'].map((name) =>
      screen.getByRole<HTMLInputElement>('checkbox', { name }),
    )
    // Each shows the choice at once, and the second builds on the first.
    for (const box of boxes) fireEvent.click(box)
    expect(boxes.map(({ checked }) => checked)).toEqual([false, false])
    const columns = () => new URLSearchParams(location.search).get('columns')
    await waitFor(() => expect(columns()).toBe('customer,followUp,created,amount'))
    const chosen = [...new URLSearchParams(location.search)].toSorted()
    reopen()
    await grid()
    expect([...new URLSearchParams(location.search)].toSorted()).toEqual(chosen)
    // Another address is shown as it is.
    cleanup()
    open(server, '/pending-bids?status=rejected', 'admin')
    await screen.findByRole('heading', { level: 2, name: 'Bid 2' })
    await userEvent.click(screen.getByRole('button', { name: 'Table' }))
    await grid()
    await userEvent.click(screen.getByRole('button', { name: 'Cards' }))
    reopen()
    await screen.findByRole('heading', { level: 2, name: 'Bid 2' })
    expect(location.search).toBe('')
  })

  test('Shift selects or deselects all rows of a range, like its last one', async () => {
    bids = [1, 2, 3].map((n) => bid(n))
    const grid = await openTable()
    const rows = await grid.findAllByRole('row', { name: /Bid \d/ })
    const selected = () => rows.map((row) => row.getAttribute('aria-selected'))
    const press = (index: number, key: 'x' | 'X') =>
      fireEvent.keyDown(rows[index] as HTMLElement, { key, shiftKey: key === 'X' })
    press(0, 'x')
    expect(selected()).toEqual(['true', 'false', 'false'])
    press(2, 'X')
    expect(selected()).toEqual(['true', 'true', 'true'])
    press(1, 'x')
    press(0, 'X')
    expect(selected()).toEqual(['false', 'false', 'true'])
  })

  test('J goes from the page to the rows, and Back to the row that was opened', async () => {
    bids = Array.from({ length: 90 }, (_, n) => bid(n))
    server.on(bidRoutes.one, { failure: 'notFound' })
    const grid = await openTable()
    const first = await grid.findByRole('row', { name: /Bid 0/ })
    await userEvent.keyboard('j')
    expect(document.activeElement).toBe(first)
    await userEvent.keyboard('{End}k')
    // Only the rows near the upper edge are rendered, and the one with the focus.
    scrollTo(0, 0)
    document.dispatchEvent(new Event('scroll'))
    window.dispatchEvent(new Event('scroll'))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname).toBe(`/pending-bids/${bids[88]?.id}`))
    await screen.findByText('Bid not found')
    history.back()
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('90'))
  })

  test('the row has the focus after the selection is cleared', async () => {
    const grid = await openTable()
    const row = await grid.findByRole('row', { name: /Bid 2/ })
    row.focus()
    await userEvent.keyboard('x')
    screen.getByRole('button', { name: 'Clear the selection' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
    expect(document.activeElement).toBe(row)
  })

  test('selected bids can be followed up or rejected, and unchanged ones are reported', async () => {
    const grid = await openTable()
    await grid.findByRole('row', { name: /Kitchen remodel/ })
    await userEvent.click(grid.getByRole('checkbox', { name: 'Select all' }))
    const bar = within(await screen.findByRole('region', { name: 'Selection' }))
    expect(bar.getByText('2 selected')).toBeTruthy()
    await userEvent.click(bar.getByRole('button', { name: 'Follow Up' }))
    const later = within(await screen.findByRole('dialog', { name: 'Follow Up' }))
    await userEvent.click(later.getByRole('button', { name: 'Save' }))
    expect(await later.findByText('Choose the day to follow up')).toBeTruthy()
    expect(posts()).toEqual([])
    await userEvent.type(later.getByLabelText('Follow-Up Date'), '2026-12-01')
    server.on(bidRoutes.updateSeveral, { body: { changed: 2, kept: [] } })
    await userEvent.click(later.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('2 bids updated')).toBeTruthy()

    await userEvent.click(bar.getByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Bids' }))
    expect(dialog.getByText('Unchanged: Bid 2 (rejected)')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Reason'), 'Out of season')
    const unchanged = [1, 2, 3, 4].map((n) => bid(n, { status: 'approved' }))
    server.on(bidRoutes.updateSeveral, { body: { changed: 0, kept: unchanged } })
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('Nothing changed')).toBeTruthy()
    const names = 'Bid 1 (approved), Bid 2 (approved), Bid 3 (approved) and 1 more'
    expect(screen.getByText(`0 bids updated. Unchanged: ${names}`)).toBeTruthy()
    const ids = bids.map(({ id }) => id)
    expect(posts().map(({ body }) => JSON.parse(body))).toEqual([
      { ids, status: 'follow_up', followUpDate: '2026-12-01' },
      { ids, status: 'rejected', reason: 'Out of season' },
    ])
  })
})
