import { type Bid, bidRoutes } from '@plumbline/contract/bids.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../testing/open.tsx'
import { bid, job } from '../testing/rows.ts'
import { startServer } from '../testing/server.ts'

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
  server.on(bidRoutes.totals, {
    body: { totalJobsValue: 93_421_025, activeJobs: 17, pendingBids: 23 },
  })
})
const posts = () => server.seen.filter(({ method }) => method === 'POST')

test('the three cards, and a card that says all that is listed', async () => {
  open(server, '/pending-bids', 'admin')
  const card = within(await screen.findByRole('article', { name: 'Kitchen remodel' }))
  const texts = [
    'Pending',
    'High',
    '1 Elm St, Batavia',
    'Grace Hollis',
    'grace@example.com',
    '(630) 555-0142',
  ]
  for (const text of [...texts, '$48,250.75']) expect(card.getByText(text)).toBeTruthy()
  expect(card.getByRole('link', { name: 'View Details' }).getAttribute('href')).toBe(
    `/pending-bids/${kitchen.id}`,
  )
  expect(card.getByRole('button', { name: 'Approve' })).toBeTruthy()
  const other = within(screen.getByRole('article', { name: 'Bid 2' }))
  expect(other.getByText('Not specified')).toBeTruthy()
  expect(other.queryByRole('button', { name: 'Approve' })).toBeNull()
  for (const [label, value, note] of [
    ['Total Active Jobs Value', '$934,210.25', 'with completed'],
    ['Active Jobs', '17', 'with on hold'],
    ['Pending Bids', '23'],
  ]) {
    const term = within(screen.getByRole('main')).getAllByText(label ?? '', { selector: 'dt' })[0]
    expect(term?.nextElementSibling?.textContent).toBe(value)
    expect(term?.nextElementSibling?.nextElementSibling?.textContent).toBe(note)
  }
})

test.each(['subcontractor', 'client'] as const)('a %s is refused', async (who) => {
  open(server, '/pending-bids', who)
  expect(
    await screen.findByText("Access Denied: You don't have permission to view pending bids."),
  ).toBeTruthy()
})

test('search, both filters and the due ones live in the address, and can be cleared', async () => {
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
  // The cards count what is shown.
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
  expect(dialog.getByLabelText('Estimated Amount').getAttribute('step')).toBe('0.01')
  expect(posts()).toEqual([])
})

test.each([
  ['48250.75', 4_825_075],
  ['', null],
])('dollars go in (%s), cents out', async (typed, cents) => {
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
      customerName: null,
      customerEmail: null,
      customerPhone: null,
      customerAddress: null,
      leadSource: null,
    },
  })
})

test('a bid that could not be created stays in its dialog', async () => {
  server.on(bidRoutes.create, 'hangup')
  open(server, '/pending-bids', 'admin')
  const { dialog, submit } = await openDialog()
  await userEvent.type(dialog.getByLabelText('Project Name'), 'Deck')
  await userEvent.type(dialog.getByLabelText('Address'), '12 Elm St')
  await submit()
  expect(await screen.findByText('Failed to create pending bid')).toBeTruthy()
  expect(dialog.getByLabelText('Project Name')).toHaveProperty('value', 'Deck')
})

test('approving converts, and the card follows; a failure is shown', async () => {
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
