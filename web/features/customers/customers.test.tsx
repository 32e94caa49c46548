import { customerRoutes, type ListedCustomer } from '@plumbline/contract/customers.ts'
import { savedViewRoutes } from '@plumbline/contract/savedViews.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { customer } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { useDesktopWindow } from '../../testing/windowSize.ts'
import { customersOnPaper } from './printed.ts'

const server = await startServer()
afterAll(server.close)

const grace = customer(1, {
  name: 'Grace Hollis',
  company: 'Hollis Dental',
  address: '9 Oak Rd, Elgin',
  jobs: 2,
  openBids: 1,
  contacts: [
    {
      ...{ id: customer(11).id, name: 'Grace Hollis', role: null },
      ...{ email: 'grace@example.com', phone: '(630) 555-0142', emailRefused: false },
    },
  ],
})
let customers: ListedCustomer[] = []
beforeEach(() => {
  server.reset()
  customers = [grace, customer(2)]
  server.on(customerRoutes.list, ({ query }) => {
    const search = (query.get('search') ?? '').toLowerCase()
    const found = customers.filter(({ name }) => name.toLowerCase().includes(search))
    return { body: found, headers: { 'X-Total-Count': String(found.length) } }
  })
  server.on(customerRoutes.totals, () => ({ body: { count: customers.length } }))
})
const posts = () => server.seen.filter(({ method }) => method === 'POST')
const reads = () =>
  server.seen.filter(({ url }) => url.startsWith('/api/customers')).map(({ url }) => url)

test('a card shows the main contact of a customer, and the number of jobs and open bids', async () => {
  open(server, '/customers', 'admin')
  const card = within(await screen.findByRole('article', { name: 'Grace Hollis' }))
  for (const text of [
    ...['Hollis Dental', '630-555-0142', 'grace@example.com', '9 Oak Rd, Elgin'],
    '2 jobs, 1 open bid',
  ])
    expect(card.getByText(text)).toBeTruthy()
  for (const name of ['Grace Hollis', 'View Details'])
    expect(card.getByRole('link', { name }).getAttribute('href')).toBe(`/customers/${grace.id}`)
  const other = within(screen.getByRole('article', { name: 'Customer 2' }))
  expect(other.getByText('No jobs or open bids')).toBeTruthy()
})

test('the filter is in the address, and can be cleared', async () => {
  open(server, '/customers', 'admin')
  await screen.findByRole('article', { name: 'Grace Hollis' })
  await userEvent.click(screen.getByRole('button', { name: 'May be the same' }))
  await waitFor(() => expect(reads().at(-1)).toBe('/api/customers?similar=true&limit=60'))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'zzz')
  expect(await screen.findByText('No customers found')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await screen.findByRole('article', { name: 'Grace Hollis' })
  expect(location.search).toBe('')
})

test('a new customer is sent with one contact, named as the customer unless typed', async () => {
  server.on(customerRoutes.create, { body: grace })
  open(server, '/customers?new=customer', 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'New Customer' }))
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Add Customer' }))
  await submit()
  expect(await dialog.findByText('Name is required')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Name'), 'Grace Hollis')
  await userEvent.type(dialog.getByLabelText('Phone'), '6305550142')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Exempt from sales tax' }))
  await userEvent.type(dialog.getByLabelText('Certificate Number'), 'E9998')
  await submit()
  expect(await screen.findByText('Customer added successfully')).toBeTruthy()
  expect(JSON.parse(posts().at(-1)?.body ?? '')).toEqual({
    ...{ name: 'Grace Hollis', company: null, address: null, source: null, notes: null },
    ...{ taxExempt: true, taxCertificate: 'E9998' },
    contacts: [{ name: 'Grace Hollis', phone: '6305550142', email: null }],
  })
})

test('Ctrl-K finds a customer', async () => {
  open(server, '/customers', 'admin')
  await screen.findByRole('article', { name: 'Customer 2' })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), 'Hollis')
  server.on(customerRoutes.one, { failure: 'notFound' })
  await userEvent.click(await screen.findByRole('option', { name: /Grace Hollis.*Hollis Dental/ }))
  await waitFor(() => expect(location.pathname).toBe(`/customers/${grace.id}`))
})

test('on paper each customer is a row with their main contact', () => {
  const { csv } = customersOnPaper({ filter: 'All customers', rows: [grace] })
  expect(csv.split('\r\n')[1]).toBe(
    'Grace Hollis,Hollis Dental,Grace Hollis,630-555-0142,grace@example.com,"9 Oak Rd, Elgin",2,1',
  )
})

describe('as a table', () => {
  beforeEach(() => {
    useDesktopWindow()
    server.on(savedViewRoutes.list, { body: [] })
  })

  test('each customer is a row, and the order is in the address', async () => {
    open(server, '/customers?view=table', 'admin')
    const grid = within(await screen.findByRole('grid', { name: 'Customers' }))
    const row = within(await grid.findByRole('row', { name: /Grace Hollis/ }))
    for (const text of ['Hollis Dental', '630-555-0142', 'grace@example.com', '9 Oak Rd, Elgin'])
      expect(row.getByText(text)).toBeTruthy()
    expect(await screen.findByText('2 customers')).toBeTruthy()
    const views = within(await screen.findByRole('navigation', { name: 'Views' }))
    expect(views.getByRole('link', { name: /May be the same/ }).getAttribute('href')).toBe(
      '/customers?similar=true&view=table',
    )
    await userEvent.click(grid.getByRole('button', { name: 'Added' }))
    await waitFor(() => expect(location.search).toContain('sort='))
  })

  test('two selected customers can be merged, either way', async () => {
    server.on(customerRoutes.contents, ({ params }) => ({
      body: { jobs: params.id === grace.id ? 2 : 0, bids: 1, contacts: 1, people: 0, invoices: 0 },
    }))
    server.on(customerRoutes.merge, { body: customer(2) })
    server.on(customerRoutes.undoMerge, { body: grace })
    open(server, '/customers?view=table', 'admin')
    const grid = within(await screen.findByRole('grid', { name: 'Customers' }))
    await userEvent.click(await grid.findByRole('checkbox', { name: /Grace Hollis/ }))
    const bar = within(await screen.findByRole('region', { name: 'Selection' }))
    expect(bar.getByRole('button', { name: 'Merge' })).toHaveProperty('disabled', true)
    await userEvent.click(grid.getByRole('checkbox', { name: /Customer 2/ }))
    await userEvent.click(bar.getByRole('button', { name: 'Merge' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge Customers' }))
    expect(await dialog.findByText('1 bid and 1 contact will move to Grace Hollis.')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Swap' }))
    const moved = '2 jobs, 1 bid, and 1 contact will move to Customer 2.'
    expect(await dialog.findByText(moved)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Merge' }))
    expect(await screen.findByText('Grace Hollis was merged into Customer 2')).toBeTruthy()
    expect(posts().map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      [`/api/customers/${customer(2).id}/merge`, { customerId: grace.id }],
    ])
  })
})
