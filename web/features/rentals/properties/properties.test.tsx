import { failures } from '@plumbline/contract/failures.ts'
import { type RentalProperty, rentalRoutes } from '@plumbline/contract/rentals.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../../testing/open.tsx'
import { property, rentalStats } from '../../../testing/rentals.ts'
import { startServer } from '../../../testing/server.ts'

// Load the modules up front so that the first test does not wait for them.
await Promise.all([import('../../../app/App.tsx'), import('./PropertiesTab.tsx')])
const server = await startServer()
afterAll(server.close)

const tenantId = '0198c0de-0000-7000-8000-000000000077'
const raymond = property(1, {
  address: '512 Raymond St',
  monthlyRent: '1850.00',
  bedrooms: 3,
  status: 'occupied',
  tenantId,
  tenantName: 'Renee Castle',
})
const shannon = property(2, {
  address: '31 Shannon Ct',
  city: 'Batavia',
  status: 'maintenance',
  statusSetByHand: true,
  monthlyRent: '2150.50',
})
const jackson = property(3, { address: '12 Jackson St', archivedAt: '2026-10-01T15:00:00.000Z' })

let properties: RentalProperty[] = []
beforeEach(() => {
  server.reset()
  properties = [raymond, shannon, jackson]
  server.on(rentalRoutes.list, ({ query }) => {
    const word = (query.get('search') ?? '').toLowerCase()
    const found = properties.filter(
      ({ address, status, archivedAt }) =>
        address.toLowerCase().includes(word) &&
        (!query.get('status') || status === query.get('status')) &&
        (archivedAt !== null) === (query.get('archived') === 'true'),
    )
    return { body: found, headers: { 'X-Total-Count': String(found.length) } }
  })
  server.on(rentalRoutes.stats, { body: rentalStats })
  server.on(tenantRoutes.list, { body: [], headers: { 'X-Total-Count': '8' } })
})
const sent = (method: string) => server.seen.filter((one) => one.method === method)
const bodyOf = (method: string) => JSON.parse(sent(method).at(-1)?.body ?? '')

test('the screen shows four figures, and tabs with their counts', async () => {
  open(server, '/rental-properties', 'admin')
  await screen.findByRole('article', { name: '512 Raymond St' })
  const main = within(screen.getByRole('main'))
  await main.findByText('8 occupied, 2 vacant')
  await main.findByRole('tab', { name: /^Tenants ?8$/ })
  expect(main.getByRole('heading', { level: 1, name: 'Ridgeline Holdings' })).toBeTruthy()
  expect(main.getByText('Rental Property Portfolio Management')).toBeTruthy()
  for (const [label, value] of [
    ['Total Properties', '10'],
    ['Monthly Rent Roll', '$18,555.75'],
    ['Occupancy Rate', '80%'],
    ['Annual Revenue', '$222,669.00'],
  ] as const)
    expect(main.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent).toBe(value)
  for (const note of [
    '8 occupied, 2 vacant',
    'All homes, vacant ones too',
    'Monthly rent roll times 12',
  ])
    expect(main.getByText(note)).toBeTruthy()
  expect(main.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    ...['Properties 10', 'Tenants 8', 'Income', 'Expenses', 'Reports'],
  ])
})

test('a card shows all facts, and links to the property and its tenant', async () => {
  open(server, '/rental-properties', 'admin')
  const card = within(await screen.findByRole('article', { name: '512 Raymond St' }))
  for (const text of ['Occupied', 'Elgin, IL 60120', 'Duplex', 'Bedrooms: 3', '$1,850.00'])
    expect(card.getByText(text)).toBeTruthy()
  for (const name of ['512 Raymond St', 'View Property'])
    expect(card.getByRole('link', { name }).getAttribute('href')).toBe(
      `/rental-properties/${raymond.id}`,
    )
  expect(card.getByRole('link', { name: 'Renee Castle' }).getAttribute('href')).toBe(
    `/rental-properties/tenants/${tenantId}`,
  )
  const other = within(screen.getByRole('article', { name: '31 Shannon Ct' }))
  expect(other.getByText('Bedrooms: N/A')).toBeTruthy()
  expect(other.getByText('Maintenance').closest('[data-variant]')).toHaveProperty(
    'dataset.variant',
    'destructive',
  )
  expect(screen.getByRole('link', { name: 'Import CSV' }).getAttribute('href')).toBe(
    '/imports/properties',
  )
})

test.each([
  ['', 'Add Property', ['Record Rent', 'Import CSV']],
  ['tenants', 'Add Tenant', ['Record Rent', 'CSV', 'Import CSV']],
  ['income', 'Record Rent', ['Import CSV']],
  ['income&view=entries', 'Record Rent', ['CSV', 'Import CSV']],
  ['expenses', 'Add Expense', ['Recurring', 'CSV', 'Import CSV']],
])('the header of tab “%s” has its main action, %s, and the others', async (tab, main, others) => {
  open(server, `/rental-properties?tab=${tab}`, 'admin')
  const title = await screen.findByRole('heading', { level: 1, name: 'Ridgeline Holdings' })
  const header = within(title.parentElement as HTMLElement)
  const primary = await header.findByRole('button', { name: main })
  expect(primary.className).toContain('bg-accent')
  for (const name of others)
    expect(header.getByRole(name === 'Import CSV' ? 'link' : 'button', { name })).toBeTruthy()
  await screen.findByRole('tabpanel')
  expect(screen.getAllByRole('link', { name: 'Import CSV' })).toHaveLength(1)
})

test.each(['subcontractor', 'client'] as const)('a %s cannot open the rentals', async (who) => {
  open(server, '/rental-properties', who)
  expect(
    await screen.findByText('Access Denied: This page is only available to administrators.'),
  ).toBeTruthy()
  expect(server.seen.some(({ url }) => url.startsWith('/api/rental'))).toBe(false)
})

test('search, status and archived are in the address, and can be cleared', async () => {
  const user = userEvent.setup()
  open(server, '/rental-properties?status=former', 'admin')
  await screen.findByRole('article', { name: '512 Raymond St' })
  const status = screen.getByRole('combobox', { name: 'Status' })
  // A tenant status is ignored on the properties tab.
  expect(status).toHaveProperty('value', '')
  // Filters are not printed.
  expect(status.closest('.no-print')).toBeTruthy()
  await user.selectOptions(status, 'maintenance')
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  await user.type(screen.getByRole('searchbox', { name: 'Search properties' }), 'Raymond')
  expect(await screen.findByText('No properties match your filters')).toBeTruthy()
  expect(location.search).toBe('?status=maintenance&search=Raymond')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Archived', pressed: false }))
  const card = within(await screen.findByRole('article', { name: '12 Jackson St' }))
  expect(card.getByText('Archived')).toBeTruthy()
  expect(location.search).toBe('?archived=true')
  properties = []
  await user.type(screen.getByRole('searchbox'), 'x')
  await screen.findByText('No properties match your filters')
  await user.clear(screen.getByRole('searchbox'))
  expect(await screen.findByText('12 Jackson St')).toBeTruthy()
})

test('an empty portfolio says to add a property', async () => {
  properties = []
  open(server, '/rental-properties', 'admin')
  expect(await screen.findByText('Add a property to see its rent here')).toBeTruthy()
  const main = within(screen.getByRole('main'))
  const buttons = main.getAllByRole('button', { name: 'Add Property' })
  expect(buttons).toHaveLength(2)
  if (buttons[1]) await userEvent.click(buttons[1])
  expect(await screen.findByRole('dialog', { name: 'Add Property' })).toBeTruthy()
})

test('loading shows six placeholders', async () => {
  server.on(rentalRoutes.list, () => new Promise(() => {}))
  const { container } = open(server, '/rental-properties', 'admin')
  await waitFor(() => expect(container.querySelectorAll('[data-skeleton]')).toHaveLength(6))
})

test('a list that cannot be loaded says so', async () => {
  server.on(rentalRoutes.list, { failure: 'internal' })
  open(server, '/rental-properties', 'admin')
  expect(await screen.findByText('Properties could not be loaded.')).toBeTruthy()
})

async function openForm() {
  const user = userEvent.setup()
  open(server, '/rental-properties?new=property', 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Property' }))
  const submit = () => user.click(dialog.getByRole('button', { name: 'Add Property' }))
  const fill = async () => {
    await user.type(dialog.getByLabelText('Address'), '640 Prairie St')
    await user.type(dialog.getByLabelText('City'), 'St. Charles')
    await user.type(dialog.getByLabelText('State'), 'IL')
    await user.type(dialog.getByLabelText('ZIP Code'), '60174')
    await user.type(dialog.getByLabelText('Property Type'), 'Townhouse')
  }
  return { user, dialog, submit, fill }
}

test('only five fields are required', async () => {
  const { dialog, submit, fill } = await openForm()
  await submit()
  for (const name of ['Address', 'City', 'State', 'ZIP code', 'Property type'])
    expect(await dialog.findByText(`${name} is required`)).toBeTruthy()
  expect(dialog.queryByRole('textbox', { name: 'Monthly Rent' })).toBeNull()
  await fill()
  server.on(rentalRoutes.create, { body: raymond })
  await submit()
  expect(await screen.findByText('Property added successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.search).toBe('')
  expect(bodyOf('POST')).toEqual({
    ...{ address: '640 Prairie St', city: 'St. Charles', state: 'IL', zipCode: '60174' },
    ...{ propertyType: 'Townhouse', monthlyRent: null, bedrooms: null, bathrooms: null },
    ...{ squareFeet: null, purchasePrice: null, purchaseDate: null, securityDeposit: null },
    ...{ propertyManager: null, notes: null, status: null },
  })
})

test('the details are folded at first, and sent to the cent', async () => {
  const { user, dialog, submit, fill } = await openForm()
  await fill()
  await user.click(dialog.getByRole('button', { name: 'More details', expanded: false }))
  await user.type(dialog.getByLabelText('Monthly Rent'), '2740.5')
  await user.type(dialog.getByLabelText('Bedrooms'), '3')
  await user.type(dialog.getByLabelText('Bathrooms'), '1.5')
  await user.type(dialog.getByLabelText('Square Feet'), '1420')
  await user.type(dialog.getByLabelText('Security Deposit'), '2740')
  await user.type(dialog.getByLabelText('Purchase Price'), '248000.01')
  await user.type(dialog.getByLabelText('Purchase Date'), '2019-06-14')
  await user.type(dialog.getByLabelText('Property Manager'), 'Ada Byron')
  await user.type(dialog.getByLabelText('Notes'), 'Corner lot')
  const status = within(dialog.getByRole('combobox', { name: 'Status' }))
  expect(status.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    ...['Follow the leases', 'Occupied', 'Vacant', 'Maintenance'],
  ])
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Status' }), 'maintenance')
  server.on(rentalRoutes.create, { body: raymond })
  await submit()
  expect(await screen.findByText('Property added successfully')).toBeTruthy()
  expect(bodyOf('POST')).toMatchObject({
    ...{ monthlyRent: '2740.50', bedrooms: 3, bathrooms: 1.5, squareFeet: 1420 },
    ...{ securityDeposit: '2740.00', purchasePrice: '248000.01', purchaseDate: '2019-06-14' },
    ...{ propertyManager: 'Ada Byron', notes: 'Corner lot', status: 'maintenance' },
  })
})

test('an error of a folded field unfolds it', async () => {
  const { user, dialog, submit, fill } = await openForm()
  await fill()
  const moreDetails = dialog.getByRole('button', { name: 'More details' })
  await user.click(moreDetails)
  await user.type(dialog.getByLabelText('Bathrooms'), '1.55')
  await user.type(dialog.getByLabelText('Monthly Rent'), '10.999')
  await user.click(moreDetails)
  expect(dialog.queryByRole('textbox', { name: 'Bathrooms' })).toBeNull()
  await submit()
  expect(await dialog.findByText('At most one decimal')).toBeTruthy()
  expect(dialog.getByText('Amounts have at most two decimals')).toBeTruthy()
  expect(dialog.getByRole('textbox', { name: 'Bathrooms' })).toBeTruthy()
  expect(sent('POST')).toEqual([])
})

test('a rejected property keeps what was typed, with the reason beside its field', async () => {
  const { dialog, submit, fill } = await openForm()
  await fill()
  server.on(rentalRoutes.create, { failure: 'internal' })
  await submit()
  expect(await screen.findByText('Failed to add property')).toBeTruthy()
  expect((await dialog.findByRole('alert')).textContent).toBe(failures.internal.message)
  expect(dialog.getByLabelText('Address')).toHaveProperty('value', '640 Prairie St')
  server.on(rentalRoutes.create, { failure: 'invalid', fields: { squareFeet: 'Too large' } })
  await submit()
  expect(await dialog.findByText('Too large')).toBeTruthy()
  expect(dialog.getByRole('textbox', { name: 'Square Feet' })).toBeTruthy()
})

async function openEdit(shown: RentalProperty) {
  const user = userEvent.setup()
  server.on(rentalRoutes.one, () => ({
    body: properties.find(({ id }) => id === shown.id) ?? shown,
  }))
  server.on(rentalRoutes.update, { body: shown })
  open(server, `/rental-properties/${shown.id}`, 'admin')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Property' }))
  return { user, dialog, save: () => user.click(dialog.getByRole('button', { name: 'Save' })) }
}

test('an edit sends its changes and version', async () => {
  const { user, dialog, save } = await openEdit(raymond)
  const rent = dialog.getByLabelText('Monthly Rent')
  expect(rent).toHaveProperty('value', '1850.00')
  await user.clear(rent)
  await user.type(rent, '1925.25')
  await user.clear(dialog.getByLabelText('Bedrooms'))
  await save()
  expect(await screen.findByText('Property updated successfully')).toBeTruthy()
  expect(bodyOf('PUT')).toEqual({ monthlyRent: '1925.25', bedrooms: null })
  expect(sent('PUT')[0]?.headers['if-match']).toBe(tagOf(raymond))
})

test('an unchanged edit is not sent', async () => {
  const { save } = await openEdit(raymond)
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('PUT')).toEqual([])
})

test('a status derived from leases can be set by hand', async () => {
  const first = await openEdit(raymond)
  const status = first.dialog.getByRole('combobox', { name: 'Status' })
  expect(status).toHaveProperty('value', '')
  await first.user.selectOptions(status, 'occupied')
  await first.save()
  await screen.findByText('Property updated successfully')
  expect(bodyOf('PUT')).toEqual({ status: 'occupied' })
})

test('a status set by hand can be derived from the leases again', async () => {
  const { user, dialog, save } = await openEdit(shannon)
  const status = dialog.getByRole('combobox', { name: 'Status' })
  expect(status).toHaveProperty('value', 'maintenance')
  await user.selectOptions(status, '')
  await save()
  await screen.findByText('Property updated successfully')
  expect(bodyOf('PUT')).toEqual({ status: null })
})

test('concurrent changes are shown, and saving again replaces them', async () => {
  const { user, dialog, save } = await openEdit(raymond)
  server.on(rentalRoutes.update, { failure: 'stale' })
  const newer = { ...raymond, monthlyRent: '1900.00', updatedAt: '2026-11-05T12:00:00.000Z' }
  properties = [newer]
  const rent = dialog.getByLabelText('Monthly Rent')
  await user.clear(rent)
  await user.type(rent, '1950')
  await save()
  expect(await dialog.findByText(/Someone else changed this while you were editing/)).toBeTruthy()
  expect(dialog.getByText(/\$1,900\.00/)).toBeTruthy()
  server.on(rentalRoutes.update, { body: newer })
  await save()
  await screen.findByText('Property updated successfully')
  expect(bodyOf('PUT')).toEqual({ monthlyRent: '1950.00' })
  expect(sent('PUT').at(-1)?.headers['if-match']).toBe(tagOf(newer))
})
