import { type RentalProperty, rentalRoutes } from '@plumbline/contract/rentals.ts'
import { type Tenant, tenantRoutes } from '@plumbline/contract/tenants.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../../testing/open.tsx'
import { rentalStats } from '../../../testing/rentals.ts'
import { startServer } from '../../../testing/server.ts'
import { home, idOf, tenant } from '../../../testing/tenants.ts'
import { tenantsCsv } from './api.ts'
import { firstMonthText } from './rentText.ts'

const server = await startServer()
// Load the module up front so that the first test does not wait for it.
beforeAll(() => import('./TenantsTab.tsx'))
afterAll(server.close)

const priya = tenant(1)
let tenants: Tenant[] = []
let homes: RentalProperty[] = []
beforeEach(() => {
  server.reset()
  tenants = [priya]
  homes = [home(11), home(12, { address: '31 Shannon Ct', monthlyRent: '2150.50' })]
  server.on(tenantRoutes.list, ({ query }) => {
    const found = tenants.filter(
      ({ lastName, status, propertyId }) =>
        lastName.toLowerCase().includes((query.get('search') ?? '').toLowerCase()) &&
        (!query.get('status') || status === query.get('status')) &&
        (!query.get('propertyId') || propertyId === query.get('propertyId')),
    )
    return { body: found, headers: { 'X-Total-Count': String(found.length) } }
  })
  server.on(rentalRoutes.list, () => ({ body: homes }))
  server.on(rentalRoutes.one, ({ params }) => {
    const body = homes.find(({ id }) => id === params.id)
    return body ? { body } : { failure: 'notFound' }
  })
})

const path = '/rental-properties?tab=tenants'
const posts = () => server.seen.filter(({ method }) => method === 'POST')
const rows = () => within(screen.getByRole('list', { name: 'Tenants' })).getAllByRole('listitem')
const row = async (name: string) => within(await screen.findByRole('listitem', { name }))

test('a row shows home, lease, rent, deposit and balance', async () => {
  open(server, path, 'admin')
  const line = await row('Priya Nair')
  for (const text of [
    'Dec 1, 2025 – Nov 30, 2026',
    'Ends in 8 days',
    '$1,395.00',
    '$1,395.50',
    'of $1,400.00',
    '$697.50 owed',
  ])
    expect(line.getByText(text)).toBeTruthy()
  const href = (name: string) => line.getByRole('link', { name }).getAttribute('href')
  expect(href('Priya Nair')).toBe(`/rental-properties/tenants/${priya.id}`)
  expect(href('229 N Douglas Ave, B')).toBe(`/rental-properties/${priya.propertyId}`)
  expect(screen.getByRole('link', { name: 'Import CSV' }).getAttribute('href')).toBe(
    '/imports/tenants',
  )
})

test.each<[Partial<Tenant>, string, string]>([
  [{ daysToExpiry: 45 }, 'Ends in 45 days', 'text-warn'],
  [{ daysToExpiry: 59 }, 'Ends in 59 days', 'text-warn'],
  [{ daysToExpiry: 60 }, 'Ends in 60 days', 'text-neutral'],
  [{ daysToExpiry: 0 }, 'Ends today', 'text-warn'],
  [{ daysToExpiry: -1, leaseState: 'ended' }, 'Ended 1 day ago', 'text-bad'],
  [{ daysToExpiry: -12, leaseState: 'ended' }, 'Ended 12 days ago', 'text-bad'],
  [{ daysToExpiry: null, leaseEnd: null }, 'No end', 'text-neutral'],
  [{ leaseState: 'upcoming' }, 'Starts Dec 1, 2025', 'text-info'],
  [{ balance: '0.00' }, '$0.00', 'text-neutral'],
  [{ balance: '-120.05' }, '$120.05 ahead', 'text-good'],
  [{ balance: '1395.00' }, '$1,395.00 owed', 'text-bad'],
])('a tenant with %o reads %s in %s', async (change, text, color) => {
  tenants = [tenant(1, { depositHeld: '7.00', ...change })]
  open(server, path, 'admin')
  const line = await row('Priya Nair')
  expect(line.getByText(text).className).toContain(color)
})

test('active tenants are shown first; other states and a search are in the address', async () => {
  tenants = [priya, tenant(2, { lastName: 'Kern', status: 'former', leaseState: 'former' })]
  open(server, path, 'admin')
  await row('Priya Nair')
  expect(rows()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(location.search).toBe('?tab=tenants&status=all')
  await userEvent.click(screen.getByRole('button', { name: 'Former' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect((await row('Priya Kern')).getByText('Moved out Nov 30, 2026')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Search tenants'), 'nair')
  expect(await screen.findByText('No tenants found')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await row('Priya Nair')
  expect(location.search).toBe('?tab=tenants')
})

test('the tenants of one home are shown until the filter is removed', async () => {
  const other = tenant(2, { lastName: 'Kern', propertyId: idOf(12) })
  tenants = [priya, other]
  open(server, `${path}&propertyId=${idOf(12)}`, 'admin')
  await row('Priya Kern')
  expect(rows()).toHaveLength(1)
  await userEvent.click(
    await screen.findByRole('button', { name: 'Remove the filter 31 Shannon Ct' }),
  )
  await waitFor(() => expect(rows()).toHaveLength(2))
})

test('a list that is empty or could not be loaded says so', async () => {
  tenants = []
  open(server, path, 'admin')
  expect(await screen.findByText('No active tenants')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  expect(await screen.findByText('No tenants yet')).toBeTruthy()
  server.on(tenantRoutes.list, { failure: 'internal' })
  await userEvent.click(screen.getByRole('button', { name: 'Former' }))
  expect(await screen.findByText('Tenants could not be loaded.')).toBeTruthy()
})

test('the CSV file has separate columns for owed and paid ahead', () => {
  const [head, owes, ahead] = tenantsCsv([
    tenant(1, { notes: 'Pays, "late"' }),
    tenant(2, { balance: '-10.50', propertyAddress: null }),
  ]).split('\r\n')
  expect(head).toBe(
    'First Name,Last Name,Property,Email,Phone,Emergency Contact,Emergency Phone,Lease,Lease Start,Lease End,Rent,Deposit Agreed,Deposit Held,Owed,Paid Ahead,Notes',
  )
  expect(owes).toBe(
    'Priya,Nair,"229 N Douglas Ave, B",priya@example.com,(847) 555-0142,Anil Nair,(847) 555-0143,Current,2025-12-01,2026-11-30,1395.00,1400.00,1395.50,697.50,0.00,"Pays, ""late"""',
  )
  expect(ahead).toContain(',Priya,Nair,,'.slice(1))
  expect(ahead).toContain(',0.00,10.50,')
})

const openDialog = async (search = '&new=tenant') => {
  open(server, `${path}${search}`, 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Tenant' }))
  return {
    dialog,
    fill: (label: string, text: string) => userEvent.type(dialog.getByLabelText(label), text),
    value: (label: string) => dialog.getByLabelText<HTMLInputElement>(label).value,
    choose: async (address: string) => {
      await userEvent.clear(dialog.getByRole('combobox', { name: 'Property' }))
      await userEvent.type(dialog.getByRole('combobox', { name: 'Property' }), address)
      await userEvent.click(await dialog.findByRole('option', { name: new RegExp(address) }))
    },
    submit: () => userEvent.click(dialog.getByRole('button', { name: 'Add Tenant' })),
  }
}

test('adding a tenant prefills rent and deposit of the home, and shows the first month', async () => {
  server.on(tenantRoutes.create, { body: priya })
  const { dialog, fill, value, choose, submit } = await openDialog()
  await fill('First Name', 'Renee')
  await fill('Last Name', 'Castle')
  await choose('229 N Douglas')
  // With hundreds of homes, only those shown are fetched.
  const reads = server.seen.filter(({ url }) => url.startsWith('/api/rental-properties?'))
  expect(reads.map(({ query }) => query.get('limit'))).toEqual(reads.map(() => '20'))
  expect(reads.at(-1)?.query.get('search')).toBe('229 N Douglas')
  expect(value('Monthly Rent')).toBe('1395.00')
  expect(value('Security Deposit')).toBe('1400.00')
  await choose('31 Shannon')
  expect(value('Monthly Rent')).toBe('2150.50')
  await userEvent.clear(dialog.getByLabelText('Monthly Rent'))
  await fill('Monthly Rent', '1000')
  await choose('229 N Douglas')
  expect(value('Monthly Rent')).toBe('1000')
  await fill('First Day', '2027-01-13')
  expect(dialog.getByText('First month: $612.90 for 19 of 31 days')).toBeTruthy()
  await submit()
  expect(await screen.findByText('Tenant added successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(JSON.parse(posts().at(-1)?.body ?? '')).toEqual({
    ...{ firstName: 'Renee', lastName: 'Castle', email: null, phone: null, notes: null },
    ...{ emergencyContact: null, emergencyPhone: null, propertyId: idOf(11) },
    ...{ leaseStart: '2027-01-13', leaseEnd: null, rentFrom: null },
    ...{ monthlyRent: '1000.00', securityDeposit: '1400.00' },
  })
})

test('a home in the address is preselected, and missing fields are reported', async () => {
  const { dialog, fill, value, submit } = await openDialog(`&new=tenant&forProperty=${idOf(12)}`)
  await waitFor(() => expect(value('Property')).toBe('31 Shannon Ct'))
  expect(value('Monthly Rent')).toBe('2150.50')
  await userEvent.clear(dialog.getByLabelText('Monthly Rent'))
  await fill('First Day', '2027-01-13')
  await fill('Last Day', '2027-01-12')
  await submit()
  for (const text of [
    'First name is required',
    'Last name is required',
    'The lease cannot end before it starts',
    'Enter the rent of the lease',
  ])
    expect(await dialog.findByText(text)).toBeTruthy()
  expect(posts()).toEqual([])
})

test('the home of a link to the dialog is not a filter, and is removed when it closes', async () => {
  const { dialog } = await openDialog(`&new=tenant&forProperty=${idOf(12)}`)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(location.search).toBe('?tab=tenants'))
  await row('Priya Nair')
  expect(screen.queryByRole('button', { name: /^Remove the filter/ })).toBeNull()
})

test('the filter by home names the home, prefills the dialog and remains after it', async () => {
  server.on(rentalRoutes.stats, { body: rentalStats })
  server.on(rentalRoutes.one, { body: home(12, { address: '31 Shannon Ct' }) })
  const { dialog, value } = await openDialog(`&new=tenant&propertyId=${idOf(12)}`)
  expect(value('Property')).toBe('31 Shannon Ct')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(location.search).toBe(`?tab=tenants&propertyId=${idOf(12)}`))
  await userEvent.click(
    await screen.findByRole('button', { name: 'Remove the filter 31 Shannon Ct' }),
  )
  await waitFor(() => expect(location.search).toBe('?tab=tenants'))
})

test('a lease that overlaps another is rejected, and what was typed is kept', async () => {
  server.on(tenantRoutes.create, { failure: 'leaseOverlaps' })
  const { dialog, fill, value, submit } = await openDialog(`&new=tenant&forProperty=${idOf(12)}`)
  await fill('First Name', 'Renee')
  await fill('Last Name', 'Castle')
  await fill('First Day', '2027-01-13')
  await submit()
  expect(
    await dialog.findByText(
      'Another lease of this property covers some of these days; nothing was saved',
    ),
  ).toBeTruthy()
  expect(value('First Name')).toBe('Renee')
})

test.each([
  [{ leaseStart: '2027-01-13', monthlyRent: '1000.00' }, '$612.90 for 19 of 31 days'],
  [{ leaseStart: '2027-02-01', monthlyRent: '1000.00' }, '$1,000.00 for all of Feb 2027'],
  [{ leaseStart: '2028-02-29', monthlyRent: '2900.00' }, '$100.00 for 1 of 29 days'],
  [
    { leaseStart: '2027-01-13', leaseEnd: '2027-01-20', monthlyRent: '3100.00' },
    '$800.00 for 8 of 31 days',
  ],
  [
    { leaseStart: '2020-01-01', rentFrom: '2026-12-31', monthlyRent: '1850.00' },
    '$59.68 for 1 of 31 days',
  ],
])('the first month of %o costs %s', (lease, text) => {
  expect(firstMonthText(lease)).toBe(`First month: ${text}`)
})

test.each([
  {},
  { leaseStart: '2027-01-13' },
  { leaseStart: '2027-01-13', monthlyRent: '?' },
  { monthlyRent: '1000.00' },
  { leaseStart: '2027-01-13', leaseEnd: '2027-01-12', monthlyRent: '1000.00' },
])('there is no first month text for %o', (lease) => {
  expect(firstMonthText(lease)).toBeNull()
})
