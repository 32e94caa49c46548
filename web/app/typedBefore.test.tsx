import { accountRoutes } from '@plumbline/contract/account.ts'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { messageRoutes } from '@plumbline/contract/messages.ts'
import { passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { secondFactorRoutes } from '@plumbline/contract/secondFactor.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetTyped, saveTyped } from '../api/typed.ts'
import { clearDrafts } from '../features/messages/drafts.ts'
import { open, type people } from '../testing/open.tsx'
import { job } from '../testing/rows.ts'
import { startServer } from '../testing/server.ts'
import { task } from '../testing/tasks.ts'

const server = await startServer()
afterAll(server.close)

type Who = keyof typeof people

const JOB = `/jobs/${job(1).id}`
const NOTE = 'What you typed before you signed in again is back.'

beforeEach(() => {
  server.reset()
  const none = { body: [], headers: { 'X-Total-Count': '0' } }
  for (const row of [peopleRoutes.list, taskRoutes.list, messageRoutes.conversations])
    server.on(row, none)
  server.on(jobRoutes.list, { body: [job(1)], headers: { 'X-Total-Count': '1' } })
  server.on(jobRoutes.one, { body: job(1) })
  server.on(accountRoutes.sessions, none)
  server.on(passkeyRoutes.list, none)
  server.on(calendarRoutes.feed, { body: { active: false, createdAt: null } })
  server.on(secondFactorRoutes.read, {
    body: { enabledAt: null, recoveryCodesLeft: 0, required: false },
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Loads the page again, for a person who has signed in. */
function load(path: string, who: Who = 'admin') {
  cleanup()
  clearDrafts()
  resetTyped()
  open(server, path, who)
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const stored = () => sessionStorage.getItem('typed')

async function fillInNewJob() {
  load('/jobs?new=job')
  const form = await dialog('Create New Job')
  await userEvent.type(form.getByLabelText('Name'), 'Deck and pergola')
  await userEvent.type(form.getByLabelText('Approved Amount'), '1234,56')
  return form
}

test('a form that meets the end of the session is filled in after sign-in', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  server.on(jobRoutes.create, { failure: 'unauthorized' })
  load('/jobs?new=job')
  const form = await dialog('Create New Job')
  await userEvent.type(form.getByLabelText('Name'), 'Deck and pergola')
  await userEvent.type(form.getByLabelText('Address'), '12 Elm St')
  expect(screen.queryByText(NOTE)).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Create Job' }))
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy()
  await waitFor(() =>
    expect(assign.mock.calls).toEqual([['/api/login?returnTo=%2Fjobs%3Fnew%3Djob']]),
  )

  load('/jobs?new=job')
  const again = await dialog('Create New Job')
  expect(await again.findByText(NOTE)).toBeTruthy()
  expect(again.getByLabelText('Name')).toHaveProperty('value', 'Deck and pergola')
  server.on(jobRoutes.create, { body: job(3) })
  await userEvent.click(again.getByRole('button', { name: 'Create Job' }))
  expect(await screen.findByText('Job created successfully')).toBeTruthy()
  const sent = server.seen.findLast(({ method }) => method === 'POST')
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({
    name: 'Deck and pergola',
    address: '12 Elm St',
  })
})

test('it comes back once, also what is no valid value yet, and stays open on Escape', async () => {
  await fillInNewJob()
  saveTyped()
  load('/jobs?new=job')
  const form = await dialog('Create New Job')
  await waitFor(() =>
    expect(form.getByLabelText('Approved Amount')).toHaveProperty('value', '1234,56'),
  )
  expect(stored()).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(await form.findByText('Your entries are still here. Close discards them.')).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  load('/jobs?new=job')
  expect((await dialog('Create New Job')).getByLabelText('Name')).toHaveProperty('value', '')
})

test('on another screen it does not come back', async () => {
  await fillInNewJob()
  saveTyped()
  load('/jobs?new=job&status=on_hold')
  expect((await dialog('Create New Job')).getByLabelText('Name')).toHaveProperty('value', '')
})

test('without anything typed nothing is stored', async () => {
  load(JOB)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Job' }))
  await dialog('Edit Job')
  saveTyped()
  expect(stored()).toBeNull()
})

test('another person finds nothing, and neither does the first one after that', async () => {
  await fillInNewJob()
  saveTyped()
  expect(stored()).toContain('Deck and pergola')
  load('/jobs', 'client')
  await screen.findByRole('heading', { name: 'My Projects' })
  expect(stored()).toBeNull()
})

test('after a sign-out nothing comes back, from other tabs neither', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  await fillInNewJob()
  saveTyped()
  const otherTab = stored() ?? ''
  fireEvent.click(screen.getByRole('button', { name: 'Logout', hidden: true }))
  expect(stored()).toBeNull()
  saveTyped()
  expect(stored()).toBeNull()
  sessionStorage.setItem('typed', otherTab)
  load('/jobs?new=job')
  expect((await dialog('Create New Job')).getByLabelText('Name')).toHaveProperty('value', '')
  expect(stored()).toBeNull()
})

test('after a day nothing comes back', async () => {
  await fillInNewJob()
  saveTyped()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 })
  load('/jobs?new=job')
  expect((await dialog('Create New Job')).getByLabelText('Name')).toHaveProperty('value', '')
})

test('a text that is too long to store leaves the others in place', async () => {
  load(JOB)
  await userEvent.type(await screen.findByLabelText('Add a task'), 'Order tile')
  await userEvent.click(screen.getByRole('button', { name: 'Edit Job' }))
  const form = await dialog('Edit Job')
  fireEvent.change(form.getByLabelText('Notes'), { target: { value: 'x'.repeat(500_001) } })
  saveTyped()
  expect(stored()).toContain('Order tile')
  expect(stored()?.length).toBeLessThan(1000)
})

test('passwords are never stored, also while they are shown', async () => {
  load('/account')
  const part = async (name: string) => within(await screen.findByRole('region', { name }))
  const password = await part('Password')
  await userEvent.type(password.getByLabelText(/^Current/), 'nine otters')
  await userEvent.type(password.getByLabelText(/^New/), 'ten herons')
  for (const button of password.getAllByRole('button', { name: /^Show/ }))
    await userEvent.click(button)
  saveTyped()
  expect(stored()).toBeNull()
  await userEvent.type((await part('Your details')).getByLabelText('Phone'), '555')
  saveTyped()
  expect(stored()).toContain('555')
  expect(stored()).not.toMatch(/otters|herons/)
})

test('an edit form opens again, with what others have changed meanwhile', async () => {
  load(JOB)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Job' }))
  const form = await dialog('Edit Job')
  await userEvent.clear(form.getByLabelText('Name'))
  await userEvent.type(form.getByLabelText('Name'), 'Deck')
  await userEvent.type(form.getByLabelText('Customer Phone'), '555')
  saveTyped()

  const now = job(1, {
    ...{ name: 'Kitchen and bath', address: '9 Oak St' },
    ...{ approvedAmount: 100, updatedAt: '2026-11-20T15:00:00.000Z' },
  })
  server.on(jobRoutes.one, { body: now })
  load(JOB)
  const again = await dialog('Edit Job')
  expect(await again.findByText(NOTE)).toBeTruthy()
  expect(again.getByText('Someone else changed this while you were editing.')).toBeTruthy()
  expect(again.getByRole('listitem').textContent).toBe(`Name: ${job(1).name} Kitchen and bath`)
  expect(again.getByLabelText('Address')).toHaveProperty('value', '9 Oak St')
  server.on(jobRoutes.update, { body: now })
  await userEvent.click(again.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Job updated successfully')).toBeTruthy()
  const sent = server.seen.find(
    ({ method, url }) => `${method} ${url}` === `PUT /api/jobs/${now.id}`,
  )
  expect(JSON.parse(sent?.body ?? '')).toEqual({ name: 'Deck', customerPhone: '555' })
  expect(sent?.headers['if-match']).toBe(tagOf(now))
})

test('a message, a comment and a task that was being added come back', async () => {
  const choice = { audience: 'all' as const, names: ['Maria Okafor'] }
  server.on(messageRoutes.readers, { body: { choices: [choice], chosen: 'all' } })
  server.on(messageRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  load(`/messages?jobId=${job(1).id}`)
  await userEvent.type(await screen.findByLabelText('Message'), 'Tile is in')
  saveTyped()
  load(`/messages?jobId=${job(1).id}`)
  expect(await screen.findByDisplayValue('Tile is in')).toBeTruthy()
  expect(screen.getByText(NOTE)).toBeTruthy()

  server.on(taskRoutes.one, { body: task(1) })
  server.on(taskRoutes.conversation, { body: [] })
  load(`/tasks?task=${task(1).id}`)
  await userEvent.type(await screen.findByLabelText('Comment'), 'Grout by Friday')
  saveTyped()
  load(`/tasks?task=${task(1).id}`)
  expect(await screen.findByDisplayValue('Grout by Friday')).toBeTruthy()

  vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  server.on(taskRoutes.createSeveral, { failure: 'unauthorized' })
  load(JOB)
  await userEvent.type(await screen.findByLabelText('Add a task'), 'Order tile{Enter}')
  await screen.findByText('You are logged out. Logging in again...')
  saveTyped()
  server.on(taskRoutes.createSeveral, { body: { tasks: [task(2)], addedToJob: false } })
  load(JOB)
  expect(await screen.findByText('Task created successfully')).toBeTruthy()
})
