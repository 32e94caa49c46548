import { rentalRoutes } from '@plumbline/contract/rentals.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import {
  type DepositReturn,
  type Deposits,
  type LeaseChange,
  type LedgerMonth,
  type Tenant,
  tenantRoutes,
} from '@plumbline/contract/tenants.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../../testing/open.tsx'
import { rentalStats } from '../../../testing/rentals.ts'
import { startServer } from '../../../testing/server.ts'
import { home, idOf, tenant as plain } from '../../../testing/tenants.ts'
import { yearEnd } from './api.ts'

const server = await startServer()
beforeAll(() => import('./TenantScreen.tsx'))
afterAll(server.close)

const month = (name: string, change: Partial<LedgerMonth> = {}): LedgerMonth => ({
  month: name,
  expected: '1395.00',
  received: '1395.00',
  dueOn: `${name}-01`,
  isDue: true,
  paidOn: `${name}-02`,
  ...change,
})

const change = (n: number, fields: Partial<LeaseChange> = {}): LeaseChange => ({
  id: idOf(n),
  kind: 'rent',
  startsOn: '2026-06-01',
  monthlyRent: '1395.00',
  leaseEnd: null,
  previousEnd: null,
  createdAt: '2026-05-01T12:00:00.000Z',
  ...fields,
})

const returned: DepositReturn = {
  id: idOf(31),
  tenantId: idOf(1),
  returnedOn: '2026-11-20',
  amount: '100.00',
  paymentMethod: 'Check',
  notes: 'Rest after the inspection',
  deductions: [{ id: idOf(32), description: 'a broken pane', amount: '45.25' }],
  reversesId: null,
  reversedById: null,
  recordedByName: 'Dana Reyes',
  createdAt: '2026-11-20T12:00:00.000Z',
}

const noDeposits: Deposits = {
  agreed: '1400.00',
  received: '0.00',
  deducted: '0.00',
  returned: '0.00',
  held: '0.00',
  returns: [],
}

let tenant: Tenant = plain(1)
let changes: LeaseChange[] = []
let ledger: LedgerMonth[] = []
let deposits: Deposits = noDeposits
beforeEach(() => {
  server.reset()
  vi.useFakeTimers({ now: new Date('2026-11-22T18:00:00.000Z'), toFake: ['Date'] })
  tenant = plain(1)
  changes = []
  ledger = []
  deposits = { ...noDeposits, received: '1400.00', held: '1400.00' }
  server.on(tenantRoutes.one, () => ({ body: tenant }))
  server.on(tenantRoutes.leaseChanges, () => ({ body: changes }))
  server.on(tenantRoutes.ledger, () => ({ body: ledger }))
  server.on(tenantRoutes.deposits, () => ({ body: deposits }))
  server.on(tenantRoutes.list, { body: [] })
  server.on(rentalRoutes.list, { body: [home(11), home(12, { address: '31 Shannon Ct' })] })
})

const path = `/rental-properties/tenants/${idOf(1)}`
const sent = (method: string) => server.seen.filter((request) => request.method === method)
const last = (method: string) => sent(method).at(-1)
const body = (method: string) => JSON.parse(last(method)?.body ?? '')
const section = (name: string) => within(screen.getByRole('region', { name }))
const show = async () => {
  open(server, path, 'admin')
  await screen.findByRole('heading', { level: 1, name: /Priya/ })
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialogOf = async (name: string) => {
  const dialog = within(await screen.findByRole('dialog', { name }))
  const field = (label: string) => dialog.getByLabelText<HTMLInputElement>(label)
  return {
    dialog,
    value: (label: string) => field(label).value,
    fill: async (label: string, text: string) => {
      await userEvent.clear(field(label))
      if (text) await userEvent.type(field(label), text)
    },
    submit: (label: string) => userEvent.click(dialog.getByRole('button', { name: label })),
  }
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('the page shows who the tenant is, what they owe and how to reach them', async () => {
  await show()
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href('Back to Tenants')).toBe('/rental-properties?tab=tenants')
  expect(href('229 N Douglas Ave, B')).toBe(`/rental-properties/${idOf(11)}`)
  expect(href('847-555-0142')).toBe('tel:8475550142')
  expect(href('priya@example.com')).toBe('mailto:priya@example.com')
  expect(href('847-555-0143')).toBe('tel:8475550143')
  expect(screen.getByText('Anil Nair')).toBeTruthy()
  expect(href('Record Rent')).toBe(
    `/rental-properties?tab=income&new=rent&forProperty=${idOf(11)}&forTenant=${idOf(1)}`,
  )
  expect(screen.getByText('Current')).toBeTruthy()
  for (const [label, value] of [
    ['Balance', '$697.50'],
    ['Lease Ends', 'Nov 30, 2026'],
    ['Deposit Held', '$1,395.50'],
  ] as const)
    expect(screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent).toBe(value)
})

test.each<[Partial<Tenant>, string, string[]]>([
  [{}, 'Current', ['Renew', 'Change Rent', 'Move Out', 'Edit']],
  [{ leaseState: 'upcoming' }, 'Upcoming', ['Renew', 'Change Rent', 'Move Out', 'Edit']],
  [{ leaseState: 'ended' }, 'Lease ended', ['Renew', 'Change Rent', 'Move Out', 'Edit']],
  [{ leaseState: 'former', status: 'former' }, 'Moved out', ['New Lease for Priya Nair', 'Edit']],
  [{ leaseState: 'none', leaseStart: null, leaseEnd: null }, 'No lease', ['Edit']],
])('a tenant with %o is %s and has the buttons %j', async (fields, state, names) => {
  tenant = plain(1, fields)
  await show()
  expect(screen.getAllByText(state, { selector: '[data-variant]' })).toHaveLength(1)
  const all = ['Renew', 'Change Rent', 'Move Out', 'New Lease for Priya Nair', 'Edit']
  expect(all.filter((name) => screen.queryByRole('button', { name }))).toEqual(names)
})

test.each(['subcontractor', 'client'] as const)('a %s cannot open a tenant', async (who) => {
  open(server, path, who)
  expect(
    await screen.findByText('Access Denied: This page is only available to administrators.'),
  ).toBeTruthy()
  expect(sent('GET').some(({ url }) => url.startsWith('/api/tenants'))).toBe(false)
})

test('an unknown tenant is not found', async () => {
  server.on(tenantRoutes.one, { failure: 'notFound' })
  open(server, path, 'admin')
  expect(await screen.findByText('Tenant not found')).toBeTruthy()
})

test('a tenant that could not be loaded can be tried again', async () => {
  server.on(tenantRoutes.one, { failure: 'internal' })
  open(server, path, 'admin')
  expect(await screen.findByText('The tenant could not be loaded.')).toBeTruthy()
  server.on(tenantRoutes.one, { body: tenant })
  await press('Try again')
  expect(await screen.findByRole('heading', { level: 1, name: 'Priya Nair' })).toBeTruthy()
})

test('the open amounts of due months add up to the balance', async () => {
  ledger = [
    month('2027-01', { received: '0.00', isDue: false, paidOn: null }),
    month('2026-12', { received: '50.10', isDue: false, paidOn: '2026-11-20' }),
    month('2026-11', { received: '647.40', paidOn: '2026-11-03' }),
    month('2026-10', { paidOn: '2026-10-09' }),
    month('2026-09', { received: '0.00', paidOn: null }),
    month('2026-08'),
    month('2026-07', { expected: '0.00', received: '10.00', dueOn: null }),
  ]
  await show()
  const table = within(await screen.findByRole('table', { name: 'Rent by month' }))
  const lines = table
    .getAllByRole('row')
    .map((line) => [...line.children].map((cell) => cell.textContent))
  expect(lines).toEqual([
    ['Month', 'Expected', 'Received', 'Open'],
    ['Jan 2027Due Jan 1, 2027', '$1,395.00', '–', '–'],
    ['Dec 2026Due Dec 1, 2026', '$1,395.00', '$50.10', '-$50.10'],
    ['Nov 2026Part paid', '$1,395.00', '$647.40', '$747.60'],
    ['Oct 2026Paid late Oct 9, 2026', '$1,395.00', '$1,395.00', '–'],
    ['Sep 2026Late, was due Sep 1, 2026', '$1,395.00', '–', '$1,395.00'],
    ['Aug 2026Paid Aug 2, 2026', '$1,395.00', '$1,395.00', '–'],
    ['Jul 2026No rent expected', '$0.00', '$10.00', '-$10.00'],
    // 4 × 1,395.00 due, minus 3,497.50 received.
    ['Balance', '$5,580.00', '$3,497.50', '$2,082.50 owed'],
  ])
  expect(table.getByRole('link', { name: '$647.40' }).getAttribute('href')).toBe(
    `/rental-properties?tab=income&view=entries&tenantId=${idOf(1)}&rentMonth=2026-11`,
  )
})

test('sections that are empty or cannot be loaded say so', async () => {
  server.on(tenantRoutes.deposits, { failure: 'internal' })
  await show()
  expect(await screen.findByText('No rent is expected yet')).toBeTruthy()
  expect(await screen.findByText('The deposit could not be loaded.')).toBeTruthy()
  expect(await screen.findByText('Lease began at $1,350.00')).toBeTruthy()
})

test('the history of a lease is listed, and only its last change can be reverted', async () => {
  changes = [
    change(21),
    change(22, {
      kind: 'renewal',
      startsOn: '2026-12-01',
      monthlyRent: '1450.00',
      leaseEnd: '2027-11-30',
      previousEnd: '2026-11-30',
    }),
  ]
  server.on(tenantRoutes.removeLeaseChange, { failure: 'notLastChange' })
  await show()
  const history = within(await screen.findByRole('list', { name: 'History of the lease' }))
  expect((await history.findAllByRole('listitem')).map((line) => line.textContent)).toEqual([
    'Dec 1, 2025Lease began at $1,350.00',
    'Jun 1, 2026Rent changed to $1,395.00',
    'Dec 1, 2026Renewed to Nov 30, 2027 at $1,450.00Take Back',
  ])
  await userEvent.click(history.getByRole('button', { name: 'Take Back' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/The lease ends on Nov 30, 2026 again/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Take Back' }))
  expect(
    await question.findByText('Only the last change of a lease can be taken back'),
  ).toBeTruthy()
  server.on(tenantRoutes.removeLeaseChange, { body: undefined })
  changes = changes.slice(0, 1)
  await userEvent.click(question.getByRole('button', { name: 'Take Back' }))
  expect(await screen.findByText('Change of the lease taken back')).toBeTruthy()
  expect(last('DELETE')?.url).toBe(`/api/lease-changes/${idOf(22)}`)
  await waitFor(() => expect(screen.queryByText(/Renewed to/)).toBeNull())
})

test('reverting the renewal of an open-ended lease makes it open-ended again', async () => {
  changes = [change(21, { kind: 'renewal', previousEnd: null })]
  await show()
  await press('Take Back')
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'The lease is open again. The rent before it holds again from Jun 1, 2026 on.',
  )
})

test('a tenant who moved out still has their history, with its end', async () => {
  tenant = plain(1, { status: 'former', leaseState: 'former' })
  changes = [change(21, { kind: 'renewal', previousEnd: '2026-05-31' })]
  await show()
  expect(await screen.findByText('Renewed without an end at $1,395.00')).toBeTruthy()
  await press('Take Back')
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'Take back the renewal?The rent before it holds again from Jun 1, 2026 on.',
  )
})

test('a renewal after the end of the lease asks about the days between', async () => {
  tenant = plain(1, { leaseEnd: '2026-08-31', leaseState: 'ended' })
  changes = [
    change(21, { kind: 'rent', startsOn: '2026-09-01', monthlyRent: '0.00' }),
    change(22, { kind: 'renewal', startsOn: '2026-11-01', previousEnd: '2026-08-31' }),
  ]
  server.on(tenantRoutes.changeLease, {
    failure: 'leaseGap',
    fields: { gap: 'Sep 1 – Oct 31, 2026 lies between. Choose what it was' },
  })
  await show()
  expect(await screen.findByText('Home empty')).toBeTruthy()
  await press('Renew')
  const { fill, submit, dialog } = await dialogOf('Renew Lease')
  expect(dialog.queryByLabelText(/lies between/)).toBeNull()
  await fill('Renewed From', '2026-11-01')
  await submit('Renew')
  expect(await dialog.findByText(/Choose what it was/)).toBeTruthy()
  const between = dialog.getByLabelText(/Sep 1 – Oct 31 lies between/)
  await userEvent.selectOptions(between, 'The home was empty')
  server.on(tenantRoutes.changeLease, { body: change(23) })
  await submit('Renew')
  expect(await screen.findByText('Lease renewed successfully')).toBeTruthy()
  expect(body('POST')).toMatchObject({ startsOn: '2026-11-01', gap: 'empty' })
})

test('a new rent starts with the next month', async () => {
  tenant = plain(1, { leaseEnd: '2026-12-01' })
  server.on(tenantRoutes.changeLease, { body: change(21) })
  await show()
  await press('Change Rent')
  const { value, fill, submit } = await dialogOf('Change Rent')
  expect(value('From')).toBe('2026-12-01')
  expect(value('Monthly Rent')).toBe('1395.00')
  await fill('Monthly Rent', '1450.5')
  await submit('Change Rent')
  expect(await screen.findByText('Rent changed successfully')).toBeTruthy()
  await closed()
  expect(body('POST')).toEqual({ kind: 'rent', startsOn: '2026-12-01', monthlyRent: '1450.50' })
})

test.each<[string, Partial<Tenant>, string, string]>([
  ['Change Rent', { leaseStart: '2027-02-01', leaseEnd: null }, 'From', '2027-03-01'],
  ['Change Rent', { leaseEnd: '2026-11-30' }, 'From', ''],
  ['Renew', { leaseEnd: null }, 'Renewed From', '2026-12-01'],
])('%s of %o prefills the field %s with %s', async (name, fields, label, day) => {
  tenant = plain(1, fields)
  await show()
  await press(name)
  const { value } = await dialogOf(name === 'Renew' ? 'Renew Lease' : name)
  expect(value(label)).toBe(day)
})

test('a renewal starts after the lease and lasts a year', async () => {
  server.on(tenantRoutes.changeLease, { failure: 'leaseOverlaps' })
  await show()
  await press('Renew')
  const { dialog, value, fill, submit } = await dialogOf('Renew Lease')
  expect([value('Renewed From'), value('Last Day')]).toEqual(['2026-12-01', '2027-11-30'])
  await fill('Last Day', '2026-11-30')
  await submit('Renew')
  expect(await dialog.findByText('The renewal cannot end before it starts')).toBeTruthy()
  await fill('Last Day', '')
  await submit('Renew')
  expect(await dialog.findByText(/Another lease of this property covers/)).toBeTruthy()
  expect(body('POST')).toEqual({
    kind: 'renewal',
    startsOn: '2026-12-01',
    monthlyRent: '1395.00',
    leaseEnd: null,
  })
})

test.each([
  ['2026-12-01', '2027-11-30'],
  ['2027-03-15', '2028-03-14'],
  ['2027-03-01', '2028-02-29'],
  ['2028-02-29', '2029-02-28'],
])('a year from %s ends on %s', (start, end) => {
  expect(yearEnd(start)).toBe(end)
})

test('a tenant can move out, and get another lease', async () => {
  server.on(tenantRoutes.moveOut, { body: tenant })
  await show()
  await press('Move Out')
  const moving = await dialogOf('Move Out')
  expect(moving.value('Last Day')).toBe('2026-11-22')
  await moving.fill('Last Day', '2026-11-25')
  tenant = plain(1, { status: 'former', leaseState: 'former', leaseEnd: '2026-11-25' })
  await moving.submit('Move Out')
  expect(await screen.findByText('Move-out recorded successfully')).toBeTruthy()
  await closed()
  expect(last('POST')?.url).toBe(`/api/tenants/${idOf(1)}/move-out`)
  expect(body('POST')).toEqual({ leaseEnd: '2026-11-25' })

  server.on(tenantRoutes.create, { body: plain(2) })
  await press('New Lease for Priya Nair')
  const { dialog, value, fill, submit } = await dialogOf('New Lease for Priya Nair')
  expect(value('First Name')).toBe('Priya')
  expect(value('Email')).toBe('priya@example.com')
  expect([value('Property'), value('First Day'), value('Monthly Rent')]).toEqual(['', '', ''])
  await userEvent.type(dialog.getByRole('combobox', { name: 'Property' }), 'shannon')
  await userEvent.click(await dialog.findByRole('option', { name: /31 Shannon Ct/ }))
  await fill('First Day', '2026-12-01')
  await submit('Add Lease')
  expect(await screen.findByText('Tenant added successfully')).toBeTruthy()
  expect(body('POST')).toMatchObject({
    firstName: 'Priya',
    emergencyPhone: '(847) 555-0143',
    propertyId: idOf(12),
    leaseStart: '2026-12-01',
  })
})

test('an edit sends its changes and version', async () => {
  server.on(tenantRoutes.update, { body: tenant })
  await show()
  await press('Edit')
  const { dialog, value, fill, submit } = await dialogOf('Edit Tenant')
  await waitFor(() => expect(value('Property')).toBe('229 N Douglas Ave, B'))
  expect(value('Monthly Rent')).toBe('1350.00')
  expect(dialog.queryByLabelText('Moved Out')).toBeNull()
  await fill('Phone', '')
  await fill('Monthly Rent', '1360')
  await submit('Save')
  expect(await screen.findByText('Tenant updated successfully')).toBeTruthy()
  expect(body('PUT')).toEqual({ phone: null, monthlyRent: '1360.00' })
  expect(last('PUT')?.headers['if-match']).toBe(tagOf(tenant))
})

test('a home that is no longer listed remains chosen; a former tenant can be made active', async () => {
  tenant = plain(1, {
    propertyId: idOf(19),
    propertyAddress: '9 Gone Rd',
    status: 'former',
    leaseState: 'former',
  })
  server.on(tenantRoutes.update, () => ({ body: tenant }))
  server.on(rentalRoutes.one, { body: home(19, { address: '9 Gone Rd' }) })
  await show()
  await press('Edit')
  const { dialog, value, submit } = await dialogOf('Edit Tenant')
  await waitFor(() => expect(value('Property')).toBe('9 Gone Rd'))
  await userEvent.selectOptions(dialog.getByLabelText('Moved Out'), 'Still lives here')
  await submit('Save')
  expect(await screen.findByText('Tenant updated successfully')).toBeTruthy()
  expect(body('PUT')).toEqual({ status: 'active' })
})

test('a tenant with payments cannot be deleted; deleting another one leaves the page', async () => {
  server.on(tenantRoutes.remove, { failure: 'tenantHasHistory' })
  await show()
  await press('Delete tenant')
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete Priya Nair?' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(
    await question.findByText(
      'Payments of this tenant are in the books. Record that they moved out instead',
    ),
  ).toBeTruthy()
  server.on(tenantRoutes.remove, { body: undefined })
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No active tenants')).toBeTruthy()
  expect(location.search).toBe('?tab=tenants')
})

test('a deposit is returned less deductions, to the cent', async () => {
  server.on(tenantRoutes.returnDeposit, { body: returned })
  await show()
  await press('Return Deposit')
  const { dialog, value, fill, submit } = await dialogOf('Return Deposit')
  expect(value('Date')).toBe('2026-11-22')
  expect(value('Amount Returned')).toBe('1400.00')
  expect(dialog.getByText('$0.00 remaining')).toBeTruthy()
  const addDeduction = () => userEvent.click(dialog.getByRole('button', { name: 'Keep an Amount' }))
  await addDeduction()
  await fill('Kept for, line 1', 'a broken pane')
  await fill('Amount kept, line 1', '45.25')
  await addDeduction()
  // In floating point, 100 * 0.29 is less than 29.
  await fill('Amount kept, line 2', '0.29')
  expect(dialog.getByText('$45.54 more than is held')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Return $1,354.46' }))
  expect(value('Amount Returned')).toBe('1354.46')
  expect(dialog.getByText('$0.00 remaining')).toBeTruthy()
  await submit('Return Deposit')
  expect(await dialog.findByText('Say what the deduction is for')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Remove line 2' }))
  expect(dialog.getByText('$0.29 remaining')).toBeTruthy()
  await fill('Payment Method', 'Check')
  await submit('Return Deposit')
  expect(await screen.findByText('Deposit return recorded successfully')).toBeTruthy()
  await closed()
  expect(body('POST')).toEqual({
    returnedOn: '2026-11-22',
    amount: '1354.46',
    paymentMethod: 'Check',
    deductions: [{ description: 'a broken pane', amount: '45.25' }],
    notes: null,
  })
})

test('a return above the deposit shows the reason beside the amount', async () => {
  server.on(tenantRoutes.returnDeposit, {
    failure: 'invalid',
    fields: { amount: 'More than is held' },
  })
  await show()
  await press('Return Deposit')
  const { dialog, fill, submit } = await dialogOf('Return Deposit')
  await fill('Amount Returned', '1400.01')
  expect(dialog.getByText('$0.01 more than is held')).toBeTruthy()
  await submit('Return Deposit')
  expect(await dialog.findByText('More than is held')).toBeTruthy()
})

test('a rejected deduction shows the reason beside its line', async () => {
  server.on(tenantRoutes.returnDeposit, {
    failure: 'invalid',
    fields: { 'deductions.0.amount': 'More than the repair' },
  })
  await show()
  await press('Return Deposit')
  const { dialog, fill, submit } = await dialogOf('Return Deposit')
  await userEvent.click(dialog.getByRole('button', { name: 'Keep an Amount' }))
  await fill('Kept for, line 1', 'a broken pane')
  await fill('Amount kept, line 1', '45.25')
  await fill('Amount Returned', '1354.75')
  await submit('Return Deposit')
  const field = { name: 'Amount kept, line 1', description: 'More than the repair' }
  expect(await dialog.findByRole('textbox', field)).toBeTruthy()
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('a return lists its deductions, and can be reversed', async () => {
  deposits = {
    ...{ agreed: '1400.00', received: '1400.00', held: '1254.75' },
    ...{ returned: '100.00', deducted: '45.25', returns: [returned] },
  }
  server.on(tenantRoutes.reverseReturn, { body: { ...returned, id: idOf(33) } })
  await show()
  const part = section('Deposit')
  const line = await part.findByRole('listitem')
  expect(line.textContent).toBe(
    '$100.00 returnedNov 20, 2026 · Check · by Dana ReyesReverseKept for a broken pane$45.25Rest after the inspection',
  )
  for (const text of ['$1,254.75', '$1,400.00', '$100.00', '$45.25'])
    expect(part.getAllByText(text).length).toBeGreaterThan(0)
  await userEvent.click(part.getByRole('button', { name: 'Reverse' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Reverse the return of $100.00?')).toBeTruthy()
  deposits = {
    ...{ ...noDeposits, received: '1400.00', held: '1400.00' },
    returns: [
      { ...returned, reversedById: idOf(33) },
      { ...returned, id: idOf(33), amount: '-100.00', reversesId: returned.id, deductions: [] },
    ],
  }
  await userEvent.click(question.getByRole('button', { name: 'Reverse' }))
  expect(await screen.findByText('Deposit return reversed')).toBeTruthy()
  expect(last('POST')?.url).toBe(`/api/deposit-returns/${returned.id}/reverse`)
  expect(await part.findByText('Reversed')).toBeTruthy()
  expect(part.queryByRole('button', { name: 'Reverse' })).toBeNull()
})

test('the missing part of a deposit can be recorded until some of it is returned', async () => {
  deposits = { ...noDeposits, received: '400.10', held: '400.10' }
  await show()
  const link = await section('Deposit').findByRole('link', { name: 'Record Deposit' })
  expect(
    new URL(link.getAttribute('href') ?? '', 'http://test').searchParams.get('forAmount'),
  ).toBe('999.90')
  server.on(tenantRoutes.returnDeposit, { body: returned })
  await press('Return Deposit')
  const { submit } = await dialogOf('Return Deposit')
  deposits = { ...deposits, returned: '400.10', held: '0.00' }
  await submit('Return Deposit')
  await closed()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Record Deposit' })).toBeNull())
})

test('a deposit received in full can only be returned', async () => {
  await show()
  await screen.findByRole('button', { name: 'Return Deposit' })
  expect(screen.queryByRole('link', { name: 'Record Deposit' })).toBeNull()
})

test('a deposit that was agreed and not received can be recorded', async () => {
  deposits = noDeposits
  await show()
  const link = await section('Deposit').findByRole('link', { name: 'Record Deposit' })
  expect(screen.queryByRole('button', { name: 'Return Deposit' })).toBeNull()
  server.on(rentalRoutes.stats, { body: rentalStats })
  server.on(rentalRoutes.one, { body: home(11) })
  server.on(tenantRoutes.list, { body: [tenant] })
  await userEvent.click(link)
  const { value } = await dialogOf('Record Payment')
  expect(value('Type')).toBe('Security deposit')
  expect(value('Amount')).toBe('1400.00')
  await waitFor(() => expect(value('Tenant')).toBe(idOf(1)))
  expect(new URLSearchParams(location.search).get('kind')).toBeNull()
})
