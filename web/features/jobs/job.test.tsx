import { baselineRoutes } from '@plumbline/contract/baselines.ts'
import { changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import { type Job, jobRoutes, NewJob } from '@plumbline/contract/jobs.ts'
import { messageRoutes } from '@plumbline/contract/messages.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { presenceRoutes } from '@plumbline/contract/presence.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { weeklyUpdateRoutes } from '@plumbline/contract/weeklyUpdates.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { jobQuery } from '../../api/jobs.ts'
import { receivePresence, startListening } from '../../live/present.ts'
import { contract } from '../../testing/changeOrders.ts'
import { open, people } from '../../testing/open.tsx'
import { photo } from '../../testing/photos.ts'
import { jobContents, job as jobOf, jobTotals } from '../../testing/rows.ts'
import { entry as scheduleEntry, writeReply } from '../../testing/schedule.ts'
import { startServer } from '../../testing/server.ts'
import { task } from '../../testing/tasks.ts'

const server = await startServer()
afterAll(server.close)

const job = jobOf(1, {
  name: 'Kitchen remodel',
  address: '418 Alder Ct, Elgin',
  customerName: 'Maria Okafor',
  approvedAmount: 4_825_075,
  startDate: '2026-11-03',
})
const path = `/jobs/${job.id}`

/**
 * Every fact about a job that people may see, and how its page shows it. A missing column does not
 * compile.
 */
const shownAs: {
  [N in Exclude<
    keyof Job,
    | 'id'
    | 'bidId'
    | 'clientId'
    | 'clientName'
    | 'customerId'
    | 'projectManagerId'
    | 'createdAt'
    | 'updatedAt'
  >]: [value: Job[N], text: string]
} = {
  name: ['Kitchen remodel', 'Kitchen remodel'],
  address: ['418 Alder Ct, Elgin', '418 Alder Ct, Elgin'],
  projectManagerName: ['Dana Reyes', 'Dana Reyes'],
  status: ['on_hold', 'On Hold'],
  progress: [35, '35%'],
  startDate: ['2026-11-03', 'Nov 3, 2026'],
  endDate: ['2026-12-18', 'Dec 18, 2026'],
  notes: ['The dog is friendly', 'The dog is friendly'],
  privateNotes: ['Pays late', 'Pays late'],
  customerName: ['Maria Okafor', 'Maria Okafor'],
  customerEmail: ['maria@example.com', 'maria@example.com'],
  customerPhone: ['(630) 555-0142', '630-555-0142'],
  customerAddress: ['9 Quarry Rd, Elgin', '9 Quarry Rd, Elgin'],
  approvedAmount: [4_825_075, '$48,250.75'],
}
const cabinets = task(1, {
  name: 'Hang upper cabinets',
  assigneeId: people.subcontractor.id,
  assigneeName: 'Tomás Ortiz',
})
const entry = scheduleEntry(1, {
  jobId: job.id,
  jobName: job.name,
  title: 'Rough electrical',
  startDate: '2026-11-09',
  endDate: '2026-11-10',
  indoorWork: false,
})

beforeEach(() => {
  server.reset()
  server.on(jobRoutes.one, { body: job })
  server.on(taskRoutes.ofJob, { body: [cabinets] })
  server.on(scheduleRoutes.ofJob, { body: [entry] })
  server.on(jobRoutes.subcontractors, { body: [people.subcontractor] })
  server.on(baselineRoutes.finish, { body: { days: 0, reason: null } })
  server.on(photoRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(scheduleRoutes.list, { body: [] })
  server.on(weeklyUpdateRoutes.ofJob, { body: [] })
  server.on(peopleRoutes.list, { body: [people.subcontractor] })
  server.on(peopleRoutes.projectManagers, { body: [people.admin] })
})
const sent = (method: string) => server.seen.filter((request) => request.method === method)
const bodies = (method: string) => sent(method).map(({ body }) => JSON.parse(body))
const jobHeading = () => screen.findByRole('heading', { level: 1, name: 'Kitchen remodel' })

test('every fact of a job is on its page', async () => {
  const facts = Object.fromEntries(
    Object.entries(shownAs).map(([name, [value]]) => [name, value]),
  ) as Partial<Job>
  const manager = { projectManagerId: people.admin.id, projectManagerName: 'Dana Reyes' }
  server.on(jobRoutes.one, { body: jobOf(1, { ...facts, ...manager }) })
  open(server, path, 'admin')
  await screen.findByRole('heading', { level: 1, name: 'Kitchen remodel' })
  const page = screen.getByRole('main').textContent
  for (const [, text] of Object.values(shownAs)) expect(page).toContain(text)
})

test('the name of a known customer opens their page', async () => {
  const customerId = people.client.id
  server.on(jobRoutes.one, { body: { ...job, customerId } })
  open(server, path, 'admin')
  const link = await screen.findByRole('link', { name: 'Maria Okafor' })
  expect(link.getAttribute('href')).toBe(`/customers/${customerId}`)
})

test.each([
  { who: 'admin', readers: ['client', 'office', 'client', 'office'], bid: 1, priv: 1 },
  { who: 'subcontractor', readers: [], bid: 0, priv: 0 },
  { who: 'client', readers: [], bid: 0, priv: 0 },
] as const)(
  'facts that not everyone reads are marked: $who',
  async ({ who, readers, bid, priv }) => {
    const isOffice = who === 'admin'
    const seen = jobOf(1, {
      ...job,
      notes: 'The dog is friendly',
      privateNotes: isOffice ? 'Pays late' : null,
      bidId: isOffice ? people.admin.id : null,
      customerEmail: who === 'subcontractor' ? null : 'maria@example.com',
      approvedAmount: who === 'subcontractor' ? null : job.approvedAmount,
    })
    server.on(jobRoutes.one, { body: seen })
    open(server, path, who)
    await jobHeading()
    const about = within(screen.getByRole('complementary', { name: 'About this job' }))
    const marks = about.queryAllByText(/^: /).map((mark) => mark.textContent)
    expect(marks).toEqual(readers.map((group) => `: ${readersSentence[group]}`))
    expect(about.queryAllByText('Pays late')).toHaveLength(priv)
    expect(about.queryAllByRole('region', { name: 'Private Notes' })).toHaveLength(priv)
    const links = about.queryAllByRole('link', { name: 'Bid of this job' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Array(bid).fill(`/pending-bids/${people.admin.id}`),
    )
  },
)

test('the form says who reads the notes, the amount and the email', async () => {
  open(server, path, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Job' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Job' }))
  const readers = {
    Notes: 'all',
    'Private Notes': 'office',
    'Customer Email': 'client',
    'Approved Amount': 'client',
  } as const
  for (const [name, group] of Object.entries(readers)) {
    const hint = dialog.getByLabelText(name).getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(hint)?.textContent).toContain(readersSentence[group])
  }
})

test('the form of a job has a control for every field of the contract', async () => {
  open(server, path, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Job' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Job' })
  const fields = [...dialog.querySelectorAll<HTMLElement>('[data-field]')]
  expect(fields.map(({ dataset }) => dataset.field).sort()).toEqual(
    // The id of the customer is chosen by their name.
    Object.keys(NewJob.shape)
      .filter((name) => name !== 'customerId')
      .sort(),
  )
})

test('a sub is taken off the job by their name, after a question', async () => {
  server.on(subcontractorRoutes.list, { body: [] })
  server.on(jobRoutes.removeSubcontractor, { body: undefined })
  open(server, path, 'admin')
  await jobHeading()
  await userEvent.click(screen.getByRole('button', { name: 'Manage Subcontractors' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Manage Subcontractors' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Remove Tomás Ortiz' }))
  const question = await screen.findByRole('alertdialog', {
    name: 'Remove Tomás Ortiz from this job?',
  })
  await userEvent.click(within(question).getByRole('button', { name: 'Take off the job' }))
  expect(await screen.findByText('Subcontractor removed from the job')).toBeTruthy()
  expect(sent('DELETE').map(({ url }) => url)).toEqual([
    `/api/jobs/${job.id}/subcontractors/${people.subcontractor.id}`,
  ])
})

test('the job screen throws without a job id', () => {
  expect(() => jobQuery(undefined)).toThrow('Job ID is required')
})

test.each([
  [
    'admin',
    ['View Tasks', 'View Photos', 'View Messages'],
    ['Edit Job', 'Delete Job', 'Manage Subcontractors'],
    1,
  ],
  ['subcontractor', ['View Tasks', 'View Photos', 'View Messages'], [], 1],
  ['client', ['View Photos', 'View Messages'], [], 0],
] as const)(
  'the page has the links and buttons of the role: %s',
  async (who, links, buttons, tasks) => {
    server.on(jobRoutes.one, {
      body: { ...job, approvedAmount: who === 'subcontractor' ? null : job.approvedAmount },
    })
    open(server, path, who)
    await jobHeading()
    const nav = within(screen.getByRole('navigation', { name: 'Job links' }))
    expect(nav.getAllByRole('link').map((link) => link.textContent)).toEqual(links)
    expect(
      nav
        .getAllByRole('link')
        .every((link) => link.getAttribute('href')?.endsWith(`?jobId=${job.id}`)),
    ).toBe(true)
    for (const name of ['Edit Job', 'Delete Job', 'Manage Subcontractors'])
      expect(screen.queryAllByRole('button', { name }), name).toHaveLength(
        buttons.some((button) => button === name) ? 1 : 0,
      )
    expect(screen.queryAllByRole('button', { name: 'Hang upper cabinets' })).toHaveLength(tasks)
    expect(sent('GET').some(({ url }) => url.startsWith(`/api/jobs/${job.id}/tasks`))).toBe(
      tasks === 1,
    )
    expect(await screen.findByRole('heading', { level: 3, name: 'Rough electrical' })).toBeTruthy()
    expect(screen.queryAllByText('$48,250.75')).toHaveLength(who === 'subcontractor' ? 0 : 1)
    expect(screen.queryAllByRole('slider')).toHaveLength(who === 'admin' ? 1 : 0)
  },
)

test('an unknown job is not found', async () => {
  server.on(jobRoutes.one, { failure: 'notFound' })
  open(server, path, 'admin')
  expect(await screen.findByText('Job not found')).toBeTruthy()
})

test('a job that someone else deleted while it was open is not found', async () => {
  open(server, path, 'admin')
  const slider = await screen.findByRole('slider')
  server.on(jobRoutes.update, { body: { ...job, progress: 45 } })
  server.on(jobRoutes.one, { failure: 'notFound' })
  slider.focus()
  fireEvent.keyDown(slider, { key: 'ArrowRight' })
  expect(await screen.findByText('Job not found')).toBeTruthy()
})

test('progress changes at once, and reverts when it cannot be saved', async () => {
  server.on(jobRoutes.update, { failure: 'internal' })
  open(server, path, 'admin')
  const slider = await screen.findByRole('slider')
  expect(slider.getAttribute('aria-valuenow')).toBe('40')
  slider.focus()
  fireEvent.keyDown(slider, { key: 'ArrowRight' })
  expect(slider.getAttribute('aria-valuenow')).toBe('45')
  expect(await screen.findByText('Failed to update job progress')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('slider').getAttribute('aria-valuenow')).toBe('40'))
  expect(bodies('PUT')).toEqual([{ progress: 45 }])
})

/** Every kind of write on the page: a form, a confirmation, and values that change immediately. */
const writes: Record<string, () => Promise<unknown>> = {
  'the progress': async () =>
    fireEvent.keyDown(await screen.findByRole('slider'), { key: 'ArrowRight' }),
  'the status of an entry': async () =>
    userEvent.selectOptions(await screen.findByLabelText('Status of Rough electrical'), 'delayed'),
  'the form of the job': async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Job' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Job' }))
    await userEvent.type(dialog.getByLabelText('Customer Phone'), '(630) 555-0142')
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  },
  'the question before a task is deleted': async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete task' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete the task' }))
  },
}
test.each(Object.entries(writes))(
  'an expired session leads to sign-in from %s',
  async (_, write) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    for (const row of [jobRoutes.update, scheduleRoutes.update, taskRoutes.remove])
      server.on(row, { failure: 'unauthorized' })
    open(server, path, 'admin')
    await write()
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy()
    await waitFor(() =>
      expect(assign.mock.calls).toEqual([[`/api/login?returnTo=${encodeURIComponent(path)}`]]),
    )
  },
)

test('a manager has to be chosen before anything is sent', async () => {
  open(server, path, 'admin')
  await jobHeading()
  expect(sent('GET').some(({ url }) => url === '/api/project-managers')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: /Assign.*Manager/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign Project Manager' }))
  const assign = dialog.getByRole('button', { name: /Assign/ })
  expect(assign).toHaveProperty('disabled', true)
  server.on(jobRoutes.update, {
    body: { ...job, projectManagerId: people.admin.id, projectManagerName: 'Dana Reyes' },
  })
  const dana = await dialog.findByRole('radio', { name: /Dana Reyes/ })
  fireEvent.keyDown(dana, { key: 'Enter' })
  expect(await screen.findByText('Please select a project manager')).toBeTruthy()
  expect(sent('PUT')).toEqual([])
  await userEvent.click(dana)
  await userEvent.click(assign)
  expect(await screen.findByText('Project manager assigned successfully')).toBeTruthy()
  expect(bodies('PUT')).toEqual([{ projectManagerId: people.admin.id }])
  expect(sent('PUT')[0]?.headers['if-match']).toBe(tagOf(job))
})

test('an entry without a sub sends null, and requires its days', async () => {
  open(server, path, 'admin')
  await jobHeading()
  await userEvent.click(screen.getByRole('button', { name: 'Add Entry' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByPlaceholderText('No subcontractor assigned')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/^Title/), 'Framing')
  await userEvent.click(dialog.getByRole('button', { name: /^(Create|Add|Save)/ }))
  expect(await dialog.findByText('Start date is required')).toBeTruthy()
  expect(dialog.getByText('End date is required')).toBeTruthy()
  expect(sent('POST')).toEqual([])
  server.on(scheduleRoutes.create, { failure: 'internal' })
  await userEvent.type(dialog.getByLabelText(/^Start Date/), '2026-11-16')
  const end = dialog.getByLabelText<HTMLInputElement>(/^End Date/)
  expect(end.value).toBe('2026-11-16')
  await userEvent.clear(end)
  await userEvent.type(end, '2026-11-18')
  await userEvent.click(dialog.getByRole('button', { name: /^(Create|Add|Save)/ }))
  expect(await screen.findByText('Failed to create schedule entry')).toBeTruthy()
  expect(bodies('POST')[0]).toMatchObject({
    jobId: job.id,
    title: 'Framing',
    startDate: '2026-11-16',
    endDate: '2026-11-18',
    assignedSubcontractorId: null,
    status: 'scheduled',
  })
  // The typed text is still there.
  expect(dialog.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Framing')
})

test('an edited entry sends its changes and version', async () => {
  server.on(scheduleRoutes.update, {
    body: writeReply({ ...entry, title: 'Rough wiring' }),
  })
  open(server, path, 'admin')
  await jobHeading()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit entry' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Schedule Entry' }))
  const title = dialog.getByLabelText(/^Title/)
  await userEvent.clear(title)
  await userEvent.type(title, 'Rough wiring')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Weather dependent' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Schedule entry updated successfully')).toBeTruthy()
  expect(bodies('PUT')).toEqual([{ title: 'Rough wiring', weatherDependent: true }])
  expect(sent('PUT')[0]?.headers['if-match']).toBe(tagOf(entry))
})

test('a manager assigned meanwhile is shown, and only replaced by saving again', async () => {
  const newer = {
    ...job,
    projectManagerId: people.client.id,
    projectManagerName: 'Maria Okafor',
    updatedAt: '2026-11-02T12:00:00.000Z',
  }
  open(server, path, 'admin')
  await jobHeading()
  await userEvent.click(screen.getByRole('button', { name: /Assign.*Manager/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign Project Manager' }))
  await userEvent.click(await dialog.findByRole('radio', { name: /Dana Reyes/ }))
  server.on(jobRoutes.one, { body: newer })
  server.on(jobRoutes.update, { failure: 'stale' })
  await userEvent.click(dialog.getByRole('button', { name: /Assign/ }))
  expect(await dialog.findByText(/Someone else changed this/)).toBeTruthy()
  expect(dialog.getByText('Maria Okafor')).toBeTruthy()
  server.on(jobRoutes.update, { body: { ...newer, projectManagerId: people.admin.id } })
  await userEvent.click(dialog.getByRole('button', { name: /Assign/ }))
  expect(await screen.findByText('Project manager assigned successfully')).toBeTruthy()
  expect(sent('PUT').map(({ headers }) => headers['if-match'])).toEqual([tagOf(job), tagOf(newer)])
})

test('a deleted job disappears from Messages, Photos and Tasks opened before', async () => {
  const conversation = { jobId: job.id, jobName: job.name, lastMessage: null, unread: 0 }
  const totals = { total: 1, pending: 1, inProgress: 0, completed: 0 }
  let isDeleted = false
  const unlessDeleted = <T,>(items: T[]) => ({ body: isDeleted ? [] : items })
  server.on(messageRoutes.conversations, () => unlessDeleted([conversation]))
  server.on(messageRoutes.list, { body: [] })
  server.on(photoRoutes.list, () => unlessDeleted([photo(1)]))
  server.on(taskRoutes.list, () => unlessDeleted([cabinets]))
  server.on(taskRoutes.totals, { body: totals })
  server.on(jobRoutes.list, () => unlessDeleted([job]))
  server.on(jobRoutes.totals, { body: jobTotals(1) })
  server.on(jobRoutes.contents, {
    body: jobContents({ tasks: 1, entries: 1, photos: 1, weeklyUpdates: 2 }),
  })
  server.on(jobRoutes.remove, () => {
    isDeleted = true
    return { body: undefined }
  })
  const go = async (name: string) =>
    userEvent.click(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name }),
    )

  open(server, '/messages', 'admin')
  await screen.findByRole('link', { name: /Kitchen remodel/ })
  await go('Photos')
  await screen.findByRole('article', { name: 'Photo 1' })
  await go('Tasks')
  await userEvent.click(await screen.findByRole('link', { name: 'Job 1' }))
  await jobHeading()
  await userEvent.click(screen.getByRole('button', { name: 'Delete Job' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the job' }))
  expect(await screen.findByText('No jobs yet')).toBeTruthy()
  await go('Messages')
  expect(await screen.findByText('No projects')).toBeTruthy()
  await go('Photos')
  expect(await screen.findByText('No photos yet')).toBeTruthy()
  await go('Tasks')
  expect(await screen.findByText('No tasks yet')).toBeTruthy()
}, 60_000)

describe('completing a job', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T15:00:00Z') })
    server.on(jobRoutes.update, { body: job })
  })
  afterEach(() => vi.useRealTimers())

  test('by its dialog sets today, or another day', async () => {
    open(server, path, 'admin')
    await userEvent.click(await screen.findByRole('button', { name: 'Complete Job' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Complete Job' }))
    expect(dialog.getByLabelText(/Finished On/)).toHaveProperty('value', '2026-11-20')
    fireEvent.change(dialog.getByLabelText(/Finished On/), { target: { value: '2026-11-18' } })
    await userEvent.click(dialog.getByRole('button', { name: 'Complete Job' }))
    expect(await screen.findByText('Job completed successfully')).toBeTruthy()
    expect(bodies('PUT')).toEqual([{ status: 'completed', progress: 100, endDate: '2026-11-18' }])
  })

  const editForm = async () => {
    open(server, path, 'admin')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Job' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Job' }))
    return {
      dialog,
      status: dialog.getByLabelText('Status'),
      end: dialog.getByLabelText('End Date'),
    }
  }

  test('by its form keeps a date that was typed, even if the progress was 100% before', async () => {
    server.on(jobRoutes.one, { body: { ...job, progress: 100 } })
    const { status, end } = await editForm()
    fireEvent.change(end, { target: { value: '2026-11-18' } })
    await userEvent.selectOptions(status, 'completed')
    expect(end).toHaveProperty('value', '2026-11-18')
  })

  test('by its form sets today, but keeps a date that was typed', async () => {
    const { dialog, status, end } = await editForm()
    const progress = dialog.getByRole('slider')
    const now = () =>
      [end, progress].map((field) => field.getAttribute('value') ?? field.ariaValueNow)
    const before = now()
    await userEvent.selectOptions(status, 'completed')
    expect(end).toHaveProperty('value', '2026-11-20')
    await userEvent.selectOptions(status, 'in_progress')
    expect(now()).toEqual(before)
    fireEvent.change(end, { target: { value: '2026-11-18' } })
    await userEvent.selectOptions(status, 'completed')
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Job updated successfully')).toBeTruthy()
    expect(bodies('PUT')).toEqual([{ status: 'completed', progress: 100, endDate: '2026-11-18' }])
  })

  test('is not offered for a completed job', async () => {
    server.on(jobRoutes.one, { body: { ...job, status: 'completed' } })
    open(server, path, 'admin')
    await jobHeading()
    expect(screen.queryByRole('button', { name: 'Complete Job' })).toBeNull()
  })
})

test('the form warns of what a new client can read', async () => {
  const nora = { ...people.client, id: '0198c0de-0000-7000-8000-00000000000a', firstName: 'Nora' }
  server.on(peopleRoutes.list, { body: [people.client, nora] })
  server.on(jobRoutes.one, { body: { ...job, clientId: people.client.id } })
  open(server, path, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Job' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Job' }))
  const warning = /everything its client could read so far/
  expect(dialog.queryByText(warning)).toBeNull()
  await userEvent.click(dialog.getByRole('combobox', { name: 'Client' }))
  await userEvent.click(await screen.findByRole('option', { name: /Nora/ }))
  expect(dialog.getByText(warning)).toBeTruthy()
})

test('finished tasks are folded into one line that names the last', async () => {
  const done = (n: number, day: string) =>
    task(n, { name: `Step ${n}`, status: 'completed', updatedAt: `2026-11-${day}T12:00:00.000Z` })
  server.on(taskRoutes.ofJob, { body: [done(2, '10'), cabinets, done(3, '12'), done(4, '11')] })
  open(server, path, 'admin')
  const fold = await screen.findByRole('button', { name: '3 finished · last: Step 3, Nov 12' })
  const names = () => screen.queryAllByRole('button', { name: /^(Step \d|Hang upper cabinets)$/ })
  expect(names().map(({ textContent }) => textContent)).toEqual(['Hang upper cabinets'])
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(fold)
  expect(fold.getAttribute('aria-expanded')).toBe('true')
  expect(names()).toHaveLength(4)
  await userEvent.click(fold)
  expect(names()).toHaveLength(1)
})

describe('the presence of other people', () => {
  const otherViewers = () =>
    screen.queryByRole('list', { name: 'Also looking at this job' })?.textContent
  const tom = {
    personId: people.subcontractor.id,
    firstName: 'Tomás',
    lastName: 'Ortiz',
    role: 'subcontractor',
    jobId: job.id,
  } as const

  test('is shown until they leave the job', async () => {
    open(server, path, 'admin')
    await jobHeading()
    expect(otherViewers()).toBeUndefined()
    act(() => receivePresence({ ...tom, state: 'viewing' }))
    expect(otherViewers()).toContain('Tomás Ortiz')
    act(() => receivePresence({ ...tom, state: 'left' }))
    expect(otherViewers()).toBeUndefined()
  })

  test('is reported to the server for this person, on entering and leaving', async () => {
    server.on(presenceRoutes.show, { body: [] })
    open(server, path, 'admin')
    await jobHeading()
    act(() => startListening())
    const sentPresence = () => bodies('PUT').map(({ jobId, state }) => [jobId, state])
    await waitFor(() => expect(sentPresence()).toEqual([[job.id, 'viewing']]))
    await userEvent.click(screen.getByRole('link', { name: 'Tasks' }))
    await waitFor(() => expect(sentPresence().at(-1)).toEqual([null, 'viewing']))
  })
})

test('an amount that was signed is read only; without knowing that, the refusal says why', async () => {
  server.on(jobRoutes.update, { failure: 'contractSigned' })
  server.on(changeOrderRoutes.contract, { failure: 'unavailable' })
  const openForm = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Job' }))
    return within(await screen.findByRole('dialog', { name: 'Edit Job' }))
  }
  open(server, path, 'admin')
  const dialog = await openForm()
  const amount = dialog.getByLabelText('Approved Amount')
  await userEvent.clear(amount)
  await userEvent.type(amount, '50000')
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'This amount was agreed with the customer. Add a change order to change it',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))

  server.on(changeOrderRoutes.contract, { body: contract({ isSigned: true }) })
  const signed = await openForm()
  const hint = 'Signed. Change orders change it.'
  expect(
    await signed.findByRole('textbox', { name: 'Approved Amount', description: hint }),
  ).toHaveProperty('readOnly', true)
})
