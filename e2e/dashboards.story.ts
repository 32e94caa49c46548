import { addDays, dayIn, formatDay } from '@plumbline/contract/dates.ts'
import { expect } from 'vitest'
import { setup } from './harness/company.ts'
import { story } from './harness/story.ts'
import { expectInTimeZones, expectLines, longDay, textLines } from './harness/timeZones.ts'

const HOUR = 3_600_000
/** What a sub reads who is not booked. */
const subDays = [
  'Your days',
  'No days are planned with you in the next 8 weeks. They appear here as soon as you are booked.',
  'Days away',
  'Add days away',
  'Add the days you cannot work, so that nobody books you then.',
]
// The day is that of the company's time zone, not of the browser or the server (UTC).
const today = () => dayIn(setup.timeZone, new Date())

story(
  'empty: the text for each role, and where the buttons lead',
  async ({ admin, join, visit }) => {
    const page = await visit(admin, '/')
    expect(await textLines(page)).toEqual([
      'Dashboard',
      'New Job',
      'Total Approved Amount',
      '$0.00',
      'Active Jobs',
      '0',
      'Completed',
      '0',
      'Total Jobs',
      '0',
      'On Hold',
      '0',
      'Recent Jobs',
      'No jobs yet',
      'Create your first job to get started',
      'Create Job',
    ])
    for (const name of ['New Job', 'Create Job']) {
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe('/jobs')
    }
    const sub = await join('subcontractor', 'Stan')
    await expectLines(await visit(sub.api, '/'), [
      'My Dashboard',
      'Current Tasks',
      'No tasks assigned',
      'Wait for tasks to be assigned to you',
      ...subDays,
      ...['Active Tasks', '0', 'Completed', '0', 'This Week', '0'],
    ])
    const client = await join('client', 'Nora')
    expect(await textLines(await visit(client.api, '/'))).toEqual([
      'My Projects',
      'No projects yet',
      'Your contractor will create projects for you',
      'Recent Updates',
      'Project status updated',
      'Check your project dashboard for the latest progress',
    ])
  },
  { alone: true },
)

story(
  'an admin: the total, the counters, the five newest jobs, the same days everywhere',
  async ({ admin, visit }) => {
    const jobs = [
      { name: 'First', address: '1 Elm', status: 'on_hold', approvedAmount: 1 },
      { name: 'Second', address: '2 Elm', status: 'completed', approvedAmount: 100_000 },
      { name: 'Third', address: '3 Elm', status: 'not_started', endDate: '2999-12-31' },
      {
        name: 'Fourth',
        address: '4 Elm',
        status: 'in_progress',
        progress: 35,
        endDate: '2999-01-01',
      },
      {
        name: 'Fifth',
        address: '5 Elm',
        status: 'completed',
        progress: 100,
        endDate: '2026-03-05',
      },
      {
        name: 'Sixth',
        address: '6 Elm',
        status: 'in_progress',
        progress: 65,
        endDate: addDays(today(), -1),
      },
      {
        name: 'Seventh',
        address: '7 Elm',
        status: 'in_progress',
        approvedAmount: 4_825_075,
        endDate: today(),
      },
    ]
    for (const job of jobs) await admin.request('POST', '/api/jobs', job)
    const page = await expectInTimeZones(visit, admin, '/', () => [
      ...['Dashboard', longDay(today()), 'New Job', 'Total Approved Amount', '$49,250.76'],
      ...['Active Jobs', '4', 'Completed', '2', 'Total Jobs', '7', 'On Hold', '1'],
      ...['Needs attention', '1', 'Sixth is late', ', urgent', '6 Elm', '1 day', 'Open'],
      ...['This week', 'Open schedule', 'Nothing is planned this week'],
      ...['Unread', 'All messages', 'No unread messages'],
      ...['Newest photos', 'All photos', 'No photos yet', 'Recent Jobs', 'All jobs'],
      ...['Seventh', '7 Elm', 'In Progress', '0%', `Due: ${formatDay(today())}`, 'View Details'],
      ...[
        'Sixth',
        '6 Elm',
        'In Progress',
        '65%',
        `Due: ${formatDay(addDays(today(), -1))}`,
        '1 day late',
        'View Details',
      ],
      ...['Fifth', '5 Elm', 'Completed', '100%', 'Due: Mar 5, 2026', 'View Details'],
      ...['Fourth', '4 Elm', 'In Progress', '35%', 'Due: Jan 1, 2999', 'View Details'],
      ...['Third', '3 Elm', 'Not Started', '0%', 'Due: Dec 31, 2999', 'View Details'],
    ])
    const [job] = await admin.request<{ id: string }[]>('GET', '/api/jobs')
    await page.getByRole('link', { name: 'View Details' }).first().click()
    await page.waitForURL(`/jobs/${job?.id}`)
  },
  { alone: true },
)

story(
  'a sub: tasks, deadlines and This Week, the same everywhere',
  async ({ admin, join, visit }) => {
    const { id: jobId } = await admin.request<{ id: string }>('POST', '/api/jobs', {
      name: 'Loft',
      address: '8 Elm',
    })
    const sam = await join('subcontractor', 'Sam')
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    const tasks = [
      { name: 'Soon', deadline: at(HOUR) },
      { name: 'Just within', deadline: at(7 * 24 * HOUR - HOUR) },
      { name: 'Just past', deadline: at(7 * 24 * HOUR + HOUR) },
      { name: 'Some day', deadline: null },
      { name: 'Late', deadline: '2026-03-05T21:00:00.000Z', status: 'in_progress' },
      { name: 'New Year', deadline: '2998-12-31', status: 'completed' },
      { name: 'Night shift', deadline: '2997-07-04T04:30:00.000Z' },
    ]
    for (const task of tasks)
      await admin.request('POST', '/api/tasks', { jobId, assigneeId: sam.id, ...task })
    await admin.request('POST', '/api/tasks', { jobId, name: 'Not theirs', deadline: at(HOUR) })

    const clock = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: setup.timeZone,
    })
    const due = (name: string) => {
      const { deadline } = tasks.find((task) => task.name === name) ?? {}
      const text = clock.format(new Date(deadline ?? 0)).replace('\u202f', ' ')
      const [day] = clock.format(new Date()).split(/, \d+:/)
      // The last minute of a day is shown as the day alone, and these deadlines depend on the hour of the run.
      return `Due: ${text.replace(', 11:59 PM', '')}${text.startsWith(`${day},`) ? ' Today' : ''}`
    }
    const page = await expectInTimeZones(visit, sam.api, '/', () => [
      ...['My Dashboard', 'Current Tasks', 'View Tasks', 'In Progress'],
      ...[
        'Due: Mar 5, 2026, 3:00 PM Late',
        'Late',
        'Loft · 8 Elm',
        'Map',
        'Photo',
        'Message',
        'Complete',
        'Next',
      ],
      ...['Soon', 'Loft', 'Not Started', due('Soon'), 'View Tasks', 'Start'],
      ...['Just within', 'Loft', 'Not Started', due('Just within'), 'View Tasks', 'Start'],
      ...['Just past', 'Loft', 'Not Started', due('Just past'), 'View Tasks', 'Start'],
      ...[
        'Night shift',
        'Loft',
        'Not Started',
        'Due: Jul 3, 2997, 11:30 PM',
        'View Tasks',
        'Start',
      ],
      ...subDays,
      ...['Active Tasks', '6', 'Completed', '1', 'This Week', '2'],
    ])
    await page.getByRole('link', { name: 'View Tasks' }).first().click()
    await page.waitForURL('/tasks')
  },
)

story(
  'a client: own projects and their updates, the same everywhere',
  async ({ admin, join, visit }) => {
    const job = {
      name: 'Kitchen remodel',
      address: '418 Alder Ct',
      status: 'in_progress',
      progress: 5,
    }
    const { id } = await admin.request<{ id: string }>('POST', '/api/jobs', {
      ...job,
      startDate: '2026-11-03',
    })
    const { api } = await join('client', 'Cleo', [id])
    await admin.request('PUT', `/api/jobs/${id}`, { progress: 65 })
    await admin.request('PUT', `/api/jobs/${id}`, { endDate: '2027-01-01' })
    const page = await visit(api, '/')
    await textLines(page)
    const updated = formatDay(today())
    // Of the progress they are told ten minutes later.
    await expectInTimeZones(visit, api, '/', () => [
      ...['My Projects', 'Kitchen remodel', 'In Progress', '418 Alder Ct', 'Progress', '65%'],
      ...['Start', 'Nov 3, 2026', 'End', 'Jan 1, 2027', 'Message', 'View Details'],
      ...[
        'Recent Updates',
        'Project status updated',
        'Check your project dashboard for the latest progress',
      ],
      ...[updated, 'End date is now Jan 1, 2027', 'Kitchen remodel'],
    ])
    const bar = page.getByRole('progressbar')
    expect(await bar.getAttribute('aria-valuenow')).toBe('65')
    await page.getByRole('link', { name: 'View Details' }).click()
    await page.waitForURL(`/jobs/${id}`)
  },
)
