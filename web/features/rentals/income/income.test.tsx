import { addDays } from '@plumbline/contract/dates.ts'
import { addMonths } from '@plumbline/contract/months.ts'
import {
  type RentalIncome,
  type RentCell,
  type RentGridRow,
  type RentMonth,
  rentalIncomeRoutes,
} from '@plumbline/contract/rentalIncome.ts'
import { type RentalProperty, rentalRoutes } from '@plumbline/contract/rentals.ts'
import { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../../testing/open.tsx'
import { startServer } from '../../../testing/server.ts'
import { clickInToast } from '../../../testing/toasts.ts'
import { usePhoneWindow } from '../../../testing/windowSize.ts'
import { entriesCsv } from './entries.ts'

// Load the modules up front so that the first test does not wait for them.
await Promise.all([import('../../../app/App.tsx'), import('./IncomeTab.tsx')])
const server = await startServer()
afterAll(server.close)

const NOV = '2026-11'
const FIRST = '2025-12'
const MONTHS = Array.from({ length: 12 }, (_, n) => addMonths(FIRST, n))
const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`

const cell = (month: string, change: Partial<RentCell> = {}): RentCell => ({
  month,
  expected: '1395.00',
  received: '1395.00',
  state: 'paid',
  daysLate: null,
  tenantId: id(101),
  ...change,
})
const noRent = { expected: '0.00', received: '0.00', state: 'none', tenantId: null } as const

const row = (
  n: number,
  address: string,
  cells: Readonly<Record<string, Partial<RentCell>>> = {},
  change: Partial<RentGridRow> = {},
): RentGridRow => ({
  propertyId: id(n),
  address,
  city: 'Elgin',
  status: 'occupied',
  tenantName: 'Priya Nair',
  vacantSince: null,
  cells: MONTHS.map((month) => cell(month, cells[month])),
  received: '15345.00',
  ...change,
})

const late = {
  [NOV]: { received: '0.00', state: 'missing', daysLate: 18 },
  '2026-04': { state: 'paidLate', daysLate: 9 },
} as const
const allRows = () => [
  row(1, '512 Raymond St', { [NOV]: { expected: '1180.50', received: '1180.50' } }),
  row(2, '229 N Douglas Ave, B', late),
  row(
    3,
    '31 Shannon Ct',
    { '2026-02': noRent, '2026-09': noRent, '2026-10': noRent, [NOV]: noRent },
    { status: 'maintenance', tenantName: null, vacantSince: '2026-08-31' },
  ),
  row(
    4,
    '905 W Galena Blvd, 3',
    {
      '2026-01': { ...noRent, tenantId: id(101) },
      '2026-10': { received: '630.00', state: 'part', daysLate: 49 },
      [NOV]: noRent,
    },
    { status: 'vacant', tenantName: null, vacantSince: '2026-10-31' },
  ),
]

const entry = (n: number, change: Partial<RentalIncome> = {}): RentalIncome => ({
  id: id(n),
  propertyId: id(2),
  propertyAddress: '229 N Douglas Ave, B',
  tenantId: id(101),
  tenantName: 'Priya Nair',
  amount: '1395.00',
  incomeType: 'Rent',
  kind: 'rent',
  description: null,
  dateReceived: '2026-11-03',
  rentMonth: NOV,
  paymentMethod: 'Check',
  reversesId: null,
  recordedByName: null,
  reversedById: null,
  depositReturnId: null,
  createdAt: '2026-11-03T12:00:00.000Z',
  ...change,
})

const lease = (change: Partial<RentMonth['leases'][number]> = {}) => ({
  tenantId: id(101),
  tenantName: 'Priya Nair',
  phone: '(847) 555-0120',
  email: 'priya@example.com',
  expected: '1395.00',
  received: '0.00',
  dueOn: '2026-11-01',
  paidBefore: { months: 11, mostDays: 10 },
  ...change,
})

let rows: RentGridRow[] = []
let month: RentMonth

beforeEach(() => {
  server.reset()
  // Nov 19, 2026 in Chicago.
  vi.useFakeTimers({ now: new Date('2026-11-19T18:00:00Z'), toFake: ['Date'] })
  rows = allRows()
  month = { month: NOV, leases: [lease()], entries: [] }
  server.on(rentalRoutes.stats, {
    body: {
      totalProperties: 4,
      occupied: 2,
      vacant: 2,
      monthlyRentRoll: '5580.00',
      occupancyRate: 50,
      annualRevenue: '66960.00',
    },
  })
  server.on(tenantRoutes.list, { body: [], headers: { 'X-Total-Count': '2' } })
  server.on(rentalIncomeRoutes.grid, () => ({
    body: rows,
    headers: { 'X-Total-Count': String(rows.length) },
  }))
  server.on(rentalIncomeRoutes.gridTotals, {
    body: {
      months: MONTHS.map((name) => ({ month: name, expected: '5580.00', received: '4185.00' })),
      received: '50220.75',
      missing: { count: 1, amount: '1395.00' },
      part: { count: 1, amount: '765.00' },
    },
  })
  server.on(rentalIncomeRoutes.rentMonth, () => ({ body: month }))
  server.on(rentalIncomeRoutes.create, ({ body }) => ({
    body: entry(300, { amount: JSON.parse(body).amount }),
  }))
})

/** A promise that holds back a response until `resolve` is called. */
function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}

const posts = () =>
  server.seen
    .filter(({ method }) => method === 'POST')
    .map(({ url, body }) => ({ url, body: JSON.parse(body) }))
const grid = () => screen.findByRole('grid', { name: 'Rent, Dec 2025 to Nov 2026' })
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) })
const cellOf = (name: string, monthName: string) => {
  const [found] = within(rowOf(name))
    .getAllByRole('gridcell')
    .filter((one) => one.getAttribute('aria-label')?.startsWith(monthName))
  if (!found) throw new Error(`no cell ${monthName} of ${name}`)
  return found
}
const openTab = async (search = '') => {
  open(server, `/rental-properties?tab=income${search}`, 'admin')
  await grid()
  await screen.findByRole('link', { name: /^50,220.75/ })
}
test('every state of a month has its style and text', async () => {
  await openTab()
  const looks = [
    ['512 Raymond St', 'Oct 2026', 'paid', '1,395', '$1,395.00 received'],
    ['512 Raymond St', 'Nov 2026', 'paid', '1,180.50', '$1,180.50 received'],
    ['229 N', 'Apr 2026', 'paidLate', '1,395', '$1,395.00 received, 9 days after it was due'],
    ['229 N', 'Nov 2026', 'missing', '1,39518 d late', '$1,395.00 not received, 18 days late'],
    ['31 Shannon', 'Feb 2026', 'vacant', '', 'Vacant'],
    ['31 Shannon', 'Sep 2026', 'repair', '', 'In repair'],
    ['905 W', 'Oct 2026', 'part', '630of 1,395', '$630.00 received, $765.00 open, 49 days late'],
    ['905 W', 'Nov 2026', 'vacant', '', 'Vacant'],
    ['905 W', 'Jan 2026', 'none', '–', 'No rent expected'],
  ] as const
  for (const [name, monthName, look, text, label] of looks) {
    const found = cellOf(name, monthName)
    expect(found.dataset.look).toBe(look)
    expect(found.textContent).toBe(text)
    expect(found.getAttribute('aria-label')).toBe(`${monthName}: ${label}`)
  }
  expect(within(rowOf('31 Shannon')).getAllByText('In repair')[0]).toBeTruthy()
  expect(within(rowOf('905 W')).getByText('Vacant since Nov')).toBeTruthy()
  expect(within(rowOf('229 N')).getByText('Priya Nair · Elgin')).toBeTruthy()
  const heads = screen.getAllByRole('columnheader')
  expect(heads.filter((head) => head.getAttribute('aria-current') === 'date')).toHaveLength(1)
  for (const chip of ['1 late, $1,395.00', '1 part, $765.00 open'])
    expect(screen.getByText(chip).closest('a')).toBeNull()
  expect(screen.getByRole('link', { name: 'Late Rents' }).getAttribute('href')).toBe(
    '/rental-properties?tab=reports&report=late-rents',
  )
  expect(screen.getByText('Arrow keys move, Enter records, C corrects.')).toBeTruthy()
})

test('sums of homes and months link to their entries', async () => {
  await openTab()
  const linkOf = (name: RegExp) =>
    new URL(screen.getByRole('link', { name }).getAttribute('href') ?? '', 'http://test')
  const ofHome = linkOf(/^15,345, 229 N Douglas Ave, B/)
  expect(Object.fromEntries(ofHome.searchParams)).toEqual({
    tab: 'income',
    view: 'entries',
    kind: 'rent',
    propertyId: id(2),
    rentMonth: FIRST,
    rentMonthTo: NOV,
  })
  expect(Object.fromEntries(linkOf(/^4,185, the entries of Mar 2026/).searchParams)).toEqual({
    tab: 'income',
    view: 'entries',
    kind: 'rent',
    rentMonth: '2026-03',
  })
  expect(linkOf(/^50,220.75, the entries of the twelve/).searchParams.get('rentMonthTo')).toBe(NOV)
})

test('the months change by a year, in the address', async () => {
  await openTab()
  await userEvent.click(screen.getByRole('button', { name: 'Previous year' }))
  await waitFor(() => expect(location.search).toContain('months=2024-12'))
  expect(await screen.findByText('Dec 2024 – Nov 2025')).toBeTruthy()
  await waitFor(() =>
    expect(server.seen.some(({ url }) => url === '/api/rent-grid?from=2024-12&limit=50')).toBe(
      true,
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Next year' }))
  await waitFor(() => expect(location.search).not.toContain('months'))
})

test('open rent is recorded with one press, for its month and tenant', async () => {
  await openTab()
  await userEvent.click(cellOf('229 N', 'Nov 2026'))
  const panel = within(
    await screen.findByRole('dialog', { name: '229 N Douglas Ave, B · Nov 2026' }),
  )
  const summary = 'Priya Nair · due Nov 1 · always paid within 10 days so far'
  expect(await panel.findByText(summary)).toBeTruthy()
  expect(panel.getByText('18 days late')).toBeTruthy()
  expect(panel.getByRole('link', { name: /^Call/ }).getAttribute('href')).toBe('tel:8475550120')
  expect(panel.getByRole('link', { name: /^Email/ }).getAttribute('href')).toBe(
    'mailto:priya@example.com',
  )
  rows = allRows()
  rows[1] = row(2, '229 N Douglas Ave, B')
  await userEvent.click(panel.getByRole('button', { name: 'Received $1,395.00' }))
  expect(await screen.findByText('$1,395.00 from Priya Nair recorded')).toBeTruthy()
  expect(posts()).toEqual([
    {
      url: '/api/rental-income',
      body: {
        propertyId: id(2),
        tenantId: id(101),
        amount: '1395.00',
        incomeType: 'Rent',
        dateReceived: '2026-11-19',
        rentMonth: NOV,
      },
    },
  ])
  await waitFor(() => expect(cellOf('229 N', 'Nov 2026').dataset.look).toBe('paid'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(cellOf('229 N', 'Nov 2026'))
})

test('rent that was recorded with one press can be undone', async () => {
  server.on(rentalIncomeRoutes.reverse, { body: entry(401, { reversesId: id(400) }) })
  await openTab()
  await userEvent.click(cellOf('229 N', 'Nov 2026'))
  await userEvent.click(await screen.findByRole('button', { name: 'Received $1,395.00' }))
  await clickInToast('Undo')
  await waitFor(() => expect(posts()).toHaveLength(2))
  expect(posts()[1]).toEqual({
    url: expect.stringMatching(/^\/api\/rental-income\/[^/]+\/reverse$/),
    body: { description: 'Recorded by mistake' },
  })
  expect(await screen.findByText(/^Undone/)).toBeTruthy()
})

test('a failure is shown in the panel', async () => {
  server.on(rentalIncomeRoutes.create, 'hangup')
  await openTab()
  await userEvent.click(cellOf('229 N', 'Nov 2026'))
  await userEvent.click(await screen.findByRole('button', { name: 'Received $1,395.00' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(await dialog.findByText(/The server cannot be reached/)).toBeTruthy()
})

test('the rest of a partial payment can be recorded in a month with two tenants', async () => {
  month.leases = [
    lease({ received: '630.00', paidBefore: { months: 0, mostDays: 0 } }),
    lease({
      ...{ tenantId: id(102), tenantName: 'Joel Kern', phone: null, email: null },
      ...{ expected: '100.10', received: '100.10', paidBefore: { months: 2, mostDays: 0 } },
    }),
  ]
  await openTab()
  await userEvent.click(cellOf('229 N', 'Nov 2026'))
  expect(await screen.findByRole('button', { name: 'Received $765.00' })).toBeTruthy()
  expect(screen.getByText('Priya Nair · due Nov 1')).toBeTruthy()
  expect(screen.getByText(/Joel Kern · due Nov 1 · always paid by the due day so far/)).toBeTruthy()
  expect(screen.getByText('$100.10 received')).toBeTruthy()
})

test('the grid works by keyboard: one tab stop, arrows, Enter, and restored focus', async () => {
  await openTab()
  const all = await grid()
  const stops = () => [...all.querySelectorAll('[tabindex="0"]')]
  expect(stops()).toEqual([cellOf('512 Raymond St', 'Nov 2026')])
  const stop = cellOf('512 Raymond St', 'Nov 2026')
  stop.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement).toBe(cellOf('229 N', 'Sep 2026'))
  await waitFor(() => expect(stops()).toEqual([cellOf('229 N', 'Sep 2026')]))
  await userEvent.keyboard('{Home}')
  expect(document.activeElement?.textContent).toBe('229 N Douglas Ave, B')
  await userEvent.keyboard('{End}')
  expect(document.activeElement?.textContent).toBe('15,345')
  await userEvent.keyboard('{Control>}{End}{/Control}')
  expect(document.activeElement?.textContent).toBe('50,220.75')
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('50,220.75')
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowUp}{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('512 Raymond St')

  cellOf('229 N', 'Oct 2026').focus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  const button = await screen.findByRole('button', { name: 'Received $1,395.00' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  // Arrow keys in the panel do not move in the grid.
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(posts()).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(cellOf('229 N', 'Nov 2026'))
})

test('C corrects the last payment of a month, or says that there is none', async () => {
  const reversal = entry(401, { amount: '-1395.00', reversesId: id(400) })
  month.entries = [
    entry(400, { reversedById: id(401) }),
    reversal,
    entry(402, { amount: '1400.00', dateReceived: '2026-11-05' }),
  ]
  server.on(rentalIncomeRoutes.reverse, { body: reversal })
  await openTab()
  cellOf('229 N', 'Nov 2026').focus()
  await userEvent.keyboard('c')
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct Payment' }))
  expect(dialog.getByText('Rent of $1,400.00 from Priya Nair, received Nov 5, 2026.')).toBeTruthy()
  expect(dialog.getByText(/^Recorded on \w+ \d+, \d{4}\. The entry/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Correct Amount'), '1395')
  await userEvent.type(dialog.getByLabelText('Reason'), 'Typed wrong')
  await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  expect(await screen.findByText('Payment corrected')).toBeTruthy()
  expect(posts()).toEqual([
    {
      url: `/api/rental-income/${id(402)}/reverse`,
      body: { correctAmount: '1395.00', description: 'Typed wrong' },
    },
  ])
  await waitFor(() => expect(document.activeElement).toBe(cellOf('229 N', 'Nov 2026')))

  month = { ...month, entries: [] }
  cellOf('229 N', 'Mar 2026').focus()
  await userEvent.keyboard('c')
  expect(await screen.findByText('There is no payment to correct in this month')).toBeTruthy()
})

test('the payments of a month can be corrected or printed from its panel', async () => {
  month.entries = [entry(400, { reversedById: id(401) }), entry(402)]
  month.leases = [lease({ received: '1395.00' })]
  server.on(rentalIncomeRoutes.reverse, { failure: 'alreadyReversed' })
  await openTab()
  await userEvent.click(cellOf('229 N', 'Nov 2026'))
  const payments = within(await screen.findByRole('list', { name: 'Payments' }))
  expect(payments.getAllByText('Nov 3, 2026 · Check · reversed')).toHaveLength(1)
  expect(
    payments.getAllByRole('link', { name: 'Receipt' }).map((link) => link.getAttribute('href')),
  ).toEqual([`/rental-properties/receipts/${id(400)}`, `/rental-properties/receipts/${id(402)}`])
  await userEvent.click(payments.getByRole('button', { name: 'Correct' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct Payment' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  await waitFor(() => expect(posts()).toHaveLength(1))
  // Without a correct amount the entry is only reversed.
  expect(posts()[0]?.body).toEqual({ correctAmount: null, description: null })
  expect(await dialog.findByRole('alert')).toBeTruthy()
})

const home: RentalProperty = {
  ...{ id: id(2), address: '229 N Douglas Ave, B', city: 'Elgin', state: 'IL', zipCode: '60120' },
  ...{ propertyType: 'Duplex', bedrooms: 2, bathrooms: 1, squareFeet: null, purchasePrice: null },
  ...{ purchaseDate: null, monthlyRent: '1395.00', securityDeposit: null, propertyManager: null },
  ...{ notes: null, status: 'occupied', statusSetByHand: false, archivedAt: null },
  ...{ tenantId: id(101), tenantName: 'Priya Nair' },
  ...{ createdAt: '2026-01-05T15:00:00.000Z', updatedAt: '2026-01-05T15:00:00.000Z' },
}

/** Serves the properties and tenants that the dialogs look up. */
function serveHomes() {
  server.on(rentalRoutes.list, { body: [home] })
  server.on(rentalRoutes.one, { body: home })
  server.on(tenantRoutes.list, {
    body: [
      {
        ...{ id: id(101), propertyId: id(2), propertyAddress: home.address, firstName: 'Priya' },
        ...{ lastName: 'Nair', email: null, phone: null, emergencyContact: null },
        ...{ emergencyPhone: null, leaseStart: '2025-01-01', leaseEnd: null, rentFrom: null },
        ...{ monthlyRent: '1395.00', rentToday: '1395.00', securityDeposit: null, notes: null },
        ...{ status: 'active', leaseState: 'current', daysToExpiry: null, balance: '0.00' },
        ...{ depositHeld: '0.00', createdAt: home.createdAt, updatedAt: home.updatedAt },
      },
    ],
    headers: { 'X-Total-Count': '1' },
  })
}

test('Other amount opens the prefilled dialog', async () => {
  serveHomes()
  await openTab()
  await userEvent.click(cellOf('229 N', 'Nov 2026'))
  await userEvent.click(await screen.findByRole('button', { name: 'Other amount' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record Rent' }))
  await waitFor(() =>
    expect(dialog.getByLabelText<HTMLInputElement>('Property').value).toBe('229 N Douglas Ave, B'),
  )
  const tenant = dialog.getByLabelText<HTMLSelectElement>('Tenant')
  await waitFor(() => expect(tenant.selectedOptions[0]?.textContent).toBe('Priya Nair'))
  expect(dialog.getByLabelText<HTMLSelectElement>('Rent Month').value).toBe(NOV)
  expect(await dialog.findByText('$1,395.00 open for Nov 2026')).toBeTruthy()
  const amount = dialog.getByLabelText<HTMLInputElement>('Amount')
  expect(amount.value).toBe('1395.00')
  await userEvent.clear(amount)
  await userEvent.type(amount, '630')
  await userEvent.type(dialog.getByLabelText('Payment Method'), 'Cash')
  await userEvent.click(dialog.getByRole('button', { name: 'Record Rent' }))
  expect(await screen.findByText('$630.00 recorded')).toBeTruthy()
  expect(posts().map(({ body }) => body)).toEqual([
    {
      propertyId: id(2),
      tenantId: id(101),
      amount: '630.00',
      incomeType: 'Rent',
      rentMonth: NOV,
      dateReceived: '2026-11-19',
      paymentMethod: 'Cash',
      description: null,
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('income that is not rent has no month, and missing fields are reported', async () => {
  serveHomes()
  open(server, '/rental-properties?tab=income&new=rent', 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Record Rent' }))
  const submit = () => userEvent.click(dialog.getByRole('button', { name: /^Record/ }))
  await submit()
  expect(await dialog.findByText('Choose a property')).toBeTruthy()
  expect(dialog.getByText('Enter an amount')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Property'))
  await userEvent.click(dialog.getByLabelText('Property'))
  await userEvent.click(await dialog.findByRole('option', { name: /229 N Douglas/ }))
  await dialog.findByRole('option', { name: 'Priya Nair' })
  expect(dialog.getByLabelText<HTMLSelectElement>('Tenant').value).toBe('')
  await userEvent.selectOptions(dialog.getByLabelText('Type'), 'Security deposit')
  expect(dialog.queryByLabelText('Rent Month')).toBeNull()
  await userEvent.type(dialog.getByLabelText('Amount'), '1850.50')
  await userEvent.clear(dialog.getByLabelText('Date Received'))
  fireEvent.change(dialog.getByLabelText('Date Received'), {
    target: { value: addDays('2026-11-19', -2) },
  })
  await submit()
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]?.body).toEqual({
    propertyId: id(2),
    tenantId: id(101),
    amount: '1850.50',
    incomeType: 'Security deposit',
    dateReceived: '2026-11-17',
    paymentMethod: null,
    description: null,
  })
  await waitFor(() => expect(location.search).not.toContain('new='))
})

test('rent without a tenant is sent without one', async () => {
  serveHomes()
  open(server, '/rental-properties?tab=income&new=rent', 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Record Rent' }))
  await userEvent.click(dialog.getByLabelText('Property'))
  await userEvent.click(await dialog.findByRole('option', { name: /229 N Douglas/ }))
  await userEvent.selectOptions(dialog.getByLabelText('Rent Month'), 'Mar 2026')
  const tenant = dialog.getByLabelText<HTMLSelectElement>('Tenant')
  await dialog.findByRole('option', { name: 'Priya Nair' })
  expect(tenant.selectedOptions[0]?.textContent).toBe('Tenant on that month’s lease')
  // For a deposit the current tenant is proposed, but not for the rent of another month.
  await userEvent.selectOptions(dialog.getByLabelText('Type'), 'Security deposit')
  expect(tenant.value).toBe(id(101))
  await userEvent.selectOptions(dialog.getByLabelText('Type'), 'Rent')
  expect(tenant.value).toBe('')
  // The open rent is filled in.
  await userEvent.click(dialog.getByRole('button', { name: 'Record Rent' }))
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]?.body).toEqual({
    propertyId: id(2),
    amount: '1395.00',
    incomeType: 'Rent',
    rentMonth: '2026-03',
    dateReceived: '2026-11-19',
    paymentMethod: null,
    description: null,
  })
})

test('there are four types, and Other requires a name', async () => {
  serveHomes()
  open(server, `/rental-properties?tab=income&new=rent&forProperty=${id(2)}`, 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Record Rent' }))
  const type = dialog.getByLabelText<HTMLSelectElement>('Type')
  const types = [...type.options].map(({ textContent }) => textContent)
  expect(types).toEqual(['Rent', 'Security deposit', 'Late fee', 'Other'])
  await userEvent.selectOptions(type, 'Other')
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Record Payment' }))
  await userEvent.type(dialog.getByLabelText('Amount'), '12.50')
  await submit()
  expect(await dialog.findByText('Enter what it is for')).toBeTruthy()
  expect(posts()).toEqual([])
  await userEvent.type(dialog.getByLabelText('What It Is For'), 'Laundry')
  expect(type.value).toBe('Other')
  await submit()
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]?.body).toMatchObject({ incomeType: 'Laundry', amount: '12.50' })
  await waitFor(() => expect(location.search).toBe('?tab=income'))
})

test('filters prefill the dialog and remain after it, except a range of months', async () => {
  serveHomes()
  server.on(rentalIncomeRoutes.list, { body: [] })
  server.on(rentalIncomeRoutes.total, { body: { count: 0, amount: '0.00' } })
  const filters = `tab=income&view=entries&propertyId=${id(2)}&rentMonth=${FIRST}&rentMonthTo=${NOV}`
  open(server, `/rental-properties?${filters}`, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Record Rent' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record Rent' }))
  await waitFor(() =>
    expect(dialog.getByLabelText<HTMLInputElement>('Property').value).toBe('229 N Douglas Ave, B'),
  )
  expect(dialog.getByLabelText<HTMLSelectElement>('Rent Month').value).toBe(NOV)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(location.search).toBe(`?${filters}`))
})

test('the params of a link to the dialog are removed when it closes', async () => {
  serveHomes()
  const link = `&new=rent&forProperty=${id(2)}&forTenant=${id(101)}`
  open(server, `/rental-properties?tab=income${link}`, 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Record Rent' }))
  const tenant = dialog.getByLabelText<HTMLSelectElement>('Tenant')
  await waitFor(() => expect(tenant.value).toBe(id(101)))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(location.search).toBe('?tab=income'))
})

test('while the sums of months load none are shown, and there is one tab stop', async () => {
  const totals = deferred()
  server.on(rentalIncomeRoutes.gridTotals, async () => {
    await totals.promise
    return {
      body: {
        // Totals of the previous months, which must not be shown.
        months: MONTHS.map((name) => ({
          ...{ month: addMonths(name, -12), expected: '1.00', received: '1.00' },
        })),
        received: '12.00',
        missing: { count: 0, amount: '0.00' },
        part: { count: 0, amount: '0.00' },
      },
    }
  })
  open(server, '/rental-properties?tab=income', 'admin')
  const all = await grid()
  const sums = () =>
    within(rowOf('Received'))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  expect(sums()).toEqual(Array.from({ length: 13 }, () => '…'))
  cellOf('905 W', 'Sep 2026').focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('…, the entries of Sep 2026')
  await waitFor(() =>
    expect([...all.querySelectorAll('[tabindex="0"]')]).toEqual([document.activeElement]),
  )
  totals.resolve()
  await screen.findByRole('link', { name: 'Late Rents' })
  expect(sums()).toEqual(Array.from({ length: 13 }, () => '…'))
})

test('the late rent is that of the year shown, and empty while it loads', async () => {
  await openTab()
  expect(screen.getByText('1 late, $1,395.00')).toBeTruthy()
  const totals = deferred()
  server.on(rentalIncomeRoutes.gridTotals, async () => {
    await totals.promise
    return {
      body: {
        ...{ months: [], received: '0.00', part: { count: 0, amount: '0.00' } },
        missing: { count: 2, amount: '2790.00' },
      },
    }
  })
  await userEvent.click(screen.getByRole('button', { name: 'Previous year' }))
  await screen.findByText('Dec 2024 – Nov 2025')
  await waitFor(() => expect(screen.queryByText('1 late, $1,395.00')).toBeNull())
  totals.resolve()
  expect(await screen.findByText('2 late, $2,790.00')).toBeTruthy()
})

test('the entries of a filter and their sum are shown, and filters can be removed', async () => {
  serveHomes()
  server.on(rentalIncomeRoutes.list, ({ query }) => {
    const body = query.get('kind')
      ? [
          entry(400, { reversedById: id(401) }),
          entry(401, { amount: '-1395.00', reversesId: id(400), description: 'Typed wrong' }),
          entry(403, { depositReturnId: id(9), incomeType: 'Kept from deposit', rentMonth: null }),
          entry(402),
        ]
      : []
    return { body, headers: { 'X-Total-Count': String(body.length) } }
  })
  server.on(rentalIncomeRoutes.total, { body: { count: 4, amount: '2790.00' } })
  const filter = `kind=rent&propertyId=${id(2)}&rentMonth=${FIRST}&rentMonthTo=${NOV}`
  open(server, `/rental-properties?tab=income&view=entries&${filter}`, 'admin')
  const list = within(await screen.findByRole('region', { name: 'Entries' }))
  await list.findByText('Reversal')
  const items = list.getAllByRole('listitem')
  expect(items).toHaveLength(4)
  expect((await list.findByText(/^4 entries,/)).textContent).toBe('4 entries, $2,790.00')
  expect(within(items[0] as HTMLElement).getByText('Reversed')).toBeTruthy()
  expect(within(items[1] as HTMLElement).getByText('-$1,395.00')).toBeTruthy()
  expect(
    within(items[1] as HTMLElement).getByText(/Rent for Nov 2026 · Check · Typed wrong/),
  ).toBeTruthy()
  // Reversals, reversed entries, and deposit deductions cannot be corrected.
  expect(list.getAllByRole('button', { name: 'Correct' })).toHaveLength(1)
  expect(within(items[3] as HTMLElement).getByRole('button', { name: 'Correct' })).toBeTruthy()
  const total = server.seen.find(({ url }) => url.startsWith('/api/rental-income/total'))
  expect(total?.url).toBe(
    `/api/rental-income/total?kind=rent&propertyId=${id(2)}&rentMonth=${FIRST}&rentMonthTo=${NOV}`,
  )
  await userEvent.click(
    list.getByRole('button', { name: 'Remove the filter For Dec 2025 – Nov 2026' }),
  )
  await waitFor(() => expect(location.search).not.toContain('rentMonth'))
  await userEvent.selectOptions(list.getByRole('combobox', { name: 'Type' }), '')
  expect(await list.findByText('No entries for these filters')).toBeTruthy()
  await userEvent.click(list.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement)
  expect(await list.findByText('No income yet')).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'Months' }))
  await grid()
})

test('the entries of one type are shown until its filter is removed', async () => {
  serveHomes()
  server.on(rentalIncomeRoutes.list, { body: [entry(400, { incomeType: 'Laundry' })] })
  server.on(rentalIncomeRoutes.total, { body: { count: 1, amount: '1395.00' } })
  open(server, '/rental-properties?tab=income&view=entries&incomeType=Laundry', 'admin')
  const list = within(await screen.findByRole('region', { name: 'Entries' }))
  const lastRequest = (path: string) => server.seen.filter(({ url }) => url.startsWith(path)).at(-1)
  for (const path of ['/api/rental-income?', '/api/rental-income/total'])
    await waitFor(() => expect(lastRequest(path)?.query.get('incomeType')).toBe('Laundry'))
  await userEvent.click(list.getByRole('button', { name: 'Remove the filter Laundry' }))
  await waitFor(() => expect(location.search).not.toContain('incomeType'))
  await waitFor(() =>
    expect(lastRequest('/api/rental-income/total')?.query.get('incomeType')).toBeNull(),
  )
})

test('a type chosen above the grid lists its entries', async () => {
  server.on(rentalIncomeRoutes.list, { body: [] })
  await openTab()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Late fees')
  await screen.findByText('No entries for these filters')
  expect(new URLSearchParams(location.search).get('kind')).toBe('late_fee')
})

test('the CSV file contains the whole grid', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push(blob as Blob)
    return 'blob:test'
  })
  await openTab()
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  const lines = (await files[0]?.text())?.replace('\ufeff', '').split('\r\n') ?? []
  expect(lines[0]).toBe(`Property,City,Tenant,${MONTHS.join(',')},Received`)
  expect(lines[2]).toBe(
    `"229 N Douglas Ave, B",Elgin,Priya Nair,${'1395.00,'.repeat(11)}0.00,15345.00`,
  )
  expect(server.seen.some(({ url }) => url === `/api/rent-grid?from=${FIRST}`)).toBe(true)
})

test('the CSV file of entries marks reversals', () => {
  const lines = entriesCsv([entry(1, { reversesId: id(2) })])
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toMatch(/,Amount,Correction$/)
  expect(lines[1]).toMatch(/,1395.00,Reversal$/)
})

test('without a property the grid says to add one', async () => {
  rows = []
  open(server, '/rental-properties?tab=income', 'admin')
  expect(await screen.findByText('Add a property to see its rent here')).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('a grid that cannot be loaded says so and can be tried again', async () => {
  server.on(rentalIncomeRoutes.grid, 'hangup')
  open(server, '/rental-properties?tab=income', 'admin')
  expect(await screen.findByText('Properties could not be loaded.')).toBeTruthy()
  server.on(rentalIncomeRoutes.grid, { body: rows })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await grid()
})

test('a phone lists one month with late homes first, and changes it by a swipe', async () => {
  usePhoneWindow()
  open(server, '/rental-properties?tab=income', 'admin')
  const section = within(await screen.findByRole('region', { name: 'Rent by month' }))
  const list = await section.findByRole('list')
  const names = () =>
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent?.slice(0, 5))
  expect(section.getByText('Nov 2026')).toBeTruthy()
  expect(names()).toEqual(['229 N', '512 R', '31 Sh', '905 W'])
  const swipe = (from: number, to: number) => {
    fireEvent.pointerDown(list, { clientX: from, clientY: 100, pointerType: 'touch' })
    fireEvent.pointerUp(list, { clientX: to, clientY: 110, pointerType: 'touch' })
  }
  swipe(100, 130)
  expect(location.search).not.toContain('rentMonth')
  swipe(100, 220)
  await waitFor(() => expect(location.search).toContain('rentMonth=2026-10'))
  await waitFor(() => expect(names()).toEqual(['905 W', '512 R', '229 N', '31 Sh']))
  swipe(220, 100)
  await waitFor(() => expect(location.search).not.toContain('rentMonth'))
  await userEvent.click(await section.findByRole('button', { name: /^229 N/ }))
  const sheet = within(
    await screen.findByRole('dialog', { name: '229 N Douglas Ave, B · Nov 2026' }),
  )
  const received = await sheet.findByRole('button', { name: 'Received $1,395.00' })
  fireEvent.pointerDown(received, { clientX: 100, clientY: 100, pointerType: 'touch' })
  fireEvent.pointerUp(received, { clientX: 220, clientY: 110, pointerType: 'touch' })
  await expect(
    waitFor(() => expect(location.search).toContain('rentMonth'), { timeout: 100 }),
  ).rejects.toThrow()
  await userEvent.click(received)
  await waitFor(() => expect(posts()).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a receipt shows who paid what and for what, and that it was reversed', async () => {
  server.on(rentalIncomeRoutes.one, {
    body: entry(402, { reversedById: id(403), description: 'Thank you' }),
  })
  open(server, `/rental-properties/receipts/${id(402)}`, 'admin')
  const receipt = within(await screen.findByRole('article', { name: 'Receipt' }))
  const texts = [
    ...['Ridgeline Holdings', 'No. 00000402', 'Priya Nair', '229 N Douglas Ave, B'],
    ...['Rent for Nov 2026', 'Nov 3, 2026', 'Check', 'Thank you', '$1,395.00'],
  ]
  for (const text of texts) expect(receipt.getByText(text)).toBeTruthy()
  expect(receipt.getByText('This entry was reversed.')).toBeTruthy()
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('an unknown receipt is not found', async () => {
  open(server, `/rental-properties/receipts/${id(999)}`, 'admin')
  expect(await screen.findByText('Receipt not found')).toBeTruthy()
})

test('a receipt has its heading while it loads and when it fails', async () => {
  const reading = deferred()
  server.on(rentalIncomeRoutes.one, async () => {
    await reading.promise
    return 'hangup' as const
  })
  open(server, `/rental-properties/receipts/${id(402)}`, 'admin')
  const heading = { level: 1, name: 'Receipt' } as const
  expect(await screen.findByRole('heading', heading)).toBeTruthy()
  reading.resolve()
  expect(await screen.findByText('The receipt could not be loaded.')).toBeTruthy()
  expect(screen.getAllByRole('heading', heading)).toHaveLength(1)
})

test('figures that cannot be loaded say so and can be tried again', async () => {
  server.on(rentalRoutes.stats, 'hangup')
  open(server, '/rental-properties?tab=income', 'admin')
  expect(await screen.findByText('The figures could not be loaded.')).toBeTruthy()
  server.on(rentalRoutes.stats, {
    body: {
      ...{ totalProperties: 4, occupied: 2, vacant: 2, occupancyRate: 50 },
      ...{ monthlyRentRoll: '5580.00', annualRevenue: '66960.00' },
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('$66,960.00')).toBeTruthy()
})

test('a client cannot open a receipt', async () => {
  open(server, `/rental-properties/receipts/${id(402)}`, 'client')
  expect(
    await screen.findByText('Access Denied: This page is only available to administrators.'),
  ).toBeTruthy()
})
