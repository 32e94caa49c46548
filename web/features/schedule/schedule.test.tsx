import { appointmentRoutes } from '@plumbline/contract/appointments.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { keyDateRoutes } from '@plumbline/contract/keyDates.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import {
  type PlanEntry,
  PlanEntry as PlanShape,
  type ScheduleEntry,
  scheduleRoutes,
} from '@plumbline/contract/schedule.ts'
import { scheduleAttentionRoutes } from '@plumbline/contract/scheduleAttention.ts'
import { scheduleMoveRoutes } from '@plumbline/contract/scheduleMoves.ts'
import { scheduleWeekRoutes } from '@plumbline/contract/scheduleWeek.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { plannedAppointment } from '../../testing/appointments.ts'
import { open, people } from '../../testing/open.tsx'
import { job } from '../../testing/rows.ts'
import { entry, movePreview, writeReply } from '../../testing/schedule.ts'
import { startServer } from '../../testing/server.ts'
import { clickInToast } from '../../testing/toasts.ts'
import { useDesktopWindow } from '../../testing/windowSize.ts'

const server = await startServer()
afterAll(server.close)

/** Thursday, Nov 19, 2026 in the company's time zone. */
const NOW = '2026-11-19T18:00:00.000Z'
const sub = {
  assignedSubcontractorId: people.subcontractor.id,
  assignedSubcontractorName: 'Tomás Ortiz',
}
const asPlan = (list: readonly PlanEntry[]) => ({
  body: list.map((one) => PlanShape.parse(one)),
  headers: { 'X-Total-Count': String(list.length) },
})

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] })
  server.reset()
  server.on(scheduleRoutes.plan, asPlan([]))
  server.on(scheduleRoutes.list, { body: [] })
  server.on(scheduleRoutes.ofJob, { body: [] })
  server.on(subcontractorRoutes.list, { body: [] })
  server.on(jobRoutes.list, { body: [job(1)] })
  server.on(jobRoutes.subcontractors, { body: [] })
  server.on(keyDateRoutes.list, { body: [] })
  server.on(scheduleAttentionRoutes.read, { failure: 'unavailable' })
})
afterEach(() => {
  vi.useRealTimers()
})
const MOVE = '0198c0de-0000-7000-8000-00000000000a'
/** Answers previews of moves among these entries, and undo requests. */
function answerPreview(entries: readonly ScheduleEntry[]) {
  server.on(scheduleRoutes.ofJob, { body: [...entries] })
  server.on(scheduleMoveRoutes.preview, ({ body }) => ({
    body: movePreview(entries, JSON.parse(body)),
  }))
  server.on(scheduleMoveRoutes.undo, { body: { moveId: MOVE, moved: 1 } })
}
const bodies = (method: string) =>
  server.seen.filter((seen) => seen.method === method).map(({ body }) => JSON.parse(body))
const planned = () =>
  server.seen
    .filter(({ url }) => url.startsWith(scheduleRoutes.plan.path))
    .map(({ query }) => Object.fromEntries(query))
const user = userEvent

describe('the week', () => {
  test('is Sunday to Saturday around today', async () => {
    open(server, '/schedule', 'admin')
    expect(await screen.findByRole('heading', { level: 1, name: 'Project Schedule' })).toBeTruthy()
    expect(screen.getByText('Nov 15 – 21, 2026')).toBeTruthy()
    const today = screen.getByRole('button', { name: 'Thursday, Nov 19, 2026, Today' })
    expect(today.getAttribute('aria-current')).toBe('date')
    expect(planned()).toEqual([{ from: '2026-11-15', to: '2026-12-05' }])
  })

  test('names the subs booked on an entry that none is assigned to', async () => {
    const booked = { assignedSubcontractorId: null, assignedSubcontractorName: 'Sofia Marin' }
    const work = { scheduleType: 'task', status: 'scheduled' } as const
    server.on(scheduleRoutes.plan, asPlan([entry(1, { ...work, ...booked }), entry(2, work)]))
    open(server, '/schedule', 'admin')
    const bar = async (name: RegExp) => (await screen.findByRole('button', { name })).textContent
    expect(await bar(/^Entry 1/)).toContain('Sofia Marin')
    expect(await bar(/^Entry 2/)).toContain('Nobody assigned')
  })

  test('moves a week back and forward, and returns with Today', async () => {
    open(server, '/schedule?date=2026-11-26', 'admin')
    expect(await screen.findByText('Nov 22 – 28, 2026')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next week' }))
    expect(await screen.findByText('Nov 29 – Dec 5, 2026')).toBeTruthy()
    expect(location.search).toBe('?date=2026-12-03')
    await user.click(screen.getByRole('button', { name: 'Previous week' }))
    expect(await screen.findByText('Nov 22 – 28, 2026')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Today' }))
    expect(await screen.findByText('Nov 15 – 21, 2026')).toBeTruthy()
  })

  test('shows three entries a day; "+N more" opens the day', async () => {
    const four = [1, 2, 3, 4].map((n) => entry(n, { startDate: '2026-11-19' }))
    server.on(scheduleRoutes.plan, asPlan(four))
    open(server, '/schedule', 'admin')
    const week = within(await screen.findByRole('region', { name: 'Week of Nov 15 – 21, 2026' }))
    expect(week.getAllByRole('button', { name: /^Entry/ })).toHaveLength(3)
    await user.click(week.getByRole('button', { name: '+1 more on Friday, Nov 20, 2026' }))
    expect(await screen.findByText('Schedule for Friday, Nov 20, 2026')).toBeTruthy()
    expect(location.search).toBe('?view=daily&date=2026-11-20')
  })

  test('moves an entry with Alt and an arrow, asks why it slips, and can undo', async () => {
    const one = entry(1, { title: 'Footings', ...sub })
    server.on(scheduleRoutes.plan, asPlan([one]))
    const moved = { ...one, startDate: '2026-11-20', endDate: '2026-11-21' }
    server.on(scheduleRoutes.update, { body: writeReply(moved, { moveId: MOVE, moved: 1 }) })
    answerPreview([one])
    open(server, '/schedule', 'admin')
    const button = await screen.findByRole('button', {
      name: /^Footings, Job 1, Nov 19 – 20, 2026/,
    })
    button.focus()
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    expect(
      await screen.findByText('Footings moves to Nov 20 – Nov 23, ends 3 days later'),
    ).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Weather' }))
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText('Schedule Updated')).toBeTruthy()
    const days = { startDate: '2026-11-20', endDate: '2026-11-23' }
    expect(bodies('PUT')).toEqual([{ ...days, reason: 'Weather' }])
    await clickInToast('Undo')
    const undo = `/api/schedule-moves/${MOVE}/undo`
    await waitFor(() => expect(server.seen.map(({ url }) => url)).toContain(undo))
  })
})

describe('bad weather', () => {
  const roof = entry(1, {
    title: 'Roof',
    startDate: '2026-11-19',
    endDate: '2026-11-20',
    weatherDependent: true,
    indoorWork: false,
  })
  const preview = {
    summary: '1 entry moves, finish goes from Nov 20 to Nov 23',
    moves: [
      {
        id: roof.id,
        jobId: roof.jobId,
        title: 'Roof',
        startDate: '2026-11-19',
        endDate: '2026-11-20',
        newStartDate: '2026-11-20',
        newEndDate: '2026-11-23',
      },
    ],
    conflicts: [],
    jobs: [
      {
        jobId: roof.jobId,
        jobName: 'Deck',
        finishBefore: '2026-11-20',
        finishAfter: '2026-11-23',
        clientName: 'Maya Okafor',
      },
    ],
    clashes: [],
    versions: { [roof.id]: roof.updatedAt },
    digest: 'one',
  }
  const path = '/schedule?view=daily&date=2026-11-19&weather=2026-11-19'
  const box = async () =>
    within(await screen.findByRole('dialog', { name: 'Bad weather on Thursday, Nov 19, 2026' }))
  beforeEach(() => {
    server.on(scheduleRoutes.plan, asPlan([roof]))
    server.on(scheduleMoveRoutes.weatherDays, { body: [] })
    server.on(scheduleMoveRoutes.weatherPreview, { body: preview })
    server.on(scheduleMoveRoutes.undo, { body: { moveId: MOVE, moved: 1 } })
  })

  test('previews the moves, marks the day, and can be undone', async () => {
    const move = { moveId: MOVE, moved: 1 }
    server.on(scheduleMoveRoutes.markWeather, { body: { day: '2026-11-19', move } })
    open(server, path, 'admin')
    const dialog = await box()
    expect(await dialog.findByText(preview.summary)).toBeTruthy()
    expect(
      dialog.getByText('Nobody is double-booked by this. Maya Okafor sees the new finish.'),
    ).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Mark and move 1 entry' }))
    await clickInToast('Undo')
    const undo = `/api/schedule-moves/${MOVE}/undo`
    await waitFor(() => expect(server.seen.map(({ url }) => url)).toContain(undo))
    const marked = server.seen.find(
      ({ method, url }) => method === 'POST' && url === '/api/weather-days',
    )
    expect(JSON.parse(marked?.body ?? '')).toEqual({
      day: '2026-11-19',
      push: true,
      versions: preview.versions,
      digest: 'one',
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('says that the schedule changed meanwhile, and moves nothing', async () => {
    server.on(scheduleMoveRoutes.markWeather, { failure: 'planChanged' })
    open(server, path, 'admin')
    const dialog = await box()
    await user.click(await dialog.findByRole('button', { name: 'Mark and move 1 entry' }))
    const message = 'The schedule was changed in the meantime; nothing was moved'
    expect(await screen.findByText(message)).toBeTruthy()
    expect(dialog.getByText(preview.summary)).toBeTruthy()
  })

  test('of a marked day can be cleared', async () => {
    server.on(scheduleMoveRoutes.weatherDays, {
      body: [{ day: '2026-11-19', markedByName: 'Dana Reyes' }],
    })
    server.on(scheduleMoveRoutes.weatherPreview, {
      body: { ...preview, moves: [], summary: 'Nothing moves' },
    })
    server.on(scheduleMoveRoutes.clearWeather, { body: undefined })
    open(server, path, 'admin')
    const dialog = await box()
    expect(await dialog.findByText('No work outdoors is planned on this day.')).toBeTruthy()
    await user.click(await dialog.findByRole('button', { name: 'Remove the mark' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.seen.some(({ method }) => method === 'DELETE')).toBe(true)
  })
})

describe('the list', () => {
  test('groups the entries by job, with their number', async () => {
    const deck = { jobId: job(2).id, jobName: 'Deck' }
    const list = [
      entry(11, { jobName: '', jobId: job(3).id }),
      entry(12, { ...deck, title: 'Posts' }),
      entry(13, { ...deck, title: 'Joists' }),
    ]
    server.on(scheduleRoutes.plan, asPlan(list))
    open(server, '/schedule?view=list', 'admin')
    const names = await screen.findAllByRole('heading', { level: 2 })
    expect(names.map((name) => name.parentElement?.textContent)).toEqual([
      'Deck2 items',
      'Unknown Job1 item',
    ])
    expect(planned()).toEqual([{}])
  })

  test('unfolds and folds the completed entries of a job', async () => {
    const list = [entry(11), entry(12, { title: 'Posts', status: 'completed' })]
    server.on(scheduleRoutes.plan, asPlan(list))
    open(server, '/schedule?view=list', 'admin')
    const line = await screen.findByRole('button', { name: /^1 finished · last: Posts/ })
    expect(screen.queryByRole('button', { name: /^Posts/ })).toBeNull()
    await user.click(line)
    expect(await screen.findByRole('button', { name: /^Posts/ })).toBeTruthy()
    await user.click(line)
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Posts/ })).toBeNull())
  })

  test('says when it is empty, and when the filters match nothing', async () => {
    open(server, '/schedule?view=list', 'admin')
    expect(await screen.findByText('Nothing is planned yet')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Status'), 'delayed')
    expect(await screen.findByText('No schedule entries match your filters')).toBeTruthy()
    await waitFor(() => expect(planned().at(-1)).toEqual({ status: 'delayed' }))
    const options = within(screen.getByLabelText('Status')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'All statuses',
      'Scheduled',
      'In Progress',
      'Completed',
      'Delayed',
    ])
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('Nothing is planned yet')).toBeTruthy()
  })
})

describe('the day', () => {
  test.each([
    { weatherDependent: true, indoorWork: false, isShown: true },
    { weatherDependent: true, indoorWork: true, isShown: false },
    { weatherDependent: false, indoorWork: false, isShown: false },
  ])('shows the weather for %o', async ({ isShown, ...facts }) => {
    server.on(scheduleRoutes.plan, asPlan([entry(1, facts)]))
    open(server, '/schedule?view=daily', 'admin')
    const day = within(await screen.findByRole('region', { name: "Today's Schedule" }))
    expect(day.getByText('8h')).toBeTruthy()
    expect(day.queryAllByText('Assigned')).toHaveLength(0)
    expect(day.queryAllByText('Weather dependent')).toHaveLength(isShown ? 1 : 0)
    expect(planned()).toEqual([{ from: '2026-11-19', to: '2026-11-19' }])
  })

  describe('that is off', () => {
    const holidays = [{ day: '2026-11-19', name: 'Founders’ Day' }]
    const worked = entry(1, { title: 'Delivery' })
    const resting = entry(2, { title: 'Framing', ...sub })
    beforeEach(() => server.on(scheduleRoutes.plan, asPlan([worked, resting])))
    const day = async () => within(await screen.findByRole('region', { name: "Today's Schedule" }))

    test('shows only what is worked on', async () => {
      server.on(scheduleWeekRoutes.day, { body: { workedIds: [worked.id], back: null } })
      open(server, '/schedule?view=daily&status=scheduled', 'admin', { holidays })
      expect(await (await day()).findByText('Delivery')).toBeTruthy()
      expect((await day()).queryByText('Framing')).toBeNull()
      const [read] = server.seen.filter(({ url }) => url.startsWith('/api/schedule/day'))
      expect(Object.fromEntries(read?.query ?? [])).toEqual({
        day: '2026-11-19',
        status: 'scheduled',
      })
    })

    test.each([
      [{ name: 'Tomás Ortiz', others: 0 }, 'Tomás Ortiz is back Mon, Nov 23, 8 AM'],
      [{ name: 'Tomás Ortiz', others: 1 }, 'Tomás Ortiz and 1 other are back Mon, Nov 23, 8 AM'],
      [{ name: null, others: 0 }, 'Work goes on Mon, Nov 23, 8 AM'],
    ])('says who is back, of %o', async (who, text) => {
      const back = { day: '2026-11-23', startTime: '08:00', ...who }
      server.on(scheduleWeekRoutes.day, { body: { workedIds: [], back } })
      open(server, '/schedule?view=daily', 'client', { holidays })
      expect(await (await day()).findByText('Nobody works Thursday')).toBeTruthy()
      expect((await day()).getByText(text)).toBeTruthy()
    })
  })

  test('lists the appointments of bids for the office, unless it is filtered', async () => {
    server.on(appointmentRoutes.planned, { body: [plannedAppointment(1, { customerPhone: null })] })
    const { unmount } = open(server, '/schedule?view=daily&date=2026-11-20', 'admin')
    const list = within(await screen.findByRole('region', { name: 'Appointments' }))
    const [item] = list.getAllByRole('listitem')
    expect(item?.textContent).toBe('9:00 AMSite visitLake house · A. Duarte · 14 Lake DrMap')
    unmount()
    for (const [who, filter] of [
      ['admin', '&status=scheduled'],
      ['client', ''],
    ] as const) {
      const shown = open(server, `/schedule?view=daily&date=2026-11-20${filter}`, who)
      await screen.findByText('Nothing is planned on this day')
      expect(screen.queryByRole('region', { name: 'Appointments' })).toBeNull()
      shown.unmount()
    }
  })

  test('shows who is assigned, and what comes next', async () => {
    server.on(scheduleRoutes.plan, asPlan([entry(1, sub)]))
    server.on(scheduleRoutes.list, { body: [entry(2, { title: 'Shingles' })] })
    open(server, '/schedule?view=daily', 'admin')
    const day = within(await screen.findByRole('region', { name: "Today's Schedule" }))
    expect(day.getByText('Assigned')).toBeTruthy()
    const next = within(await screen.findByRole('region', { name: 'Upcoming' }))
    expect(await next.findByText('Shingles')).toBeTruthy()
    const [read] = server.seen.filter(({ url }) => url.startsWith('/api/schedule-entries'))
    expect(Object.fromEntries(read?.query ?? [])).toEqual({ startsFrom: '2026-11-20', limit: '5' })
  })
})

describe('the details', () => {
  const one = entry(1, {
    title: 'Flashing',
    description: 'Step flashing at the chimney',
    status: 'delayed',
    priority: 'high',
    notes: 'Ladder is on site',
    ...sub,
  })
  const path = `/schedule?entry=${one.id}`
  beforeEach(() => {
    server.on(scheduleRoutes.one, { body: one })
    // Last, because its path also looks like that of one entry.
    server.on(scheduleRoutes.plan, asPlan([one]))
    server.on(scheduleRoutes.changes, { body: [] })
  })

  test('open beside the week by a click, and close by Escape, which restores the focus', async () => {
    open(server, '/schedule', 'admin')
    const event = await screen.findByRole('button', { name: /^Flashing/ })
    await user.click(event)
    const panel = within(await screen.findByRole('dialog', { name: 'Flashing' }))
    for (const text of ['Nov 19, 2026', 'Step flashing at the chimney', 'High', 'Tomás Ortiz'])
      expect(panel.getByText(text, { exact: false })).toBeTruthy()
    expect(panel.getByLabelText('Status of Flashing')).toHaveProperty('value', 'delayed')
    expect(location.search).toBe(`?entry=${one.id}`)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(event)
  })

  test('return the focus to the row of the chart, or to the content without one', async () => {
    useDesktopWindow()
    open(server, '/schedule?view=gantt&path=off', 'admin')
    const row = await screen.findByRole('row', { name: /^Flashing/ })
    row.focus()
    await user.keyboard('{Enter}')
    const panel = await screen.findByRole('dialog', { name: 'Flashing' })
    panel.focus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(row)

    cleanup()
    server.on(scheduleRoutes.plan, asPlan([]))
    open(server, `/schedule?view=gantt&path=off&entry=${one.id}`, 'admin')
    const alone = await screen.findByRole('dialog', { name: 'Flashing' })
    expect(screen.queryByRole('row', { name: /^Flashing/ })).toBeNull()
    alone.focus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('remain open beside the week when Escape closes their dialog', async () => {
    useDesktopWindow()
    open(server, path, 'admin')
    const panel = within(await screen.findByRole('dialog', { name: 'Flashing' }))
    await user.click(await panel.findByRole('button', { name: 'Edit' }))
    await screen.findByRole('dialog', { name: 'Edit Schedule Entry' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(screen.getByRole('dialog', { name: 'Flashing' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('can change the status', async () => {
    server.on(scheduleRoutes.update, { body: writeReply(one) })
    open(server, path, 'admin')
    await user.selectOptions(await screen.findByLabelText('Status of Flashing'), 'completed')
    expect(await screen.findByText('Schedule Updated')).toBeTruthy()
    expect(bodies('PUT')).toEqual([{ status: 'completed' }])
  })

  test('can move the entry, with a reason', async () => {
    server.on(scheduleRoutes.update, { body: writeReply(one, { moveId: MOVE, moved: 1 }) })
    answerPreview([one])
    open(server, path, 'admin')
    await user.click(await screen.findByRole('button', { name: 'Move…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Flashing' }))
    expect(dialog.queryByText('Why?')).toBeNull()
    await user.clear(dialog.getByLabelText('End Date'))
    await user.type(dialog.getByLabelText('End Date'), '2026-11-24')
    const description = 'The office and the subs on this job can read this'
    await dialog.findByText('1 entry moves, finish goes from Nov 20 to Nov 24')
    await dialog.findByRole('radiogroup', { name: 'Why?', description })
    await user.click(dialog.getByRole('radio', { name: 'Inspection' }))
    await user.click(dialog.getByRole('button', { name: 'Move' }))
    expect(await screen.findByText('Schedule Updated')).toBeTruthy()
    expect(bodies('PUT')).toEqual([
      { startDate: '2026-11-19', endDate: '2026-11-24', reason: 'Inspection' },
    ])
  })

  test('counts the days on which it is worked, without a weekend in between', async () => {
    const days = { startDate: '2026-11-20', endDate: '2026-11-24' }
    server.on(scheduleRoutes.one, { body: { ...one, ...days } })
    open(server, path, 'admin')
    const panel = within(await screen.findByRole('dialog', { name: 'Flashing' }))
    expect(panel.getByText('· 3 days')).toBeTruthy()
  })

  test('moving the start keeps the number of working days', async () => {
    answerPreview([one])
    open(server, path, 'admin')
    await user.click(await screen.findByRole('button', { name: 'Move…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Flashing' }))
    await user.clear(dialog.getByLabelText('Start Date'))
    await user.type(dialog.getByLabelText('Start Date'), '2026-11-20')
    expect(dialog.getByLabelText('End Date')).toHaveProperty('value', '2026-11-23')
  })

  test.each([
    ['Move…', 'Move Flashing', 'Move'],
    ['Edit', 'Edit Schedule Entry', 'Save Changes'],
  ])('%s asks once before a move by more than six months is saved', async (opener, title, save) => {
    server.on(scheduleRoutes.update, { body: writeReply(one, { moveId: MOVE, moved: 1 }) })
    answerPreview([one])
    open(server, path, 'admin')
    await user.click(await screen.findByRole('button', { name: opener }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await user.clear(dialog.getByLabelText('End Date'))
    await user.type(dialog.getByLabelText('End Date'), '2027-11-20')
    await user.click(dialog.getByRole('button', { name: save }))
    const name = 'Move Flashing by more than six months?'
    const question = within(await screen.findByRole('alertdialog', { name }))
    expect(
      question.getByText('From Nov 19 – 20, 2026 to Nov 19, 2026 – Nov 20, 2027.'),
    ).toBeTruthy()
    expect(screen.queryByText(/^Your entries are still here/)).toBe(null)
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(bodies('PUT')).toEqual([])
    await user.click(dialog.getByRole('button', { name: save }))
    await user.click(
      within(await screen.findByRole('alertdialog', { name })).getByRole('button', {
        name: 'Move',
      }),
    )
    expect(await screen.findByText('Schedule Updated')).toBeTruthy()
    expect(bodies('PUT')).toEqual([expect.objectContaining({ endDate: '2027-11-20' })])
  })

  test('show the history in words', async () => {
    const change = {
      scheduleEntryId: one.id,
      changedById: people.admin.id,
      changedByName: 'Dana Reyes',
      oldValue: null,
      newValue: null,
      reason: null,
      impactedEntries: [],
      moveId: null,
      undoable: false,
      createdAt: '2026-11-17T15:00:00.000Z',
    }
    const row = (n: number, more: object) => ({
      ...change,
      id: entry(n).id,
      changeType: 'created',
      ...more,
    })
    server.on(scheduleRoutes.changes, {
      body: [
        row(1, {
          changeType: 'startDate',
          oldValue: '2026-11-17',
          newValue: '2026-11-19',
          reason: 'Inspection',
          impactedEntries: [entry(8).id],
        }),
        row(2, {
          changeType: 'endDate',
          oldValue: '2026-11-18',
          newValue: '2026-11-20',
          reason: 'Inspection',
          impactedEntries: [entry(8).id],
        }),
        row(3, {
          changeType: 'status',
          oldValue: 'scheduled',
          newValue: 'in_progress',
          createdAt: '2026-11-12T15:00:00.000Z',
        }),
        row(5, {
          changeType: 'internal',
          oldValue: 'false',
          newValue: 'true',
          createdAt: '2026-11-11T16:00:00.000Z',
        }),
        row(4, {
          changeType: 'assignedSubcontractorId',
          newValue: 'Walt Jensen',
          createdAt: '2026-11-11T15:00:00.000Z',
        }),
      ],
    })
    open(server, path, 'admin')
    await user.click(await screen.findByRole('tab', { name: 'History' }))
    const items = within(await screen.findByRole('dialog', { name: 'Flashing' }))
    await items.findByText('Walt Jensen assigned')
    const lines = items.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines).toEqual([
      'Nov 17, 2026Moved from Nov 17 – 18, 2026 to Nov 19 – 20, 2026Dana Reyes · Inspection · concerns 1 other entry',
      'Nov 12, 2026Status from Scheduled to In ProgressDana Reyes',
      'Nov 11, 2026Internal from no to yesDana Reyes',
      'Nov 11, 2026Walt Jensen assignedDana Reyes',
    ])
  })

  test('of an entry whose job was deleted meanwhile say so, even after a write', async () => {
    open(server, path, 'admin')
    const select = await screen.findByLabelText('Status of Flashing')
    server.on(scheduleRoutes.update, { failure: 'notFound' })
    server.on(scheduleRoutes.one, { failure: 'notFound' })
    server.on(scheduleRoutes.plan, asPlan([]))
    await user.selectOptions(select, 'completed')
    expect(await screen.findByText('Failed to update schedule entry')).toBeTruthy()
    expect(await screen.findByRole('dialog', { name: 'Entry not found' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Flashing/ })).toBeNull()
  })

  test('say that an entry is internal, which the form changes and explains', async () => {
    server.on(scheduleRoutes.update, { body: writeReply(one) })
    open(server, path, 'admin')
    const panel = within(await screen.findByRole('dialog', { name: 'Flashing' }))
    expect(panel.queryByText('Internal')).toBeNull()
    await user.click(await panel.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Schedule Entry' }))
    const checkbox = dialog.getByRole('checkbox', {
      name: 'Internal',
      description: 'Hidden from the client. The office and the subs on this job can read this.',
    })
    expect(checkbox).toHaveProperty('checked', false)
    server.on(scheduleRoutes.one, { body: { ...one, internal: true } })
    server.on(scheduleRoutes.plan, asPlan([one]))
    const description = (text: string) =>
      dialog.getByRole('textbox', { name: 'Description', description: text })
    expect(description('Everyone on this job can read this')).toBeTruthy()
    await user.click(checkbox)
    const crew = 'The office and the subs on this job can read this'
    expect(description(crew)).toBeTruthy()
    for (const name of ['Weather dependent', 'Indoor work'])
      expect(dialog.getByRole('checkbox', { name, description: crew })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    expect(await panel.findByText('Internal')).toBeTruthy()
    expect(bodies('PUT')).toEqual([{ internal: true }])
  })

  test('warn in the form that the sub is also booked for another open entry', async () => {
    const others = [
      entry(2, { title: 'Shingles', ...sub }),
      entry(3, { title: 'Gutters', status: 'cancelled', ...sub }),
    ]
    server.on(scheduleRoutes.list, { body: [one, ...others] })
    open(server, path, 'admin')
    const panel = within(await screen.findByRole('dialog', { name: 'Flashing' }))
    await user.click(await panel.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Schedule Entry' }))
    expect(await dialog.findByText(/^Tomás Ortiz is also booked for "Shingles"/)).toBeTruthy()
    expect(dialog.getAllByText(/also booked/)).toHaveLength(1)
    const reads = server.seen.filter(({ url }) => url.startsWith('/api/schedule-entries?'))
    expect(reads.map(({ query }) => Object.fromEntries(query))).toEqual([
      { from: one.startDate, to: one.endDate, subcontractorId: people.subcontractor.id },
    ])
  })

  test.each([
    { who: 'admin', count: 1 },
    { who: 'subcontractor', count: 1 },
    // The settings may hide the sub from clients.
    { who: 'client', count: 0 },
  ] as const)('say that nobody is assigned: $who', async ({ who, count }) => {
    const unassigned = { assignedSubcontractorId: null, assignedSubcontractorName: null }
    server.on(scheduleRoutes.one, { body: { ...one, ...unassigned } })
    server.on(scheduleRoutes.plan, asPlan([one]))
    open(server, path, who)
    const panel = within(await screen.findByRole('dialog', { name: 'Flashing' }))
    expect(panel.queryAllByText('Nobody assigned')).toHaveLength(count)
    expect(panel.queryAllByText('Subcontractor')).toHaveLength(count)
  })

  test('offer to choose a sub, and name those who are booked instead', async () => {
    const unassigned = { assignedSubcontractorId: null, assignedSubcontractorName: null }
    const work = { ...unassigned, scheduleType: 'task', endDate: '2026-11-30' } as const
    server.on(scheduleRoutes.one, { body: { ...one, ...work } })
    server.on(scheduleRoutes.plan, asPlan([one]))
    open(server, path, 'admin')
    const shown = async () => within(await screen.findByRole('dialog', { name: 'Flashing' }))
    const link = await (await shown()).findByRole('link', { name: 'Assign' })
    expect(link.getAttribute('href')).toBe(
      `/crew-board?date=${one.startDate}&book=${one.id}&back=1`,
    )
    const booked = { ...work, assignedSubcontractorName: 'Sofia Marin' }
    server.on(scheduleRoutes.one, { body: { ...one, ...booked } })
    cleanup()
    open(server, path, 'admin')
    const fact = (await shown()).getByText('Subcontractor').nextElementSibling
    await waitFor(() => expect(fact?.textContent).toBe('Sofia Marin'))
  })

  test.each(['subcontractor', 'client'] as const)('are read-only for a %s', async (who) => {
    const hidden = {
      priority: null,
      estimatedHours: null,
      weatherDependent: null,
      indoorWork: null,
      notes: null,
    }
    const seen = who === 'client' ? { ...one, ...hidden } : one
    server.on(scheduleRoutes.one, { body: seen })
    server.on(scheduleRoutes.plan, asPlan([seen]))
    open(server, path, who)
    const panel = within(await screen.findByRole('dialog', { name: 'Flashing' }))
    for (const name of ['Move…', 'Edit', 'Delete entry'])
      expect(panel.queryByRole('button', { name })).toBeNull()
    expect(panel.queryByRole('combobox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add Schedule Item' })).toBeNull()
    expect(panel.queryAllByRole('tab')).toHaveLength(who === 'client' ? 0 : 2)
    for (const text of ['High', '8h', 'Ladder is on site'])
      expect(panel.queryAllByText(text)).toHaveLength(who === 'client' ? 0 : 1)
    const marks = panel.queryAllByText(`: ${readersSentence.crew}`)
    expect(marks).toHaveLength(who === 'client' ? 0 : 2)
  })
})

describe('adding an entry', () => {
  test('starts with the chosen day, and reports a failure', async () => {
    open(server, '/schedule', 'admin')
    await user.click(
      await screen.findByRole('button', { name: 'Add an entry on Friday, Nov 20, 2026' }),
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Schedule Entry' }))
    expect(dialog.getByLabelText('Start Date')).toHaveProperty('value', '2026-11-20')
    expect(location.search).toBe('?new=entry&from=2026-11-20&to=2026-11-20')
    server.on(scheduleRoutes.create, { failure: 'internal' })
    await user.click(dialog.getByLabelText('Job'))
    await user.click(await dialog.findByRole('option', { name: /Job 1/ }))
    await user.type(dialog.getByLabelText('Title'), 'Framing')
    await user.click(dialog.getByRole('checkbox', { name: 'Internal' }))
    await user.click(dialog.getByRole('button', { name: 'Create Entry' }))
    expect(await screen.findByText('Failed to create schedule entry.')).toBeTruthy()
    const created = entry(5, { title: 'Framing' })
    server.on(scheduleRoutes.create, { body: writeReply(created) })
    await user.click(dialog.getByRole('button', { name: 'Create Entry' }))
    expect(await screen.findByText('Schedule Entry Created')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies('POST')[1]).toMatchObject({
      jobId: job(1).id,
      title: 'Framing',
      startDate: '2026-11-20',
      endDate: '2026-11-20',
      internal: true,
    })
  })
})

test('a sub sees their own entries at first, and all on request', async () => {
  open(server, '/schedule?view=list', 'subcontractor')
  expect(await screen.findByText('Nothing is planned yet')).toBeTruthy()
  expect(planned()).toEqual([{ subcontractorId: people.subcontractor.id }])
  await user.selectOptions(screen.getByLabelText('Entries'), 'all')
  await waitFor(() => expect(planned().at(-1)).toEqual({}))
})

test('a schedule with more entries than can be shown says so', async () => {
  server.on(scheduleRoutes.plan, { body: [], headers: { 'X-Total-Count': '7312' } })
  open(server, '/schedule', 'admin')
  expect(
    await screen.findByText(/The 5,000 entries that start last are shown, of 7,312/),
  ).toBeTruthy()
})

describe('the month', () => {
  const keyDate = {
    kind: 'job_due' as const,
    id: job(1).id,
    jobId: job(1).id,
    jobName: 'Deck',
    title: 'Deck',
    day: '2026-11-20',
    status: 'in_progress',
  }

  test('shows two items a day and counts the others; the day lists all', async () => {
    const list = [1, 2, 3].map((n) => entry(n, { startDate: '2026-11-20' }))
    server.on(scheduleRoutes.plan, asPlan(list))
    server.on(keyDateRoutes.list, { body: [keyDate] })
    open(server, '/enhanced-schedule', 'admin')
    expect(await screen.findByText('November 2026')).toBeTruthy()
    expect(planned()).toEqual([{ from: '2026-11-01', to: '2026-12-05' }])
    const cell = screen.getByRole('button', { name: 'Friday, Nov 20, 2026, 4 items' }).parentElement
    const day = within(cell as HTMLElement)
    expect(day.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
      'Job due: Deck, In Progress',
    ])
    expect(day.getAllByRole('button', { name: /^Entry/ })).toHaveLength(1)
    await user.click(day.getByRole('button', { name: '+2 more on Friday, Nov 20, 2026' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Friday, Nov 20, 2026' }))
    expect(dialog.getAllByRole('listitem')).toHaveLength(4)
    expect(location.search).toBe('?day=2026-11-20')
  })

  test('shows the appointments of bids, in the list of a day with Map and Call', async () => {
    const visit = plannedAppointment(1)
    server.on(appointmentRoutes.planned, { body: [visit] })
    open(server, '/enhanced-schedule', 'admin')
    const chip = await screen.findByRole('link', {
      name: 'Appointment: Site visit, Lake house, 9:00 AM',
    })
    expect(chip.getAttribute('href')).toBe(`/pending-bids/${visit.bidId}`)
    await user.click(screen.getByRole('button', { name: 'Friday, Nov 20, 2026, 1 item' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Friday, Nov 20, 2026' }))
    expect(dialog.getByRole('link', { name: 'Map' }).getAttribute('href')).toContain('14+Lake+Dr')
    expect(dialog.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:5550177')
    const [read] = server.seen.filter(({ url }) => url.startsWith('/api/bid-appointments'))
    expect(Object.fromEntries(read?.query ?? [])).toEqual({ from: '2026-11-01', to: '2026-12-05' })
  })

  test('moves to other months and the week, and lists the next deadlines', async () => {
    server.on(keyDateRoutes.list, { body: [keyDate] })
    open(server, '/enhanced-schedule?date=2026-01-31', 'admin')
    expect(await screen.findByText('January 2026')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    expect(await screen.findByText('February 2026')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Today' }))
    expect(await screen.findByText('November 2026')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Week' }))
    expect(await screen.findByText('Nov 15 – 21, 2026')).toBeTruthy()
    const next = within(await screen.findByRole('region', { name: 'Upcoming Deadlines' }))
    expect(await next.findByText('tomorrow')).toBeTruthy()
    const deadlineQueries = server.seen
      .filter(({ query }) => query.has('deadlines'))
      .map(({ query }) => Object.fromEntries(query))
    expect(deadlineQueries).toEqual([{ from: '2026-11-19', deadlines: 'true', limit: '5' }])
  })
})
