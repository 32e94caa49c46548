import { type Dashboard, dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { scheduleWeekRoutes } from '@plumbline/contract/scheduleWeek.ts'
import { settingsRoutes } from '@plumbline/contract/settings.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { company, open } from '../../testing/open.tsx'
import { job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { task as taskOf } from '../../testing/tasks.ts'
import { clickInToast } from '../../testing/toasts.ts'
import { sentenceOf } from './LeadProject.tsx'
import { captionOf, linesByDay, updateText } from './RecentUpdates.tsx'

const server = await startServer()
afterAll(server.close)
beforeEach(server.reset)

type Of<R extends Dashboard['role']> = Extract<Dashboard, { role: R }>
const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`

const admin: Of<'admin'> = {
  role: 'admin',
  totalApprovedAmount: 128_431_650,
  activeJobs: 13,
  completedJobs: 9,
  totalJobs: 1024,
  onHoldJobs: 2,
  recentJobs: [
    job(1, {
      name: 'Kitchen remodel',
      address: '418 Alder Ct',
      progress: 65,
      endDate: '2026-12-18',
    }),
    job(2, {
      name: 'Primary bath',
      address: '',
      status: 'completed',
      progress: 100,
      endDate: '2026-10-09',
    }),
    job(3, { name: 'Porch', address: '', status: 'not_started', progress: 0 }),
  ],
  checklist: null,
}
const show = (body: Dashboard, path = '/') => {
  server.on(dashboardRoutes.read, { body })
  return open(server, path, body.role)
}
/** Waits for the figures, because the placeholders have the same heading. */
const figures = async () =>
  (await screen.findAllByRole('term')).map(
    (term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`,
  )

test('the admin sees the total, the four counters and the recent jobs', async () => {
  vi.setSystemTime('2026-12-21T04:00:00.000Z')
  show(admin)
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  expect(await figures()).toEqual([
    'Total Approved Amount: $1,284,316.50',
    'Active Jobs: 13',
    'Completed: 9',
    'Total Jobs: 1,024',
    'On Hold: 2',
  ])
  const newJob = screen.getByRole('link', { name: 'New Job' })
  expect(newJob.getAttribute('href')).toBe('/jobs')
  expect(screen.getByRole('heading', { name: 'Recent Jobs' })).toBeTruthy()
  const rows = within(screen.getByRole('region', { name: 'Recent Jobs' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Kitchen remodel418 Alder CtIn Progress65%Due: Dec 18, 20262 days lateView Details',
    'Primary bathNo addressCompleted100%Due: Oct 9, 2026View Details',
    'PorchNo addressNot Started0%Due: Not setView Details',
  ])
  const details = screen.getAllByRole('link', { name: 'View Details' })
  expect(details.map((link) => link.getAttribute('href'))).toEqual(
    [1, 2, 3].map((n) => `/jobs/${id(n)}`),
  )
  vi.useRealTimers()
})

test('New Job leads to the form of the jobs', async () => {
  show(admin)
  await userEvent.click(await screen.findByRole('link', { name: 'New Job' }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/jobs?new=job'))
})

test('without jobs the admin sees where to begin', async () => {
  show({ ...admin, recentJobs: [] })
  expect(await screen.findByText('No jobs yet')).toBeTruthy()
  expect(screen.getByText('Create your first job to get started')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create Job' }).getAttribute('href')).toBe('/jobs')
})

const steps = { contact: true, logo: false, imported: false, job: false, invited: false }

test('the first steps of a new company show their purpose, link and state', async () => {
  show({ ...admin, recentJobs: [], checklist: steps })
  const region = within(await screen.findByRole('region', { name: 'First steps' }))
  expect(region.getByText('1 of 5 done')).toBeTruthy()
  expect(
    region.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Done: Add your address and phone', '/settings'],
    ['Add your logoShown to your subs and clients.', '/settings'],
    [
      'Import your listCustomers, subs and jobs come in from a CSV file, so nobody types them again.',
      '/imports/customers',
    ],
    ['Add your first jobSchedule, tasks, photos and messages belong to a job.', '/jobs?new=job'],
    ['Invite your peopleSubs see their own work, clients see their own job.', '/users?new=invite'],
  ])
  expect(screen.getByText('No jobs yet')).toBeTruthy()
})

test('without a job the first steps come first, and the primary button creates a job', async () => {
  const order = async (totalJobs: number) => {
    const recentJobs = totalJobs === 0 ? [] : admin.recentJobs
    const { unmount } = show({ ...admin, totalJobs, recentJobs, checklist: steps })
    const region = await screen.findByRole('region', { name: 'First steps' })
    const [figure] = screen.getAllByRole('term')
    const isFirst = figure?.compareDocumentPosition(region) === Node.DOCUMENT_POSITION_PRECEDING
    const primary = screen
      .getAllByRole('link')
      .filter(({ classList }) => classList.contains('bg-accent'))
      .map(({ textContent }) => textContent)
    unmount()
    return [isFirst, ...primary]
  }
  expect(await order(0)).toEqual([true, 'Create Job'])
  expect(await order(3)).toEqual([false, 'New Job'])
})

test('the first steps can be dismissed, and restored from the toast', async () => {
  let dismissed = false
  show({ ...admin, checklist: steps })
  server.on(dashboardRoutes.read, () => ({
    body: { ...admin, checklist: dismissed ? null : steps },
  }))
  server.on(settingsRoutes.update, ({ body }) => {
    dismissed = JSON.parse(body).checklistDismissed
    return { body: { ...company, checklistDismissed: dismissed } }
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('region', { name: 'First steps' })).toBeTruthy()
  expect(server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    '{"checklistDismissed":true}',
    '{"checklistDismissed":false}',
  ])
})

test('first steps remain when dismissing fails', async () => {
  show({ ...admin, checklist: steps })
  server.on(settingsRoutes.update, { failure: 'internal' })
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  expect(await screen.findByText('Failed to save settings')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'First steps' })).toBeTruthy()
})

const cabinets = {
  id: id(1),
  jobId: id(9),
  jobName: 'Kitchen remodel',
  name: 'Hang cabinets',
  status: 'in_progress',
  deadline: '2999-11-20T21:00:00.000Z',
} as const
const sub: Of<'subcontractor'> = {
  role: 'subcontractor',
  activeTasks: 4,
  completedTasks: 11,
  thisWeek: 3,
  currentTasks: [
    {
      id: id(2),
      jobId: id(9),
      jobName: 'Kitchen remodel',
      name: 'Scribe panels',
      status: 'not_started',
      deadline: '2999-11-19T05:59:59.000Z',
    },
    cabinets,
    {
      id: id(3),
      jobId: id(9),
      jobName: 'Kitchen remodel',
      name: 'Haul debris',
      status: 'not_started',
      deadline: null,
    },
  ],
  now: {
    ...cabinets,
    jobAddress: '418 Alder Ct, Elgin',
    jobNotes: 'Lockbox by the side door',
    customerName: 'Maya Okafor',
    customerPhone: '(630) 555-0151',
    managerName: 'Dana Reyes',
    managerPhone: '(630) 555-0100',
  },
}
const currentTask = async () => within(await screen.findByRole('article'))

test('a sub sees current and next tasks and counters, in the time zone of the company', async () => {
  show(sub)
  expect(await screen.findByRole('heading', { level: 1, name: 'My Dashboard' })).toBeTruthy()
  expect(await figures()).toEqual(['Active Tasks: 4', 'Completed: 11', 'This Week: 3'])
  const current = await currentTask()
  expect(current.getByRole('heading', { name: 'Hang cabinets' })).toBeTruthy()
  for (const text of ['In Progress', 'Due: Nov 20, 2999, 3:00 PM', 'Lockbox by the side door'])
    expect(current.getByText(text)).toBeTruthy()
  const section = within(screen.getByRole('region', { name: 'Current Tasks' }))
  expect(section.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Scribe panelsKitchen remodelNot StartedDue: Nov 18, 2999View TasksStart',
    'Haul debrisKitchen remodelNot StartedDue: Not setView TasksStart',
  ])
  const links = section.getAllByRole('link', { name: 'View Tasks' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/tasks', '/tasks', '/tasks'])
})

test('the current task has links to the map, people to call and the conversation', async () => {
  show(sub)
  const current = await currentTask()
  const hrefOf = (name: string) => current.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Map')).toContain('query=418+Alder+Ct')
  expect(hrefOf('Message')).toBe(`/messages?jobId=${id(9)}`)
  await userEvent.click(current.getByRole('button', { name: 'Call' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Call' }))
  expect(
    dialog.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Dana ReyesProject manager630-555-0100', 'tel:6305550100'],
    ['Maya OkaforCustomer630-555-0151', 'tel:6305550151'],
  ])
})

test.each([
  ['a single phone number is called at once', { customerPhone: null }, 'tel:6305550100'],
  ['without a number there is no Call', { customerPhone: null, managerPhone: null }, undefined],
])('%s', async (_, change, href) => {
  show({ ...sub, now: sub.now && { ...sub.now, ...change } })
  const current = await currentTask()
  expect(current.queryByRole('link', { name: 'Call' })?.getAttribute('href')).toBe(href)
  expect(current.queryByRole('button', { name: 'Call' })).toBeNull()
})

test('the current task can be completed in place, and Undo reverts that', async () => {
  show(sub)
  server.on(taskRoutes.update, { body: { ...taskOf(1), addedToJob: false } })
  await userEvent.click((await currentTask()).getByRole('button', { name: 'Complete' }))
  await clickInToast('Undo')
  await waitFor(() =>
    expect(server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      '{"status":"completed"}',
      '{"status":"in_progress"}',
    ]),
  )
})

test('after the first completed task a sub is offered notifications on an iPhone, once', async () => {
  Object.defineProperty(navigator, 'userAgent', { value: 'iPhone', configurable: true })
  show(sub)
  server.on(taskRoutes.update, { body: { ...taskOf(1), status: 'completed', addedToJob: false } })
  const complete = async () =>
    userEvent.click((await currentTask()).getByRole('button', { name: 'Complete' }))
  const part = { name: 'Notifications on this device' }
  expect(screen.queryByRole('region', part)).toBeNull()
  await complete()
  const offer = within(await screen.findByRole('region', part))
  expect(offer.getByText(/tap Share, then Add to Home Screen/)).toBeTruthy()
  await userEvent.click(offer.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('region', part)).toBeNull())
  await complete()
  await waitFor(() => expect(server.seen.filter(({ method }) => method === 'PUT')).toHaveLength(2))
  expect(screen.queryByRole('region', part)).toBeNull()
})

test('a sub without tasks sees that there are none', async () => {
  show({ ...sub, currentTasks: [], now: null })
  expect(await screen.findByText('No tasks assigned')).toBeTruthy()
  expect(screen.getByText('Wait for tasks to be assigned to you')).toBeTruthy()
})

test('a sub sees completed tasks after the open ones, without a button', async () => {
  const done = { ...cabinets, id: id(7), name: 'Set posts', status: 'completed' as const }
  show({ ...sub, currentTasks: [...sub.currentTasks, done] })
  const listed = await screen.findByRole('heading', { name: 'Set posts' })
  const row = within(listed.closest('li') as HTMLElement)
  expect(row.getByText('Completed')).toBeTruthy()
  expect(row.getByRole('link', { name: 'View Tasks' })).toBeTruthy()
  expect(row.queryByRole('button')).toBeNull()
  const titles = screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)
  expect(titles).toEqual(['Hang cabinets', 'Next', 'Completed'])
})

test('a sub who has completed every task sees the last ones', async () => {
  const done = { ...cabinets, status: 'completed' as const }
  show({ ...sub, activeTasks: 0, currentTasks: [done], now: null })
  expect(await screen.findByRole('heading', { name: cabinets.name })).toBeTruthy()
  expect(screen.queryByText('No tasks assigned')).toBeNull()
})

test('on a day off, a client reads when the work on their project goes on', async () => {
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  const back = { day: '2026-11-23', startTime: '08:00', name: null, others: 0 }
  server.on(scheduleWeekRoutes.day, { body: { workedIds: [], back } })
  show({
    ...{
      role: 'client',
      jobs: [job(1)],
      jobCount: 1,
      decisions: [],
      unpaid: [],
      unpaidCount: 0,
      unpaidOwed: 0,
      recentUpdates: [],
    },
    lead: {
      ...{ jobId: id(1), photo: null, next: null, finishMoved: { days: 0, reason: null } },
      current: { title: 'Upper cabinets', endDate: '2026-11-24', subName: null },
    },
  })
  expect(
    await screen.findByText('Nobody works Saturday. Work goes on Mon, Nov 23, 8 AM.'),
  ).toBeTruthy()
})

test('a client sees their projects and recent updates', async () => {
  show({
    role: 'client',
    jobs: [
      job(1, {
        name: 'Kitchen remodel',
        address: '418 Alder Ct',
        progress: 65,
        approvedAmount: 86_400_00,
        startDate: '2026-11-03',
        endDate: '2026-12-18',
      }),
    ],
    lead: {
      jobId: id(1),
      photo: { id: id(5), url: '/picture', takenAt: '2026-11-19T21:45:00.000Z' },
      current: { title: 'Upper cabinets', endDate: '2026-11-24', subName: 'Tom Kowalski' },
      next: { title: 'Countertop template', startDate: '2026-11-25' },
      finishMoved: { days: 2, reason: 'Inspection' },
    },
    jobCount: 1,
    decisions: [],
    unpaid: [],
    unpaidCount: 0,
    unpaidOwed: 0,
    recentUpdates: [
      {
        id: 1,
        name: 'job.progress',
        jobId: id(1),
        jobName: 'Kitchen remodel',
        detail: { progress: 65 },
        photo: null,
        createdAt: '2026-11-19T15:00:00.000Z',
      },
      {
        ...{ id: 2, name: 'photo.created', jobId: id(1), jobName: 'Kitchen remodel', detail: null },
        photo: { id: id(6), url: '/picture', caption: 'The upper cabinets' },
        createdAt: '2026-11-19T14:00:00.000Z',
      },
    ],
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'My Projects' })).toBeTruthy()
  const card = within(await screen.findByRole('article', { name: 'Kitchen remodel' }))
  for (const text of [
    'In Progress',
    '418 Alder Ct',
    'Progress',
    '65%',
    'Start',
    'Nov 3, 2026',
    'End',
    'Dec 18, 2026',
    'Cost',
    '$86,400.00',
    '2 days later than planned · Inspection',
    'Nov 19, 2026, 3:45 PM',
    'Upper cabinets is under way until Tue, Nov 24, with Tom Kowalski. Next: Countertop template, on Wed, Nov 25.',
  ]) {
    expect(card.getByText(text)).toBeTruthy()
  }
  // On a phone the end and the cost are on the first screen, before the sentence.
  const [cost, sentence] = [
    card.getByText('$86,400.00'),
    card.getByText(/^Upper cabinets is under/),
  ]
  expect(cost.compareDocumentPosition(sentence)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(card.getByRole('link', { name: 'Message' }).getAttribute('href')).toBe(
    `/messages?jobId=${id(1)}`,
  )
  expect(card.getByRole('link', { name: 'View Details' }).getAttribute('href')).toBe(
    `/jobs/${id(1)}`,
  )
  const updates = within(screen.getByRole('region', { name: 'Recent Updates' }))
  expect(updates.getByText('Project status updated')).toBeTruthy()
  expect(updates.getByText('Check your project dashboard for the latest progress')).toBeTruthy()
  expect(updates.getByText('Progress is now 65%')).toBeTruthy()
  expect(updates.getByText('The upper cabinets')).toBeTruthy()
  const picture = updates.getByRole('link', { name: 'Open photo: The upper cabinets' })
  expect(picture.getAttribute('href')).toBe(`/photos?jobId=${id(1)}&photo=${id(6)}`)
  expect(updates.queryByText('Kitchen remodel')).toBeNull()
  expect(screen.queryByRole('link', { name: /See all/ })).toBeNull()
})

const client: Of<'client'> = {
  ...{
    role: 'client',
    jobs: [],
    lead: null,
    jobCount: 0,
    decisions: [],
    unpaid: [],
    unpaidCount: 0,
    unpaidOwed: 0,
    recentUpdates: [],
  },
}

test('a client sees what they have to pay, and finds all their invoices', async () => {
  const job1 = { jobId: id(1), jobName: 'Kitchen remodel' }
  const invoice = { ...job1, kind: 'invoice', status: 'open', paid: 0, received: 0 } as const
  const amounts = { issuedOn: '2026-11-05', total: 1_728_000, owed: 1_728_000 }
  const unpaid = [
    { title: 'Deposit', number: '2026-0041', dueOn: '2026-11-18' },
    { title: 'Cabinets in', number: '2026-0042', dueOn: '2026-11-19' },
  ].map((one, n) => ({ ...invoice, ...amounts, ...one, id: id(n + 30) }))
  const all = { unpaidCount: 2, unpaidOwed: 3_456_000 }
  show({ ...client, ...{ jobs: [job(1)], jobCount: 1 }, unpaid, ...all })
  const section = within(await screen.findByRole('region', { name: 'To pay' }))
  const links = section.getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ...[`/invoices/${id(30)}`, `/invoices/${id(31)}`].map((href, n) => [
      href,
      [
        'DepositKitchen remodel · Invoice 2026-0041 · was due Wed, Nov 18$17,280.00',
        'Cabinets inKitchen remodel · Invoice 2026-0042 · due Thu, Nov 19$17,280.00',
      ][n],
    ]),
  ])
  expect(screen.getByRole('link', { name: 'Invoices' }).getAttribute('href')).toBe('/invoices')
})

test('a client who has more to pay than is listed reads how much in all', async () => {
  const listed = { ...{ jobId: id(1), jobName: 'Kitchen', title: 'Part', number: '2026-0041' } }
  const state = { kind: 'invoice', status: 'open', paid: 0, received: 0, total: 100 } as const
  const days = { issuedOn: '2026-11-05', dueOn: '2026-11-28', owed: 100 }
  const unpaid = [{ ...listed, ...state, ...days, id: id(30) }]
  show({ ...client, unpaid, unpaidCount: 21, unpaidOwed: 2_100 })
  const section = within(await screen.findByRole('region', { name: /To pay/ }))
  expect(section.getByText('21')).toBeTruthy()
  expect(section.getByText(/\$21\.00 in all/)).toBeTruthy()
  const link = section.getByRole('link', { name: 'See all invoices' })
  expect(link.getAttribute('href')).toBe('/invoices')
})

test('a client sees first which change orders wait for their answer', async () => {
  const decision = { jobId: id(1), jobName: 'Kitchen remodel', lastDay: '2026-11-23' }
  show({
    ...client,
    ...{ jobs: [job(1)], jobCount: 1 },
    decisions: [
      ...[{ title: 'Under-cabinet lighting', number: 3, total: '1240.00', daysAdded: 0 }],
      ...[{ title: 'No pantry door', number: 4, total: '-500.00', daysAdded: 1 }],
      ...[{ title: 'Later tile', number: 5, total: '0.00', daysAdded: 12 }],
    ].map((one, n) => ({ ...decision, ...one, id: id(n + 20) })),
  })
  const section = within(await screen.findByRole('region', { name: 'Waiting for your decision' }))
  const links = section.getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual(
    [
      'Under-cabinet lightingKitchen remodel · Change 3 · +$1,240.00, no extra days',
      'No pantry doorKitchen remodel · Change 4 · −$500.00, 1 extra day',
      'Later tileKitchen remodel · Change 5 · $0.00, 12 extra days',
    ].map((text, n) => [`/change-orders/${id(n + 20)}`, `${text} · answer by Mon, Nov 23Review`]),
  )
  const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)
  expect(headings.slice(0, 2)).toEqual(['Waiting for your decision', 'Job 1'])
})

test('a client with more projects than are shown has a link to all', async () => {
  show({ ...client, jobs: [job(1, {})], jobCount: 1061 })
  const link = await screen.findByRole('link', { name: 'See all 1,061 projects' })
  expect(link.getAttribute('href')).toBe('/jobs')
})

test('a client without projects still has the card', async () => {
  show(client)
  expect(await screen.findByText('No projects yet')).toBeTruthy()
  expect(screen.queryByText('Waiting for your decision')).toBeNull()
  expect(screen.getByText('Your contractor will create projects for you')).toBeTruthy()
  expect(screen.getByText('Project status updated')).toBeTruthy()
})

test.each([
  ['admin', 3],
  ['subcontractor', 3],
  ['client', 2],
] as const)('the dashboard of the %s loads with %i placeholders', async (who, count) => {
  server.on(dashboardRoutes.read, () => new Promise(() => {}))
  open(server, '/photos', who)
  const sidebar = within(await screen.findByRole('navigation', { name: 'Main' }))
  await userEvent.click(sidebar.getByRole('link', { name: 'Dashboard' }))
  await waitFor(() => expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(count))
})

test.each([
  [
    'job.dates',
    { startDate: '2026-11-03', endDate: '2026-12-18' },
    'Dates are now Nov 3, 2026 to Dec 18, 2026',
  ],
  ['job.dates', { startDate: null, endDate: '2026-12-18' }, 'End date is now Dec 18, 2026'],
  ['job.dates', { startDate: '2026-11-03', endDate: null }, 'Start date is now Nov 3, 2026'],
  ['job.dates', null, 'Dates changed'],
  ['photo.created', null, 'A photo was added'],
  ['schedule.finished', { title: 'Framing' }, 'Framing is finished'],
  [
    'schedule.dates',
    { title: 'Framing', startDate: '2026-11-03', endDate: '2026-11-05' },
    'Framing is now planned for Nov 3, 2026 to Nov 5, 2026',
  ],
  [
    'schedule.dates',
    { title: 'Framing', startDate: '2026-11-03', endDate: '2026-11-03' },
    'Framing is now planned for Nov 3, 2026',
  ],
  [
    'schedule.moved',
    { entries: 3, finish: '2026-11-25' },
    '3 dates moved, the finish is now Nov 25, 2026',
  ],
  ['job.renamed', null, 'Project updated'],
])('the update %s with %o reads %s', (name, detail, text) => {
  expect(updateText({ name, detail })).toBe(text)
})

test.each([
  [null, null, null],
  [
    { title: 'Framing', endDate: '2026-11-24', subName: null },
    null,
    'Framing is under way until Tue, Nov 24.',
  ],
  [null, { title: 'Framing', startDate: '2026-11-24' }, 'Next is Framing, on Tue, Nov 24.'],
])('current work %j followed by %j reads %s', (current, next, sentence) => {
  expect(sentenceOf({ current, next }, '2026-11-19')).toBe(sentence)
})

test.each([
  [['Cabinet install'], 'Cabinet install'],
  [['Cabinet install', 'Cabinet install '], 'Cabinet install'],
  [['Cabinet install', 'Sink'], undefined],
  [['Cabinet install', null], undefined],
  [[null], undefined],
])('photos of a day with the captions %j have the caption %s', (captions, shared) => {
  expect(captionOf(captions.map((caption) => ({ caption })))).toBe(shared)
})

test('the updates of a day begin with the weekly one, then have one line for photos and one for progress', () => {
  const update = (n: number, name: string, day: number, jobId = id(1)) => ({
    ...{
      id: n,
      name,
      jobId,
      jobName: 'Kitchen',
      detail: { progress: n, week: '2026-11-13' },
      photo: null,
    },
    // The evening before in Chicago.
    createdAt: `2026-11-${day}T04:00:00.000Z`,
  })
  const updates = [
    update(9, 'photo.created', 19),
    update(8, 'job.progress', 19),
    update(7, 'photo.created', 19),
    update(6, 'photo.created', 19, id(2)),
    update(5, 'job.progress', 19),
    update(4, 'update.sent', 19),
    update(3, 'photo.created', 18),
  ]
  expect(
    linesByDay(updates, 'America/Chicago').map(({ day, lines }) => [
      day,
      lines.map((line) => updateText(...line)),
    ]),
  ).toEqual([
    [
      '2026-11-18',
      [
        'Weekly update of Nov 13, 2026',
        ...['2 photos were added', 'Progress is now 8%', 'A photo was added'],
      ],
    ],
    ['2026-11-17', ['A photo was added']],
  ])
})
