import { absenceRoutes } from '@plumbline/contract/absences.ts'
import { accountRoutes } from '@plumbline/contract/account.ts'
import { authRoutes } from '@plumbline/contract/auth.ts'
import { backupRoutes } from '@plumbline/contract/backup.ts'
import { followUpRoutes } from '@plumbline/contract/bidFollowUps.ts'
import { bidRoutes } from '@plumbline/contract/bids.ts'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import { crewRoutes } from '@plumbline/contract/crew.ts'
import { customerRoutes } from '@plumbline/contract/customers.ts'
import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { numberFormatRoutes } from '@plumbline/contract/numberFormats.ts'
import { passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { priceListRoutes } from '@plumbline/contract/priceList.ts'
import { proposalSettingsRoutes } from '@plumbline/contract/proposalSettings.ts'
import { proposalRoutes } from '@plumbline/contract/proposals.ts'
import { reminderRoutes } from '@plumbline/contract/reminderRoutes.ts'
import { rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import { rentalIncomeRoutes } from '@plumbline/contract/rentalIncome.ts'
import { rentalRoutes } from '@plumbline/contract/rentals.ts'
import { type Row, tagOf } from '@plumbline/contract/route.ts'
import { savedViewRoutes } from '@plumbline/contract/savedViews.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { scheduleAttentionRoutes } from '@plumbline/contract/scheduleAttention.ts'
import { secondFactorRoutes } from '@plumbline/contract/secondFactor.ts'
import { settingsRoutes } from '@plumbline/contract/settings.ts'
import { storageRoutes } from '@plumbline/contract/storage.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { templateRoutes } from '@plumbline/contract/templates.ts'
import { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { weeklyUpdateRoutes } from '@plumbline/contract/weeklyUpdates.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { resetTyped, saveTyped } from '../api/typed.ts'
import { changeOrder } from '../testing/changeOrders.ts'
import { crewDay } from '../testing/crew.ts'
import { company, open, people } from '../testing/open.tsx'
import { photo } from '../testing/photos.ts'
import { property, rentalStats } from '../testing/rentals.ts'
import {
  bid,
  customer,
  emptyStorage,
  job,
  numberFormats,
  proposalSettings,
  reminderSettings,
  savedLine,
} from '../testing/rows.ts'
import { entry } from '../testing/schedule.ts'
import { type RawResponse, startServer } from '../testing/server.ts'
import { task } from '../testing/tasks.ts'
import { template } from '../testing/templates.ts'
import { tenant } from '../testing/tenants.ts'
import { weeklyUpdate } from '../testing/weeklyUpdates.ts'
import { useDesktopWindow } from '../testing/windowSize.ts'

const server = await startServer()
afterAll(server.close)

const on = (row: Row, answer: (() => RawResponse | Promise<RawResponse>) | RawResponse) =>
  server.on(`${row.method} ${row.path}`, answer)
const list = (...body: unknown[]): RawResponse => ({
  body,
  headers: { 'X-Total-Count': String(body.length) },
})

beforeEach(() => {
  server.reset()
  useDesktopWindow()
  for (const row of [
    ...[accountRoutes.sessions, passkeyRoutes.list, absenceRoutes.list, crewRoutes.list],
    ...[
      bidRoutes.appointments,
      bidRoutes.history,
      followUpRoutes.list,
      bidRoutes.list,
      crewRoutes.ofEntry,
    ],
    ...[jobRoutes.subcontractors, jobRoutes.list, peopleRoutes.list, peopleRoutes.projectManagers],
    ...[photoRoutes.list, rentalExpenseRoutes.list, rentalExpenseRoutes.recurring],
    ...[rentalIncomeRoutes.list, rentalRoutes.jobs, rentalRoutes.list, rentalRoutes.photos],
    ...[customerRoutes.merges, customerRoutes.people, customerRoutes.similar],
    ...[savedViewRoutes.list, scheduleRoutes.list, scheduleRoutes.ofJob, scheduleRoutes.plan],
    ...[
      proposalRoutes.listOfChange,
      subcontractorRoutes.jobs,
      subcontractorRoutes.list,
      taskRoutes.conversation,
    ],
    ...[taskRoutes.list, taskRoutes.ofJob, tenantRoutes.leaseChanges, tenantRoutes.ledger],
    ...[tenantRoutes.list, weeklyUpdateRoutes.ofJob],
  ])
    on(row, list())
  on(dashboardRoutes.read, {
    body: {
      ...{ role: 'subcontractor', activeTasks: 0, completedTasks: 0, thisWeek: 0 },
      ...{ currentTasks: [], now: null },
    },
  })
  on(jobRoutes.one, { body: job(1) })
  on(scheduleRoutes.one, { body: entry(1) })
  on(subcontractorRoutes.one, { body: { ...profile, notes } })
  on(rentalRoutes.stats, { body: rentalStats })
  on(rentalIncomeRoutes.total, { body: { count: 0, amount: '0.00' } })
  on(rentalExpenseRoutes.total, { body: { count: 0, amount: '0.00' } })
  on(calendarRoutes.feed, { body: { active: false, createdAt: null } })
  on(secondFactorRoutes.read, { body: { enabledAt: null, recoveryCodesLeft: 0, required: false } })
  on(storageRoutes.read, { body: emptyStorage })
  on(numberFormatRoutes.read, { body: numberFormats() })
  on(reminderRoutes.settings, { body: reminderSettings() })
  on(proposalSettingsRoutes.read, { body: proposalSettings() })
  on(scheduleAttentionRoutes.read, { status: 503 })
  on(backupRoutes.read, { body: { running: false, failure: null, kept: [] } })
})

const moment = '2026-11-01T12:00:00.000Z'
const sub = { ...people.subcontractor, email: 'tomas@example.com' }
const profile = {
  ...{ ...sub, jobCount: 1, rating: 4, ratingCount: 1, bookingCount: 0, taskCount: 0 },
  ...{ bookings: [], tasks: [] },
}
const notes = { text: 'Late payer', updatedByName: 'Dana Reyes', updatedAt: moment }
const rating = {
  ...{ jobId: job(1).id, subcontractorId: sub.id, score: 4, note: 'Neat' },
  ...{ ratedById: people.admin.id, ratedByName: 'Dana Reyes' },
  ...{ createdAt: moment, updatedAt: moment },
}
const subJob = {
  ...{ id: job(1).id, name: 'Kitchen', address: '418 Alder Ct', status: 'completed', isOn: true },
  ...{ startDate: '2026-01-05', endDate: '2026-02-27' },
}
const appointment = {
  ...{ id: bid(2).id, bidId: bid(1).id, title: 'Site visit', description: null },
  ...{ scheduledDate: '2026-11-23T15:00:00.000Z', duration: 60, status: 'scheduled' },
  ...{ appointmentType: 'consultation', assignedToId: null, assignedToName: null },
  ...{ location: null, createdAt: moment, updatedAt: moment },
}
const recurring = {
  ...{ id: bid(3).id, propertyId: null, propertyAddress: null, expenseType: 'Insurance' },
  ...{ amount: '980.00', description: 'Umbrella policy', vendor: null, paymentMethod: null },
  ...{ taxDeductible: true, everyMonths: 12, startsOn: '2025-12-08', nextOn: '2199-12-08' },
  ...{ endsOn: null, isDue: false, createdAt: moment, updatedAt: moment },
}
const contact = {
  ...{ id: bid(6).id, name: 'Maya Okafor', role: null, email: null, phone: null },
  emailRefused: false,
}
const absence = {
  ...{ id: bid(4).id, subcontractorId: sub.id, subcontractorName: 'Tomás Ortiz' },
  ...{ startDate: '2199-03-04', endDate: '2199-03-05', reason: 'Dentist' },
  ...{ createdAt: moment, updatedAt: moment },
}
const view = {
  ...{ id: bid(5).id, screen: 'jobs', name: 'My jobs', query: 'search=elm' },
  ...{ createdAt: moment, updatedAt: moment },
}

interface Form<T extends { readonly updatedAt: string } = { readonly updatedAt: string }> {
  readonly thing: T
  readonly write: Row
  /** The reads that contain the thing, with what they answer. */
  readonly reads: readonly (readonly [Row, (now: T) => RawResponse])[]
  readonly path: string
  readonly who?: keyof typeof people
  /** The buttons that open the form, one after another; none where it is always open. */
  readonly openers?: readonly (string | RegExp)[]
  readonly kind?: 'dialog' | 'form' | 'region'
  readonly form: string
  readonly field: string
  /** A control that changes the thing in place, and the value that the form shows then. */
  readonly control?: {
    readonly use: () => Promise<unknown>
    readonly read: (form: Part) => string | null
    readonly value: string
  }
}
const form = <T extends { readonly updatedAt: string }>(one: Form<T>) => one as unknown as Form
const one = <T,>(row: Row) => [row, (now: T) => ({ body: now })] as const
const listed = <T,>(row: Row) => [row, (now: T) => list(now)] as const

const press = async (name: string) =>
  userEvent.click((await screen.findAllByRole('button', { name }))[0] as Element)
const choose = async (label: string, value: string) =>
  userEvent.selectOptions(await screen.findByLabelText(label), value)
const status = (form: Part) => (form.getByLabelText('Status') as HTMLSelectElement).value

const settings = (name: string, field: string) =>
  form({
    ...{ thing: company, write: settingsRoutes.update, reads: [one(settingsRoutes.read)] },
    ...{ path: '/settings', kind: 'region', form: name, field },
  })

const forms: Readonly<Record<string, Form>> = {
  'the job': form({
    ...{ thing: job(1), write: jobRoutes.update, reads: [one(jobRoutes.one)] },
    ...{ path: `/jobs/${job(1).id}`, openers: ['Edit Job'], form: 'Edit Job', field: 'Notes' },
    control: {
      use: async () => fireEvent.keyDown(await screen.findByRole('slider'), { key: 'ArrowRight' }),
      read: (part) => part.getByRole('slider').getAttribute('aria-valuenow'),
      value: String(job(1).progress + 5),
    },
  }),
  'the task in its panel': form({
    ...{ thing: task(1), write: taskRoutes.update },
    ...{ reads: [one(taskRoutes.one), listed(taskRoutes.list)] },
    ...{ path: `/tasks?task=${task(1).id}`, openers: ['Edit'] },
    ...{ form: 'Edit Task', field: 'Description' },
    control: { use: () => press('Start'), read: status, value: 'in_progress' },
  }),
  'the task in its row': form({
    ...{ thing: task(1), write: taskRoutes.update },
    ...{ reads: [one(taskRoutes.one), listed(taskRoutes.ofJob)] },
    ...{
      path: `/jobs/${job(1).id}`,
      openers: ['Edit task'],
      form: 'Edit Task',
      field: 'Description',
    },
    control: { use: () => press('Start'), read: status, value: 'in_progress' },
  }),
  'the entry in its panel': form({
    ...{ thing: entry(1), write: scheduleRoutes.update },
    ...{ reads: [one(scheduleRoutes.one), listed(scheduleRoutes.list)] },
    ...{ path: `/schedule?entry=${entry(1).id}`, openers: ['Edit'] },
    ...{ form: 'Edit Schedule Entry', field: 'Description' },
    control: {
      use: () => choose(`Status of ${entry(1).title}`, 'delayed'),
      read: status,
      value: 'delayed',
    },
  }),
  'the entry in its row': form({
    ...{ thing: entry(1), write: scheduleRoutes.update },
    ...{ reads: [one(scheduleRoutes.one), listed(scheduleRoutes.ofJob)] },
    ...{ path: `/jobs/${job(1).id}`, openers: ['Edit entry'] },
    ...{ form: 'Edit Schedule Entry', field: 'Description' },
    control: {
      use: () => choose(`Status of ${entry(1).title}`, 'delayed'),
      read: status,
      value: 'delayed',
    },
  }),
  'the crew day': form({
    ...{ thing: crewDay(1), write: crewRoutes.update, reads: [listed(crewRoutes.ofEntry)] },
    ...{ path: `/schedule?entry=${entry(1).id}`, openers: [/^Change Tom Kowalski/] },
    ...{ form: 'Change a crew day', field: 'Role' },
  }),
  'the days away': form({
    ...{ thing: absence, write: absenceRoutes.update, reads: [listed(absenceRoutes.list)] },
    ...{ path: '/', who: 'subcontractor', openers: [/^Change /] },
    ...{ form: 'Change days away', field: 'Why' },
  }),
  'the property': form({
    ...{ thing: property(1), write: rentalRoutes.update, reads: [one(rentalRoutes.one)] },
    ...{ path: `/rental-properties/${property(1).id}`, openers: ['Edit'] },
    ...{ form: 'Edit Property', field: 'Notes' },
  }),
  'the tenant': form({
    ...{ thing: tenant(1), write: tenantRoutes.update, reads: [one(tenantRoutes.one)] },
    ...{ path: `/rental-properties/tenants/${tenant(1).id}`, openers: ['Edit'] },
    ...{ form: 'Edit Tenant', field: 'Notes' },
  }),
  'the recurring expense': form({
    ...{ thing: recurring, write: rentalExpenseRoutes.updateRecurring },
    ...{ reads: [listed(rentalExpenseRoutes.recurring)] },
    ...{ path: '/rental-properties?tab=expenses', openers: ['Recurring', 'Edit Umbrella policy'] },
    ...{ form: 'Edit Recurring Expense', field: 'Vendor' },
  }),
  'the template': form({
    ...{ thing: template(1), write: templateRoutes.update, reads: [one(templateRoutes.one)] },
    ...{ path: `/schedule-templates/${template(1).id}`, openers: ['Edit'] },
    ...{ kind: 'form', form: 'Edit Template', field: 'Description' },
  }),
  'the notes on a sub': form({
    ...{ thing: notes, write: subcontractorRoutes.saveNotes },
    ...{ reads: [[subcontractorRoutes.one, (now) => ({ body: { ...profile, notes: now } })]] },
    ...{ path: `/subcontractors/${sub.id}`, openers: ['Edit private notes'] },
    ...{ form: 'Private Notes', field: 'Notes' },
  }),
  'the rating of a sub': form({
    ...{ thing: rating, write: subcontractorRoutes.rate },
    ...{ reads: [[subcontractorRoutes.jobs, (now) => list({ ...subJob, rating: now })]] },
    ...{ path: `/subcontractors/${sub.id}`, openers: ['Change the rating'] },
    ...{ form: 'Rate Tomás Ortiz', field: 'Note' },
  }),
  'the caption': form({
    ...{ thing: photo(1), write: photoRoutes.update },
    ...{ reads: [one(photoRoutes.one), listed(photoRoutes.list)] },
    ...{ path: '/photos', openers: ['Edit the caption'], form: 'Edit Caption', field: 'Caption' },
  }),
  'the person': form({
    ...{ thing: sub, write: peopleRoutes.update },
    ...{ reads: [one(peopleRoutes.one), listed(peopleRoutes.list)] },
    ...{ path: '/users', openers: ['Edit Tomás Ortiz'], form: 'Edit User', field: 'Phone' },
  }),
  'the own details': form({
    ...{ thing: people.admin, write: peopleRoutes.update, reads: [one(authRoutes.me)] },
    ...{ path: '/account', kind: 'region', form: 'Your details', field: 'Phone' },
  }),
  'the bid': form({
    ...{ thing: bid(1), write: bidRoutes.update, reads: [one(bidRoutes.one)] },
    ...{ path: `/pending-bids/${bid(1).id}`, openers: ['Edit'], form: 'Edit Bid', field: 'Notes' },
  }),
  'the change order': form({
    ...{ thing: changeOrder(1), write: changeOrderRoutes.update },
    ...{ reads: [one(changeOrderRoutes.one)], path: `/change-orders/${changeOrder(1).id}` },
    ...{ openers: ['Edit'], form: 'Edit Change 1', field: 'Reason' },
  }),
  'the customer': form({
    ...{ thing: customer(1), write: customerRoutes.update, reads: [one(customerRoutes.one)] },
    ...{ path: `/customers/${customer(1).id}`, openers: ['Edit'] },
    ...{ form: 'Edit Customer', field: 'Company' },
  }),
  'the contacts of a customer': form({
    ...{ thing: customer(1, { contacts: [contact] }), write: customerRoutes.update },
    ...{ reads: [one(customerRoutes.one)], path: `/customers/${customer(1).id}` },
    ...{ openers: ['Edit contacts'], form: 'Contacts', field: 'Role' },
  }),
  'the line of the price list': form({
    ...{ thing: savedLine(1), write: priceListRoutes.update },
    ...{ reads: [one(priceListRoutes.one), listed(priceListRoutes.list)], path: '/price-list' },
    ...{ openers: ['Edit Line 1'], form: 'Edit Line', field: 'Details' },
  }),
  'what proposals begin with': form({
    ...{ thing: proposalSettings(), write: proposalSettingsRoutes.update },
    ...{ reads: [one(proposalSettingsRoutes.read)], path: '/settings', kind: 'region' },
    ...{ form: 'Proposals', field: 'License Number' },
  }),
  'the form of numbers': form({
    ...{ thing: numberFormats(), write: numberFormatRoutes.update },
    ...{ reads: [one(numberFormatRoutes.read)], path: '/settings', kind: 'region' },
    ...{ form: 'Numbers', field: 'Prefix of Invoices' },
  }),
  'the reminders of invoices': form({
    ...{ thing: reminderSettings(), write: reminderRoutes.change },
    ...{ reads: [one(reminderRoutes.settings)], path: '/settings', kind: 'region' },
    ...{ form: 'Reminders', field: 'Subject' },
  }),
  'the follow-up of a bid': form({
    ...{
      thing: bid(1, { followUpDate: '2026-11-30' }),
      write: bidRoutes.update,
      reads: [one(bidRoutes.one)],
    },
    ...{ path: `/pending-bids/${bid(1).id}`, openers: ['Follow Up'] },
    ...{ form: 'Follow Up', field: 'Note' },
  }),
  'the appointment': form({
    ...{ thing: appointment, write: bidRoutes.updateAppointment },
    ...{ reads: [one(bidRoutes.one), listed(bidRoutes.appointments)] },
    ...{ path: `/pending-bids/${bid(1).id}?tab=appointments`, openers: ['Edit Site visit'] },
    ...{ form: 'Edit Appointment', field: 'Description' },
    control: {
      use: () => choose('Status of Site visit', 'completed'),
      read: status,
      value: 'completed',
    },
  }),
  'the view': form({
    ...{ thing: view, write: savedViewRoutes.update, reads: [listed(savedViewRoutes.list)] },
    ...{ path: '/jobs?view=table&search=elm', openers: ['Rename view'] },
    ...{ form: 'Rename View', field: 'Name' },
  }),
  'the draft of an update': form({
    ...{ thing: weeklyUpdate(1), write: weeklyUpdateRoutes.update },
    ...{ reads: [listed(weeklyUpdateRoutes.ofJob)] },
    ...{ path: `/jobs/${job(1).id}`, openers: ['Edit'], form: 'Edit Draft', field: 'Text' },
  }),
  'the company': settings('Company', 'Phone'),
}

/** A company in which the thing is stored, opened on the screen of the form. */
function openScreen({ thing, write, reads, path, who = 'admin' }: Form) {
  let now = thing
  let reading = Promise.resolve()
  const refused: unknown[] = []
  open(server, path, who)
  for (const [row, answer] of reads)
    on(row, async () => {
      await reading
      return answer(now)
    })
  server.on(`${write.method} ${write.path}`, ({ headers, body }) => {
    const version = headers['if-match']
    if (version && version !== tagOf(now)) {
      refused.push(version)
      return { status: 412, body: { message: 'Stale', code: 'stale' } }
    }
    const updatedAt = new Date(Date.parse(now.updatedAt) + 1000).toISOString()
    now = { ...now, ...JSON.parse(body), updatedAt }
    return { body: { ...now, warnings: [], addedToJob: false } }
  })
  return {
    refused,
    now: () => now,
    /** Has reads wait until the function that is returned is called. */
    hold: () => {
      let release = () => {}
      reading = new Promise((done) => {
        release = done
      })
      return () => release()
    },
  }
}
type Part = ReturnType<typeof within>

async function show({ openers = [], kind = 'dialog', form: name, field }: Form) {
  // After a save, a dialog that lists things is open again.
  const last = openers.at(-1)
  const isListed = openers.length > 1 && last && screen.queryByRole('button', { name: last })
  for (const opener of isListed ? [last] : openers)
    await userEvent.click(await screen.findByRole('button', { name: opener }))
  return formOf(kind, name, field)
}
/** The form with its field, which may be shown later than the section around it. */
const formOf = (kind: string, name: string, field: string) =>
  waitFor(() => {
    const part = within(screen.getByRole(kind, { name }))
    part.getAllByLabelText(field)
    return part
  })
const fieldIn = (part: Part, { field }: Form) => part.getAllByLabelText(field)[0] as Element
/** Saves a form with a text, and waits until that is stored and the form has closed. */
async function save(part: Part, edited: Form, now: () => object, text: string) {
  const { openers, kind = 'dialog', form: name } = edited
  fireEvent.change(fieldIn(part, edited), { target: { value: text } })
  const button = part.getByRole('button', { name: /^(Save|Rename)/ })
  // A form that stays open is pending until what it saved has been read again.
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(button)
  await waitFor(() => expect(JSON.stringify(now())).toContain(text))
  if (openers) await waitFor(() => expect(screen.queryByRole(kind, { name })).toBeNull())
}

test.each(Object.entries(forms))('%s can be edited twice in a row', async (_, edited) => {
  const { now, refused, hold } = openScreen(edited)
  const first = await show(edited)
  // The form is opened again before the change has been read.
  const release = hold()
  await save(first, edited, now, 'First')
  const again = await show(edited)
  release()
  await waitFor(() => expect(fieldIn(again, edited)).toHaveProperty('value', 'First'))
  await save(again, edited, now, 'Second')
  expect(refused).toEqual([])
})

const controlled = Object.entries(forms).filter(([, { control }]) => control)
test.each(controlled)('%s can be edited after a control has changed it', async (_, edited) => {
  const { now, refused, hold } = openScreen(edited)
  const before = now()
  await screen.findByRole('button', { name: edited.openers?.at(-1) as string })
  const release = hold()
  await edited.control?.use()
  await waitFor(() => expect(now()).not.toBe(before))
  const part = await show(edited)
  release()
  await waitFor(() => expect(edited.control?.read(part)).toBe(edited.control?.value))
  await save(part, edited, now, 'First')
  expect(refused).toEqual([])
})

test.each(Object.entries(forms))('%s comes back after sign-in', async (_, edited) => {
  openScreen(edited)
  fireEvent.change(fieldIn(await show(edited), edited), { target: { value: 'Half a thought' } })
  saveTyped()
  cleanup()
  resetTyped()
  openScreen({ ...edited, path: location.pathname + location.search })
  const again = await formOf(edited.kind ?? 'dialog', edited.form, edited.field)
  await waitFor(() => expect(fieldIn(again, edited)).toHaveProperty('value', 'Half a thought'))
  expect(again.getByText(/^What you typed/)).toBeTruthy()
})
