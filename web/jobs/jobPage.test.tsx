import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import type { Task } from '@plumbline/contract/tasks.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open, people } from '../testing/open.tsx'
import { job as jobOf } from '../testing/rows.ts'
import { startServer } from '../testing/server.ts'
import { jobQuery } from './api.ts'

const server = await startServer()
afterAll(server.close)

const job = jobOf(1, {
  name: 'Kitchen remodel',
  address: '418 Alder Ct, Elgin',
  customerName: 'Maria Okafor',
  approvedAmount: 4_825_075,
  startDate: '2026-11-03',
})
const api = `/api/jobs/${job.id}`
const path = `/jobs/${job.id}`
const task = {
  id: '0198c0de-0000-7000-8000-0000000000b1',
  jobId: job.id,
  jobName: job.name,
  name: 'Hang upper cabinets',
  description: null,
  assigneeId: people.subcontractor.id,
  assigneeName: 'Tomás Ortiz',
  status: 'not_started',
  deadline: null,
  createdAt: job.createdAt,
  updatedAt: job.updatedAt,
} as Task
const entry = {
  id: '0198c0de-0000-7000-8000-0000000000c1',
  jobId: job.id,
  jobName: job.name,
  title: 'Rough electrical',
  description: null,
  scheduleType: 'task',
  startDate: '2026-11-09',
  endDate: '2026-11-10',
  estimatedHours: 8,
  assignedSubcontractorId: null,
  assignedSubcontractorName: null,
  status: 'scheduled',
  priority: 'medium',
  dependsOnIds: [] as string[],
  blocksIds: [] as string[],
  weatherDependent: false,
  indoorWork: false,
  percentComplete: 0,
  createdAt: job.createdAt,
  updatedAt: job.updatedAt,
} as ScheduleEntry

beforeEach(() => {
  server.reset()
  server.on(`GET ${api}`, { body: job })
  server.on(`GET ${api}/tasks`, { body: [task] })
  server.on(`GET ${api}/schedule`, { body: [entry] })
  server.on(`GET ${api}/subcontractors`, {
    body: [{ ...people.subcontractor, jobCount: 1, hasJoined: true }],
  })
  server.on('GET /api/photos', { body: [], headers: { 'X-Total-Count': '0' } })
  server.on('GET /api/schedule-entries', { body: [] })
  server.on('GET /api/subcontractors', { body: [people.subcontractor] })
  server.on('GET /api/project-managers', { body: [people.admin] })
})
const sent = (method: string) => server.seen.filter((request) => request.method === method)
const bodies = (method: string) => sent(method).map(({ body }) => JSON.parse(body))
const shown = () => screen.findByRole('heading', { level: 1, name: 'Kitchen remodel' })

test('a job without an id is no job', () => {
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
] as const)('what the page has for: %s', async (who, links, buttons, tasks) => {
  server.on(`GET ${api}`, {
    body: { ...job, approvedAmount: who === 'subcontractor' ? null : job.approvedAmount },
  })
  open(server, path, who)
  await shown()
  const ways = within(screen.getByRole('navigation', { name: 'Of this job' }))
  expect(ways.getAllByRole('link').map((link) => link.textContent)).toEqual(links)
  expect(
    ways
      .getAllByRole('link')
      .every((link) => link.getAttribute('href')?.endsWith(`?jobId=${job.id}`)),
  ).toBe(true)
  for (const name of ['Edit Job', 'Delete Job', 'Manage Subcontractors'])
    expect(screen.queryAllByRole('button', { name }), name).toHaveLength(
      buttons.some((button) => button === name) ? 1 : 0,
    )
  expect(screen.queryAllByRole('button', { name: 'Hang upper cabinets' })).toHaveLength(tasks)
  expect(sent('GET').some(({ url }) => url.startsWith(`${api}/tasks`))).toBe(tasks === 1)
  expect(await screen.findByText('Rough electrical')).toBeTruthy()
  expect(screen.queryAllByText('$48,250.75')).toHaveLength(who === 'subcontractor' ? 0 : 1)
  expect(screen.queryAllByRole('slider')).toHaveLength(who === 'admin' ? 1 : 0)
})

test('a job that is not there', async () => {
  server.on(`GET ${api}`, { status: 404, body: { message: 'Not found', code: 'notFound' } })
  open(server, path, 'admin')
  expect(await screen.findByText('Job not found')).toBeTruthy()
})

test('progress moves at once, and back when it cannot be saved', async () => {
  server.on(`PUT ${api}`, {
    status: 500,
    body: { message: 'Something went wrong on our side; nothing was changed' },
  })
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

test('a manager has to be chosen before anything is sent', async () => {
  open(server, path, 'admin')
  await shown()
  expect(sent('GET').some(({ url }) => url === '/api/project-managers')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: /Assign.*Manager/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign Project Manager' }))
  const assign = dialog.getByRole('button', { name: /Assign/ })
  expect(assign).toHaveProperty('disabled', true)
  server.on(`PUT ${api}`, {
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
})

test('an entry without a sub sends null, and needs its days', async () => {
  open(server, path, 'admin')
  await shown()
  await userEvent.click(screen.getByRole('button', { name: 'Add Entry' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByPlaceholderText('No subcontractor assigned')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/^Title/), 'Framing')
  await userEvent.click(dialog.getByRole('button', { name: /^(Create|Add|Save)/ }))
  expect(await dialog.findByText('Start date is required')).toBeTruthy()
  expect(dialog.getByText('End date is required')).toBeTruthy()
  expect(sent('POST')).toEqual([])
  server.on('POST /api/schedule', {
    status: 500,
    body: { message: 'Something went wrong on our side' },
  })
  await userEvent.type(dialog.getByLabelText(/^Start Date/), '2026-11-16')
  await userEvent.type(dialog.getByLabelText(/^End Date/), '2026-11-18')
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
  // What was typed is still there.
  expect(dialog.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Framing')
})
