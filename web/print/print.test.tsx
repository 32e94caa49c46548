import { followUpRoutes } from '@plumbline/contract/bidFollowUps.ts'
import { bidRoutes } from '@plumbline/contract/bids.ts'
import { billingRoutes } from '@plumbline/contract/billing.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { type Message, messageRoutes } from '@plumbline/contract/messages.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { roles } from '@plumbline/contract/policy.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
// Loaded before the first test, whose time should include only its screen.
import '../app/App.tsx'
import { open, people } from '../testing/open.tsx'
import { bid, job, jobTotals } from '../testing/rows.ts'
import { entry } from '../testing/schedule.ts'
import { startServer } from '../testing/server.ts'
import { task } from '../testing/tasks.ts'
import { RunningTitle } from './PrintedList.tsx'

const server = await startServer()
afterAll(server.close)
const print = vi.fn()
beforeEach(() => {
  server.reset()
  print.mockReset()
  vi.stubGlobal('print', print)
})
afterEach(() => vi.unstubAllGlobals())

const kitchen = job(1, {
  name: 'Kitchen remodel',
  clientName: 'Maria Okafor',
  customerName: 'Nobody',
  approvedAmount: 8_640_000,
  startDate: '2026-11-03',
  endDate: '2026-12-18',
  privateNotes: 'haggles',
})
const bath = job(2, {
  name: '=HYPERLINK("x")',
  status: 'completed',
  progress: 100,
  customerName: 'Sam Whitcombe',
  approvedAmount: 2_748_025,
})

/** The first page has one job. Without a limit the reply has all. */
const listJobs = (jobs = [kitchen, bath]) =>
  server.on(jobRoutes.list, ({ query }) => ({
    body: query.has('limit') ? jobs.slice(0, 1) : jobs,
    headers: { 'X-Total-Count': String(jobs.length) },
  }))

const paper = () => {
  const found = document.querySelector<HTMLElement>('.paper')
  if (!found) throw new Error('nothing is on paper')
  return found
}
const rowsOn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('row')
    .map((row) => Array.from(row.children, (cell) => cell.textContent))

async function press(name: 'Print' | 'CSV') {
  await userEvent.click(await screen.findByRole('button', { name }))
}

async function printedRows() {
  await press('Print')
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  return rowsOn(paper())
}

async function downloadedCsv() {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  await press('CSV')
  await waitFor(() => expect(files).toHaveLength(1))
  return (await files[0]?.text())?.replace('\ufeff', '')
}

test('Print loads all jobs of the filter, and prints them with the filter and sums', async () => {
  // The evening of Nov 20 in Chicago.
  vi.setSystemTime('2026-11-21T03:00:00.000Z')
  listJobs()
  server.on(jobRoutes.totals, { body: jobTotals(2) })
  open(server, '/jobs?status=in_progress&search=elm', 'admin')
  expect(await printedRows()).toEqual([
    ['Job', 'Address', 'Client', 'Status', 'Progress', 'Start', 'End', 'Amount'],
    [
      ...['Kitchen remodel', '1 Elm St, Batavia', 'Maria Okafor', 'In Progress', '40%'],
      ...['Nov 3, 2026', 'Dec 18, 2026', '$86,400.00'],
    ],
    [
      ...['=HYPERLINK("x")', '2 Elm St, Batavia', 'Sam Whitcombe', 'Completed', '100%'],
      ...['', '', '$27,480.25'],
    ],
    ['Total', '', '', '', '', '', '', '$113,880.25'],
  ])
  const text = paper().textContent
  for (const part of [
    ...['Ridgeline Builders', 'Status: In Progress · Search: elm · As of Nov 20, 2026', '2 jobs'],
    'Total Active Approved Amount $86,400.00',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('haggles')
  const [whole] = server.seen.filter(({ url, query }) => /jobs\?/.test(url) && !query.has('limit'))
  expect([whole?.query.get('status'), whole?.query.get('search')]).toEqual(['in_progress', 'elm'])

  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(document.querySelector('.paper')).toBeNull()
})

test('the CSV file has the same rows and columns, with plain amounts and without formulas', async () => {
  listJobs()
  server.on(jobRoutes.totals, { body: jobTotals(2) })
  open(server, '/jobs', 'admin')
  expect(await downloadedCsv()).toBe(
    [
      'Job,Address,Client,Status,Progress,Start,End,Amount\r\n',
      'Kitchen remodel,"1 Elm St, Batavia",Maria Okafor,In Progress,40,2026-11-03,2026-12-18,86400.00\r\n',
      `"'=HYPERLINK(""x"")","2 Elm St, Batavia",Sam Whitcombe,Completed,100,,,27480.25\r\n`,
    ].join(''),
  )
})

test('the office gets amounts', async () => {
  listJobs()
  open(server, '/jobs', 'admin')
  expect((await printedRows())[0]).toContain('Amount')
  expect(within(paper()).getByRole('heading').textContent).toBe('Jobs')
  expect(paper().textContent).toContain('All jobs')
})

test('a sub has no column and no sum of amounts', async () => {
  listJobs([kitchen, bath].map((one) => ({ ...one, approvedAmount: null })))
  open(server, '/jobs', 'subcontractor')
  const rows = await printedRows()
  expect(rows[0]).toEqual(['Job', 'Address', 'Client', 'Status', 'Progress', 'Start', 'End'])
  expect(rows).toHaveLength(3)
  expect(paper().textContent).not.toMatch(/\$|Amount/)
})

test('a list that cannot be loaded is not printed, says so, and can be tried again', async () => {
  let failing = false
  server.on(jobRoutes.list, () =>
    failing ? { failure: 'unavailable' } : { body: [kitchen], headers: { 'X-Total-Count': '1' } },
  )
  open(server, '/jobs', 'subcontractor')
  await screen.findByRole('button', { name: 'Print' })
  failing = true
  await press('Print')
  expect(await screen.findByText(/^The database is not reachable right now/)).toBeTruthy()
  expect(print).not.toHaveBeenCalled()
  failing = false
  expect(await printedRows()).toHaveLength(2)
})

test.each(['Print', 'CSV'] as const)('in an expired session %s leads to sign in', async (name) => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  listJobs()
  open(server, '/jobs', 'subcontractor')
  await screen.findByRole('button', { name })
  server.on(jobRoutes.list, { failure: 'unauthorized' })
  await press(name)
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy()
  await waitFor(() => expect(assign.mock.calls).toEqual([['/api/login?returnTo=%2Fjobs']]))
})

test('an empty list cannot be printed', async () => {
  listJobs([])
  open(server, '/jobs', 'subcontractor')
  expect(await screen.findByText('No jobs yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
})

test('printed tasks have the filter in words, counts by status, and no assignee for a sub', async () => {
  const one = task(1, { name: 'Order tile', assigneeName: 'Tomás Ortiz', deadline: null })
  const other = task(2, { name: 'Grout', status: 'completed', deadline: '2026-11-21T05:59:59Z' })
  server.on(taskRoutes.list, { body: [one, other], headers: { 'X-Total-Count': '2' } })
  server.on(taskRoutes.totals, {
    body: { total: 2, pending: 1, inProgress: 0, completed: 1 },
  })
  const view = open(server, '/tasks?show=mine&search=t', 'admin')
  expect((await printedRows()).map((cells) => cells.at(-1))).toEqual([
    ...['Deadline', '', 'Nov 20, 2026'],
  ])
  expect(rowsOn(paper())[0]).toContain('Assigned To')
  expect(paper().textContent).toContain('Show: My Tasks · Search: t')
  expect(paper().textContent).toContain('Not Started: 1 · In Progress: 0 · Completed: 1')
  view.unmount()
  print.mockReset()
  open(server, '/tasks', 'subcontractor')
  expect((await printedRows())[0]).toEqual(['Task', 'Job', 'Status', 'Deadline'])
})

test('printed bids have customers and amounts, but no notes', async () => {
  const barn = bid(1, {
    name: 'Barn roof',
    customerName: 'Grace Hollis',
    estimatedAmount: 4_825_075,
    notes: 'haggles',
  })
  server.on(bidRoutes.list, { body: [barn, bid(2)], headers: { 'X-Total-Count': '2' } })
  server.on(bidRoutes.totals, { body: { totalJobsValue: 0, activeJobs: 0, pendingBids: 2 } })
  open(server, '/pending-bids?priority=high&followUpDue=true', 'admin')
  const rows = await printedRows()
  expect(rows.map((cells) => cells.at(-1))).toEqual(['Amount', '$48,250.75', '', '$48,250.75'])
  expect(paper().textContent).toContain('Priority: High · Follow-up due: Yes')
  expect(paper().textContent).not.toContain('haggles')
})

test('printed receivables are complete, and add up', async () => {
  const payment = { state: null, isInvoiced: false, paidOn: null }
  const jobs = [kitchen, bath].map((one) => ({ ...one, payment }))
  server.on(billingRoutes.receivableJobs, ({ query }) => ({
    body: query.has('limit') ? jobs.slice(0, 1) : jobs,
    headers: { 'X-Total-Count': String(jobs.length) },
  }))
  server.on(billingRoutes.receivables, {
    body: { totalCompletedValue: 0, completedProjects: 2, avgCompletionDays: 0, completionRate: 0 },
  })
  open(server, '/completions', 'admin')
  const rows = await printedRows()
  expect(rows).toHaveLength(4)
  expect(rows.at(-1)).toContain('$113,880.25')
  expect(paper().textContent).toContain('2 completed jobs')
})

test('printed people show whether they have joined, but no office notes', async () => {
  const { admin, client } = people
  const invited = {
    ...client,
    hasJoined: false,
    officeNotes: 'haggles',
    email: null,
    company: 'Elm LLC',
  }
  server.on(peopleRoutes.list, {
    body: [admin, invited, { ...invited, id: people.subcontractor.id, isInvited: true }],
    headers: { 'X-Total-Count': '3' },
  })
  open(server, '/users?search=e', 'admin')
  const rows = await printedRows()
  expect(rows.map((cells) => cells.at(-1))).toEqual(['Status', 'Active', 'Not invited', 'Invited'])
  expect(rows.map((cells) => cells[3])).toEqual(['Company', '', 'Elm LLC', 'Elm LLC'])
  expect(paper().textContent).toContain('Search: e')
  expect(paper().textContent).not.toContain('haggles')
})

test('printed subs show their rating and jobs', async () => {
  const sub = { ...people.subcontractor, jobCount: 3, rating: 4.25, ratingCount: 2 }
  server.on(subcontractorRoutes.list, { body: [sub], headers: { 'X-Total-Count': '1' } })
  open(server, '/subcontractors', 'admin')
  expect((await printedRows())[1]).toEqual([
    ...['Tomás Ortiz', 'Electrical', 'tomás@example.com', '', 'Active', '4.3', '3'],
  ])
})

const message = (n: number, change: Partial<Message>): Message => ({
  id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
  jobId: kitchen.id,
  senderId: people.admin.id,
  senderName: 'Dana Reyes',
  senderRole: 'admin',
  content: `Message ${n}`,
  audience: 'all',
  createdAt: '2026-11-20T15:00:00.000Z',
  removedAt: null,
  removedByName: null,
  ...change,
})

test('printed messages have time, sender and text, and the readers unless everyone', async () => {
  const removed = { content: '', removedAt: '2026-11-20T15:01:00.000Z' }
  let list = [
    message(1, {}),
    message(2, removed),
    message(3, { ...removed, removedByName: 'Ada Admin' }),
  ]
  server.on(messageRoutes.list, () => ({ body: list }))
  server.on(messageRoutes.conversations, {
    body: [{ jobId: kitchen.id, jobName: 'Kitchen remodel', lastMessage: null, unread: 0 }],
  })
  server.on(messageRoutes.readers, { body: { chosen: 'all', choices: [] } })
  open(server, `/messages?jobId=${kitchen.id}`, 'admin')
  expect(await printedRows()).toEqual([
    ['Time', 'From', 'Message'],
    ['Nov 20, 2026, 9:00 AM', 'Dana Reyes', 'Message 1'],
    ['Nov 20, 2026, 9:00 AM', 'Dana Reyes', 'Message removed'],
    ['Nov 20, 2026, 9:00 AM', 'Dana Reyes', 'Message removed by Ada Admin'],
  ])
  expect(paper().textContent).toContain('Job: Kitchen remodel')
  list = [message(1, { ...removed, removedByName: 'Ada Admin' }), message(3, { audience: 'crew' })]
  expect(await downloadedCsv()).toContain(
    [
      'Time,From,Message,Readers\r\n',
      '2026-11-20 09:00,Dana Reyes,Message removed by Ada Admin,Everyone\r\n',
      '2026-11-20 09:00,Dana Reyes,Message 3,Crew\r\n',
    ].join(''),
  )
})

test('the screen of a bid, with its costs and notes, is not printed by the menu of the browser', async () => {
  const barn = bid(1, { name: 'Barn roof', notes: 'Pays late' })
  server.on(bidRoutes.one, { body: barn })
  server.on(bidRoutes.appointments, { body: [] })
  server.on(bidRoutes.history, { body: [] })
  server.on(followUpRoutes.list, { body: [] })
  open(server, `/pending-bids/${barn.id}`, 'admin')
  const link = await screen.findByRole('link', { name: 'Print Bid' })
  expect(link.getAttribute('href')).toBe(`/api/pending-bids/${barn.id}/document?print=yes`)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(paper().textContent).toContain('“Print Bid” prints this bid as the customer gets it.')
  expect(paper().textContent).not.toContain('Pays late')
  act(() => void window.dispatchEvent(new Event('afterprint')))
})

test('a screen printed by the browser has the letterhead', async () => {
  listJobs()
  server.on(jobRoutes.totals, { body: jobTotals(2) })
  open(server, '/jobs', 'admin', { address: '12 Mill St, Geneva', phone: '(630) 555-0100' })
  await screen.findByRole('article', { name: 'Kitchen remodel' })
  const head = '12 Mill St, Geneva · (630) 555-0100'
  expect(screen.queryByText(head)).toBeNull()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(within(screen.getByRole('main')).getByText(head)).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByText(head)).toBeNull()
})

test('an open form keeps what was typed while the screen behind it is printed', async () => {
  const barn = bid(1, { name: 'Barn roof' })
  server.on(bidRoutes.one, { body: barn })
  server.on(bidRoutes.appointments, { body: [] })
  server.on(bidRoutes.history, { body: [] })
  server.on(followUpRoutes.list, { body: [] })
  server.on(jobRoutes.one, { body: kitchen })
  server.on(jobRoutes.subcontractors, { body: [] })
  server.on(taskRoutes.ofJob, { body: [] })
  server.on(scheduleRoutes.ofJob, { body: [] })
  for (const [path, edit, label] of [
    [`/pending-bids/${barn.id}`, 'Edit', 'Project Name'],
    [`/jobs/${kitchen.id}`, 'Edit Job', 'Name'],
  ] as const) {
    const view = open(server, path, 'admin')
    await userEvent.click(await screen.findByRole('button', { name: edit }))
    const dialog = within(await screen.findByRole('dialog'))
    const field = await dialog.findByLabelText(label)
    await userEvent.type(field, ', north side')
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(paper().textContent).not.toContain('north side')
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(document.querySelector('.paper')).toBeNull()
    expect(dialog.getByLabelText(label)).toBe(field)
    expect(field).toHaveProperty('value', expect.stringContaining(', north side'))
    view.unmount()
  }
})

test('a job sheet has the letterhead and no amounts, private notes, priorities or internal entries, no matter who prints it', async () => {
  server.on(jobRoutes.one, { body: kitchen })
  server.on(jobRoutes.subcontractors, { body: [] })
  server.on(taskRoutes.ofJob, { body: [task(1)] })
  const internal = entry(2, { title: 'Walk the punch list', internal: true })
  server.on(scheduleRoutes.ofJob, { body: [entry(1, { priority: 'critical' }), internal] })
  for (const role of roles) {
    const view = open(server, `/jobs/${kitchen.id}`, role)
    await screen.findAllByText('Entry 1')
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    const sheet = paper()
    expect(rowsOn(within(sheet).getByRole('table', { name: 'Schedule' }))).toEqual([
      ['From', 'To', 'Entry', 'Subcontractor', 'Status'],
      ['Nov 19, 2026', 'Nov 20, 2026', 'Entry 1', '', 'Scheduled'],
    ])
    expect(within(sheet).queryByRole('table', { name: 'Tasks' }) !== null).toBe(role !== 'client')
    expect(sheet.textContent).toContain('Ridgeline Builders')
    expect(sheet.textContent).not.toMatch(/haggles|\$|Critical|punch list/)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    view.unmount()
  }
})

test('a job sheet whose entries are all internal has no schedule', async () => {
  server.on(jobRoutes.one, { body: kitchen })
  server.on(jobRoutes.subcontractors, { body: [] })
  server.on(taskRoutes.ofJob, { body: [] })
  server.on(scheduleRoutes.ofJob, { body: [entry(1, { internal: true })] })
  open(server, `/jobs/${kitchen.id}`, 'admin')
  await screen.findAllByText('Entry 1')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(paper().textContent).not.toMatch(/Schedule|Entry 1/)
  act(() => void window.dispatchEvent(new Event('afterprint')))
})

test.each([
  ['Elm & Sons · Jobs', '"Elm & Sons · Jobs"'],
  ['"Best" \\ Co', String.raw`"\22 Best\22  \5c  Co"`],
  ['</style>\n', String.raw`"\3c /style>\a "`],
])('the running title %j is printed unchanged and cannot end the style', (text, quoted) => {
  render(<RunningTitle text={text} />)
  expect(document.querySelector('style')?.textContent).toBe(
    `@page { @bottom-left { content: ${quoted} } }`,
  )
})
