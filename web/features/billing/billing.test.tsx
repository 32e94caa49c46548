import {
  type AgedCustomer,
  type AgedInvoice,
  type Ageing,
  ageingRoutes,
} from '@plumbline/contract/ageing.ts'
import { billingRoutes, type CompletedJob, type Completions } from '@plumbline/contract/billing.ts'
import { failures } from '@plumbline/contract/failures.ts'
import type { JobPayment } from '@plumbline/contract/jobPayments.ts'
import { reminderRoutes } from '@plumbline/contract/reminderRoutes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { csv } from '../../screens/csv.ts'
import { listedInvoice } from '../../testing/invoices.ts'
import { open } from '../../testing/open.tsx'
import { customer, job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)
beforeEach(() => {
  server.reset()
  server.on(ageingRoutes.all, { body: nothingOwed })
  server.on(reminderRoutes.toSend, { body: [] })
})

const noAges = { current: 0, days1: 0, days31: 0, days61: 0, days91: 0 }
const nothingOwed: Ageing = {
  ...{ asOf: '2026-11-19', ages: noAges, owed: 0, credit: 0, count: 0, customers: [] },
}

const receivables = {
  totalCompletedValue: 2_748_000,
  completedProjects: 1,
  avgCompletionDays: 53,
  completionRate: 38,
}
const noPayment: JobPayment = { state: null, isInvoiced: false, paidOn: null }
const completedJob = (n: number, change: Partial<CompletedJob> = {}): CompletedJob => ({
  ...{ ...job(n), payment: noPayment, ...change },
})
const bath = completedJob(1, {
  name: 'Primary bath',
  address: '230 Third St, Geneva',
  clientName: 'S. Whitcombe',
  endDate: '2025-10-09',
  approvedAmount: 2_748_000,
})

test('receivables show the four figures, and that each job awaits payment', async () => {
  server.on(billingRoutes.receivables, { body: receivables })
  server.on(billingRoutes.receivableJobs, { body: [bath], headers: { 'X-Total-Count': '1' } })
  open(server, '/completions', 'admin')
  expect(await screen.findByRole('heading', { name: 'Account Receivables', level: 1 })).toBeTruthy()
  for (const [label, value] of [
    ['Total Completed Value', '$27,480.00'],
    ['Completed Projects', '1'],
    ['Avg Completion Time', '53 days'],
    ['Completion Rate', '38%'],
  ] as const) {
    expect((await screen.findByText(label)).nextElementSibling?.textContent).toBe(value)
  }
  const [row] = screen
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByText('Primary bath'))
  expect(within(row as HTMLElement).getByText('Awaiting Payment')).toBeTruthy()
  expect(within(row as HTMLElement).getByText('Oct 9, 2025')).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Invoices' }).getAttribute('href')).toBe('/invoices')
})

test('a CSV that cannot be read says so, and can be tried again', async () => {
  let failing = false
  server.on(billingRoutes.receivables, { body: receivables })
  server.on(billingRoutes.receivableJobs, () =>
    failing ? { failure: 'unavailable' } : { body: [bath], headers: { 'X-Total-Count': '1' } },
  )
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  open(server, '/completions', 'admin')
  const button = await screen.findByRole('button', { name: 'CSV' })
  failing = true
  await userEvent.click(button)
  expect(await screen.findByText(failures.unavailable.message)).toBeTruthy()
  expect(files).toHaveLength(0)
  failing = false
  await userEvent.click(button)
  await waitFor(() => expect(files).toHaveLength(1))
  expect(await files[0]?.text()).toContain('Primary bath,"230 Third St, Geneva",S. Whitcombe')
})

test('without receivables the screen says so', async () => {
  server.on(billingRoutes.receivables, {
    body: { totalCompletedValue: 0, completedProjects: 0, avgCompletionDays: 0, completionRate: 0 },
  })
  server.on(billingRoutes.receivableJobs, { body: [] })
  open(server, '/completions', 'admin')
  expect(await screen.findByText('No receivables yet')).toBeTruthy()
})

const paymentsOf = (payments: readonly Partial<JobPayment>[]) =>
  payments.map((payment, at) => completedJob(at + 1, { payment: { ...noPayment, ...payment } }))
/** The texts of the badges in the list of completed jobs. */
const badges = () =>
  [...document.querySelectorAll('main [data-variant]')].map(({ textContent }) => textContent)

test.each([
  ['/completions', 'Awaiting Payment'],
  ['/paid-2025', 'Paid 2025'],
])('the badges of %s are those of invoices and marks, or %s', async (path, unknown) => {
  const body = paymentsOf([
    {},
    { state: 'awaiting', isInvoiced: true },
    { state: 'partPaid', isInvoiced: true },
    { state: 'overdue', isInvoiced: true },
    { state: 'paid', isInvoiced: true },
    { state: 'paid', paidOn: '2025-11-03' },
  ])
  server.on(billingRoutes.receivables, { body: receivables })
  server.on(billingRoutes.completions, { body: completions(2025, 6) })
  server.on(billingRoutes.receivableJobs, { body })
  server.on(billingRoutes.completedJobs, { body })
  open(server, path, 'admin')
  await screen.findByText('Part-paid')
  expect(badges()).toEqual([
    ...[unknown, 'Awaiting Payment', 'Part-paid', 'Overdue', 'Paid', 'Paid Nov 3, 2025'],
  ])
})

/** Opens the menu of the first of the completed jobs. */
async function openMenu(payment: Partial<JobPayment> = {}) {
  server.on(billingRoutes.receivables, { body: receivables })
  server.on(billingRoutes.receivableJobs, () => ({ body: paymentsOf([payment]) }))
  open(server, '/completions', 'admin')
  await userEvent.click(await screen.findByRole('button', { name: /^Payment of/ }))
}

test('a job with invoices is not marked, and can be invoiced again', async () => {
  await openMenu({ state: 'partPaid', isInvoiced: true })
  expect(screen.getByRole('button', { name: 'Invoice' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Mark as Paid' })).toBeNull()
})

test('a job is marked as paid on a day, today at first', async () => {
  const paid: JobPayment = { state: 'paid', isInvoiced: false, paidOn: '2025-11-03' }
  server.on(billingRoutes.markPaid, { body: paid })
  await openMenu()
  await userEvent.click(screen.getByRole('button', { name: 'Mark as Paid' }))
  const dialog = within(await screen.findByRole('dialog'))
  const day = await dialog.findByLabelText<HTMLInputElement>('Paid On')
  const today = day.max
  expect(day.value).toBe(today)
  fireEvent.change(day, { target: { value: '2025-11-03' } })
  server.on(billingRoutes.receivableJobs, { body: paymentsOf([paid]) })
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as Paid' }))
  expect(await screen.findByText('Paid Nov 3, 2025')).toBeTruthy()
  const sent = server.seen.find(({ method }) => method === 'PUT')
  expect(sent?.url).toBe(`/api/jobs/${job(1).id}/paid`)
  expect(JSON.parse(sent?.body ?? '')).toEqual({ day: '2025-11-03' })
})

test('a job that has an invoice by now says so in the dialog', async () => {
  server.on(billingRoutes.markPaid, { failure: 'jobInvoiced' })
  await openMenu()
  await userEvent.click(screen.getByRole('button', { name: 'Mark as Paid' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Mark as Paid' }))
  expect(await dialog.findByText(failures.jobInvoiced.message)).toBeTruthy()
})

test('the mark is taken back, or changes its day', async () => {
  server.on(billingRoutes.unmarkPaid, { body: undefined })
  await openMenu({ state: 'paid', paidOn: '2025-11-03' })
  await userEvent.click(screen.getByRole('button', { name: 'Change Day' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findByLabelText<HTMLInputElement>('Paid On')).value).toBe('2025-11-03')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  server.on(billingRoutes.receivableJobs, { body: paymentsOf([{}]) })
  await userEvent.click(screen.getByRole('button', { name: /^Payment of/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Not Paid' }))
  expect(await screen.findByText('Awaiting Payment')).toBeTruthy()
  expect(server.seen.some(({ method }) => method === 'DELETE')).toBe(true)
})

test('the form of a new invoice of the job is opened beside it', async () => {
  await openMenu()
  await userEvent.click(screen.getByRole('button', { name: 'Invoice' }))
  expect(await screen.findByRole('dialog', { name: 'New Invoice' })).toBeTruthy()
})

const completions = (year: number, count: number): Completions => {
  const best = { month: 10, revenue: 2_748_000 * count, jobs: count }
  return {
    ...{ year, years: [2026, 2025], count },
    received: 4_321_050,
    ...{ totalRevenue: best.revenue, averageJobValue: 2_748_000, bestMonth: best, months: [best] },
  }
}
const completionsOf = (year: string | null) =>
  year === '2026' ? completions(2026, 2) : completions(2025, 1)
const completedIn = (year: string | null) =>
  year === '2026' ? [bath, { ...bath, id: job(2).id, name: 'Attic' }] : [bath]
const topBar = () => within(screen.getByRole('banner'))

test('the completions of 2025 are shown until another year is chosen', async () => {
  server.on(billingRoutes.completions, ({ query }) => ({ body: completionsOf(query.get('year')) }))
  server.on(billingRoutes.completedJobs, ({ query }) => ({ body: completedIn(query.get('year')) }))
  open(server, '/paid-2025', 'admin')
  expect(await screen.findByRole('heading', { name: '2025 Completions', level: 1 })).toBeTruthy()
  expect(await screen.findByText('Paid 2025')).toBeTruthy()
  const received = screen.getByRole('link', { name: 'Received in 2025 $43,210.50' })
  expect(received.getAttribute('href')).toBe('/payments?from=2025-01-01&to=2025-12-31')
  expect(screen.getByText('Best Month').nextElementSibling?.textContent).toBe('October')
  await userEvent.selectOptions(screen.getByLabelText('Year'), '2026')
  expect(await screen.findByRole('heading', { name: '2026 Completions', level: 1 })).toBeTruthy()
  expect(await screen.findAllByText('Paid 2026')).toHaveLength(2)
})

test('a year of many jobs shows fifty and more on request, and its CSV file has all', async () => {
  const jobs = Array.from({ length: 120 }, (_, n) => completedJob(n + 1, { endDate: '2025-10-09' }))
  server.on(billingRoutes.completions, { body: completions(2025, 120) })
  server.on(billingRoutes.completedJobs, ({ query }) => {
    const limit = Number(query.get('limit') ?? jobs.length)
    const from = Number(query.get('after') ?? 0)
    const next = from + limit
    const link = `</api/completions/jobs?after=${next}>; rel="next"`
    const headers = { 'X-Total-Count': '120', ...(next < jobs.length && { Link: link }) }
    return { body: jobs.slice(from, next), headers }
  })
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  open(server, '/paid-2025', 'admin')
  expect(await screen.findAllByText('Paid 2025')).toHaveLength(50)
  expect(screen.getByText('50 of 120 jobs')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(screen.getAllByText('Paid 2025')).toHaveLength(100))
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  // 120 rows, the header, and the empty string after the last line break.
  expect((await files[0]?.text())?.split('\r\n')).toHaveLength(122)
})

test('the chosen year is in the top bar and the tab title, even while it loads', async () => {
  const deferred: { resolve?: () => void } = {}
  const promise = new Promise<void>((done) => {
    deferred.resolve = done
  })
  server.on(billingRoutes.completions, async ({ query }) => {
    const year = query.get('year')
    if (year === '2026') await promise
    return { body: completionsOf(year) }
  })
  server.on(billingRoutes.completedJobs, ({ query }) => ({ body: completedIn(query.get('year')) }))
  open(server, '/paid-2025', 'admin')
  await userEvent.selectOptions(await screen.findByLabelText('Year'), '2026')
  const expectTitles = async () => {
    expect(await screen.findByRole('heading', { name: '2026 Completions', level: 1 })).toBeTruthy()
    expect(topBar().getByText('2026 Completions')).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('2026 Completions · Ridgeline Builders'))
  }
  await expectTitles()
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(3)
  deferred.resolve?.()
  expect(await screen.findAllByText('Paid 2026')).toHaveLength(2)
  await expectTitles()
})

test('a CSV keeps commas, quotes, line breaks and negative numbers, and starts no formula', () => {
  expect(csv([['a,b', 'say "hi"', 'two\nlines', '=1+1', '-5+1', '-5', '-0.50', 'plain']])).toBe(
    `"a,b","say ""hi""","two\nlines",'=1+1,'-5+1,-5,-0.50,plain\r\n`,
  )
})

const aged = (n: number, change: Partial<AgedCustomer>): AgedCustomer => ({
  ...{ customerId: customer(n).id, name: `Customer ${n}`, oldestDays: null, ages: noAges },
  ...{ owed: 0, credit: 0, ...change },
})
const susan = aged(1, {
  ...{ name: 'Susan Whitcombe', oldestDays: 24, owed: 874_000 },
  ages: { ...noAges, days1: 874_000 },
})
const ana = aged(2, {
  ...{ name: 'Ana Duarte', oldestDays: 141, owed: 3_727_250, credit: 5000 },
  ages: { ...noAges, current: 2_840_000, days91: 887_250 },
})
const owed: Ageing = {
  ...{ asOf: '2026-11-19', owed: 4_601_250, credit: 5000, count: 2, customers: [ana, susan] },
  ages: { current: 2_840_000, days1: 874_000, days31: 0, days61: 0, days91: 887_250 },
}
const overdue: AgedInvoice = {
  ...{ id: listedInvoice(44).id, number: '2026-0044', title: 'Final', jobName: 'Primary bath' },
  ...{ dueOn: '2026-10-26', daysLate: 24, bucket: 'days1', status: 'overdue' },
  ...{ total: 1_374_000, owed: 874_000 },
}

/** Opens Account Receivables of a company that is owed something. */
async function openOwed() {
  server.on(billingRoutes.receivables, { body: receivables })
  server.on(billingRoutes.receivableJobs, { body: [bath], headers: { 'X-Total-Count': '1' } })
  server.on(ageingRoutes.all, { body: owed })
  open(server, '/completions', 'admin')
  return within(await screen.findByRole('region', { name: 'Owed' }))
}
const names = (panel: Awaited<ReturnType<typeof openOwed>>) =>
  within(panel.getByRole('list', { name: 'Customers by age of what they owe' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent?.match(/^[A-Z][a-z]+/)?.[0])

test('what is owed is shown by age, and an age leaves the customers who owe some of it', async () => {
  const panel = await openOwed()
  expect(await panel.findByText('Owed, $50.00 credit')).toBeTruthy()
  expect(names(panel)).toEqual(['Ana', 'Susan'])
  await userEvent.click(panel.getByRole('button', { name: '1–30 days $8,740.00' }))
  expect(names(panel)).toEqual(['Susan'])
  await userEvent.click(panel.getByRole('button', { name: '1–30 days $8,740.00' }))
  expect(names(panel)).toEqual(['Ana', 'Susan'])
})

test('a customer opens to the invoices that they owe', async () => {
  const panel = await openOwed()
  server.on(ageingRoutes.ofCustomer, ({ query }) => ({
    body: query.has('asOf') ? [overdue, overdue] : [overdue],
  }))
  await userEvent.click(await panel.findByRole('button', { name: /^Susan Whitcombe/ }))
  const link = await panel.findByRole('link', { name: '2026-0044' })
  expect(link.getAttribute('href')).toBe(`/invoices/${overdue.id}`)
  expect(panel.getByText('24 days late')).toBeTruthy()
  expect(panel.getAllByText('8,740.00').length).toBeGreaterThan(1)
})

test('on a past day, invoices have the states of that day', async () => {
  const panel = await openOwed()
  const notDue: AgedInvoice = { ...overdue, id: listedInvoice(45).id, daysLate: -6 }
  const unpaid: AgedInvoice = { ...notDue, id: listedInvoice(46).id, owed: notDue.total }
  server.on(ageingRoutes.all, { body: { ...owed, asOf: '2026-10-20' } })
  server.on(ageingRoutes.ofCustomer, { body: [{ ...overdue, status: 'paid' }, notDue, unpaid] })
  fireEvent.change(panel.getByLabelText('As of'), { target: { value: '2026-10-20' } })
  await userEvent.click(await panel.findByRole('button', { name: /^Susan Whitcombe/ }))
  const rows = within(await panel.findByRole('list', { name: 'Invoices of Susan Whitcombe' }))
  const states = rows.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(states).toEqual([
    expect.stringContaining('Overdue24 days late'),
    expect.stringContaining('Part-paiddue Oct 26'),
    expect.stringContaining('Opendue Oct 26'),
  ])
})

test('without an invoice there is nothing about what is owed', async () => {
  server.on(billingRoutes.receivables, { body: receivables })
  server.on(billingRoutes.receivableJobs, { body: [bath], headers: { 'X-Total-Count': '1' } })
  open(server, '/completions', 'admin')
  expect(await screen.findByText('Primary bath')).toBeTruthy()
  const asked = () => server.seen.filter(({ url }) => url.startsWith(ageingRoutes.all.path))
  await waitFor(() => expect(asked()).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Owed' })).toBeNull()
})

test('what is owed is printed as of the day that is shown', async () => {
  const panel = await openOwed()
  server.on(ageingRoutes.all, { body: { ...owed, asOf: '2026-10-20' } })
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await userEvent.click(await panel.findByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(document.querySelector('.paper')?.textContent).toContain(
    'All customers · As of Oct 20, 2026',
  )
})
