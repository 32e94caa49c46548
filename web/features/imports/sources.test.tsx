import { type ImportReport, importRoutes } from '@plumbline/contract/imports.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { importReport } from '../../testing/rows.ts'
import { type SeenRequest, startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const report = importReport({
  ...{ rows: 2, added: 2 },
  ...{ columns: ['Title', 'Where', 'Status'], mapping: { name: 0, address: 1, status: 2 } },
})
const clients: ImportReport = {
  ...report,
  source: { name: 'Jobber client list', kind: 'customers' },
  ...{ columns: ['First Name', 'Last Name', 'E-mails'], mapping: { firstName: 0, lastName: 1 } },
}
const fieldsOf = ({ body }: SeenRequest) =>
  Object.fromEntries(
    [...body.matchAll(/name="(\w+)"\r\n\r\n(.*?)\r\n--/gs)].map(([, name, value]) => [name, value]),
  )
const sent = (kind: string) =>
  server.seen.filter(({ url }) => url === `/api/imports/${kind}`).map(fieldsOf)
const choose = async () =>
  userEvent.upload(
    await screen.findByLabelText(/^Choose (a|another) CSV file$/),
    new File(['x'], 'list.csv', { type: 'text/csv' }),
    { applyAccept: false },
  )
const button = (name: string | RegExp) => screen.findByRole('button', { name, busy: false })

beforeEach(() => {
  server.reset()
  for (const row of [jobRoutes.list, peopleRoutes.list])
    server.on(row, { body: [], headers: { 'X-Total-Count': '0' } })
})

test('a list of another tool is recognized, and imported as its own kind', async () => {
  server.on(importRoutes.jobs, { body: { ...clients, missing: ['name', 'address'], added: 0 } })
  server.on(importRoutes.customers, { body: clients })
  open(server, '/imports/jobs', 'admin')
  await choose()
  await screen.findByRole('heading', { level: 1, name: 'Import customers' })
  expect(await screen.findByText('Jobber client list')).toBeTruthy()
  await button('Import 2')
  expect(window.location.pathname).toBe('/imports/customers')
  expect(screen.getByText('list.csv')).toBeTruthy()
  expect(sent('customers')).toEqual([{ dryRun: 'true' }])

  // A kind chosen by hand is not overridden.
  await userEvent.selectOptions(screen.getByLabelText('Import as'), 'Jobs')
  await screen.findByRole('heading', { level: 1, name: 'Import jobs' })
  await screen.findByText('Choose a column for every field marked with an asterisk.')
  await choose()
  await waitFor(() => expect(sent('jobs')).toHaveLength(3))
  expect(screen.getByRole('heading', { level: 1, name: 'Import jobs' })).toBeTruthy()
  expect(sent('customers')).toHaveLength(1)
})

test.each([
  ['Ridgeline Holdings', true],
  [null, false],
])('lists of rentals are offered to a company with rentals: %s', async (holdingsName, offered) => {
  server.on(importRoutes.jobs, { body: report })
  open(server, '/imports/jobs', 'admin', { holdingsName })
  await choose()
  const kinds = within(await screen.findByLabelText('Import as')).getAllByRole('option')
  const names = kinds.map(({ textContent }) => textContent)
  expect(names).toContain('Customers')
  expect(names.includes('Tenants')).toBe(offered)
})

test('nothing is imported before each unknown status is mapped', async () => {
  const statuses: ImportReport['statuses'] = [
    { value: 'Late', rows: 3, status: 'in_progress' },
    { value: 'Waiting on permit', rows: 1, status: null },
  ]
  server.on(importRoutes.jobs, { body: { ...report, statuses } })
  open(server, '/imports/jobs', 'admin')
  await choose()
  const statusFields = within(await screen.findByRole('region', { name: 'Statuses' }))
  expect(statusFields.getByLabelText('Late')).toHaveProperty('value', 'in_progress')
  expect(statusFields.getByText('3 jobs')).toBeTruthy()
  await screen.findByText('Choose a matching status for each name.')
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
  await userEvent.selectOptions(statusFields.getByLabelText('Waiting on permit'), 'On Hold')
  await userEvent.selectOptions(statusFields.getByLabelText('Late'), 'Completed')
  server.on(importRoutes.jobs, { body: { ...report, dryRun: false } })
  await userEvent.click(await button('Import 2'))
  await screen.findByRole('heading', { name: '2 jobs added' })
  expect(JSON.parse(sent('jobs')[1]?.statuses ?? '')).toEqual({
    ...{ Late: 'completed', 'Waiting on permit': 'on_hold' },
  })
})

test('the customers of jobs are added as clients, unless that is turned off', async () => {
  const found = { ...report, newClients: 12, linked: 3 }
  server.on(importRoutes.jobs, { body: found })
  open(server, '/imports/jobs', 'admin')
  await choose()
  const add = await screen.findByRole('checkbox', { name: /^Add 12 new clients/ })
  expect(add).toHaveProperty('checked', true)
  expect(screen.getByText('Will be linked to a client')).toBeTruthy()
  server.on(importRoutes.jobs, { body: { ...found, dryRun: false } })
  await userEvent.click(await button('Import 2'))
  await screen.findByText('12 new clients added.')
  expect(sent('jobs').map(({ addClients }) => addClients)).toEqual([undefined, 'true'])

  await userEvent.click(await button('Import another file'))
  server.on(importRoutes.jobs, { body: found })
  await choose()
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Add 12 new clients/ }))
  await userEvent.click(await button('Import 2'))
  await waitFor(() => expect(sent('jobs').at(-1)?.addClients).toBe('false'))
})

test('customers become the clients of open jobs with their email address, unless that is turned off', async () => {
  const link = { row: 2, client: 'Ann Ash', by: 'email', isNew: true, job: 'Bath' } as const
  server.on(importRoutes.customers, {
    body: { ...clients, links: [link, { ...link, job: 'Deck' }] },
  })
  open(server, '/imports/customers', 'admin')
  await choose()
  const box = await screen.findByRole('checkbox', { name: /^Link 2 open jobs/ })
  const rows = () =>
    within(screen.getByRole('region', { name: 'Jobs with a client' })).getAllByRole('listitem')
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    ...['Row 2Ann Ash: Bath', 'Row 2Ann Ash: Deck'],
  ])
  await userEvent.click(box)
  expect(screen.queryByRole('region', { name: 'Jobs with a client' })).toBeNull()
  await userEvent.click(await button(/^Import \d/))
  await waitFor(() => expect(sent('customers').at(-1)?.linkJobs).toBe('false'))
})

test('before the import each job is shown with its client, or the reason for none', async () => {
  const by = (row: number, way: 'email' | 'phone', isNew = false) => ({
    ...{ row, by: way, isNew, client: `Ann Ash ${row}` },
  })
  const links = [by(2, 'email'), by(3, 'phone'), by(4, 'email', true)]
  const unlinked = Array.from({ length: 25 }, (_, place) => ({
    ...{ row: place + 5, reason: '612-555-7700 is the phone of several customers' },
  }))
  const found = { ...report, linked: 2, newClients: 1, links, unlinked }
  server.on(importRoutes.jobs, { body: found })
  open(server, '/imports/jobs', 'admin')
  await choose()
  const rows = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await screen.findByText(
    '2 by email address, 1 by name and phone. Each client will read these jobs.',
  )
  expect(rows('Jobs with a client')).toEqual([
    'Row 2Ann Ash 2, by email address',
    'Row 3Ann Ash 3, by name and phone',
    'Row 4Ann Ash 4, new, by email address',
  ])
  expect(rows('Jobs without a client')).toHaveLength(20)
  expect(rows('Jobs without a client')[0]).toBe(
    'Row 5612-555-7700 is the phone of several customers',
  )
  expect(screen.getByText('And 5 more')).toBeTruthy()

  await userEvent.click(await screen.findByRole('checkbox', { name: /^Add 1 new client/ }))
  expect(rows('Jobs with a client')).toHaveLength(2)
  server.on(importRoutes.jobs, { body: { ...found, dryRun: false, links: links.slice(0, 2) } })
  await userEvent.click(await button('Import 2'))
  await screen.findByText(
    '1 by email address, 1 by name and phone. Each client can read these jobs.',
  )
  expect(rows('Jobs without a client')).toHaveLength(20)
})

test('vendors without a trade get the chosen one; people without an email are counted', async () => {
  const vendors: ImportReport = {
    ...report,
    source: { name: 'QuickBooks vendor contact list', kind: 'subcontractors' },
    ...{ columns: ['Vendor', 'Email'], mapping: { displayName: 0, email: 1 } },
    ...{ trade: 'General', withoutEmail: 1 },
  }
  server.on(importRoutes.subcontractors, (seen) => ({
    body: { ...vendors, trade: fieldsOf(seen).trade ?? 'General' },
  }))
  open(server, '/imports/subcontractors', 'admin')
  await choose()
  const trade = await screen.findByLabelText('Trade of rows without one')
  expect(trade).toHaveProperty('value', 'General')
  expect(screen.queryByText('Choose a column')).toBeNull()
  await screen.findByText(/^1 row has no email address\./)
  await userEvent.clear(trade)
  expect(screen.getByText('Choose a column')).toBeTruthy()
  await userEvent.type(trade, 'Tiling')
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
  await userEvent.click(await button('Check'))
  await button('Import 2')
  server.on(importRoutes.subcontractors, { body: { ...vendors, dryRun: false } })
  await userEvent.click(await button('Import 2'))
  await screen.findByText(/^1 person has no email address\./)
  expect(sent('subcontractors').map((fields) => fields.trade)).toEqual([
    ...[undefined, 'Tiling', 'Tiling'],
  ])
})

test('the row of the column names can be chosen, and stays chosen for another kind', async () => {
  const firstRows = [
    { row: 1, text: 'Our jobs' },
    { row: 3, text: 'Title, Where, Status' },
    { row: 4, text: 'Attic, 1 Elm, Done' },
  ]
  const untitled = importReport({ columns: ['Our jobs'], missing: ['name', 'address'], firstRows })
  const named = { ...report, headRow: 3, firstRows }
  server.on(importRoutes.jobs, (seen) => ({
    body: fieldsOf(seen).headRow === '3' ? named : untitled,
  }))
  server.on(importRoutes.customers, { body: { ...named, mapping: {} } })
  open(server, '/imports/jobs', 'admin')
  await choose()
  const head = await screen.findByLabelText('Column names are in')
  expect(head).toHaveProperty('value', '1')
  await userEvent.selectOptions(head, 'Row 3: Title, Where, Status')
  await button('Import 2')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', '0')
  server.on(importRoutes.jobs, { body: { ...named, dryRun: false } })
  await userEvent.click(await button('Import 2'))
  await screen.findByRole('heading', { name: '2 jobs added' })
  expect(sent('jobs').map(({ dryRun, headRow }) => [dryRun, headRow])).toEqual([
    ['true', undefined],
    ['true', '3'],
    ['false', '3'],
  ])

  await userEvent.click(await button('Import another file'))
  server.on(importRoutes.jobs, { body: named })
  await choose()
  await userEvent.selectOptions(await screen.findByLabelText('Column names are in'), '4')
  await userEvent.selectOptions(screen.getByLabelText('Import as'), 'Customers')
  await screen.findByRole('heading', { level: 1, name: 'Import customers' })
  await waitFor(() => expect(sent('customers')).toEqual([{ dryRun: 'true', headRow: '4' }]))
})

test.each([
  { missing: [], folded: ['Company', 'Fax'], shown: ['First name'] },
  { missing: ['lastName'], folded: ['Fax'], shown: ['First name', 'Company'] },
])('without a column for $missing, $folded are folded', async ({ missing, folded, shown }) => {
  server.on(importRoutes.customers, { body: { ...clients, source: null, missing } })
  open(server, '/imports/customers', 'admin')
  await choose()
  const more = await screen.findByRole('button', { name: 'More fields' })
  const isHidden = (label: string) => screen.getByLabelText(label).closest('[hidden]') !== null
  expect([...folded, ...shown].filter(isHidden)).toEqual(folded)
  await userEvent.click(more)
  expect(folded.filter(isHidden)).toEqual([])
})

test('a column chosen for two fields is reported at both', async () => {
  server.on(importRoutes.jobs, { body: report })
  open(server, '/imports/jobs', 'admin')
  await choose()
  await userEvent.selectOptions(await screen.findByLabelText('Customer name'), 'Status')
  expect(screen.getAllByText('This column is chosen for another field too')).toHaveLength(2)
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Not in the file')
  expect(screen.queryByText('This column is chosen for another field too')).toBeNull()
})

test('the form says who reads the notes of a file', async () => {
  const columns = ['Name', 'Where', 'Notes', 'Internal notes']
  const mapping = { name: 0, address: 1, notes: 2, privateNotes: 3 }
  server.on(importRoutes.jobs, { body: { ...report, columns, mapping } })
  open(server, '/imports/jobs', 'admin')
  await choose()
  await screen.findByText('Everyone on this job can read this')
  expect(screen.getByText('Only the office can read this')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Notes'), 'Not in the file')
  expect(screen.queryByText('Everyone on this job can read this')).toBeNull()
})
