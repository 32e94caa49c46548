import { baselineRoutes } from '@plumbline/contract/baselines.ts'
import { type Job, jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { type ScheduleEntry, scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { scheduleWeekRoutes } from '@plumbline/contract/scheduleWeek.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { weeklyUpdateRoutes } from '@plumbline/contract/weeklyUpdates.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { photo } from '../../testing/photos.ts'
import { jobContents, job as jobOf } from '../../testing/rows.ts'
import { entry } from '../../testing/schedule.ts'
import { startServer } from '../../testing/server.ts'
import { task } from '../../testing/tasks.ts'

const server = await startServer()
afterAll(server.close)

const before = jobOf(1, {
  ...{ name: 'Kitchen remodel', endDate: '2026-12-18', approvedAmount: 4_825_075 },
})
const path = `/jobs/${before.id}`
let job: Job = before
let entries: ScheduleEntry[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-19T18:00:00.000Z'), toFake: ['Date'] })
  server.reset()
  job = before
  entries = [entry(1, { title: 'Rough electrical' })]
  server.on(jobRoutes.one, () => ({ body: job }))
  server.on(jobRoutes.list, { body: [] })
  server.on(taskRoutes.ofJob, { body: [task(1, { name: 'Hang doors' })] })
  server.on(scheduleRoutes.ofJob, () => ({ body: entries }))
  server.on(jobRoutes.subcontractors, { body: [people.subcontractor] })
  server.on(baselineRoutes.finish, { body: { days: 2, reason: 'Inspection' } })
  server.on(photoRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(scheduleRoutes.list, { body: [] })
  server.on(weeklyUpdateRoutes.ofJob, { body: [] })
  server.on(peopleRoutes.list, { body: [people.subcontractor] })
})
afterEach(() => {
  vi.useRealTimers()
})
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test.each([
  ['Delete task', 'Delete the task', taskRoutes.remove, 'task'],
  ['Delete entry', 'Delete the entry', scheduleRoutes.remove, 'schedule entry'],
] as const)('%s asks first, and shows the outcome', async (name, yes, row, word) => {
  server.on(row, { failure: 'internal' })
  open(server, path, 'admin')
  await press(name)
  await press(yes)
  expect(await screen.findByText(`Failed to delete ${word}`)).toBeTruthy()
  server.on(row, { body: undefined })
  await press(yes)
  const successText = `${word.charAt(0).toUpperCase()}${word.slice(1)} deleted successfully`
  expect(await screen.findByText(successText)).toBeTruthy()
  expect(server.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
})

test('the strip of photos says when each was taken', async () => {
  const taken = ['2026-11-19T15:05:00.000Z', '2026-11-05T15:00:00.000Z'] as const
  const photos = taken.map((takenAt, n) =>
    photo(n, { takenAt, createdAt: '2026-11-19T17:30:00.000Z' }),
  )
  server.on(photoRoutes.list, { body: photos, headers: { 'X-Total-Count': '2' } })
  open(server, path, 'admin')
  const strip = within(await screen.findByRole('region', { name: 'Photos' }))
  const items = strip.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual(['Today, 9:05 AM · Dana Reyes', 'Nov 5', 'View Photos 2'])
})

test.each([
  ['client', true, 1],
  ['client', false, 0],
  ['subcontractor', false, 1],
] as const)(
  'a %s sees the subs of a job with the setting %s: %i',
  async (role, clientsSeeSubs, seen) => {
    open(server, path, role, { clientsSeeSubs })
    await screen.findByRole('region', { name: 'Schedule' })
    expect(screen.queryAllByRole('region', { name: 'Subcontractors' })).toHaveLength(seen)
    expect(screen.queryAllByRole('link', { name: /^Subcontractors/ })).toHaveLength(seen)
  },
)

test('on a day off, a job with current work says when it goes on', async () => {
  const back = { day: '2026-11-23', startTime: '07:30', name: 'Tomás Ortiz', others: 0 }
  server.on(scheduleWeekRoutes.day, { body: { workedIds: [], back } })
  open(server, path, 'client', { holidays: [{ day: '2026-11-19', name: 'Founders’ Day' }] })
  const now = within(await screen.findByRole('region', { name: 'Now and next' }))
  const text = 'Nobody works Thursday. Tomás Ortiz is back Mon, Nov 23, 7:30 AM.'
  expect(await now.findByText(text)).toBeTruthy()
  const [read] = server.seen.filter(({ url }) => url.startsWith('/api/schedule/day'))
  expect(Object.fromEntries(read?.query ?? [])).toEqual({ day: '2026-11-19', jobId: job.id })
})

test('deleting a job first counts what is deleted with it, then opens the list', async () => {
  const remaining = { bidName: 'Kitchen', rentalExpenses: 3 }
  const counts = { tasks: 1, entries: 14, photos: 2, ...remaining }
  server.on(jobRoutes.contents, { body: jobContents(counts) })
  server.on(jobRoutes.remove, { body: undefined })
  open(server, path, 'admin')
  await press('Delete Job')
  const question = await screen.findByRole('alertdialog', { name: 'Delete Kitchen remodel?' })
  const counted = /^Its 1 task, 14 schedule entries and 2 photos will be deleted too\./
  expect(await within(question).findByText(counted)).toBeTruthy()
  expect(question.textContent).toContain(
    'Its bid “Kitchen” and 3 rental expenses will remain, without a job. This cannot be undone.',
  )
  await press('Delete the job')
  expect(await screen.findByText('Job deleted successfully')).toBeTruthy()
  expect(location.pathname).toBe('/jobs')
})

test('the question before deleting a job names every kind until they are counted', async () => {
  server.on(jobRoutes.contents, 'hangup')
  open(server, path, 'admin')
  await press('Delete Job')
  const question = await screen.findByRole('alertdialog', { name: 'Delete Kitchen remodel?' })
  expect(question.textContent).toContain(
    'Its tasks, schedule entries, messages, photos, weekly updates, change orders and drafts of invoices will be deleted too.',
  )
})

test('concurrent changes of a job are listed, and typed text is kept', async () => {
  open(server, path, 'admin')
  await press('Edit Job')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Job' }))
  await userEvent.type(dialog.getByLabelText('Notes'), 'Key at the neighbour')
  job = { ...before, status: 'on_hold', updatedAt: '2026-11-02T12:00:00.000Z' }
  server.on(jobRoutes.update, { failure: 'stale' })
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  const notice = (await dialog.findByText(/Someone else changed this/)).closest('[role=status]')
  expect([...(notice?.querySelectorAll('li') ?? [])].map((line) => line.textContent)).toEqual([
    'Status: In Progress On Hold',
  ])
  expect(dialog.getByLabelText('Notes')).toHaveProperty('value', 'Key at the neighbour')
  server.on(jobRoutes.update, { body: job })
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Job updated successfully')).toBeTruthy()
  const sent = server.seen.filter(({ method }) => method === 'PUT')
  expect(sent.map(({ body, headers }) => [JSON.parse(body), headers['if-match']])).toEqual([
    [{ notes: 'Key at the neighbour' }, tagOf(before)],
    [{ notes: 'Key at the neighbour' }, tagOf(job)],
  ])
})

test.each([
  ['admin', ' · nobody assigned'],
  ['subcontractor', ''],
  ['client', ''],
] as const)('the page shows current and next entries, and the end: %s', async (who, nobody) => {
  const tomás = {
    assignedSubcontractorId: people.subcontractor.id,
    assignedSubcontractorName: 'Tomás Ortiz',
  }
  entries = [
    entry(1, {
      ...{ ...tomás, title: 'Cabinet install', status: 'in_progress', percentComplete: 55 },
      ...{ startDate: '2026-11-16', endDate: '2026-11-22' },
    }),
    entry(2, { title: 'Template', startDate: '2026-11-24', endDate: '2026-11-24' }),
    entry(3, { ...tomás, title: 'Countertop', startDate: '2026-11-30', endDate: '2026-12-03' }),
  ]
  open(server, path, who)
  const region = await screen.findByRole('region', { name: 'Now and next' })
  const texts = () =>
    [...region.querySelectorAll('dl > div')].map((cell) =>
      [...cell.children].map(({ textContent }) => textContent),
    )
  await within(region).findByText(/2 days later than planned/)
  expect(texts()).toEqual([
    ['Now', 'Cabinet install', expect.stringContaining('Tomás Ortiz · until Nov 22, 2026')],
    ['Next', 'Template', `Nov 24, 2026${nobody}`],
    ['Then', 'Countertop', 'Nov 30 – Dec 3, 2026 · Tomás Ortiz'],
    ['Finish', 'Dec 18, 2026', expect.stringContaining('2 days later than planned · Inspection')],
  ])
  const links = within(region).queryAllByRole('link', { name: 'nobody assigned' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    nobody ? [`/crew-board?date=2026-11-24&book=${entries[1]?.id}&back=1`] : [],
  )
})

test('finished entries are folded into one line that names the last', async () => {
  entries = [
    entry(1, { title: 'Framing', status: 'completed', endDate: '2026-11-10' }),
    entry(2, { title: 'Cabinets' }),
    entry(3, { title: 'Wiring', status: 'completed', endDate: '2026-11-12' }),
  ]
  open(server, path, 'admin')
  const part = within(await screen.findByRole('region', { name: 'Schedule' }))
  const fold = await part.findByRole('button', { name: '2 finished · last: Wiring, Nov 12' })
  const names = () =>
    part.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(names()).toEqual(['Cabinets'])
  await userEvent.click(fold)
  expect(names()).toEqual(['Cabinets', 'Framing', 'Wiring'])
})

test('a job without a schedule offers to apply a template', async () => {
  entries = []
  open(server, path, 'admin')
  const part = within(await screen.findByRole('region', { name: 'Schedule' }))
  await userEvent.click(await part.findByRole('button', { name: 'Apply Template' }))
  expect(await screen.findByRole('dialog', { name: 'Apply Template' })).toBeTruthy()
})
