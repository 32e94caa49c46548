import { ageingRoutes } from '@plumbline/contract/ageing.ts'
import { appointmentRoutes } from '@plumbline/contract/appointments.ts'
import { type AttentionItem, attentionRoutes } from '@plumbline/contract/attention.ts'
import { type Dashboard, dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { messageRoutes } from '@plumbline/contract/messages.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { scheduleWeekRoutes, type WeekEntry } from '@plumbline/contract/scheduleWeek.ts'
import type { Settings } from '@plumbline/contract/settings.ts'
import { workCalendar } from '@plumbline/contract/workdays.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plannedAppointment } from '../../testing/appointments.ts'
import { open, people } from '../../testing/open.tsx'
import { job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { clickInToast } from '../../testing/toasts.ts'
import { usePhoneWindow } from '../../testing/windowSize.ts'
import { lineOf, sinceText } from './attentionLines.ts'
import { barsOf } from './weekBars.ts'

const server = await startServer()
afterAll(server.close)
beforeEach(server.reset)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A Thursday. */
const TODAY = '2026-11-19'
const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`

const home: Dashboard = {
  role: 'admin',
  totalApprovedAmount: 100,
  activeJobs: 1,
  completedJobs: 0,
  totalJobs: 1,
  onHoldJobs: 0,
  recentJobs: [job(1)],
  checklist: null,
}
const show = (body: Dashboard = home, holidays: Settings['holidays'] = []) => {
  vi.setSystemTime(`${TODAY}T18:00:00.000Z`)
  server.on(dashboardRoutes.read, { body })
  return open(server, '/', 'admin', { holidays })
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))

const late = (n: number, name: string): AttentionItem => ({
  ...{ kind: 'lateJob', key: `lateJob ${n}`, isUrgent: true, since: '2026-11-17' },
  ...{ id: id(n), name, address: '77 Prairie Ave' },
})
const entry = { id: id(9), title: 'Roof', jobName: 'Porch' }
const common = { isUrgent: false, key: 'x' }

test.each<[AttentionItem, string, string, string, string]>([
  [late(4, 'Attic'), 'Attic is late', '77 Prairie Ave', 'Open', `/jobs/${id(4)}`],
  [
    { kind: 'moreLateJobs', ...common, since: null, count: 1280 },
    '1,280 more jobs are late',
    'Past the end date',
    'Show',
    '/jobs?late=true',
  ],
  [
    { kind: 'overdueTasks', ...common, since: null, count: 1 },
    '1 task is overdue',
    'Past the deadline and not completed',
    'Show',
    '/tasks?overdue=true',
  ],
  [
    {
      ...{ kind: 'doubleBooking', ...common, since: '2026-11-20', crewDayId: id(21) },
      ...{ subcontractorName: 'Tom Kowalski', entryTitles: ['Cabinets', 'Bay window'] },
    },
    'Tom Kowalski is booked twice tomorrow',
    'Cabinets and Bay window',
    'Resolve',
    `/crew-board?date=2026-11-20&clash=${id(21)}`,
  ],
  [
    { kind: 'lateEntry', ...common, since: '2026-11-18', ...entry },
    'Roof is late',
    'Porch',
    'Open',
    `/schedule?entry=${id(9)}`,
  ],
  [
    {
      ...{ kind: 'missedPredecessor', ...common, since: '2026-11-23', ...entry },
      predecessorTitle: 'Inspection',
    },
    'Roof waits for Inspection',
    'Porch · planned for Nov 23, 2026',
    'Resolve',
    `/schedule?entry=${id(9)}`,
  ],
  [
    { kind: 'moreSchedule', ...common, since: null, count: 1000 },
    '1,000+ more need a look on the schedules',
    'Late, waiting or booked twice',
    'Show',
    '/schedule?attention=1',
  ],
  [
    {
      ...{ kind: 'declinedDay', ...common, since: '2026-11-23', ...entry, crewDayId: id(8) },
      ...{ subcontractorName: 'Sue Stark', reason: 'Dentist' },
    },
    'Sue Stark cannot come on Mon, Nov 23',
    'Roof · Porch · Dentist',
    'Reassign',
    `/crew-board?date=2026-11-23&give=${id(8)}&back=1`,
  ],
  [
    { kind: 'unassignedEntry', ...common, since: TODAY, ...entry, endDate: '2026-11-23' },
    'Roof has nobody assigned',
    'Porch · until Nov 23',
    'Assign',
    `/crew-board?date=${TODAY}&book=${id(9)}&back=1`,
  ],
  [
    { kind: 'unassignedEntry', ...common, since: '2026-10-26', ...entry, endDate: '2026-11-23' },
    'Roof has nobody assigned',
    'Porch · until Nov 23',
    'Assign',
    `/crew-board?date=${TODAY}&book=${id(9)}&back=1`,
  ],
  [
    { kind: 'unconfirmedDays', ...common, since: null, count: 6 },
    '6 bookings are not confirmed',
    'The subs have not answered yet',
    'Ask',
    '/crew-board?show=unconfirmed',
  ],
  [
    {
      ...{ kind: 'followUp', ...common, since: TODAY, id: id(6), name: '14 Lake Dr' },
      ...{ customerName: 'Walter Boyd', customerPhone: '(630) 555-0152' },
      estimatedAmount: 5_200_000,
    },
    'Follow up on 14 Lake Dr',
    'Walter Boyd · $52,000.00',
    'Call',
    `/pending-bids/${id(6)}?tab=follow-ups`,
  ],
  [
    {
      ...{ kind: 'followUp', ...common, since: TODAY, id: id(6), name: 'Porch' },
      ...{ customerName: null, customerPhone: null, estimatedAmount: null },
    },
    'Follow up on Porch',
    'Amount not specified',
    'Open',
    `/pending-bids/${id(6)}?tab=follow-ups`,
  ],
  [
    { kind: 'moreFollowUps', ...common, since: null, count: 2 },
    '2 more bids are due for follow-up',
    'Due today or earlier',
    'Show',
    '/pending-bids?followUpDue=true',
  ],
  [
    {
      kind: 'weeklyDraft',
      ...common,
      since: '2026-11-13',
      id: id(7),
      jobId: id(8),
      jobName: 'Deck',
    },
    'Weekly update of Deck is not sent',
    'Week to Fri, Nov 13',
    'Review',
    `/jobs/${id(8)}?update=${id(7)}`,
  ],
])('the line for %j has its text and link', (item, title, text, action, href) => {
  const line = lineOf(item, TODAY)
  expect([line.title, line.text, line.action, line.href]).toEqual([title, text, action, href])
  expect(line.actionHref).toBe(action === 'Call' ? 'tel:6305550152' : undefined)
})

test.each([
  ['2026-12-05', 'on Sat, Dec 5', 'Dec 5'],
  ['2025-12-31', 'on Wed, Dec 31, 2025', 'Dec 31, 2025'],
  ['2027-01-05', 'on Tue, Jan 5, 2027', 'Jan 5, 2027'],
])('the lines say the year of %s unless it is the current one', (day, when, until) => {
  const booked = { ...common, since: day, subcontractorName: 'Tom Kowalski' }
  const twice = { ...booked, kind: 'doubleBooking', crewDayId: id(1) } as const
  expect(lineOf({ ...twice, entryTitles: [] }, TODAY).title).toBe(
    `Tom Kowalski is booked twice ${when}`,
  )
  const open = { ...common, since: day, id: id(1), title: 'Tile', jobName: 'Bath', endDate: day }
  expect(lineOf({ ...open, kind: 'unassignedEntry' }, TODAY).text).toBe(`Bath · until ${until}`)
})

test.each([
  [null, ''],
  ['2026-07-01', '141 days'],
  ['2026-11-18', '1 day'],
  [TODAY, 'today'],
  ['2026-11-20', 'Fri, Nov 20'],
  ['2027-01-05', 'Tue, Jan 5, 2027'],
])('since %s reads %s', (since, text) => {
  expect(sinceText(since, TODAY)).toBe(text)
})

test('the five most urgent are shown, and all on request', async () => {
  const items = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, n) => late(n, name))
  server.on(attentionRoutes.read, { body: { items, snoozed: 0 } })
  show()
  const region = await section('Needs attention')
  await region.findByText('A is late')
  expect(region.getAllByRole('listitem')).toHaveLength(5)
  expect(region.getByText('6')).toBeTruthy()
  await userEvent.click(region.getByRole('button', { name: 'Show all 6' }))
  expect(region.getAllByRole('listitem').map((row) => row.textContent)).toContain(
    'F is late, urgent77 Prairie Ave · 2 days2 daysOpen',
  )
  expect(region.queryByRole('button', { name: 'Show all 6' })).toBeNull()
})

test('an empty list of what needs attention says so', async () => {
  server.on(attentionRoutes.read, { body: { items: [], snoozed: 0 } })
  show()
  expect(await (await section('Needs attention')).findByText('Nothing needs you')).toBeTruthy()
})

test('a new company has no empty sections', async () => {
  server.on(attentionRoutes.read, { body: { items: [], snoozed: 0 } })
  show({ ...home, totalJobs: 0, recentJobs: [] })
  await screen.findByText('No jobs yet')
  await waitFor(() =>
    expect(server.seen.some(({ url }) => url.startsWith('/api/attention'))).toBe(true),
  )
  for (const name of [
    'Needs attention',
    'This week',
    'Appointments',
    'Owed to us',
    'Unread',
    'Newest photos',
  ])
    expect(screen.queryByRole('region', { name })).toBeNull()
})

test('sections that could not be loaded can be tried again', async () => {
  let isDown = true
  server.on(attentionRoutes.read, () =>
    isDown ? { failure: 'internal' } : { body: { items: [late(1, 'Attic')], snoozed: 0 } },
  )
  server.on(scheduleWeekRoutes.read, () =>
    isDown ? { failure: 'internal' } : { body: { jobs: [], jobCount: 0 } },
  )
  server.on(ageingRoutes.all, () => (isDown ? { failure: 'internal' } : { body: owed }))
  show()
  const region = await section('Needs attention')
  await region.findByText('What needs attention could not be loaded.')
  const money = await section('Owed to us')
  await money.findByText('What is owed could not be loaded.')
  const week = await section('This week')
  await week.findByText('This week could not be loaded.')
  isDown = false
  await userEvent.click(region.getByRole('button', { name: 'Try again' }))
  expect(await region.findByText('Attic is late')).toBeTruthy()
  await userEvent.click(week.getByRole('button', { name: 'Try again' }))
  expect(await week.findByText('Nothing is planned this week')).toBeTruthy()
  await userEvent.click(money.getByRole('button', { name: 'Try again' }))
  expect(await money.findByText('$9,740.00')).toBeTruthy()
})

const owed = {
  ...{ asOf: TODAY, customers: [], credit: 0, count: 2, owed: 974_000 },
  ages: { current: 174_000, days1: 800_000, days31: 0, days61: 0, days91: 0 },
}
const nothing = { current: 0, days1: 0, days31: 0, days61: 0, days91: 0 }
test.each([
  [owed, ['$9,740.00', '$8,000.00 past due', '1–30 days']],
  [{ ...owed, owed: 174_000, ages: { ...nothing, current: 174_000 } }, ['none past due']],
  [{ ...owed, owed: 0, ages: nothing }, ['No invoice is unpaid']],
])('what is owed is said by age: %#', async (body, texts) => {
  server.on(ageingRoutes.all, { body })
  show()
  const money = await section('Owed to us')
  for (const text of texts) expect(await money.findByText(text)).toBeTruthy()
})

test('J and K move through the rows, E snoozes one, and the toast restores it', async () => {
  const snoozed = new Set<string>()
  const all = [late(1, 'Attic'), late(2, 'Bath')]
  server.on(attentionRoutes.read, () => ({
    body: { items: all.filter(({ key }) => !snoozed.has(key)), snoozed: snoozed.size },
  }))
  server.on(attentionRoutes.snooze, ({ body }) => {
    const { key } = JSON.parse(body)
    snoozed.add(key)
    return { body: { key, until: '2026-11-20' } }
  })
  server.on(attentionRoutes.wake, ({ query }) => {
    const key = query.get('key')
    if (key) snoozed.delete(key)
    else snoozed.clear()
    return { body: undefined }
  })
  show()
  const region = await section('Needs attention')
  await region.findByText('Attic is late')
  const focused = () => document.activeElement?.textContent
  await userEvent.keyboard('j')
  expect(focused()).toBe('Attic is late, urgent')
  await userEvent.keyboard('jk')
  expect(focused()).toBe('Attic is late, urgent')
  await userEvent.keyboard('e')
  await waitFor(() => expect(region.queryByText('Attic is late')).toBeNull())
  expect(focused()).toBe('Bath is late, urgent')
  await screen.findByText('Snoozed until tomorrow')
  await clickInToast('Undo')
  expect(await region.findByText('Attic is late')).toBeTruthy()

  await userEvent.click(
    region.getAllByRole('button', { name: 'Snooze until tomorrow' })[1] as HTMLElement,
  )
  // There is no row after the last one.
  expect(focused()).toBe('Attic is late, urgent')
  await userEvent.click(await region.findByRole('button', { name: 'Show 1 snoozed' }))
  expect(await region.findByText('Bath is late')).toBeTruthy()
  expect(snoozed.size).toBe(0)
})

const work = (n: number, startDate: string, endDate: string, fields: Partial<WeekEntry> = {}) => ({
  ...{ id: id(n), title: `Work ${n}`, scheduleType: 'task' as const, status: 'scheduled' as const },
  ...{ startDate, endDate, subcontractorId: null, subcontractorName: null, unconfirmed: false },
  bookedDays: [],
  ...fields,
})
const weekdays = ['2026-11-16', '2026-11-17', '2026-11-18', TODAY, '2026-11-20']
const calendarOf = (...holidays: string[]) =>
  workCalendar({ workingDays: [1, 2, 3, 4, 5], holidays: holidays.map((day) => ({ day })) })

test('the bars of a job are cut to the days shown, and side by side where they overlap', () => {
  const entries = [
    work(1, '2026-11-10', '2026-11-17'),
    work(2, '2026-11-17', '2026-11-18'),
    work(3, '2026-11-18', '2026-11-30'),
    work(4, '2026-11-14', '2026-11-15'),
    work(5, '2026-11-21', '2026-11-21'),
  ]
  const { bars, lanes } = barsOf({ id: id(1), name: 'Deck', entries }, weekdays, calendarOf())
  expect(bars.map(({ entry: { title }, first, last, lane }) => [title, first, last, lane])).toEqual(
    [
      ['Work 1', 0, 1, 0],
      ['Work 2', 1, 2, 1],
      ['Work 3', 2, 4, 0],
    ],
  )
  expect(lanes).toBe(2)
})

test('a bar leaves out the days on which nobody works', () => {
  const entries = [
    work(1, '2026-11-16', '2026-11-20'),
    // Booked for the holiday.
    work(2, '2026-11-16', '2026-11-18', { bookedDays: ['2026-11-17'] }),
    // Has no working day.
    work(3, '2026-11-17', '2026-11-17'),
  ]
  const calendar = calendarOf('2026-11-17')
  const { bars } = barsOf({ id: id(1), name: 'Deck', entries }, weekdays, calendar)
  expect(bars.map(({ entry: { title }, first, last, lane }) => [title, first, last, lane])).toEqual(
    [
      ['Work 1', 0, 0, 0],
      ['Work 1', 2, 4, 0],
      ['Work 2', 0, 2, 1],
      ['Work 3', 1, 1, 2],
    ],
  )
})

test('on a day off, home says that nobody works and who is back when', async () => {
  const back = { day: '2026-11-23', startTime: '08:00', name: 'Tom Kowalski', others: 2 }
  server.on(scheduleWeekRoutes.day, { body: { workedIds: [], back } })
  const entries = [work(1, '2026-11-18', '2026-11-24')]
  server.on(scheduleWeekRoutes.read, {
    body: { jobs: [{ id: id(1), name: 'Deck', entries }], jobCount: 1 },
  })
  show(home, [{ day: TODAY, name: 'Founders’ Day' }])
  expect(
    await (await section('This week')).findByText(
      'Nobody works Thursday. Tom Kowalski and 2 others are back Mon, Nov 23, 8 AM.',
    ),
  ).toBeTruthy()
})

test('a phone on a day off counts no more jobs after the sentence', async () => {
  usePhoneWindow()
  const back = { day: '2026-11-23', startTime: '08:00', name: null, others: 0 }
  server.on(scheduleWeekRoutes.day, { body: { workedIds: [], back } })
  const jobs = [{ id: id(1), name: 'Deck', entries: [work(1, '2026-11-18', '2026-11-24')] }]
  server.on(scheduleWeekRoutes.read, { body: { jobs, jobCount: 3 } })
  const onDayOff = show(home, [{ day: TODAY, name: 'Founders’ Day' }])
  const part = await section('Today')
  await part.findByText(/^Nobody works Thursday/)
  expect(part.queryByText(/more jobs/)).toBeNull()
  onDayOff.unmount()
  show(home)
  expect(await (await section('Today')).findByText('and 2 more jobs this week')).toBeTruthy()
})

test('this week shows who works on which job, and problems', async () => {
  const sub = { subcontractorId: id(40), subcontractorName: 'Tom Kowalski' }
  server.on(scheduleWeekRoutes.read, ({ query }) => {
    expect([query.get('from'), query.get('to')]).toEqual(['2026-11-15', '2026-11-21'])
    return {
      body: {
        jobs: [
          {
            ...{ id: id(1), name: 'Deck' },
            entries: [
              work(1, '2026-11-16', '2026-11-17', { ...sub, status: 'completed' }),
              work(2, '2026-11-19', '2026-11-24', { ...sub, unconfirmed: true }),
              work(3, '2026-11-20', '2026-11-20', { scheduleType: 'inspection' }),
              work(4, '2026-11-20', '2026-11-20', { status: 'delayed', ...sub }),
            ],
          },
          { id: id(2), name: 'Porch', entries: [work(5, '2026-11-16', '2026-11-16')] },
        ],
        jobCount: 3,
      },
    }
  })
  show()
  const region = await section('This week')
  await region.findByText('Deck')
  const bars = region.getAllByRole('link').map((link) => link.getAttribute('aria-label'))
  expect(bars.filter(Boolean)).toEqual([
    'Tom Kowalski, Work 1, Mon, Nov 16 – Tue, Nov 17, completed',
    'Tom Kowalski, Work 2, Thu, Nov 19 – Tue, Nov 24, not confirmed',
    'Work 3, Fri, Nov 20',
    'Tom Kowalski, Work 4, Fri, Nov 20, delayed',
    'Nobody assigned, Work 5, Mon, Nov 16',
  ])
  expect(region.getByText('and 1 more job').getAttribute('href')).toBe('/schedule')
})

test('the appointments of the next seven days are shown, and found by their bid', async () => {
  const later = '2026-11-25T20:30:00.000Z'
  const all = [
    plannedAppointment(1, { scheduledDate: `${TODAY}T21:00:00.000Z` }),
    plannedAppointment(2, { title: 'Walk-through', scheduledDate: later }),
  ]
  server.on(appointmentRoutes.planned, ({ query }) => ({
    body: query.has('search') ? all.slice(1) : all,
  }))
  show()
  const list = await section('Appointments')
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Today3:00 PMSite visitLake house · A. Duarte · 14 Lake DrMapCall',
    'Wed, Nov 252:30 PMWalk-throughLake house · A. Duarte · 14 Lake DrMapCall',
  ])
  const queries = () =>
    server.seen
      .filter(({ url }) => url.startsWith('/api/bid-appointments'))
      .map(({ query }) => Object.fromEntries(query))
  expect(queries()).toEqual([{ from: TODAY, to: '2026-11-25', open: 'true' }])
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox'), 'lake')
  const found = await screen.findByRole('option', { name: /Walk-through/ })
  expect(found.textContent).toContain('Nov 25, 2026, 2:30 PM · Lake house')
  expect(queries().at(-1)).toEqual({ from: TODAY, open: 'true', search: 'lake', limit: '4' })
})

test('unread messages and the newest photos are shown', async () => {
  const message = {
    ...{ id: id(50), jobId: id(1), senderId: people.client.id, senderName: 'Maya Okafor' },
    ...{ senderRole: 'client' as const, content: 'Can the tile come a day later?' },
    ...{ audience: 'client' as const, createdAt: `${TODAY}T17:42:00.000Z` },
    ...{ removedAt: null, removedByName: null },
  }
  // The user's own message, sent without opening the conversation.
  const ownMessage = {
    ...{ ...message, senderId: people.admin.id, senderName: 'Ada Admin' },
    ...{ senderRole: 'admin' as const, content: 'The saw is still there.' },
  }
  server.on(messageRoutes.conversations, {
    body: [
      { jobId: id(1), jobName: 'Kitchen', lastMessage: message, unread: 2 },
      { jobId: id(2), jobName: 'Read', lastMessage: message, unread: 0 },
      { jobId: id(3), jobName: 'Bath', lastMessage: ownMessage, unread: 1 },
    ],
  })
  server.on(photoRoutes.list, { body: [] })
  show()
  const unread = await section('Unread')
  const rows = await unread.findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'MOMaya OkaforKitchen11:42 AMCan the tile come a day later?',
    'AAYouBath11:42 AMThe saw is still there.',
  ])
  expect(unread.getAllByRole('link', { name: /Kitchen/ })[0]?.getAttribute('href')).toBe(
    `/messages?jobId=${id(1)}`,
  )
  expect(await (await section('Newest photos')).findByText('No photos yet')).toBeTruthy()
})
