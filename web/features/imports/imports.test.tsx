import { failures } from '@plumbline/contract/failures.ts'
import { type ImportReport, importRoutes, MAX_IMPORT_BYTES } from '@plumbline/contract/imports.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { importReport } from '../../testing/rows.ts'
import { type SeenRequest, startServer } from '../../testing/server.ts'
import { problemsCsv, reasonOf, templateCsv } from './api.ts'

const server = await startServer()
afterAll(server.close)

const list = 'First,Last,Mail,Trade\nAna,Diaz,ana@example.com,Tiling\n'
const fileOf = (content: string | Uint8Array<ArrayBuffer> = list, name = 'subs.csv') =>
  new File([content], name, { type: 'text/csv' })

const report = importReport({
  columns: ['First', 'Last', 'Mail', 'Trade'],
  mapping: { firstName: 0, lastName: 1, email: 2, specialty: 3 },
  sample: [['Ana', 'Diaz', 'ana@example.com', 'Tiling']],
  rows: 3,
  added: 1,
  existing: [3],
  problems: [
    {
      row: 4,
      cells: ['Bo', '', 'bo', 'Tiling'],
      reasons: [{ field: 'lastName', message: 'Last name is required' }],
    },
  ],
})
/** The form fields sent with a file. */
const fieldsOf = ({ body }: SeenRequest) =>
  Object.fromEntries(
    [...body.matchAll(/name="(\w+)"\r\n\r\n(.*?)\r\n--/gs)].map(([, name, value]) => [name, value]),
  )
const sent = (kind = 'subcontractors') =>
  server.seen.filter(({ url }) => url === `/api/imports/${kind}`).map(fieldsOf)
const answer = (change: Partial<ImportReport> = {}) =>
  server.on(importRoutes.subcontractors, { body: { ...report, ...change } })
const choose = async (file: File, label = /^Choose (a|another) CSV file$/) =>
  userEvent.upload(await screen.findByLabelText(label), file, { applyAccept: false })
/** A button that is not busy, so that it accepts clicks. */
const button = (name: string | RegExp) => screen.findByRole('button', { name, busy: false })

beforeEach(() => {
  server.reset()
  server.on(subcontractorRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
})

test('a file is checked first, then imported with the mapping shown', async () => {
  answer()
  open(server, '/imports/subcontractors', 'admin')
  await choose(fileOf())
  await screen.findByText(
    '1 subcontractor will be added. Rows of people you already have are skipped.',
  )
  expect(sent()).toEqual([{ dryRun: 'true' }])
  const problems = screen.getByRole('region', { name: 'Rows that cannot be added' })
  expect(within(problems).getByRole('listitem').textContent).toBe(
    'Row 4Last name is requiredBo · bo · Tiling',
  )
  expect(screen.getByText('ana@example.com')).toBeTruthy()

  answer({ dryRun: false })
  await userEvent.click(await button('Import 1'))
  const done = await screen.findByRole('heading', { name: '1 subcontractor added' })
  expect(document.activeElement).toBe(done)
  expect(sent()[1]).toEqual({ dryRun: 'false', columns: JSON.stringify(report.mapping) })
  expect(screen.getByRole('link', { name: 'Go to Subcontractors' }).getAttribute('href')).toBe(
    '/subcontractors',
  )
  expect(screen.getByRole('region', { name: 'Rows that cannot be added' })).toBeTruthy()
  await userEvent.click(await button('Import another file'))
  expect(await screen.findByLabelText('Choose a CSV file')).toBeTruthy()
})

test('after a change of columns the file must be checked again before the import', async () => {
  answer()
  open(server, '/imports/subcontractors', 'admin')
  await choose(fileOf())
  await button('Import 1')
  await userEvent.selectOptions(screen.getByLabelText('Specialty'), 'Not in the file')
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
  expect(screen.getByText('Choose a column')).toBeTruthy()
  expect(screen.getByText('Not imported: Trade')).toBeTruthy()
  const { specialty, ...others } = report.mapping
  answer({ mapping: others, missing: ['specialty'], added: 0, existing: [], problems: [] })
  await userEvent.click(await button('Check'))
  await screen.findByText('Choose a column for every field marked with an asterisk.')
  expect(sent()[1]).toEqual({ dryRun: 'true', columns: JSON.stringify(others) })
  await userEvent.selectOptions(screen.getByLabelText('Specialty'), 'Trade')
  answer()
  await userEvent.click(await button('Check'))
  await button('Import 1')
})

test('a failure keeps file and mapping; a corrected file is read with the same mapping', async () => {
  answer()
  open(server, '/imports/subcontractors', 'admin')
  await choose(fileOf())
  await button('Import 1')
  await userEvent.selectOptions(screen.getByLabelText('First name'), 'Last')
  const own = { ...report.mapping, firstName: 1 }
  server.on(importRoutes.subcontractors, { failure: 'unavailable' })
  await userEvent.click(await button('Check'))
  expect(await screen.findByText('Failed to import subcontractors')).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain(failures.unavailable.message)
  expect(screen.getByLabelText('First name')).toHaveProperty('value', '1')

  server.on(importRoutes.subcontractors, (seen) => ({
    body: { ...report, mapping: fieldsOf(seen).columns ? own : report.mapping },
  }))
  await choose(fileOf(list, 'fixed.csv'))
  await button('Import 1')
  expect(screen.getByText('fixed.csv')).toBeTruthy()
  expect(sent().at(-1)?.dryRun).toBe('true')
  expect(JSON.parse(sent().at(-1)?.columns ?? '')).toEqual(own)
  expect(screen.getByLabelText('First name')).toHaveProperty('value', '1')
})

test('an unreadable file is not imported with the report of the file before', async () => {
  answer()
  open(server, '/imports/subcontractors', 'admin')
  await choose(fileOf())
  await button('Import 1')
  server.on(importRoutes.subcontractors, { failure: 'notCsv' })
  await choose(fileOf('PK', 'subs.xlsx'))
  expect((await screen.findByRole('alert')).textContent).toContain('This is not a CSV file')
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
  expect(screen.queryByLabelText('First name')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Check' })).toBeNull()
  const before = sent().length
  await choose(fileOf(new Uint8Array(MAX_IMPORT_BYTES + 1)))
  expect((await screen.findByRole('alert')).textContent).toContain('at most 2 MB')
  expect(sent()).toHaveLength(before)
})

test('a lost session leads to sign-in', async () => {
  server.on(importRoutes.jobs, { failure: 'unauthorized' })
  open(server, '/imports/jobs', 'admin')
  await choose(fileOf())
  await screen.findByText('You are logged out. Logging in again...')
  await waitFor(() => expect(window.location.pathname).toBe('/api/login'))
})

test('a file with nothing to add says so, and shows problems a hundred at a time', async () => {
  const problems = Array.from(
    { length: 250 },
    (_, n) => ({ ...report.problems[0], row: n + 2 }) as (typeof report.problems)[0],
  )
  answer({ added: 0, existing: [], problems })
  open(server, '/imports/subcontractors', 'admin')
  await choose(fileOf())
  await screen.findByText('There is nothing to add.')
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
  const shown = () =>
    within(screen.getByRole('region', { name: 'Rows that cannot be added' })).getAllByRole(
      'listitem',
    )
  expect(shown().length).toBeLessThan(250)
  while (screen.queryByRole('button', { name: 'Show more' }))
    await userEvent.click(await button('Show more'))
  expect(shown()).toHaveLength(250)
})

test.each([
  ['properties', 'Import properties', '/rental-properties', '2 properties added'],
  ['tenants', 'Import tenants', '/rental-properties?tab=tenants', '2 tenants added'],
  ['income', 'Import income', '/rental-properties?tab=income', '2 payments added'],
  ['expenses', 'Import expenses', '/rental-properties?tab=expenses', '2 expenses added'],
] as const)('%s of the rentals are imported like the others', async (kind, title, list, added) => {
  server.on(importRoutes[kind], { body: { ...report, mapping: {}, added: 2 } })
  open(server, `/imports/${kind}`, 'admin')
  await screen.findByRole('heading', { name: title })
  await choose(fileOf())
  const importThem = await button('Import 2')
  server.on(importRoutes[kind], { body: { ...report, mapping: {}, added: 2, dryRun: false } })
  await userEvent.click(importThem)
  await screen.findByRole('heading', { name: added })
  const link = screen.getByRole('link', { name: /^Go to / })
  expect(link.getAttribute('href')).toBe(list)
})

test('subs and clients have no access; an unknown kind is not found', async () => {
  const { unmount } = open(server, '/imports/jobs', 'subcontractor')
  await screen.findByText('Access Denied: This page is only available to administrators.')
  unmount()
  open(server, '/imports/photos', 'admin')
  await screen.findByText('Import not found')
})

describe('downloaded files', () => {
  test('rows to fix have the reason first, formulas as text, and all extra cells', () => {
    const problems = [
      {
        row: 9,
        cells: ['=1+1', '', 'bo', '+1 630', 'LLC'],
        reasons: [{ field: 'email', message: 'Enter a valid email address' }],
      },
      {
        row: 12,
        cells: ['a,"b'],
        reasons: [
          { field: null, message: 'Has more' },
          { field: 'phone', message: 'At most 50' },
        ],
      },
    ]
    expect(problemsCsv('subcontractors', { columns: report.columns, problems })).toBe(
      [
        'Reason,First,Last,Mail,Trade',
        "Row 9. Email: Enter a valid email address,'=1+1,,bo,'+1 630,LLC",
        '"Row 12. Has more; Phone: At most 50","a,""b"',
        '',
      ].join('\r\n'),
    )
  })

  test('the old reasons of a corrected file are omitted', () => {
    const again = {
      columns: ['Reason', 'First'],
      problems: [{ row: 2, cells: ['Row 9. Old', 'Bo'], reasons: [] }],
    }
    expect(problemsCsv('subcontractors', again)).toBe('Reason,First\r\nRow 2. ,Bo\r\n')
  })

  test('a template has a column for each field', () => {
    expect(templateCsv('customers')).toBe(
      'First name,Last name,Email,Phone,Second phone,Company,Address,Office notes\r\n',
    )
    expect(templateCsv('jobs')).toContain('Approved amount,Start date,End date')
    expect(templateCsv('tenants')).toContain('Property,First name,Last name,Lease start,Lease end')
    expect(templateCsv('income')).toBe(
      'Property,Date received,Amount,Type,Tenant,Rent month,Payment method,Description\r\n',
    )
  })

  test('a reason that names its field is not prefixed with it', () => {
    expect(reasonOf('jobs', { reasons: [{ field: 'name', message: 'Name is required' }] })).toBe(
      'Name is required',
    )
  })
})
