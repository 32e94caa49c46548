import { type FollowUp, followUpRoutes } from '@plumbline/contract/bidFollowUps.ts'
import { type Appointment, type Bid, bidRoutes } from '@plumbline/contract/bids.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { type Proposal, proposalRoutes } from '@plumbline/contract/proposals.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { job, bid as plain } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { eventText } from './BidHistory.tsx'

const server = await startServer()
afterAll(server.close)

const kitchen = plain(1, {
  name: 'Kitchen remodel',
  estimatedAmount: 4_825_075,
  customerName: 'Grace Hollis',
  customerEmail: 'grace@example.com',
  customerPhone: '(630) 555-0142',
  customerAddress: '9 Oak Rd, Elgin',
  leadSource: 'Referral',
  scope: 'New fronts.\n\nNew counters.',
  notes: 'Wants it by spring',
})
const OFFICE_ONLY = 'Only the office can read this'
const path = `/pending-bids/${kitchen.id}`
const api = `/api/pending-bids/${kitchen.id}`
const visit: Appointment = {
  id: '0198c0de-0000-7000-8000-0000000000a1',
  bidId: kitchen.id,
  title: 'Site visit',
  description: null,
  scheduledDate: '2026-11-23T15:00:00.000Z',
  duration: 60,
  appointmentType: 'consultation',
  status: 'scheduled',
  assignedToId: people.admin.id,
  assignedToName: 'Dana Reyes',
  completionNotes: null,
  createdAt: kitchen.createdAt,
  updatedAt: kitchen.updatedAt,
}

const called: FollowUp = {
  ...{ id: '0198c0de-0000-7000-8000-0000000000a2', bidId: kitchen.id, way: 'call' },
  ...{ day: '2026-11-16', note: 'Compares it with a kit', personName: 'Dana Reyes' },
  createdAt: kitchen.createdAt,
}

/** A version of the bid that was sent, as it stands now. */
const version = (status: Proposal['status']): Proposal => ({
  ...{ id: '0198c0de-0000-7000-8000-0000000000a3', bidId: kitchen.id, changeOrderId: null },
  ...{ number: 'P-2026-0031', version: 1, status, total: '48250.75', sentTo: null },
  ...{ sentByName: 'Dana Reyes', sentAt: kitchen.createdAt, lastDay: '2026-12-12' },
  ...{ sha256: 'a'.repeat(64), differs: false, events: [], updatedAt: kitchen.updatedAt },
})

let bid: Bid = kitchen
let appointments: Appointment[] = []
let followUps: FollowUp[] = []
beforeEach(() => {
  server.reset()
  bid = kitchen
  appointments = [visit]
  server.on(bidRoutes.one, () => ({ body: bid }))
  followUps = []
  server.on(bidRoutes.appointments, () => ({ body: appointments }))
  server.on(followUpRoutes.list, () => ({ body: followUps }))
  server.on(bidRoutes.history, {
    body: [
      {
        id: 1,
        name: 'bid.created',
        actorName: 'Dana Reyes',
        detail: null,
        createdAt: '2026-11-01T12:00:00.000Z',
      },
    ],
  })
  server.on(peopleRoutes.projectManagers, { body: [people.admin] })
  server.on(subcontractorRoutes.list, { body: [] })
  server.on(peopleRoutes.list, { body: [] })
})
const sent = (method: string) => server.seen.filter((request) => request.method === method)
const body = (method: string) => JSON.parse(sent(method).at(-1)?.body ?? '')
const button = (name: string) => screen.findByRole('button', { name })
const show = async (tab?: 'appointments' | 'follow-ups' | 'history') => {
  open(server, tab ? `${path}?tab=${tab}` : path, 'admin')
  await screen.findByRole('heading', { level: 1, name: 'Kitchen remodel' })
}

test('the page shows all facts, with links to reach the customer and the site', async () => {
  await show()
  for (const text of ['$48,250.75', 'Referral', 'Wants it by spring', 'Nov 1, 2026'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getAllByText('Grace Hollis')).toHaveLength(2)
  // The phone number is in the head as well.
  const href = (name: string) => screen.getAllByRole('link', { name }).at(-1)?.getAttribute('href')
  expect(href('grace@example.com')).toBe('mailto:grace@example.com')
  expect(href('630-555-0142')).toBe('tel:6305550142')
  expect(href('9 Oak Rd, Elgin')).toContain('query=9%20Oak%20Rd%2C%20Elgin')
  expect(href('1 Elm St, Batavia')).toContain('google.com/maps')
  expect(href('Back to Pending Bids')).toBe('/pending-bids')
  const tab = (name: string) => userEvent.click(screen.getByRole('tab', { name }))
  await tab('History')
  expect(await screen.findByText('Bid created')).toBeTruthy()
  await tab('Appointments 1')
  expect(location.search).toBe('?tab=appointments')
  const row = await screen.findByText(/Nov 23, 2026, 9:00 AM/)
  expect(row.textContent).toBe('Nov 23, 2026, 9:00 AM · 60 min · Consultation · Dana Reyes')
})

test('the scope is above the notes that only the office reads', async () => {
  await show()
  const part = screen.getByRole('region', { name: 'Bid' })
  expect(part.textContent).toMatch(
    /Scope of WorkNew fronts\.\n\nNew counters\.NotesOffice.*Wants it by spring$/,
  )
})

test('an unknown bid is not found', async () => {
  server.on(bidRoutes.one, { failure: 'notFound' })
  open(server, path, 'admin')
  expect(await screen.findByText('Bid not found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Pending Bids' }).getAttribute('href')).toBe(
    '/pending-bids',
  )
  expect(sent('GET').filter(({ url }) => url === api)).toHaveLength(1)
})

test.each([
  ['pending', ['Approve', 'Follow Up', 'Reject', 'Edit']],
  ['follow_up', ['Approve', 'Reopen', 'Follow Up', 'Reject', 'Edit']],
  ['rejected', ['Reopen', 'Follow Up', 'Edit']],
  ['approved', ['Edit']],
] as const)('the buttons of a bid that is %s', async (status, names) => {
  bid = { ...kitchen, status, jobId: status === 'approved' ? people.client.id : null }
  await show()
  const all = ['Approve', 'Reopen', 'Follow Up', 'Reject', 'Edit']
  expect(all.filter((name) => screen.queryByRole('button', { name }))).toEqual(names)
  expect(screen.queryByRole('link', { name: 'View Job' }) !== null).toBe(status === 'approved')
})

test('approving creates a job, which is then linked', async () => {
  server.on(bidRoutes.convert, { body: job(1, { id: people.client.id }) })
  await show()
  bid = { ...kitchen, status: 'approved', jobId: people.client.id }
  await userEvent.click(await button('Approve'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve Bid' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Bid successfully converted to job')).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'View Job' })
  expect(link.getAttribute('href')).toBe(`/jobs/${people.client.id}`)
})

test.each([
  ['sent', 'By phone, July 3', { note: 'By phone, July 3' }],
  ['sent', '', undefined],
  ['expired', 'By mail', { note: 'By mail' }],
] as const)(
  'approving one that is %s notes how the customer said yes: %j',
  async (status, typed, said) => {
    server.on(proposalRoutes.list, { body: [version(status)] })
    server.on(bidRoutes.convert, { body: job(1) })
    await show()
    await userEvent.click(await button('Approve'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve Bid' }))
    const field = await dialog.findByLabelText('How the customer said yes')
    expect(dialog.queryByText(/link .* stops working/) !== null).toBe(status === 'sent')
    if (typed) await userEvent.type(field, typed)
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Bid successfully converted to job')).toBeTruthy()
    expect(sent('POST').map((request) => request.body)).toEqual([said ? JSON.stringify(said) : ''])
  },
)

test.each([[[]], [[version('withdrawn')]], [[version('declined')]]])(
  'approving one that does not wait asks for nothing else: %#',
  async (list) => {
    server.on(proposalRoutes.list, { body: list })
    await show()
    await userEvent.click(await button('Approve'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve Bid' }))
    await dialog.findByLabelText('Schedule template')
    await waitFor(() =>
      expect(sent('GET').some(({ url }) => url === `${api}/proposals`)).toBe(true),
    )
    expect(dialog.queryByLabelText('How the customer said yes')).toBeNull()
  },
)

test('rejecting asks for a reason, which a failure keeps', async () => {
  server.on(bidRoutes.update, { failure: 'internal' })
  await show()
  await userEvent.click(await button('Reject'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject Bid' }))
  const description = 'Saved in the history of the bid. Only the office can read this.'
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason', description }), 'Too dear')
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await screen.findByText('Failed to reject bid')).toBeTruthy()
  expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'Too dear')
  server.on(bidRoutes.update, { body: kitchen })
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await screen.findByText('Bid rejected successfully')).toBeTruthy()
  expect(body('PUT')).toEqual({ status: 'rejected', reason: 'Too dear' })
})

test('a follow-up is on the first working day in a week, unless another is chosen', async () => {
  server.on(bidRoutes.update, { body: kitchen })
  open(server, path, 'admin', { holidays: [{ day: '2026-11-26', name: 'Thanksgiving Day' }] })
  await userEvent.click(await button('Follow Up'))
  await userEvent.click(await button('Save'))
  expect(await screen.findByText('Follow-up saved successfully')).toBeTruthy()
  expect(body('PUT')).toEqual({ status: 'follow_up', followUpDate: '2026-11-27' })
})

test('following up requires a day', async () => {
  server.on(bidRoutes.update, { body: kitchen })
  await show()
  await userEvent.click(await button('Follow Up'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Follow Up' }))
  await userEvent.clear(dialog.getByLabelText('Follow-Up Date'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Choose the day to follow up')).toBeTruthy()
  expect(sent('PUT')).toEqual([])
  await userEvent.type(dialog.getByLabelText('Follow-Up Date'), '2026-12-01')
  const note = { name: 'Note', description: OFFICE_ONLY }
  await userEvent.type(dialog.getByRole('textbox', note), 'Call Grace')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Follow-up saved successfully')).toBeTruthy()
  expect(body('PUT')).toEqual({
    status: 'follow_up',
    followUpDate: '2026-12-01',
    followUpNotes: 'Call Grace',
  })
})

test('the head says on every tab that the follow-up is overdue', async () => {
  bid = { ...kitchen, status: 'follow_up', followUpDate: '2026-01-05' }
  await show('history')
  expect(await screen.findByText('Follow up Jan 5, 2026, overdue')).toBeTruthy()
})

test('a follow-up is logged with a next one in a week, and listed', async () => {
  server.on(followUpRoutes.create, () => {
    followUps = [called]
    return { body: called }
  })
  await show('follow-ups')
  // The heading reads as its tab does.
  const part = within(await screen.findByRole('region', { name: 'Follow-ups' }))
  expect(await part.findByText('No follow-ups yet')).toBeTruthy()
  await userEvent.click(await button('Log Follow-Up'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Log Follow-Up' }))
  const outcome = { name: 'Outcome', description: OFFICE_ONLY }
  await userEvent.type(dialog.getByRole('textbox', outcome), 'Compares it with a kit')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Follow-up logged successfully')).toBeTruthy()
  expect(body('POST')).toEqual({
    ...{ way: 'call', day: '2026-11-19', note: 'Compares it with a kit' },
    nextDate: '2026-11-26',
  })
  const row = (await screen.findByText('Call on Nov 16, 2026')).closest('li')
  expect(row?.textContent).toBe('Call on Nov 16, 2026Compares it with a kitDana Reyes')
})

test('a follow-up can be deleted; an approved bid has none to log', async () => {
  followUps = [called]
  bid = { ...kitchen, status: 'approved', jobId: people.client.id }
  server.on(followUpRoutes.remove, { body: undefined })
  await show('follow-ups')
  await userEvent.click(await button('Delete the follow-up “Call on Nov 16, 2026”'))
  expect(screen.queryByRole('button', { name: 'Log Follow-Up' })).toBeNull()
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Follow-up deleted successfully')).toBeTruthy()
})

test('an approved bid whose job was deleted can be reopened', async () => {
  bid = { ...kitchen, status: 'approved', jobId: null }
  server.on(bidRoutes.undoConvert, () => {
    bid = kitchen
    return { body: kitchen }
  })
  await show()
  expect(screen.getByText('Its job was deleted.')).toBeTruthy()
  await userEvent.click(await button('Reopen'))
  expect(await screen.findByText('Bid reopened successfully')).toBeTruthy()
  expect(await button('Approve')).toBeTruthy()
})

test('a bid can be reopened and edited', async () => {
  bid = { ...kitchen, status: 'rejected' }
  server.on(bidRoutes.update, { body: kitchen })
  await show()
  await userEvent.click(await button('Reopen'))
  expect(await screen.findByText('Bid reopened successfully')).toBeTruthy()
  expect(body('PUT')).toEqual({ status: 'pending' })
  await userEvent.click(await button('Edit'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Bid' }))
  await userEvent.clear(dialog.getByLabelText('Estimated Amount'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Bid updated successfully')).toBeTruthy()
  expect(body('PUT')).toEqual({ estimatedAmount: null })
})

test('the scope is edited in the form, which says where it is printed', async () => {
  server.on(bidRoutes.update, { body: kitchen })
  await show()
  await userEvent.click(await button('Edit'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Bid' }))
  const scope = dialog.getByRole('textbox', { name: 'Scope of Work' })
  expect(scope).toHaveProperty('value', kitchen.scope)
  expect(dialog.getByText('Printed on the bid for the customer')).toBeTruthy()
  await userEvent.clear(scope)
  await userEvent.click(scope)
  await userEvent.paste('x'.repeat(10_001))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('At most 10000 characters')).toBeTruthy()
  expect(sent('PUT')).toEqual([])
  await userEvent.clear(scope)
  await userEvent.type(scope, 'New fronts.{Enter}New floor.')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Bid updated successfully')).toBeTruthy()
  expect(body('PUT')).toEqual({ scope: 'New fronts.\nNew floor.' })
})

test('concurrent changes of a bid are both shown, and saving again replaces the other', async () => {
  server.on(bidRoutes.update, { failure: 'stale' })
  await show()
  await userEvent.click(await button('Edit'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Bid' }))
  const name = dialog.getByLabelText('Project Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Kitchen and hall')
  bid = {
    ...kitchen,
    ...{ name: 'Kitchen only', priority: 'high', estimatedAmount: 5_000_000, scope: null },
    updatedAt: '2026-11-02T12:00:00.000Z',
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const notice = (await dialog.findByText(/Someone else changed this/)).closest('[role=status]')
  const lines = [...(notice?.querySelectorAll('li') ?? [])].map((line) => line.textContent)
  expect(lines).toEqual([
    'Project Name: Kitchen remodel Kitchen only',
    'Estimated Amount: $48,250.75 $50,000.00',
    'Priority: Medium High',
    'Scope of Work: New fronts.\n\nNew counters. none',
  ])
  expect(name).toHaveProperty('value', 'Kitchen and hall')
  expect(dialog.getByLabelText('Priority')).toHaveProperty('value', 'high')
  expect(dialog.getByLabelText('Estimated Amount')).toHaveProperty('value', '50000.00')
  server.on(bidRoutes.update, { body: bid })
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Bid updated successfully')).toBeTruthy()
  expect(sent('PUT').map(({ body, headers }) => [JSON.parse(body), headers['if-match']])).toEqual([
    [{ name: 'Kitchen and hall' }, tagOf(kitchen)],
    [{ name: 'Kitchen and hall' }, tagOf(bid)],
  ])
})

test('an appointment can be downloaded for a calendar', async () => {
  await show('appointments')
  const link = await screen.findByRole('link', { name: 'Add Site visit to calendar' })
  expect(link.getAttribute('href')).toBe(`/api/bid-appointments/${visit.id}/calendar.ics`)
  expect(link.hasAttribute('download')).toBe(true)
})

test('changing an appointment sends the version that was read', async () => {
  server.on(bidRoutes.updateAppointment, { body: visit })
  await show('appointments')
  await userEvent.click(await button('Edit Site visit'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Appointment' }))
  expect(dialog.queryByLabelText('Outcome')).toBeNull()
  await userEvent.selectOptions(dialog.getByLabelText('Status'), 'completed')
  const outcome = { name: 'Outcome', description: OFFICE_ONLY }
  await userEvent.type(dialog.getByRole('textbox', outcome), 'Wants oak')
  expect(
    dialog.getByRole('textbox', { name: 'Description', description: OFFICE_ONLY }),
  ).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Appointment updated successfully')).toBeTruthy()
  expect(body('PUT')).toEqual({ status: 'completed', completionNotes: 'Wants oak' })
  expect(sent('PUT')[0]?.headers['if-match']).toBe(tagOf(visit))
})

test('an appointment is created, updated and deleted', async () => {
  server.on(bidRoutes.addAppointment, { body: visit })
  server.on(bidRoutes.updateAppointment, { body: visit })
  server.on(bidRoutes.removeAppointment, { body: undefined })
  await show('appointments')
  await userEvent.click(await button('Add Appointment'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Appointment' }))
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Add Appointment' }))
  await submit()
  expect(await dialog.findByText('Title is required')).toBeTruthy()
  expect(dialog.getByText('Enter a date and time')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Title'), 'Measure')
  await userEvent.type(dialog.getByLabelText('Date and Time'), '2026-12-01T09:00')
  await submit()
  expect(await screen.findByText('Appointment created successfully')).toBeTruthy()
  expect(body('POST')).toMatchObject({
    ...{
      title: 'Measure',
      scheduledDate: '2026-12-01T15:00:00.000Z',
      duration: 60,
      status: 'scheduled',
    },
    ...{ appointmentType: 'consultation', assignedToId: null },
  })
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Status of Site visit' }),
    'no_show',
  )
  expect(await screen.findByText('Appointment updated successfully')).toBeTruthy()
  expect(body('PUT')).toEqual({ status: 'no_show' })
  await userEvent.click(await button('Delete Site visit'))
  const question = within(await screen.findByRole('alertdialog'))
  appointments = []
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Appointment deleted successfully')).toBeTruthy()
  await waitFor(() => expect(screen.getByText('No appointments yet')).toBeTruthy())
})

test('deleting a bid asks first and returns to the list', async () => {
  server.on(bidRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(bidRoutes.totals, { body: { totalJobsValue: 0, activeJobs: 0, pendingBids: 0 } })
  server.on(bidRoutes.remove, { failure: 'internal' })
  await show()
  await userEvent.click(await button('Delete bid'))
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Delete the bid Kitchen remodel?' }),
  )
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete bid')).toBeTruthy()
  server.on(bidRoutes.remove, { body: undefined })
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Bid deleted successfully')).toBeTruthy()
  expect(await screen.findByText('No pending bids found')).toBeTruthy()
  expect(sent('GET').filter(({ url }) => url === api)).toHaveLength(1)
})

test.each([
  ['bid.status', { from: 'pending', to: 'rejected', reason: 'Too dear' }, 'Rejected: Too dear'],
  ['bid.status', { from: 'rejected', to: 'pending', reason: null }, 'Reopened'],
  ['bid.status', { from: 'approved', to: 'pending', reason: null }, 'Approval taken back'],
  ['bid.status', { from: 'pending', to: 'follow_up', reason: null }, 'Marked for follow-up'],
  ['bid.appointment', { title: 'Visit', status: 'no_show' }, 'Appointment “Visit”: No Show'],
  ['bid.followUp', { way: 'email' }, 'Followed up: Email'],
  ['bid.priced', { total: '52640.00' }, 'Price saved: $52,640.00'],
  ['bid.converted', { jobId: 'x' }, 'Approved and converted to a job'],
  ['bid.changed', null, 'Bid changed'],
])('history shows %s with %o', (name, detail, text) => {
  expect(eventText({ name, detail })).toBe(text)
})
