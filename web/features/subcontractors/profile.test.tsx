import { failures } from '@plumbline/contract/failures.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import {
  type JobRating,
  type SubcontractorJob,
  type SubcontractorProfile,
  subcontractorRoutes,
} from '@plumbline/contract/subcontractors.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const sub = people.subcontractor
const PATH = `/subcontractors/${sub.id}`
const jobId = '0198c0de-0000-7000-8000-000000000011'
const otherId = '0198c0de-0000-7000-8000-000000000012'

const profile: SubcontractorProfile = {
  ...{ ...sub, phone: '(630) 555-0114', hasJoined: true },
  ...{ jobCount: 2, rating: 4, ratingCount: 1, bookingCount: 12, taskCount: 1 },
  bookings: [
    {
      ...{
        id: otherId,
        jobId,
        jobName: 'Kitchen remodel',
        title: 'Rough wiring',
        status: 'scheduled',
      },
      ...{ startDate: '2199-03-05', endDate: '2199-03-07' },
    },
  ],
  tasks: [
    {
      ...{
        id: jobId,
        jobId,
        jobName: 'Kitchen remodel',
        name: 'Move the outlet',
        status: 'in_progress',
      },
      deadline: '2020-03-05T18:00:00.000Z',
    },
  ],
  notes: {
    text: 'Late payer.',
    updatedByName: 'Marcus Thiel',
    updatedAt: '2026-02-01T15:00:00.000Z',
  },
}
const kitchen: SubcontractorJob = {
  ...{ id: jobId, name: 'Kitchen remodel', address: '418 Alder Ct', status: 'completed' },
  ...{ startDate: '2026-01-05', endDate: '2026-02-27', isOn: true, rating: null },
}
const rating: JobRating = {
  ...{
    jobId: otherId,
    subcontractorId: sub.id,
    score: 4,
    note: 'Neat work',
    ratedById: people.admin.id,
  },
  ...{
    ratedByName: 'Gone Admin',
    createdAt: '2026-03-02T15:00:00.000Z',
    updatedAt: '2026-03-02T15:00:00.000Z',
  },
}
const bath: SubcontractorJob = {
  ...{ ...kitchen, id: otherId, name: 'Primary bath', isOn: false },
  rating,
}

let jobs: SubcontractorJob[] = []
let shown = profile
beforeEach(() => {
  server.reset()
  jobs = [kitchen, bath]
  shown = profile
  server.on(subcontractorRoutes.one, () => ({ body: shown }))
  server.on(subcontractorRoutes.jobs, () => ({
    body: jobs,
    headers: { 'X-Total-Count': String(jobs.length) },
  }))
  server.on(subcontractorRoutes.list, { body: [] })
})
const sent = (method: string) => server.seen.filter((request) => request.method === method)
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const rowOf = async (job: string) => {
  const link = await (await part('Jobs')).findByRole('link', { name: job })
  return within(link.closest('li') as HTMLElement)
}

test('the profile shows contact, rating, past and upcoming work', async () => {
  open(server, PATH, 'admin')
  expect(await screen.findByRole('heading', { level: 1, name: 'Tomás Ortiz' })).toBeTruthy()
  for (const text of ['Active', '4.0', '1 rating']) expect(screen.getByText(text)).toBeTruthy()
  const contact = await part('Contact')
  expect(contact.getByRole('link', { name: '630-555-0114' }).getAttribute('href')).toBe(
    'tel:6305550114',
  )
  expect(contact.getByRole('link', { name: sub.email ?? '' }).getAttribute('href')).toMatch(
    /^mailto:tom/,
  )
  expect(contact.getByText('Electrical')).toBeTruthy()
  const bookings = await part('Next Bookings')
  expect(bookings.getByRole('link', { name: 'Rough wiring' }).getAttribute('href')).toBe(
    `/jobs/${jobId}`,
  )
  expect(bookings.getByText('Mar 5, 2199 – Mar 7, 2199')).toBeTruthy()
  expect(bookings.getByText('1 of 12')).toBeTruthy()
  const tasks = await part('Open Tasks')
  expect(tasks.getByRole('link', { name: 'Move the outlet' }).getAttribute('href')).toBe(
    `/jobs/${jobId}?task=${jobId}`,
  )
  expect(tasks.getByText('Late')).toBeTruthy()
  const rated = await rowOf('Primary bath')
  for (const text of [
    '4 of 5, Great',
    'Jan 5, 2026 – Feb 27, 2026',
    'Neat work',
    'Removed',
    'Gone Admin, Mar 2, 2026',
  ])
    expect(rated.getByText(text)).toBeTruthy()
  const notes = await part('Private Notes')
  expect(notes.getByText('Late payer.')).toBeTruthy()
  expect(notes.getByText(/Last changed by Marcus Thiel, Feb 1, 2026/)).toBeTruthy()
})

test('empty sections say so', async () => {
  jobs = []
  shown = {
    ...{ ...profile, phone: null, specialty: null, hasJoined: false, rating: null, ratingCount: 0 },
    ...{ jobCount: 0, bookings: [], bookingCount: 0, tasks: [], taskCount: 0 },
    notes: { ...profile.notes, text: null, updatedByName: null },
  }
  open(server, PATH, 'admin')
  for (const text of ['No rating yet', 'Not invited', 'No phone number', 'No upcoming bookings'])
    expect(await screen.findByText(text)).toBeTruthy()
  for (const text of ['No open tasks', 'No notes yet', /^No jobs yet/])
    expect(screen.getByText(text)).toBeTruthy()
})

test('an unknown sub is not found', async () => {
  server.on(subcontractorRoutes.one, { failure: 'notFound' })
  open(server, PATH, 'admin')
  expect(await screen.findByText('Subcontractor not found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Subcontractors' }).getAttribute('href')).toBe(
    '/subcontractors',
  )
})

test.each(['subcontractor', 'client'] as const)(
  'a %s cannot open a profile, and no request is sent',
  async (who) => {
    open(server, PATH, who)
    expect(
      await screen.findByText('Access Denied: This page is only available to administrators.'),
    ).toBeTruthy()
    expect(server.seen.some(({ url }) => url.startsWith('/api/subcontractors'))).toBe(false)
  },
)

test('a job can be rated by keyboard, with a note', async () => {
  const user = userEvent.setup()
  server.on(subcontractorRoutes.rate, { body: { ...rating, jobId } })
  open(server, PATH, 'admin')
  await user.click((await rowOf('Kitchen remodel')).getByRole('button', { name: 'Rate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rate Tomás Ortiz' }))
  await user.click(dialog.getByRole('button', { name: 'Save Rating' }))
  expect(await dialog.findByText('Choose a rating from 1 to 5')).toBeTruthy()
  expect(sent('PUT')).toEqual([])
  const radios = within(dialog.getByRole('radiogroup', { name: 'Rating' })).getAllByRole('radio')
  expect(radios.map((radio) => radio.getAttribute('aria-label'))).toEqual([
    ...['1, Poor', '2, Fair', '3, Good', '4, Great', '5, Superb'],
  ])
  radios[0]?.focus()
  await user.keyboard('3')
  expect(dialog.getByRole('radio', { name: '3, Good' })).toHaveProperty('checked', true)
  await user.keyboard('{ArrowRight}')
  expect(dialog.getByRole('radio', { name: '4, Great' })).toHaveProperty('checked', true)
  await user.type(dialog.getByLabelText('Note'), 'Clean panel')
  jobs = [{ ...kitchen, rating: bath.rating }, bath]
  await user.click(dialog.getByRole('button', { name: 'Save Rating' }))
  expect(await screen.findByText('Rating saved successfully')).toBeTruthy()
  const [request] = sent('PUT')
  expect([`${request?.method} ${request?.url}`, JSON.parse(request?.body ?? '')]).toEqual([
    `PUT /api/jobs/${jobId}/ratings/${sub.id}`,
    { score: 4, note: 'Clean panel' },
  ])
  expect(request?.headers['if-match']).toBeUndefined()
  await (await rowOf('Kitchen remodel')).findByText('4 of 5, Great')
})

test('a concurrent rating is shown, and saving again replaces it', async () => {
  const user = userEvent.setup()
  server.on(subcontractorRoutes.rate, { failure: 'stale' })
  open(server, PATH, 'admin')
  await user.click((await rowOf('Primary bath')).getByRole('button', { name: 'Change the rating' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rate Tomás Ortiz' }))
  const newer = { ...rating, score: 2, updatedAt: '2026-03-03T15:00:00.000Z' }
  jobs = [kitchen, { ...bath, rating: newer }]
  await user.click(dialog.getByRole('radio', { name: '5, Superb' }))
  await user.click(dialog.getByRole('button', { name: 'Save Rating' }))
  expect(await dialog.findByText(/Someone else changed this while you were editing/)).toBeTruthy()
  expect(dialog.getByRole('radio', { name: '5, Superb' })).toHaveProperty('checked', true)
  server.on(subcontractorRoutes.rate, { body: newer })
  await user.click(dialog.getByRole('button', { name: 'Save Rating' }))
  expect(await screen.findByText('Rating saved successfully')).toBeTruthy()
  const tags = sent('PUT').map(({ headers }) => headers['if-match'])
  expect(tags).toEqual([expect.any(String), expect.any(String)])
  expect(tags[0]).not.toBe(tags[1])
  expect(JSON.parse(sent('PUT')[1]?.body ?? '')).toEqual({ score: 5, note: 'Neat work' })
})

test('a rating is removed after a confirmation', async () => {
  const user = userEvent.setup()
  server.on(subcontractorRoutes.removeRating, { body: undefined })
  open(server, PATH, 'admin')
  await user.click((await rowOf('Primary bath')).getByRole('button', { name: 'Remove the rating' }))
  const confirm = within(
    await screen.findByRole('alertdialog', { name: 'Remove the rating of Tomás Ortiz?' }),
  )
  jobs = [kitchen, { ...bath, rating: null }]
  await user.click(confirm.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Rating removed successfully')).toBeTruthy()
  expect(await (await rowOf('Primary bath')).findByRole('button', { name: 'Rate' })).toBeTruthy()
})

test('private notes are sent with their version, and kept when saving fails', async () => {
  const user = userEvent.setup()
  server.on(subcontractorRoutes.saveNotes, { failure: 'internal' })
  open(server, PATH, 'admin')
  await user.click(await screen.findByRole('button', { name: 'Edit private notes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Private Notes' }))
  const box = dialog.getByLabelText('Notes')
  expect(box).toHaveProperty('value', 'Late payer.')
  await user.type(box, ' Good work.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to save notes')).toBeTruthy()
  expect((await dialog.findByRole('alert')).textContent).toBe(failures.internal.message)
  server.on(subcontractorRoutes.saveNotes, {
    body: { ...profile.notes, text: 'Late payer. Good work.' },
  })
  shown = { ...profile, notes: { ...profile.notes, text: 'Late payer. Good work.' } }
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Notes saved successfully')).toBeTruthy()
  const last = sent('PUT').at(-1)
  expect(JSON.parse(last?.body ?? '')).toEqual({ text: 'Late payer. Good work.' })
  expect(last?.headers['if-match']).toBe(`"${Date.parse(profile.notes.updatedAt).toString(36)}"`)
  expect(await (await part('Private Notes')).findByText('Late payer. Good work.')).toBeTruthy()
})

test('a sub who has joined gets a reset link, and no invite', async () => {
  const user = userEvent.setup()
  server.on(peopleRoutes.resetLink, {
    body: { resetLink: 'http://x/api/reset-password/abc' },
  })
  open(server, PATH, 'admin')
  await user.click(await screen.findByRole('button', { name: 'Reset link for Tomás Ortiz' }))
  expect(screen.queryByRole('button', { name: /^Invite/ })).toBeNull()
  expect(await screen.findByText('Reset link copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('http://x/api/reset-password/abc')
})

test('the link of a pending invite can be shown, or replaced when it cannot', async () => {
  const user = userEvent.setup()
  shown = {
    ...profile,
    hasJoined: false,
    isInvited: true,
    inviteExpiry: '2199-03-05T18:00:00.000Z',
  }
  server.on(peopleRoutes.resendInvite, {
    body: { inviteLink: 'http://x/api/invite/abc' },
  })
  open(server, PATH, 'admin')
  server.on(inviteRoutes.link, {
    body: { inviteLink: null, inviteExpiry: '2199-03-05T18:00:00.000Z' },
  })
  for (const text of ['Invited', 'Invite Expires', 'Mar 5, 2199'])
    expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Reset link/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Invite link of Tomás Ortiz' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Invite Link' }))
  expect(await sheet.findByText(/only the newest link works/)).toBeTruthy()
  expect(sent('POST')).toEqual([])
  server.on(inviteRoutes.link, {
    body: { inviteLink: 'http://x/api/invite/abc', inviteExpiry: '2199-03-05T18:00:00.000Z' },
  })
  await user.click(sheet.getByRole('button', { name: 'New link' }))
  expect(await screen.findByText('New invite link copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('http://x/api/invite/abc')
})

test('deleting a sub opens the list, without fetching the profile again', async () => {
  const user = userEvent.setup()
  server.on(peopleRoutes.remove, { body: undefined })
  open(server, PATH, 'admin')
  await user.click(await screen.findByRole('button', { name: 'Delete subcontractor' }))
  const requestCount = () =>
    server.seen.filter(({ url }) => url.startsWith(`/api/subcontractors/${sub.id}`)).length
  const countBefore = requestCount()
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  )
  expect(await screen.findByText('No subcontractors yet')).toBeTruthy()
  expect(screen.getByText('User deleted successfully')).toBeTruthy()
  expect(location.pathname).toBe('/subcontractors')
  expect(requestCount()).toBe(countBefore)
})

test('loading shows placeholders', async () => {
  server.on(subcontractorRoutes.one, () => new Promise(() => {}))
  const { container } = open(server, PATH, 'admin')
  await waitFor(() => expect(container.querySelectorAll('[data-skeleton]')).toHaveLength(3))
})
